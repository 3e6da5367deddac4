import assert from "node:assert/strict";
import { isEmptyDraft } from "../../../src/model/form/draft.ts";
import { listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { getDraftText } from "../../support/fixtures/draftFolder.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  createChoiceInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form with other users on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let id: number;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
    });
    afterEach(() => fixture.close());

    function open(window?: string) {
      return fixture.open(fixture.createSubject(id), bugs, window);
    }

    /** Another user changes a line field. */
    function changeAsOther(fieldId: number, text: string): void {
      fixture.server.clock.advance(5000);
      fixture.server.updateArtifact(id, { values: [{ field_id: fieldId, value: text }] });
      fixture.server.clock.advance(5000);
    }

    it("with the same value as the remote change has nothing to save", async () => {
      const session = await open();
      editField(session, "title", createLineInput("The same"));
      changeAsOther(getField(session, "title").id, "The same");
      await session.refresh(neverAborted);
      assert.deepEqual(
        [isEmptyDraft(session.draft), await saveForm(session)],
        [true, { kind: "nothingToSave" }],
      );
      await waitUntil("draft file removed", async () => (await fixture.folder.listFileNames()).length === 0);
    });

    it("reports a deleted artifact and keeps the draft", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      fixture.server.deleteArtifact(id);
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual(
        [summarizeNotices(session), (await fixture.folder.readDrafts()).map(getDraftText)],
        [["gone"], ["Mine"]],
      );
      await session.refresh(neverAborted);
      assert.deepEqual([summarizeNotices(session), isEmptyDraft(session.draft)], [["gone"], false]);
      const again = await open("later");
      assert.ok(!isEmptyDraft(again.draft));
    });

    it("in another window is read-only and can take the draft over", async () => {
      const here = await open();
      editField(here, "title", createLineInput("Mine"));
      await waitUntil("draft saved", () => here.formDraft.saveState.kind === "saved");
      const there = await open("there");
      const { id: target } = getField(there, "title");
      const edit = { target, input: createLineInput("Theirs"), step: "begin" } as const;
      assert.deepEqual(
        [
          there.formDraft.ownership,
          getDraftText(there),
          there.edit(edit, 1),
          await saveForm(there),
          summarizeNotices(there),
        ],
        ["otherWindow", "Mine", "refused", { kind: "notSaved" }, []],
      );
      await there.takeOver();
      await here.reloadDraft();
      assert.deepEqual(
        [
          here.formDraft.ownership,
          here.edit(edit, 1),
          await saveForm(here),
          there.formDraft.ownership,
          there.edit(edit, 1),
        ],
        ["takenOver", "refused", { kind: "notSaved" }, "ours", "accepted"],
      );
      assert.equal((await saveForm(there)).kind, "saved");
      await here.takeOver();
      assert.deepEqual([here.formDraft.ownership, isEmptyDraft(here.draft)], ["ours", true]);
    });

    for (const more of ["", "Mine, and more"]) {
      it(`doesn't save after the draft was taken over${more === "" ? "" : ", whatever was edited since"}`, async () => {
        const here = await open();
        editField(here, "title", createLineInput("Mine"));
        await waitUntil("draft saved", () => here.formDraft.saveState.kind === "saved");
        const there = await open("there");
        await there.takeOver();
        if (more !== "") editField(here, "title", createLineInput(more));
        assert.deepEqual(
          [await saveForm(here), here.formDraft.ownership, fixture.countRequests("PUT")],
          [{ kind: "notSaved" }, "takenOver", 0],
        );
      });
    }

    it("handles removed fields and values", async () => {
      const tracker = fixture.server.addTracker({
        projectId: 102,
        label: "Buoys",
        fields: [
          stringField("name", "Name", { generateValue: () => ({ kind: "string", text: "Red" }) }),
          stringField("place", "Place", { generateValue: () => ({ kind: "string", text: "Bay" }) }),
          listField("msb", "marks", "Marks", [{ label: "Light" }, { label: "Bell" }, { label: "Horn" }], {
            generateValue: (_row, ...rest) => {
              const [field] = rest as readonly { binding?: { choices?: readonly { id: number }[] } }[];
              return { kind: "choices", ids: [field?.binding?.choices?.[0]?.id ?? 0] };
            },
          }),
        ],
        artifacts: 1,
      });
      [id] = tracker.artifactIds as [number];
      const session = await fixture.open(fixture.createSubject(id), tracker.id);
      const placeId = getField(session, "place").id;
      const marks = (...labels: readonly string[]) => ({
        kind: "choices" as const,
        chosen: labels.flatMap((label) => createChoiceInput(session, "marks", label).chosen),
      });
      const [light, lightAndBell, bell] = [marks("Light"), marks("Light", "Bell"), marks("Bell")];
      fixture.server.updateArtifact(id, {
        values: [
          { field_id: tracker.fieldId("marks"), bind_value_ids: [tracker.choiceId("marks", "Light")] },
        ],
      });
      fixture.server.clock.advance(5000);
      editField(session, "place", createLineInput("Harbour"));
      fixture.server.removeField(tracker.id, placeId);
      fixture.server.removeChoice(tracker.id, tracker.fieldId("marks"), tracker.choiceId("marks", "Light"));
      // The tracker is reloaded after it was invalidated.
      fixture.store.catalog.getSite(fixture.site).invalidate();
      await session.refresh(neverAborted);
      assert.deepEqual(
        [await saveForm(session), session.conflicts.map(({ fieldId }) => fieldId)],
        [{ kind: "conflict" }, [placeId]],
      );
      session.edit({ target: placeId, input: undefined, step: "begin" }, 1);
      assert.deepEqual(getField(session, "marks").base, light, "what is held stays");
      editField(session, "marks", lightAndBell);
      assert.deepEqual(await saveForm(session), { kind: "problem", target: getField(session, "marks").id });
      editField(session, "marks", bell);
      editField(session, "name", createLineInput("Green"));
      assert.equal((await saveForm(session)).kind, "saved");
      const read = await fixture.openAsReader(id, tracker.id);
      assert.deepEqual(
        [getField(read, "name").base, getField(read, "marks").base],
        [createLineInput("Green"), bell],
      );
    });
  });
}
