import assert from "node:assert/strict";
import { sameInput } from "../../../../src/model/form/input.ts";
import { problemsOf } from "../../../../src/model/form/problems.ts";
import { svnFields } from "../../../../src/model/svnForm.ts";
import type { Editing } from "../../../../src/store/editing.ts";
import {
  type Desk,
  fieldNamed,
  oneOf,
  save,
  signal,
  told,
  type,
} from "../../../support/fixtures/formFixture.ts";
import { archive, list, plainText, SvnDesk } from "../../../support/fixtures/svnFormFixture.ts";

const isReadOnly = ({ base }: Editing): boolean | undefined => base?.form.isReadOnly;

for (const dialect of ["product", "documented"] as const) {
  const isReadable = dialect === "product";

  describe(`a repository's settings on the ${dialect} dialect`, () => {
    let svn: SvnDesk;
    let desk: Desk;

    beforeEach(async () => {
      svn = await SvnDesk.open(dialect);
      ({ desk } = svn);
    });
    afterEach(() => svn.close());

    if (isReadable) {
      it("are read with the names of people and groups, and change in one place only", async () => {
        const before = svn.settings(archive);
        const editing = await desk.open(svn.subject(archive));
        assert.deepEqual(fieldNamed(editing, "email_notifications").base, {
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
        assert.equal(editing.base?.title, "charts-archive");
        type(editing, "access_file", plainText("[/]\n* = r\n"));
        assert.deepEqual(await save(editing), { kind: "saved", id: archive, wasNew: false });
        assert.deepEqual(svn.settings(archive), { ...before, accessFile: "[/]\n* = r\n" });
        assert.deepEqual([told(editing), editing.working.hasUnsent], [[], false]);
      });

      it("are put together with what others have changed meanwhile", async () => {
        const editing = await desk.open(svn.subject(archive));
        const before = svn.settings(archive);
        type(editing, "paths", list("/*/tags", "/releases", "/mine"));
        type(editing, "is_reference_mandatory", oneOf(editing, "is_reference_mandatory", "No"));
        const [trunk, releases] = before.notifications;
        assert.ok(trunk && releases);
        desk.server.changeSvn(archive, {
          immutablePaths: ["/releases", "/theirs"],
          isCommitMessageChangeAllowed: false,
          hasDefaultPermissions: true,
          notifications: [{ ...trunk, emails: [] }, releases],
        });
        assert.equal((await save(editing)).kind, "saved");
        assert.deepEqual(svn.settings(archive), {
          ...before,
          isReferenceMandatory: false,
          isCommitMessageChangeAllowed: false,
          immutablePaths: ["/releases", "/theirs", "/mine"],
          notifications: [{ ...trunk, emails: [] }, releases],
          hasDefaultPermissions: true,
        });
        const news = ["Message change allowed", "Immutable paths", "Default permissions", "Notifications"];
        assert.deepEqual(told(editing), [["merged", [], news]]);
      });

      it("are a question where two have changed the same one, and nothing is sent before it is answered", async () => {
        const editing = await desk.open(svn.subject(archive));
        type(editing, "access_file", plainText("[/]\nmine = rw\n"));
        desk.server.changeSvn(archive, { accessFile: "[/]\ntheirs = rw\n" });
        assert.deepEqual(await save(editing), { kind: "collision" });
        assert.equal(desk.asked("PUT"), 0);
        assert.deepEqual(
          editing.collisions.map(({ fieldId }) => fieldId),
          [svnFields.accessFile],
        );
        editing.choose(svnFields.accessFile, "theirs");
        assert.equal((await save(editing)).kind, "nothing");
        assert.equal(svn.settings(archive).accessFile, "[/]\ntheirs = rw\n");
        type(editing, "access_file", plainText("[/]\nmine = rw\n"));
        assert.equal((await save(editing)).kind, "saved");
        assert.equal(svn.settings(archive).accessFile, "[/]\nmine = rw\n");
      });

      it("show what others have changed when the form is looked at again", async () => {
        const editing = await desk.open(svn.subject(archive));
        desk.server.changeSvn(archive, { isReferenceMandatory: false });
        await editing.look(signal);
        assert.deepEqual(fieldNamed(editing, "is_reference_mandatory").base, {
          kind: "choices",
          chosen: [{ id: "no", label: "No" }],
        });
      });

      it("are looked at when an answer was lost, and not sent twice", async () => {
        const editing = await desk.open(svn.subject(archive));
        type(editing, "paths", list("/mine"));
        svn.once("PUT", { kind: "drop", when: "after" });
        assert.equal((await save(editing)).kind, "saved");
        assert.deepEqual([svn.settings(archive).immutablePaths, desk.asked("PUT")], [["/mine"], 1]);
        type(editing, "paths", list("/other"));
        svn.once("PUT", { kind: "drop" });
        assert.equal((await save(editing)).kind, "notSaved");
        assert.deepEqual(told(editing), [["failed", "outcomeUnknown", "save"]]);
        assert.equal((await save(editing)).kind, "saved");
        assert.deepEqual([svn.settings(archive).immutablePaths, desk.asked("PUT")], [["/other"], 3]);
      });

      it("are not known to have arrived where somebody else wrote in between", async () => {
        const editing = await desk.open(svn.subject(archive));
        type(editing, "paths", list("/mine"));
        svn.once("PUT", { kind: "drop", when: "after" });
        desk.server.faults.add({
          method: "GET",
          path: `/svn/${archive}`,
          skip: 1,
          times: 1,
          fault: {
            kind: "meanwhile",
            act: () => desk.server.changeSvn(archive, { accessFile: "theirs" }),
          },
        });
        assert.equal((await save(editing)).kind, "notSaved");
        assert.deepEqual(told(editing), [["unknown", 0]]);
        assert.ok(editing.working.hasUnsent);
      });

      it("of one that is gone are told to be", async () => {
        await assert.rejects(desk.open(svn.subject(999)), { kind: "notFound" });
      });
    }

    it("have to be given whole where they can't be read, and are sent only by somebody who insists", async () => {
      // Settings that make no sense are none.
      if (isReadable) svn.answer({ id: archive, settings: {} });
      const editing = await desk.open(svn.subject(archive));
      const form = editing.base?.form ?? assert.fail();
      assert.equal(form.isBlind, true);
      assert.ok(form.fields.every(({ base }) => base === undefined));
      assert.equal(problemsOf(form, editing.draft).size, isReadable ? 7 : 6);
      type(editing, "access_file", plainText("x"));
      assert.deepEqual(await save(editing), {
        kind: "problem",
        target: svnFields.isReferenceMandatory,
      });
      svn.giveAll(editing);
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual([told(editing), desk.asked("PUT")], [["noRevision"], 0]);
      const result = await save(editing, "overwrite");
      assert.deepEqual(result, { kind: "saved", id: archive, wasNew: false });
      assert.deepEqual(svn.settings(archive), svn.given);
      // What was given stays in sight, and one change more goes with all of it.
      type(editing, "paths", list("/tags", "/more"));
      assert.equal((await save(editing, "overwrite")).kind, "saved");
      assert.deepEqual(svn.settings(archive), { ...svn.given, immutablePaths: ["/tags", "/more"] });
    });

    if (isReadable) {
      it("can only be read by those who don't administer it, from the start and until they do", async () => {
        await svn.becomeMember();
        const editing = await desk.open(svn.subject(archive));
        const form = editing.base?.form ?? assert.fail();
        assert.equal(form.isReadOnly, true);
        // What nobody knows is not shown as nothing.
        assert.deepEqual(fieldNamed(editing, "access_file").value, { kind: "other", text: "Hidden" });
        svn.giveAll(editing);
        assert.deepEqual(await save(editing, "overwrite"), { kind: "notSaved" });
        assert.deepEqual([desk.asked("PUT"), told(editing)], [0, []]);
        svn.answer({ id: archive, settings: svn.wireSettings });
        assert.notEqual(await editing.look(signal), "failed");
        assert.equal(isReadOnly(editing), undefined);
        assert.ok(editing.working.hasUnsent);
      });
    } else {
      it("can only be read by those who were told that they don't administer it, and keep what they typed", async () => {
        await svn.becomeMember();
        const editing = await desk.open(svn.subject(archive));
        assert.equal(isReadOnly(editing), undefined);
        svn.giveAll(editing);
        const { inputs } = editing.draft;
        assert.deepEqual(await save(editing, "overwrite"), { kind: "notSaved" });
        assert.deepEqual([desk.asked("PUT"), editing.notices.map(({ kind }) => kind)], [1, ["rejected"]]);
        assert.equal(isReadOnly(editing), true);
        assert.deepEqual(editing.draft.inputs, inputs);
        await editing.look(signal);
        assert.deepEqual(await save(editing, "overwrite"), { kind: "notSaved" });
        assert.deepEqual([desk.asked("PUT"), isReadOnly(editing)], [1, true]);
        // Somebody may have made them an administrator: whoever asks again may try again.
        await editing.refresh(signal);
        assert.deepEqual([isReadOnly(editing), editing.draft.inputs], [undefined, inputs]);
      });
    }

    it("are kept as a draft, also where they can't be read", async () => {
      const editing = await desk.open(svn.subject(archive));
      type(editing, "paths", list("/mine"));
      await desk.forms().close();
      const again = await desk.open(svn.subject(archive), undefined, "later");
      assert.deepEqual(told(again), ["restored"]);
      const [kept] = again.draft.inputs;
      assert.ok(sameInput(kept?.input, list("/mine")) && again.draft.inputs.length === 1);
      if (!isReadable) svn.giveAll(again);
      type(again, "paths", list("/mine"));
      assert.equal((await save(again, isReadable ? "checked" : "overwrite")).kind, "saved");
      assert.deepEqual(svn.settings(archive).immutablePaths, ["/mine"]);
      assert.deepEqual(await desk.folder.names(), []);
    });
  });
}
