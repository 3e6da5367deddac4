import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import { fieldText } from "../../../src/model/fields/registry.ts";
import type { HistoryEntry } from "../../../src/model/history.ts";
import { History } from "../../../src/store/history.ts";
import { number, string } from "../../simulator/demo/draftField.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { World } from "../specification/world.ts";

describe("the history of an artifact", () => {
  let server: Simulator;
  let world: World;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    world = new World(server);
  });
  afterEach(async () => {
    await world.close();
    await server.close();
  });

  /** An artifact that was written so many times: `writes` says which field each write was to. */
  function artifact(writes: readonly ("count" | "secret")[]): number {
    const tracker = server.addTracker({
      projectId: 101,
      label: "Counted",
      fields: [
        number("int", "count", "Count", { fill: () => ({ kind: "number", number: 0 }) }),
        string("secret", "Secret", {
          readers: "administrators",
          fill: () => ({ kind: "string", text: "0" }),
        }),
      ],
      artifacts: 1,
    });
    const [id = 0] = tracker.artifactIds;
    for (const [index, name] of writes.entries()) {
      server.clock.advance(60_000);
      const value = name === "count" ? index + 1 : String(index + 1);
      server.write(id, { by: server.accounts.admin, values: [{ field_id: tracker.fieldId(name), value }] });
    }
    return id;
  }

  async function historyOf(client: Client, id: number): Promise<{ history: History; asked: () => number }> {
    const { changesetsUri } = await client.artifact(id);
    const uri = changesetsUri ?? assert.fail("no history is told of");
    const before = server.requests.length;
    return {
      history: new History((offset, limit) => client.changesets(uri, { offset, limit })),
      asked: () => server.requests.length - before,
    };
  }

  /** What each entry did to the number, or that it is the creation. */
  function steps(entries: readonly HistoryEntry[]): unknown {
    return entries.map(({ isCreation, changes }) => {
      const texts = changes.map(({ before, after }) =>
        [before, after].map((value) => (value === undefined ? "" : fieldText(value))).join(" → "),
      );
      return isCreation ? ["created", ...texts] : texts;
    });
  }

  function expected(size: number): unknown {
    const changes = Array.from({ length: size - 1 }, (_, index) => [`${index} → ${index + 1}`]);
    return [...changes.toReversed(), ["created"]];
  }

  for (const size of [1, 2, 49, 50, 51, 99, 100, 101, 120]) {
    it(`of ${size} is told newest first, each entry once, and takes as few requests as can be`, async () => {
      const id = artifact(Array<"count">(size - 1).fill("count"));
      const { history, asked } = await historyOf(world.admin, id);
      assert.deepEqual([history.entries, history.hasOlder], [[], false]);
      await history.readNewest();
      assert.deepEqual([asked(), history.hasOlder], [size > 50 ? 2 : 1, size > 50]);
      const all = expected(size) as readonly unknown[];
      const shown = history.entries.length;
      assert.deepEqual(steps(history.entries), all.slice(0, shown));
      assert.equal(shown, size > 50 ? 49 : size);
      let rounds = 0;
      while (history.hasOlder) {
        const before = history.entries.length;
        await history.readOlder();
        rounds += 1;
        assert.ok(history.entries.length > before, "each look brings something new");
      }
      assert.deepEqual([steps(history.entries), rounds], [all, Math.max(0, Math.ceil(size / 50) - 1)]);
      const dates = history.entries.map(({ changeset: { on } }) => on ?? "");
      assert.deepEqual(dates, dates.toSorted().toReversed());
      await history.readOlder();
      assert.equal(history.entries.length, size);
    });
  }

  it("that nobody has is empty", async () => {
    const history = new History(() => Promise.resolve({ items: [], next: undefined, size: 0 }));
    await history.readNewest();
    await history.readOlder();
    assert.deepEqual([history.entries, history.hasOlder], [[], false]);
  });

  it("leaves out what may not be seen, reads on past it, and compares across the gap", async () => {
    // 130 writes, of which the last sixty but one are to what a member may not see.
    const writes = Array.from({ length: 130 }, (_, index) =>
      index < 70 || index === 129 ? "count" : "secret",
    );
    const id = artifact(writes);
    const { history, asked } = await historyOf(world.member, id);
    await history.readNewest();
    assert.deepEqual([steps(history.entries), history.hasOlder, asked()], [[], true, 2]);
    await history.readOlder();
    const shown = history.entries.length;
    assert.deepEqual((steps(history.entries) as readonly unknown[])[0], ["70 → 130"]);
    assert.ok(shown > 1);
    while (history.hasOlder) await history.readOlder();
    assert.deepEqual(steps(history.entries), [["70 → 130"], ...(expected(71) as readonly unknown[])]);
  });

  it("read anew has what was written since", async () => {
    const id = artifact(["count"]);
    const { history } = await historyOf(world.admin, id);
    await history.readNewest();
    server.clock.advance(60_000);
    server.write(id, { values: [], comment: { body: "Hm.", format: "text" } });
    await history.readNewest();
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
