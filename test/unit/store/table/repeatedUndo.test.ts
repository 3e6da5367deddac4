import assert from "node:assert/strict";
import {
  previewBulkEdit,
  runBulkEdit,
  undoBulkEdit,
  listUndoRetries,
} from "../../../../src/store/triage/bulkEdit.ts";
import { bugsTrackerId, countKinds, neverAborted, TriageStoreFixture } from "../triage/triageStoreFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a repeated undo on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
    });
    afterEach(() => fixture.close());

    it("restores what an outage left, and not what is restored or changed by others", async () => {
      const request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
      const all = await previewBulkEdit(
        fixture.artifactLoader,
        await fixture.loadRows(bugsTrackerId, 30),
        request,
        neverAborted,
      );
      fixture.advanceTime(60_000);
      const shown = all.filter(({ kind }) => kind === "change").slice(0, 6);
      const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
      assert.deepEqual(countKinds(ran), { done: 6 });
      fixture.advanceTime(5000);
      const title = await fixture.getFieldId(bugsTrackerId, "title");
      fixture.changeAsOther(ran[0]?.selected.row.id ?? 0, { field_id: title, value: "Another's" });
      for (const { selected } of ran.slice(1, 4)) {
        const path = `/artifacts/${selected.row.id}`;
        fixture.server.faults.add({ method: "PUT", path, times: 1, fault: { kind: "drop", when: "before" } });
      }
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      assert.deepEqual(countKinds(undone), { conflict: 1, failed: 3, done: 2 });
      const left = listUndoRetries(ran, undone);
      assert.deepEqual(left, ran.slice(1, 4));
      const again = await undoBulkEdit(fixture.artifactLoader, left, neverAborted);
      assert.deepEqual([countKinds(again), listUndoRetries(left, again)], [{ done: 3 }, []]);
    });

    it("is possible after one that failed completely", async () => {
      const request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
      const all = await previewBulkEdit(
        fixture.artifactLoader,
        await fixture.loadRows(bugsTrackerId, 30),
        request,
        neverAborted,
      );
      fixture.advanceTime(60_000);
      const ran = await runBulkEdit(
        fixture.artifactLoader,
        all.filter(({ kind }) => kind === "change").slice(0, 1),
        neverAborted,
      );
      fixture.server.faults.add({
        method: "GET",
        path: /\/artifacts/,
        fault: { kind: "status", status: 503 },
      });
      const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
      assert.deepEqual([countKinds(undone), listUndoRetries(ran, undone)], [{ failed: 1 }, ran]);
    });
  });
}
