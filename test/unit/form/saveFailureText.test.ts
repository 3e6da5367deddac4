import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/formProtocol.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { Fault } from "../../simulator/faults.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  FormFixture,
  createLineInput,
  saveForm,
  neverAborted,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the outcome of a save in notices on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let artifactId: number;
    let session: FormSession;
    let toPageNotices: (session: FormSession, site: string, isOffline: boolean) => readonly Notice[];

    before(async () => {
      ({ toPageNotices } = await withVscodeStub(() => import("../../../src/features/form/pageNotices.ts")));
    });
    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      artifactId = await fixture.getFirstArtifactId(bugs);
      session = await fixture.open(fixture.createSubject(artifactId), bugs);
      editField(session, "title", createLineInput("Mine"));
    });
    afterEach(() => fixture.close());

    function listOutcomes(): readonly unknown[] {
      return toPageNotices(session, "Demo", false).flatMap((notice) => notice.outcome ?? []);
    }

    async function saveWithFault(fault: Fault, times = 1): Promise<void> {
      fixture.server.faults.add({ method: "PUT", path: /./, times, fault });
      assert.equal((await saveForm(session)).kind, "notSaved");
    }

    it("is empty before a save, after a failed refresh, and after success", async () => {
      assert.deepEqual(listOutcomes(), []);
      const removeFault = fixture.server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      await session.refresh(neverAborted);
      assert.deepEqual([session.notices.length, listOutcomes()], [1, []]);
      removeFault();
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(listOutcomes(), []);
    });

    it("is Not saved until a save succeeds", async () => {
      await saveWithFault({ kind: "status", status: 400, body: "{}", contentType: "application/json" });
      assert.deepEqual(listOutcomes(), ["Not saved"]);
      await saveWithFault({ kind: "drop", when: "before" });
      assert.deepEqual(listOutcomes(), ["Not saved"]);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(listOutcomes(), []);
    });

    it("is Might not be saved if there was no response", async () => {
      const path = new RegExp(`/artifacts/${artifactId}(\\?|$)`);
      fixture.server.faults.add({ method: "GET", path, fault: { kind: "status", status: 500 } });
      await saveWithFault({ kind: "drop", when: "after" });
      assert.deepEqual(listOutcomes(), ["Might not have been saved"]);
    });

    it("is Deleted or no access for a deleted artifact", async () => {
      fixture.server.deleteArtifact(artifactId);
      assert.equal((await saveForm(session)).kind, "notSaved");
      assert.deepEqual(listOutcomes(), ["Deleted or no access"]);
    });
  });
}
