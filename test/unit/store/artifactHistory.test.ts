import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import { toFieldText } from "../../../src/model/fields/registry.ts";
import type { HistoryEntry } from "../../../src/model/history.ts";
import { ArtifactHistory } from "../../../src/store/artifactHistory.ts";
import { numberField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { SpecificationContext } from "../specification/specificationContext.ts";

describe("ArtifactHistory", () => {
  let server: Simulator;
  let context: SpecificationContext;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    context = new SpecificationContext(server);
  });
  afterEach(async () => {
    await context.close();
    await server.close();
  });

  /** Creates an artifact; `writes` are the fields that each update changes. */
  function createArtifact(writes: readonly ("count" | "secret")[]): number {
    const tracker = server.addTracker({
      projectId: 101,
      label: "Counted",
      fields: [
        numberField("int", "count", "Count", { generateValue: () => ({ kind: "number", number: 0 }) }),
        stringField("secret", "Secret", {
          readers: "administrators",
          generateValue: () => ({ kind: "string", text: "0" }),
        }),
      ],
      artifacts: 1,
    });
    const [id = 0] = tracker.artifactIds;
    for (const [index, name] of writes.entries()) {
      server.clock.advance(60_000);
      const value = name === "count" ? index + 1 : String(index + 1);
      server.updateArtifact(id, {
        by: server.accounts.admin,
        values: [{ field_id: tracker.fieldId(name), value }],
      });
    }
    return id;
  }

  async function openHistory(
    client: Client,
    id: number,
  ): Promise<{ history: ArtifactHistory; countRequests: () => number }> {
    const { changesetsUri } = await client.artifact(id);
    const uri = changesetsUri ?? assert.fail("no history");
    const before = server.requests.length;
    return {
      history: new ArtifactHistory((offset, limit) => client.changesets(uri, { offset, limit })),
      countRequests: () => server.requests.length - before,
    };
  }

  function summarizeEntries(entries: readonly HistoryEntry[]): unknown {
    return entries.map(({ isCreation, changes }) => {
      const texts = changes.map(({ before, after }) =>
        [before, after].map((value) => (value === undefined ? "" : toFieldText(value))).join(" → "),
      );
      return isCreation ? ["created", ...texts] : texts;
    });
  }

  function getExpected(size: number): unknown {
    const changes = Array.from({ length: size - 1 }, (_, index) => [`${index} → ${index + 1}`]);
    return [...changes.toReversed(), ["created"]];
  }

  for (const size of [1, 2, 49, 50, 51, 99, 100, 101, 120]) {
    it(`returns ${size} entries newest first, without duplicates, with as few requests as possible`, async () => {
      const id = createArtifact(Array<"count">(size - 1).fill("count"));
      const { history, countRequests } = await openHistory(context.admin, id);
      assert.deepEqual([history.entries, history.hasOlder], [[], false]);
      await history.loadNewest();
      assert.deepEqual([countRequests(), history.hasOlder], [size > 50 ? 2 : 1, size > 50]);
      const all = getExpected(size) as readonly unknown[];
      const shownCount = history.entries.length;
      assert.deepEqual(summarizeEntries(history.entries), all.slice(0, shownCount));
      assert.equal(shownCount, size > 50 ? 49 : size);
      let rounds = 0;
      while (history.hasOlder) {
        const before = history.entries.length;
        await history.loadOlder();
        rounds += 1;
        assert.ok(history.entries.length > before, "loadOlder adds entries");
      }
      assert.deepEqual(
        [summarizeEntries(history.entries), rounds],
        [all, Math.max(0, Math.ceil(size / 50) - 1)],
      );
      const dates = history.entries.map(({ changeset: { on } }) => on ?? "");
      assert.deepEqual(dates, dates.toSorted().toReversed());
      await history.loadOlder();
      assert.equal(history.entries.length, size);
    });
  }

  it("is empty without changesets", async () => {
    const history = new ArtifactHistory(() =>
      Promise.resolve({ items: [], nextOffset: undefined, total: 0 }),
    );
    await history.loadNewest();
    await history.loadOlder();
    assert.deepEqual([history.entries, history.hasOlder], [[], false]);
  });

  it("skips invisible changesets and compares across the gap", async () => {
    // 130 updates, of which the last sixty except one change a field that members can't see.
    const writes = Array.from({ length: 130 }, (_, index) =>
      index < 70 || index === 129 ? "count" : "secret",
    );
    const id = createArtifact(writes);
    const { history, countRequests } = await openHistory(context.member, id);
    await history.loadNewest();
    assert.deepEqual([summarizeEntries(history.entries), history.hasOlder, countRequests()], [[], true, 2]);
    await history.loadOlder();
    const shownCount = history.entries.length;
    assert.deepEqual((summarizeEntries(history.entries) as readonly unknown[])[0], ["70 → 130"]);
    assert.ok(shownCount > 1);
    while (history.hasOlder) await history.loadOlder();
    assert.deepEqual(summarizeEntries(history.entries), [
      ["70 → 130"],
      ...(getExpected(71) as readonly unknown[]),
    ]);
  });

  it("has new entries after a reload", async () => {
    const id = createArtifact(["count"]);
    const { history } = await openHistory(context.admin, id);
    await history.loadNewest();
    server.clock.advance(60_000);
    server.updateArtifact(id, { values: [], comment: { body: "Hm.", format: "text" } });
    await history.loadNewest();
    assert.deepEqual(
      history.entries.map(({ changeset: { comment, by }, changes }) => [
        comment?.source,
        by?.label,
        changes.length,
      ]),
      [
        ["Hm.", server.accounts.member.realName, 0],
        [undefined, server.accounts.admin.realName, 1],
        [undefined, server.accounts.admin.realName, 0],
      ],
    );
  });
});
