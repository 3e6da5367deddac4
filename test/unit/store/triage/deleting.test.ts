import assert from "node:assert/strict";
import { type Deletion, deleteMany, deleteOne } from "../../../../src/store/triage/deleting.ts";
import type { Selected } from "../../../../src/store/triage/states.ts";
import { bugs, signal, TriageStage } from "./triageStage.ts";

const hour = 60 * 60 * 1000;

function told(outcome: Deletion): unknown {
  switch (outcome.kind) {
    case "deleted":
      return outcome.quota === undefined ? "deleted" : ["deleted", outcome.quota.remaining];
    case "quotaReached":
      return ["quotaReached", outcome.limit];
    case "changedSince":
      return ["changedSince", outcome.what];
    case "failed":
      return ["failed", outcome.failure.kind];
    default:
      return outcome.kind;
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`deleting artifacts, on the ${dialect} dialect`, () => {
    /** What only the product tells. */
    const remaining = (count: number): unknown => (dialect === "product" ? ["deleted", count] : "deleted");
    const limit = dialect === "product" ? 3 : undefined;
    let stage: TriageStage;
    let rows: readonly Selected[];

    async function open(deletionLimit = 3, as?: "member"): Promise<void> {
      stage = await TriageStage.open({ dialect, deletionLimit }, as);
      rows = await stage.rows(bugs, 8);
    }
    afterEach(() => stage.close());

    async function areThere(): Promise<readonly boolean[]> {
      const client = await stage.client();
      return Promise.all(
        rows.map(({ row }) =>
          client.artifact(row.id).then(
            () => true,
            () => false,
          ),
        ),
      );
    }

    it("stops at the limit and says which are left; the limit slides", async () => {
      await open();
      const written: number[] = [];
      stage.store.catalog.written.listen(({ artifactId }) => written.push(artifactId));
      const first = await deleteMany(stage.states, rows.slice(0, 2), signal);
      assert.deepEqual(
        [first.items.map(({ outcome }) => told(outcome)), first.left],
        [[remaining(2), remaining(1)], []],
      );
      stage.pass(2 * hour);
      const progress: string[] = [];
      const second = await deleteMany(stage.states, rows.slice(2, 6), signal, (done, of) =>
        progress.push(`${done}/${of}`),
      );
      assert.deepEqual(
        [second.items.map(({ outcome }) => told(outcome)), second.left, progress],
        [[remaining(0), ["quotaReached", limit]], rows.slice(4, 6), ["1/4", "2/4"]],
      );
      assert.deepEqual(await areThere(), [false, false, false, true, true, true, true, true]);
      assert.deepEqual(
        written,
        rows.slice(0, 3).map(({ row }) => row.id),
      );
      // The first two fall out of the last 24 hours, the third does not yet.
      stage.pass(22 * hour + 1000);
      const third = await deleteMany(stage.states, rows.slice(3), signal);
      assert.deepEqual(
        [third.items.map(({ outcome }) => told(outcome)), third.left.length],
        [[remaining(1), remaining(0), ["quotaReached", limit]], 2],
      );
    });

    it("shows a change since it was shown first, unless that very state was confirmed", async () => {
      await open();
      const [shown] = rows;
      assert.ok(shown);
      const title = await stage.field(bugs, "title");
      stage.pass(2000);
      stage.theyWrite(shown.row.id, { field_id: title, value: "Important after all" });
      const changed = await deleteOne(stage.states, shown, signal);
      assert.ok(changed.kind === "changedSince");
      assert.deepEqual(
        [changed.what, changed.now.row.title],
        [dialect === "product" ? ["title", "modifiedOn"] : ["title"], "Important after all"],
      );
      stage.pass(2000);
      stage.theyWrite(shown.row.id, { field_id: title, value: "Very important" });
      const again = await deleteOne(stage.states, changed.now, signal);
      assert.ok(again.kind === "changedSince", "another state was confirmed");
      assert.equal((await areThere())[0], true);
      const last = await deleteOne(stage.states, again.now, signal);
      assert.deepEqual([told(last), (await areThere())[0]], [remaining(2), false]);
    });

    it("leaves alone what was changed since, of many, and goes on with the others", async () => {
      await open();
      const title = await stage.field(bugs, "title");
      stage.pass(2000);
      stage.theyWrite(rows[1]?.row.id ?? 0, { field_id: title, value: "Important after all" });
      const { items, left } = await deleteMany(stage.states, rows.slice(0, 3), signal);
      const changed = ["changedSince", dialect === "product" ? ["title", "modifiedOn"] : ["title"]];
      assert.deepEqual(
        [items.map(({ outcome }) => told(outcome)), left],
        [[remaining(2), changed, remaining(1)], []],
      );
      assert.deepEqual((await areThere()).slice(0, 4), [false, true, false, true]);
      const seen = items.flatMap(({ outcome }) => (outcome.kind === "changedSince" ? [outcome.now] : []));
      const again = await deleteMany(stage.states, seen, signal);
      assert.deepEqual(
        again.items.map(({ outcome }) => told(outcome)),
        [remaining(0)],
      );
    });

    it("notices any change since a state was confirmed, whatever it was", async () => {
      await open();
      const [shown] = rows;
      assert.ok(shown);
      stage.pass(2000);
      stage.theyWrite(shown.row.id, { field_id: await stage.field(bugs, "title"), value: "Other" });
      const changed = await deleteOne(stage.states, shown, signal);
      assert.ok(changed.kind === "changedSince");
      stage.pass(2000);
      stage.theyWrite(shown.row.id, {
        field_id: await stage.field(bugs, "customer"),
        value: "Port of Brest",
      });
      assert.deepEqual(told(await deleteOne(stage.states, changed.now, signal)), [
        "changedSince",
        ["modifiedOn"],
      ]);
    });

    it("tells that it is gone, or was called off, and goes on with the others where only one is concerned", async () => {
      await open();
      stage.server.removeArtifact(rows[0]?.row.id ?? 0);
      const { items, left } = await deleteMany(stage.states, rows.slice(0, 2), signal);
      assert.deepEqual([items.map(({ outcome }) => told(outcome)), left], [["gone", remaining(2)], []]);
      const calledOff = new AbortController();
      const rest = await deleteMany(stage.states, rows.slice(2, 5), calledOff.signal, () =>
        calledOff.abort(),
      );
      assert.deepEqual(
        [rest.items.map(({ outcome }) => told(outcome)), rest.left],
        [[remaining(1), "cancelled"], rows.slice(4, 5)],
      );
    });

    it("is not done by those who may not", async () => {
      await open(3, "member");
      const [shown] = rows;
      assert.ok(shown);
      const outcome = await deleteOne(stage.states, shown, signal);
      assert.deepEqual(told(outcome), dialect === "product" ? "notAdministrator" : "notAllowed");
      assert.equal((await areThere())[0], true);
    });

    it("looks what became of it where the answer was lost", async () => {
      await open();
      for (const when of ["before", "after"] as const) {
        stage.server.faults.add({ method: "DELETE", path: /./, times: 1, fault: { kind: "drop", when } });
        const [shown] = rows;
        assert.ok(shown);
        assert.deepEqual(
          [told(await deleteOne(stage.states, shown, signal)), (await areThere())[0]],
          when === "before" ? [["failed", "outcomeUnknown"], true] : ["deleted", false],
        );
      }
      assert.equal(stage.asked("DELETE"), 2);
    });
  });
}

describe("deleting artifacts where nobody may", () => {
  it("stops at the first", async () => {
    const stage = await TriageStage.open({ dialect: "product", deletionLimit: 0 });
    try {
      const rows = await stage.rows(bugs, 3);
      const { items, left } = await deleteMany(stage.states, rows, signal);
      assert.deepEqual([items.map(({ outcome }) => told(outcome)), left], [["switchedOff"], rows.slice(1)]);
    } finally {
      await stage.close();
    }
  });
});
