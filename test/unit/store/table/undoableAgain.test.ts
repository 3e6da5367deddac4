import assert from "node:assert/strict";
import { preview, run, undo, undoableAgain } from "../../../../src/store/triage/bulk.ts";
import { bugs, kinds, signal, TriageStage } from "../triage/triageStage.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`another undo after one, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
    });
    afterEach(() => stage.close());

    it("takes back what an outage has left, and not what was taken back or is another's", async () => {
      const wish = await stage.choosing(bugs, "severity", "Critical");
      const all = await preview(stage.states, await stage.rows(bugs, 30), wish, signal);
      stage.pass(60_000);
      const shown = all.filter(({ kind }) => kind === "change").slice(0, 6);
      const ran = await run(stage.states, shown, signal);
      assert.deepEqual(kinds(ran), { done: 6 });
      stage.pass(5000);
      const title = await stage.field(bugs, "title");
      stage.theyWrite(ran[0]?.selected.row.id ?? 0, { field_id: title, value: "Another's" });
      for (const { selected } of ran.slice(1, 4)) {
        const path = `/artifacts/${selected.row.id}`;
        stage.server.faults.add({ method: "PUT", path, times: 1, fault: { kind: "drop", when: "before" } });
      }
      const undone = await undo(stage.states, ran, signal);
      assert.deepEqual(kinds(undone), { conflict: 1, failed: 3, done: 2 });
      const left = undoableAgain(ran, undone);
      assert.deepEqual(left, ran.slice(1, 4));
      const again = await undo(stage.states, left, signal);
      assert.deepEqual([kinds(again), undoableAgain(left, again)], [{ done: 3 }, []]);
    });

    it("is offered after one that reached nothing at all", async () => {
      const wish = await stage.choosing(bugs, "severity", "Critical");
      const all = await preview(stage.states, await stage.rows(bugs, 30), wish, signal);
      stage.pass(60_000);
      const ran = await run(stage.states, all.filter(({ kind }) => kind === "change").slice(0, 1), signal);
      stage.server.faults.add({ method: "GET", path: /\/artifacts/, fault: { kind: "status", status: 503 } });
      const undone = await undo(stage.states, ran, signal);
      assert.deepEqual([kinds(undone), undoableAgain(ran, undone)], [{ failed: 1 }, ran]);
    });
  });
}
