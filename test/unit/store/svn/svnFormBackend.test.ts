import assert from "node:assert/strict";
import { isSameInput } from "../../../../src/model/form/input.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import { svnFieldIds } from "../../../../src/model/svnForm.ts";
import type { FormSession } from "../../../../src/store/formSession.ts";
import {
  type FormFixture,
  getField,
  createChoiceInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../../support/fixtures/formFixture.ts";
import {
  archiveRepositoryId,
  createOpenListInput,
  createTextInput,
  SvnFormFixture,
} from "../../../support/fixtures/svnFormFixture.ts";

const isReadOnly = ({ base }: FormSession): boolean | undefined => base?.form.isReadOnly;

for (const dialect of ["product", "documented"] as const) {
  const isReadable = dialect === "product";

  describe(`repository settings on the ${dialect} dialect`, () => {
    let svn: SvnFormFixture;
    let formFixture: FormFixture;

    beforeEach(async () => {
      svn = await SvnFormFixture.open(dialect);
      ({ formFixture } = svn);
    });
    afterEach(() => svn.close());

    if (isReadable) {
      it("are loaded with names of users and groups, and changed separately", async () => {
        const before = svn.getSettings(archiveRepositoryId);
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        assert.deepEqual(getField(session, "email_notifications").base, {
          kind: "notifications",
          rows: [
            {
              path: "/trunk",
              emails: ["watch@tuleap.example"],
              users: [
                { id: 103, label: "Tom Okafor" },
                { id: 106, label: "Chloé Perrault" },
              ],
              groups: [{ id: "101_4", label: "Project administrators" }],
              readAs: "/trunk",
            },
            {
              path: "/releases",
              emails: [],
              users: [{ id: 103, label: "Tom Okafor" }],
              groups: [],
              readAs: "/releases",
            },
          ],
        });
        assert.equal(session.base?.title, "charts-archive");
        editField(session, "access_file", createTextInput("[/]\n* = r\n"));
        assert.deepEqual(await saveForm(session), { kind: "saved", id: archiveRepositoryId, wasNew: false });
        assert.deepEqual(svn.getSettings(archiveRepositoryId), { ...before, accessFile: "[/]\n* = r\n" });
        assert.deepEqual([summarizeNotices(session), session.formDraft.hasEdits], [[], false]);
      });

      it("are merged with remote changes", async () => {
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        const before = svn.getSettings(archiveRepositoryId);
        editField(session, "paths", createOpenListInput("/*/tags", "/releases", "/mine"));
        editField(
          session,
          "is_reference_mandatory",
          createChoiceInput(session, "is_reference_mandatory", "No"),
        );
        const [trunk, releases] = before.notifications;
        assert.ok(trunk && releases);
        formFixture.server.updateSvnSettings(archiveRepositoryId, {
          immutablePaths: ["/releases", "/theirs"],
          isCommitMessageChangeAllowed: false,
          hasDefaultPermissions: true,
          notifications: [{ ...trunk, emails: [] }, releases],
        });
        assert.equal((await saveForm(session)).kind, "saved");
        assert.deepEqual(svn.getSettings(archiveRepositoryId), {
          ...before,
          isReferenceMandatory: false,
          isCommitMessageChangeAllowed: false,
          immutablePaths: ["/releases", "/theirs", "/mine"],
          notifications: [{ ...trunk, emails: [] }, releases],
          hasDefaultPermissions: true,
        });
        const news = ["Message change allowed", "Immutable paths", "Default permissions", "Notifications"];
        assert.deepEqual(summarizeNotices(session), [["merged", [], news]]);
      });

      it("have a conflict if two users change the same setting", async () => {
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        editField(session, "access_file", createTextInput("[/]\nmine = rw\n"));
        formFixture.server.updateSvnSettings(archiveRepositoryId, { accessFile: "[/]\ntheirs = rw\n" });
        assert.deepEqual(await saveForm(session), { kind: "conflict" });
        assert.equal(formFixture.countRequests("PUT"), 0);
        assert.deepEqual(
          session.conflicts.map(({ fieldId }) => fieldId),
          [svnFieldIds.accessFile],
        );
        session.resolveConflict(svnFieldIds.accessFile, "theirs");
        assert.equal((await saveForm(session)).kind, "nothingToSave");
        assert.equal(svn.getSettings(archiveRepositoryId).accessFile, "[/]\ntheirs = rw\n");
        editField(session, "access_file", createTextInput("[/]\nmine = rw\n"));
        assert.equal((await saveForm(session)).kind, "saved");
        assert.equal(svn.getSettings(archiveRepositoryId).accessFile, "[/]\nmine = rw\n");
      });

      it("show remote changes after a check", async () => {
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        formFixture.server.updateSvnSettings(archiveRepositoryId, { isReferenceMandatory: false });
        await session.checkForChanges(neverAborted);
        assert.deepEqual(getField(session, "is_reference_mandatory").base, {
          kind: "choices",
          chosen: [{ id: "no", label: "No" }],
        });
      });

      it("are checked after a lost response, and not sent twice", async () => {
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        editField(session, "paths", createOpenListInput("/mine"));
        svn.failNextRequest("PUT", { kind: "drop", when: "after" });
        assert.equal((await saveForm(session)).kind, "saved");
        assert.deepEqual(
          [svn.getSettings(archiveRepositoryId).immutablePaths, formFixture.countRequests("PUT")],
          [["/mine"], 1],
        );
        editField(session, "paths", createOpenListInput("/other"));
        svn.failNextRequest("PUT", { kind: "drop" });
        assert.equal((await saveForm(session)).kind, "notSaved");
        assert.deepEqual(summarizeNotices(session), [["failed", "outcomeUnknown", "save"]]);
        assert.equal((await saveForm(session)).kind, "saved");
        assert.deepEqual(
          [svn.getSettings(archiveRepositoryId).immutablePaths, formFixture.countRequests("PUT")],
          [["/other"], 3],
        );
      });

      it("have an unknown outcome if others changed them too", async () => {
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        editField(session, "paths", createOpenListInput("/mine"));
        svn.failNextRequest("PUT", { kind: "drop", when: "after" });
        formFixture.server.faults.add({
          method: "GET",
          path: `/svn/${archiveRepositoryId}`,
          skip: 1,
          times: 1,
          fault: {
            kind: "concurrentChange",
            act: () => formFixture.server.updateSvnSettings(archiveRepositoryId, { accessFile: "theirs" }),
          },
        });
        assert.equal((await saveForm(session)).kind, "notSaved");
        assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
        assert.ok(session.formDraft.hasEdits);
      });

      it("of a deleted repository are reported as gone", async () => {
        await assert.rejects(formFixture.open(svn.createSubject(999)), { kind: "notFound" });
      });
    }

    it("must be entered completely if they can't be read, and need confirmation", async () => {
      // Invalid settings count as unreadable.
      if (isReadable) svn.respondWith({ id: archiveRepositoryId, settings: {} });
      const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
      const form = session.base?.form ?? assert.fail();
      assert.equal(form.isBlind, true);
      assert.ok(form.fields.every(({ base }) => base === undefined));
      assert.equal(findProblemsByTarget(form, session.draft).size, isReadable ? 7 : 6);
      editField(session, "access_file", createTextInput("x"));
      assert.deepEqual(await saveForm(session), {
        kind: "problem",
        target: svnFieldIds.isReferenceMandatory,
      });
      svn.fillAllFields(session);
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual([summarizeNotices(session), formFixture.countRequests("PUT")], [["noVersion"], 0]);
      const result = await saveForm(session, "overwrite");
      assert.deepEqual(result, { kind: "saved", id: archiveRepositoryId, wasNew: false });
      assert.deepEqual(svn.getSettings(archiveRepositoryId), svn.expectedSettings);
      // The entered settings stay visible and are sent with the next change.
      editField(session, "paths", createOpenListInput("/tags", "/more"));
      assert.equal((await saveForm(session, "overwrite")).kind, "saved");
      assert.deepEqual(svn.getSettings(archiveRepositoryId), {
        ...svn.expectedSettings,
        immutablePaths: ["/tags", "/more"],
      });
    });

    if (isReadable) {
      it("are read-only for accounts that don't administer it", async () => {
        await svn.signInAsMember();
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        const form = session.base?.form ?? assert.fail();
        assert.equal(form.isReadOnly, true);
        // Unknown settings aren't shown as empty.
        assert.deepEqual(getField(session, "access_file").value, { kind: "other", text: "Hidden" });
        svn.fillAllFields(session);
        assert.deepEqual(await saveForm(session, "overwrite"), { kind: "notSaved" });
        assert.deepEqual([formFixture.countRequests("PUT"), summarizeNotices(session)], [0, []]);
        svn.respondWith({ id: archiveRepositoryId, settings: svn.wireSettings });
        assert.notEqual(await session.checkForChanges(neverAborted), "failed");
        assert.equal(isReadOnly(session), undefined);
        assert.ok(session.formDraft.hasEdits);
      });
    } else {
      it("become read-only after a rejected change, and keep the draft", async () => {
        await svn.signInAsMember();
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        assert.equal(isReadOnly(session), undefined);
        svn.fillAllFields(session);
        const { inputs } = session.draft;
        assert.deepEqual(await saveForm(session, "overwrite"), { kind: "notSaved" });
        assert.deepEqual(
          [formFixture.countRequests("PUT"), session.notices.map(({ kind }) => kind)],
          [1, ["rejected"]],
        );
        assert.equal(isReadOnly(session), true);
        assert.deepEqual(session.draft.inputs, inputs);
        await session.checkForChanges(neverAborted);
        assert.deepEqual(await saveForm(session, "overwrite"), { kind: "notSaved" });
        assert.deepEqual([formFixture.countRequests("PUT"), isReadOnly(session)], [1, true]);
        // Permissions may have changed, so a refresh allows another try.
        await session.refresh(neverAborted);
        assert.deepEqual([isReadOnly(session), session.draft.inputs], [undefined, inputs]);
      });
    }

    it("are stored as a draft, also if they can't be read", async () => {
      const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
      editField(session, "paths", createOpenListInput("/mine"));
      await formFixture.getForms().closeAll();
      const again = await formFixture.open(svn.createSubject(archiveRepositoryId), undefined, "later");
      assert.deepEqual(summarizeNotices(again), ["draftRestored"]);
      const [stored] = again.draft.inputs;
      assert.ok(isSameInput(stored?.input, createOpenListInput("/mine")) && again.draft.inputs.length === 1);
      if (!isReadable) svn.fillAllFields(again);
      editField(again, "paths", createOpenListInput("/mine"));
      assert.equal((await saveForm(again, isReadable ? "checked" : "overwrite")).kind, "saved");
      assert.deepEqual(svn.getSettings(archiveRepositoryId).immutablePaths, ["/mine"]);
      assert.deepEqual(await formFixture.folder.listFileNames(), []);
    });
  });
}
