import assert from "node:assert/strict";
import { ActiveFacts } from "../../../../src/features/commits/activeFacts.ts";
import type { ActiveArtifact } from "../../../../src/features/commits/folderContext.ts";
import { Lookups } from "../../../../src/store/references/lookups.ts";
import { Desk } from "../../../support/fixtures/formFixture.ts";

const bugs = 11;

describe("what is known of the active artifact", () => {
  let desk: Desk;
  let facts: ActiveFacts;
  let active: ActiveArtifact;
  let now: number;
  let changes: number;
  let background: Promise<unknown>[];

  beforeEach(async () => {
    desk = await Desk.open("product");
    now = 1_000_000;
    changes = 0;
    background = [];
    const boundary = {
      start: (_what: string, action: () => unknown) => void background.push(Promise.resolve(action())),
    };
    const lookups = new Lookups(desk.store.catalog, () => now);
    facts = new ActiveFacts(lookups, boundary, () => now);
    facts.changed.listen(() => {
      changes += 1;
    });
    active = { site: desk.site, artifactId: await desk.anArtifactOf(bugs), by: "branch" };
  });
  afterEach(async () => {
    facts.dispose();
    await Promise.allSettled(background);
    await desk.close();
  });

  function title(): string | undefined {
    const told = facts.of(active);
    return told?.kind === "artifact" ? told.title : undefined;
  }

  async function read(): Promise<void> {
    facts.of(active);
    await Promise.all(background);
  }

  it("is asked for once, when it is first shown, and told when it has come", async () => {
    assert.equal(title(), undefined);
    assert.equal(title(), undefined);
    await read();
    assert.ok(title());
    assert.equal(changes, 1);
    const asked = background.length;
    title();
    assert.deepEqual([asked, background.length], [1, 1]);
  });

  it("stays in sight while it is read again after a write of ours", async () => {
    await read();
    const before = title();
    desk.server.clock.advance(60_000);
    const { client } = await desk.store.connections.to(desk.site);
    const { id: fieldId } =
      (await client.tracker(bugs)).fields.find(({ name }) => name === "title") ?? assert.fail();
    desk.server.write(active.artifactId, {
      by: desk.server.accounts.member,
      values: [{ field_id: fieldId, value: "Another title" }],
    });
    desk.store.catalog.noteWritten(desk.site, active.artifactId, bugs);
    assert.equal(title(), before);
    await read();
    assert.equal(title(), "Another title");
  });

  it("is not asked for again and again where the site does not answer, and nobody is told", async () => {
    await desk.server.close();
    await read();
    assert.equal(facts.of(active), undefined);
    assert.equal(background.length, 1);
    now += 61_000;
    facts.of(active);
    assert.equal(background.length, 2);
    await Promise.all(background);
    assert.equal(changes, 2);
  });

  it("is forgotten with the account that has read it", async () => {
    await read();
    assert.ok(title());
    await desk.store.catalog.forget(desk.site.api);
    assert.equal(title(), undefined);
  });
});
