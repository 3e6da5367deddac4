import assert from "node:assert/strict";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import { applyEditRequest } from "../../../src/features/form/applyEditRequest.ts";
import type { InputTarget } from "../../../src/model/form/draft.ts";
import type { FieldEditRequest } from "../../../src/model/triage/fieldEditRequest.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { TrackerHandle } from "../../simulator/trackerAdministration.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  createChoiceInput,
  saveForm,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { addTriageTracker } from "../../support/fixtures/triageTracker.ts";

const { signal } = new AbortController();

for (const dialect of ["product", "documented"] as const) {
  describe(`applyEditRequest on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let tracker: TrackerHandle;
    let artifactId: number;
    let session: FormSession;
    const focused: InputTarget[] = [];

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      tracker = addTriageTracker(fixture.server);
      fixture.server.clock.advance(60_000);
      [artifactId] = tracker.artifactIds as [number];
      session = await fixture.open(fixture.createSubject(artifactId), tracker.id);
      focused.length = 0;
    });
    afterEach(() => fixture.close());

    /** The status was "Lit" when the user made the request. */
    async function requestStatus(label: string): Promise<void> {
      const before = createChoiceInput(session, "status", "Lit");
      await session.checkForChanges(signal);
      const panel = { session, focus: (target: InputTarget) => focused.push(target) } as unknown as FormPanel;
      const request: FieldEditRequest = {
        kind: "choices",
        field: { by: "role", role: "status" },
        operation: "set",
        values: createChoiceInput(session, "status", label).chosen,
      };
      applyEditRequest(panel, request, before);
    }

    function updateAsOther(value: Readonly<Record<string, unknown>>): void {
      fixture.server.clock.advance(60_000);
      fixture.server.updateArtifact(artifactId, {
        values: [value as never],
        by: fixture.server.accounts.member,
      });
      fixture.server.clock.advance(60_000);
    }

    async function fetchStatus(): Promise<unknown> {
      return getField(await fixture.openAsReader(artifactId, tracker.id), "status").base;
    }

    it("opens the conflict if another user changed the same field, and sends nothing before it is resolved", async () => {
      const flickering = [tracker.choiceId("status", "Flickering")];
      updateAsOther({ field_id: tracker.fieldId("status"), bind_value_ids: flickering });
      await requestStatus("Broken");
      assert.deepEqual(
        [session.formDraft.isResolving, session.conflicts.map(({ label }) => label), focused],
        [true, ["Status"], [tracker.fieldId("status")]],
      );
      assert.equal((await saveForm(session)).kind, "conflict");
      assert.equal(fixture.countRequests("PUT"), 0);
      session.resolveConflict(tracker.fieldId("status"), "mine");
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(await fetchStatus(), createChoiceInput(session, "status", "Broken"));
    });

    it("needs no resolution if another user changed a different field", async () => {
      updateAsOther({ field_id: tracker.fieldId("place"), value: "Harbour" });
      await requestStatus("Broken");
      assert.deepEqual(
        [session.formDraft.isResolving, session.conflicts, getField(session, "place").base],
        [false, [], createLineInput("Harbour")],
      );
      assert.deepEqual(
        session.draft.inputs.map(({ target }) => target),
        [tracker.fieldId("status")],
      );
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(await fetchStatus(), createChoiceInput(session, "status", "Broken"));
    });

    it("keeps and focuses an existing edit of the field", async () => {
      editField(session, "status", createChoiceInput(session, "status", "Flickering"));
      await requestStatus("Broken");
      assert.deepEqual(
        session.draft.inputs.map(({ input }) => input),
        [createChoiceInput(session, "status", "Flickering")],
      );
      assert.deepEqual(focused, [tracker.fieldId("status")]);
    });
  });
}
