import assert from "node:assert/strict";
import { ActiveArtifactDetails } from "../../../src/features/commits/activeArtifactDetails.ts";
import type { ActiveArtifact } from "../../../src/features/commits/workspaceContext.ts";
import { ReferenceCache } from "../../../src/store/references/referenceCache.ts";
import { FormFixture } from "../../support/fixtures/formFixture.ts";

const bugs = 11;

describe("ActiveArtifactDetails", () => {
  let fixture: FormFixture;
  let details: ActiveArtifactDetails;
  let active: ActiveArtifact;
  let now: number;
  let changeCount: number;
  let background: Promise<unknown>[];

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    now = 1_000_000;
    changeCount = 0;
    background = [];
    const errorHandler = {
      runInBackground: (_name: string, action: () => unknown) =>
        void background.push(Promise.resolve(action())),
    };
    const referenceCache = new ReferenceCache(fixture.store.catalog, () => now);
    details = new ActiveArtifactDetails(referenceCache, errorHandler, () => now);
    details.onDidChange.event(() => {
      changeCount += 1;
    });
    active = { site: fixture.site, artifactId: await fixture.getFirstArtifactId(bugs), source: "branch" };
  });
  afterEach(async () => {
    details.dispose();
    await Promise.allSettled(background);
    await fixture.close();
  });

  function getTitle(): string | undefined {
    const reference = details.get(active);
    return reference?.kind === "artifact" ? reference.title : undefined;
  }

  async function load(): Promise<void> {
    details.get(active);
    await Promise.all(background);
  }

  it("loads the artifact once, when it is first shown, and then fires a change", async () => {
    assert.equal(getTitle(), undefined);
    assert.equal(getTitle(), undefined);
    await load();
    assert.ok(getTitle());
    assert.equal(changeCount, 1);
    const requestCount = background.length;
    getTitle();
    assert.deepEqual([requestCount, background.length], [1, 1]);
  });

  it("keeps the old details while it reloads after a write", async () => {
    await load();
    const before = getTitle();
    fixture.server.clock.advance(60_000);
    const { client } = await fixture.store.connections.connect(fixture.site);
    const { id: fieldId } =
      (await client.tracker(bugs)).fields.find(({ name }) => name === "title") ?? assert.fail();
    fixture.server.updateArtifact(active.artifactId, {
      by: fixture.server.accounts.member,
      values: [{ field_id: fieldId, value: "Another title" }],
    });
    fixture.store.catalog.reportWrite(fixture.site, active.artifactId, bugs);
    assert.equal(getTitle(), before);
    await load();
    assert.equal(getTitle(), "Another title");
  });

  it("waits before it repeats a failed request", async () => {
    await fixture.server.close();
    await load();
    assert.equal(details.get(active), undefined);
    assert.equal(background.length, 1);
    now += 61_000;
    details.get(active);
    assert.equal(background.length, 2);
    await Promise.all(background);
    assert.equal(changeCount, 2);
  });

  it("discards the details when the account changes", async () => {
    await load();
    assert.ok(getTitle());
    await fixture.store.catalog.forgetSite(fixture.site.api);
    assert.equal(getTitle(), undefined);
  });
});
