import assert from "node:assert/strict";
import { type DeletionOutcome, deleteMany, deleteOne } from "../../../../src/store/triage/deleteArtifacts.ts";
import type { SelectedArtifact } from "../../../../src/store/triage/artifactLoader.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

const hour = 60 * 60 * 1000;

function summarize(outcome: DeletionOutcome): unknown {
  switch (outcome.kind) {
    case "deleted":
      return outcome.quota === undefined ? "deleted" : ["deleted", outcome.quota.remaining];
    case "tooManyRequests":
      return ["tooManyRequests", outcome.limit];
    case "changedSince":
      return ["changedSince", outcome.changedFields];
    case "failed":
      return ["failed", outcome.failure.kind];
    default:
      return outcome.kind;
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`deleting artifacts on the ${dialect} dialect`, () => {
    /** Only reported by the product. */
    const remaining = (count: number): unknown => (dialect === "product" ? ["deleted", count] : "deleted");
    const limit = dialect === "product" ? 3 : undefined;
    let fixture: TriageStoreFixture;
    let rows: readonly SelectedArtifact[];

    async function open(deletionLimit = 3, as?: "member"): Promise<void> {
      fixture = await TriageStoreFixture.open({ dialect, deletionLimit }, as);
      rows = await fixture.loadRows(bugsTrackerId, 8);
    }
    afterEach(() => fixture.close());

    async function loadExistence(): Promise<readonly boolean[]> {
      const client = await fixture.getClient();
      return Promise.all(
        rows.map(({ row }) =>
          client.artifact(row.id).then(
            () => true,
            () => false,
          ),
        ),
      );
    }

    it("stops at the sliding daily limit and reports the rest", async () => {
      await open();
      const written: number[] = [];
      fixture.store.catalog.onDidWriteArtifact.event(({ artifactId }) => written.push(artifactId));
      const first = await deleteMany(fixture.artifactLoader, rows.slice(0, 2), neverAborted);
      assert.deepEqual(
        [first.items.map(({ outcome }) => summarize(outcome)), first.notTried],
        [[remaining(2), remaining(1)], []],
      );
      fixture.advanceTime(2 * hour);
      const progress: string[] = [];
      const second = await deleteMany(fixture.artifactLoader, rows.slice(2, 6), neverAborted, (done, of) =>
        progress.push(`${done}/${of}`),
      );
      assert.deepEqual(
        [second.items.map(({ outcome }) => summarize(outcome)), second.notTried, progress],
        [[remaining(0), ["tooManyRequests", limit]], rows.slice(4, 6), ["1/4", "2/4"]],
      );
      assert.deepEqual(await loadExistence(), [false, false, false, true, true, true, true, true]);
      assert.deepEqual(
        written,
        rows.slice(0, 3).map(({ row }) => row.id),
      );
      // The first two are older than 24 hours, the third isn't.
      fixture.advanceTime(22 * hour + 1000);
      const third = await deleteMany(fixture.artifactLoader, rows.slice(3), neverAborted);
      assert.deepEqual(
        [third.items.map(({ outcome }) => summarize(outcome)), third.notTried.length],
        [[remaining(1), remaining(0), ["tooManyRequests", limit]], 2],
      );
    });

    it("reports a change since the row was shown, unless it was confirmed", async () => {
      await open();
      const [shown] = rows;
      assert.ok(shown);
      const title = await fixture.getFieldId(bugsTrackerId, "title");
      fixture.advanceTime(2000);
      fixture.changeAsOther(shown.row.id, { field_id: title, value: "Important after all" });
      const changed = await deleteOne(fixture.artifactLoader, shown, neverAborted);
      assert.ok(changed.kind === "changedSince");
      assert.deepEqual(
        [changed.changedFields, changed.now.row.title],
        [dialect === "product" ? ["title", "modifiedOn"] : ["title"], "Important after all"],
      );
      fixture.advanceTime(2000);
      fixture.changeAsOther(shown.row.id, { field_id: title, value: "Very important" });
      const again = await deleteOne(fixture.artifactLoader, changed.now, neverAborted);
      assert.ok(again.kind === "changedSince", "another state was confirmed");
      assert.equal((await loadExistence())[0], true);
      const last = await deleteOne(fixture.artifactLoader, again.now, neverAborted);
      assert.deepEqual([summarize(last), (await loadExistence())[0]], [remaining(2), false]);
    });

    it("skips changed artifacts and continues with the others", async () => {
      await open();
      const title = await fixture.getFieldId(bugsTrackerId, "title");
      fixture.advanceTime(2000);
      fixture.changeAsOther(rows[1]?.row.id ?? 0, { field_id: title, value: "Important after all" });
      const { items, notTried } = await deleteMany(fixture.artifactLoader, rows.slice(0, 3), neverAborted);
      const changed = ["changedSince", dialect === "product" ? ["title", "modifiedOn"] : ["title"]];
      assert.deepEqual(
        [items.map(({ outcome }) => summarize(outcome)), notTried],
        [[remaining(2), changed, remaining(1)], []],
      );
      assert.deepEqual((await loadExistence()).slice(0, 4), [false, true, false, true]);
      const seen = items.flatMap(({ outcome }) => (outcome.kind === "changedSince" ? [outcome.now] : []));
      const again = await deleteMany(fixture.artifactLoader, seen, neverAborted);
      assert.deepEqual(
        again.items.map(({ outcome }) => summarize(outcome)),
        [remaining(0)],
      );
    });

    it("detects any change after a confirmation", async () => {
      await open();
      const [shown] = rows;
      assert.ok(shown);
      fixture.advanceTime(2000);
      fixture.changeAsOther(shown.row.id, {
        field_id: await fixture.getFieldId(bugsTrackerId, "title"),
        value: "Other",
      });
      const changed = await deleteOne(fixture.artifactLoader, shown, neverAborted);
      assert.ok(changed.kind === "changedSince");
      fixture.advanceTime(2000);
      fixture.changeAsOther(shown.row.id, {
        field_id: await fixture.getFieldId(bugsTrackerId, "customer"),
        value: "Port of Brest",
      });
      assert.deepEqual(summarize(await deleteOne(fixture.artifactLoader, changed.now, neverAborted)), [
        "changedSince",
        ["modifiedOn"],
      ]);
    });

    it("reports deleted artifacts and cancellations, and continues if possible", async () => {
      await open();
      fixture.server.deleteArtifact(rows[0]?.row.id ?? 0);
      const { items, notTried } = await deleteMany(fixture.artifactLoader, rows.slice(0, 2), neverAborted);
      assert.deepEqual(
        [items.map(({ outcome }) => summarize(outcome)), notTried],
        [["gone", remaining(2)], []],
      );
      const controller = new AbortController();
      const rest = await deleteMany(fixture.artifactLoader, rows.slice(2, 5), controller.signal, () =>
        controller.abort(),
      );
      assert.deepEqual(
        [rest.items.map(({ outcome }) => summarize(outcome)), rest.notTried],
        [[remaining(1), "canceled"], rows.slice(4, 5)],
      );
    });

    it("fails without permission", async () => {
      await open(3, "member");
      const [shown] = rows;
      assert.ok(shown);
      const outcome = await deleteOne(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual(summarize(outcome), dialect === "product" ? "notAdministrator" : "notAllowed");
      assert.equal((await loadExistence())[0], true);
    });

    it("checks the artifact after a lost response", async () => {
      await open();
      for (const when of ["before", "after"] as const) {
        fixture.server.faults.add({ method: "DELETE", path: /./, times: 1, fault: { kind: "drop", when } });
        const [shown] = rows;
        assert.ok(shown);
        assert.deepEqual(
          [
            summarize(await deleteOne(fixture.artifactLoader, shown, neverAborted)),
            (await loadExistence())[0],
          ],
          when === "before" ? [["failed", "outcomeUnknown"], true] : ["deleted", false],
        );
      }
      assert.equal(fixture.countRequests("DELETE"), 2);
    });
  });
}

describe("deleting artifacts where deletion is disabled", () => {
  it("stops at the first one", async () => {
    const fixture = await TriageStoreFixture.open({ dialect: "product", deletionLimit: 0 });
    try {
      const rows = await fixture.loadRows(bugsTrackerId, 3);
      const { items, notTried } = await deleteMany(fixture.artifactLoader, rows, neverAborted);
      assert.deepEqual(
        [items.map(({ outcome }) => summarize(outcome)), notTried],
        [["disabled"], rows.slice(1)],
      );
    } finally {
      await fixture.close();
    }
  });
});
