import assert from "node:assert/strict";
import { isEmptyDraft } from "../../../src/model/form/draft.ts";
import { getInputBeforeResolution, getResolution } from "../../../src/model/merge/mergeState.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { getDraftText } from "../../support/fixtures/draftFolder.ts";
import {
  FormFixture,
  getField,
  createLineInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form with remote changes on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let id: number;
    let session: FormSession;
    /** Authors, if the server reports them. */
    let writers: readonly string[];

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
      writers = dialect === "product" ? [fixture.server.accounts.member.realName] : [];
      session = await fixture.open(fixture.createSubject(id), bugs);
    });
    afterEach(() => fixture.close());

    /** Another user changes a line field. */
    function changeAsOther(name: string, text: string): void {
      fixture.server.clock.advance(5000);
      fixture.server.updateArtifact(id, { values: [{ field_id: getField(session, name).id, value: text }] });
      fixture.server.clock.advance(5000);
    }

    /** Runs before each save request is handled, in order. */
    function beforeSaves(...acts: readonly (() => void)[]): void {
      for (const act of acts.toReversed()) {
        fixture.server.faults.add({
          method: "PUT",
          path: /./,
          times: 1,
          fault: { kind: "concurrentChange", act },
        });
      }
    }

    async function loadValue(name: string): Promise<unknown> {
      return getField(await fixture.openAsReader(id, bugs), name).base;
    }

    it("is saved on top of a change of another field, and reports author and field", async () => {
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("customer", "Theirs");
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(summarizeNotices(session), [["merged", writers, ["Reported by customer"]]]);
      assert.deepEqual(
        [await loadValue("title"), await loadValue("customer")],
        [createLineInput("Mine"), createLineInput("Theirs")],
      );
      assert.equal(fixture.countRequests("PUT"), 2, "the server rejects the first one");
    });

    it("is sent again with the new version after a conflict", async () => {
      editField(session, "title", createLineInput("Mine"));
      beforeSaves(() => changeAsOther("customer", "Theirs"));
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [
          summarizeNotices(session),
          fixture.countRequests("PUT"),
          await loadValue("title"),
          await loadValue("customer"),
        ],
        [
          [["merged", writers, ["Reported by customer"]]],
          2,
          createLineInput("Mine"),
          createLineInput("Theirs"),
        ],
      );
    });

    it("is rebased three times, and then reports it", async () => {
      editField(session, "title", createLineInput("Mine"));
      beforeSaves(...["1", "2", "3", "4"].map((text) => () => changeAsOther("customer", text)));
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual(
        [
          summarizeNotices(session).filter((notice) => notice === "tooManyRetries"),
          fixture.countRequests("PUT"),
          await loadValue("title"),
        ],
        [["tooManyRetries"], 4, getField(session, "title").base],
      );
      assert.deepEqual((await fixture.folder.readDrafts()).map(getDraftText), ["Mine"]);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [await loadValue("title"), await loadValue("customer")],
        [createLineInput("Mine"), createLineInput("4")],
      );
    });

    for (const when of ["before", "while"] as const) {
      it(`isn't sent over a change of the same field that came ${when} it was sent, until the conflict is resolved`, async () => {
        editField(session, "title", createLineInput("Mine"));
        editField(session, "comment", { kind: "text", source: "Why", format: "text" });
        if (when === "before") changeAsOther("title", "Theirs");
        else beforeSaves(() => changeAsOther("title", "Theirs"));
        assert.deepEqual(await saveForm(session), { kind: "conflict" });
        assert.deepEqual(
          [
            session.conflicts.map(({ label, by }) => [label, by]),
            session.formDraft.isResolving,
            getDraftText(session),
          ],
          [[["Title", writers[0]]], true, "Mine"],
        );
        assert.deepEqual(
          [await saveForm(session), await loadValue("title")],
          [{ kind: "conflict" }, createLineInput("Theirs")],
        );
        session.resolveConflict(getField(session, "title").id, "mine");
        assert.equal((await saveForm(session)).kind, "saved");
        assert.deepEqual(
          [await loadValue("title"), session.formDraft.isResolving],
          [createLineInput("Mine"), false],
        );
      });
    }

    it("sends nothing for fields resolved to theirs", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      editField(session, "customer", createLineInput("My customer"));
      changeAsOther("title", "Theirs");
      await saveForm(session);
      session.resolveConflict(title, "theirs");
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [await loadValue("title"), await loadValue("customer")],
        [createLineInput("Theirs"), createLineInput("My customer")],
      );
    });

    it("keeps the resolution and both values while the result is typed over theirs", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      await saveForm(session);
      session.resolveConflict(title, "theirs");
      session.resolveConflict(title, "edit");
      session.edit({ target: title, input: createLineInput("TheirsA"), step: "begin" }, 2);
      session.edit({ target: title, input: createLineInput("TheirsAB"), step: "join" }, 3);
      const conflict = session.formDraft.mergeState.conflicts[0] ?? assert.fail();
      assert.deepEqual([session.conflicts, getDraftText(session)], [[], "TheirsAB"]);
      assert.deepEqual(getInputBeforeResolution(session.draft, conflict), createLineInput("Mine"));
      for (let step = 0; step < 3; step += 1) session.undoOrRedo("undo");
      assert.deepEqual([session.conflicts.length, getDraftText(session)], [1, "Mine"]);
    });

    it("sends nothing if all fields are resolved to theirs, which can be undone until then", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      await saveForm(session);
      const sent = fixture.countRequests("PUT");
      session.resolveConflict(title, "theirs");
      await waitUntil("draft saved", () => session.formDraft.saveState.kind === "saved");
      const [stored] = await fixture.folder.readDrafts();
      const decided = stored?.mergeState?.conflicts[0]?.decision;
      assert.deepEqual([decided?.mine, decided?.resolution], [createLineInput("Mine"), "theirs"]);
      session.resolveConflict(title, "mine");
      assert.equal(getDraftText(session), "Mine");
      session.resolveConflict(title, "theirs");
      assert.deepEqual(await saveForm(session), { kind: "nothingToSave" });
      assert.deepEqual(
        [
          fixture.countRequests("PUT"),
          isEmptyDraft(session.draft),
          session.formDraft.isResolving,
          await fixture.folder.listFileNames(),
        ],
        [sent, true, false, []],
      );
    });

    it("merges again with the newest version and keeps valid resolutions", async () => {
      const [title, customer] = [getField(session, "title").id, getField(session, "customer").id];
      editField(session, "title", createLineInput("My title"));
      editField(session, "customer", createLineInput("My customer"));
      changeAsOther("title", "Their title");
      changeAsOther("customer", "Their customer");
      await saveForm(session);
      session.resolveConflict(title, "mine");
      session.resolveConflict(customer, "theirs");
      beforeSaves(() => changeAsOther("customer", "Their other customer"));
      assert.deepEqual(await saveForm(session), { kind: "conflict" });
      assert.deepEqual(
        [
          session.conflicts.map(({ label }) => label),
          session.mergeState.conflicts.map((change) =>
            session.base === undefined ? undefined : getResolution(session.base.form, session.draft, change),
          ),
        ],
        [["Reported by customer"], ["mine", undefined]],
      );
      session.resolveConflict(customer, "mine");
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [await loadValue("title"), await loadValue("customer")],
        [createLineInput("My title"), createLineInput("My customer")],
      );
    });

    it("overwrites only what the user has seen", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      assert.deepEqual(await saveForm(session, "overwrite"), { kind: "conflict" });
      session.resolveConflict(title, "mine");
      changeAsOther("title", "Theirs again");
      assert.deepEqual(await saveForm(session, "overwrite"), { kind: "conflict" });
      session.resolveConflict(title, "mine");
      assert.equal((await saveForm(session, "overwrite")).kind, "saved");
      assert.deepEqual(await loadValue("title"), createLineInput("Mine"));
    });

    it("ignores failed background checks, and takes remote changes", async () => {
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("customer", "Theirs");
      await session.checkForChanges(neverAborted);
      assert.deepEqual(
        [summarizeNotices(session), getField(session, "customer").base, getDraftText(session)],
        [[["remoteChanges", writers, ["Reported by customer"]]], createLineInput("Theirs"), "Mine"],
      );
      changeAsOther("title", "Theirs");
      await session.checkForChanges(neverAborted);
      assert.deepEqual(
        [summarizeNotices(session), session.conflicts.map(({ label }) => label), getDraftText(session)],
        [[["remoteChanges", writers, ["Title", "Reported by customer"]]], ["Title"], "Mine"],
      );
      fixture.server.deleteArtifact(id);
      await session.checkForChanges(neverAborted);
      assert.ok(summarizeNotices(session).includes("gone"));
    });

    it("without edits reports remote changes, and has no conflict", async () => {
      changeAsOther("customer", "Theirs");
      await session.checkForChanges(neverAborted);
      assert.deepEqual(
        [summarizeNotices(session), session.mergeState.merged, getField(session, "customer").base],
        [[["remoteChanges", writers, ["Reported by customer"]]], [], createLineInput("Theirs")],
      );
      editField(session, "customer", createLineInput("Mine, having seen theirs"));
      assert.equal((await saveForm(session)).kind, "saved");
    });

    it("is restored with its resolutions in another window", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      editField(session, "customer", createLineInput("My customer"));
      changeAsOther("title", "Theirs");
      changeAsOther("customer", "Their customer");
      await saveForm(session);
      session.resolveConflict(title, "theirs");
      await session.close();
      const next = await fixture.open(fixture.createSubject(id), bugs, "next");
      const decided = next.mergeState.conflicts.find(({ fieldId }) => fieldId === title)?.decision;
      assert.deepEqual(
        [
          next.formDraft.isResolving,
          next.conflicts.map(({ label }) => label),
          decided?.mine,
          decided?.resolution,
        ],
        [true, ["Reported by customer"], createLineInput("Mine"), "theirs"],
      );
    });

    it("resolves a reverted field to theirs, and has a conflict again after undo", async () => {
      const { id: title } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      await session.checkForChanges(neverAborted);
      editField(session, "title", undefined);
      assert.deepEqual([session.conflicts, isEmptyDraft(session.draft)], [[], true]);
      session.undoOrRedo("undo");
      assert.deepEqual(
        [getDraftText(session), session.conflicts.map(({ fieldId }) => fieldId)],
        ["Mine", [title]],
      );
    });

    it("keeps the draft if the artifact was deleted", async () => {
      editField(session, "title", createLineInput("Mine"));
      beforeSaves(() => fixture.server.deleteArtifact(id));
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual(
        [summarizeNotices(session), (await fixture.folder.readDrafts()).map(getDraftText)],
        [["gone"], ["Mine"]],
      );
    });
  });
}
