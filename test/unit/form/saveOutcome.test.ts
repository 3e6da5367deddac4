import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/page.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { Fault } from "../../simulator/faults.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { Desk, line, save, signal, type } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what a form says in short of a save that did not go well, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let id: number;
    let editing: Editing;
    let noticesOf: (editing: Editing, site: string, isOffline: boolean) => readonly Notice[];

    before(async () => {
      ({ noticesOf } = await withPlainWords(() => import("../../../src/features/form/notices.ts")));
    });
    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(bugs);
      editing = await desk.open(desk.subject(id), bugs);
      type(editing, "title", line("Mine"));
    });
    afterEach(() => desk.close());

    function outcomes(): readonly unknown[] {
      return noticesOf(editing, "Demo", false).flatMap((notice) => notice.outcome ?? []);
    }

    async function failing(fault: Fault, times = 1): Promise<void> {
      desk.server.faults.add({ method: "PUT", path: /./, times, fault });
      assert.equal((await save(editing)).kind, "notSaved");
    }

    it("is nothing before there is one, while it is only read, and after one that went well", async () => {
      assert.deepEqual(outcomes(), []);
      const heal = desk.server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      await editing.refresh(signal);
      assert.deepEqual([editing.notices.length, outcomes()], [1, []]);
      heal();
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(outcomes(), []);
    });

    it("is that it was not saved, until it is", async () => {
      await failing({ kind: "status", status: 400, body: "{}", contentType: "application/json" });
      assert.deepEqual(outcomes(), ["Not saved"]);
      await failing({ kind: "drop", when: "before" });
      assert.deepEqual(outcomes(), ["Not saved"]);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(outcomes(), []);
    });

    it("is that nobody knows where no answer came", async () => {
      const path = new RegExp(`/artifacts/${id}(\\?|$)`);
      desk.server.faults.add({ method: "GET", path, skip: 1, fault: { kind: "status", status: 500 } });
      await failing({ kind: "drop", when: "after" });
      assert.deepEqual(outcomes(), ["May not be saved"]);
    });

    it("is that it is gone", async () => {
      desk.server.removeArtifact(id);
      assert.equal((await save(editing)).kind, "notSaved");
      assert.deepEqual(outcomes(), ["Deleted or hidden"]);
    });
  });
}
