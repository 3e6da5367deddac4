import assert from "node:assert/strict";
import { svnFieldIds } from "../../../../src/model/svnForm.ts";
import {
  type FormFixture,
  createLineInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../../support/fixtures/formFixture.ts";
import {
  archiveRepositoryId,
  lighthouseProjectId,
  createOpenListInput,
  SvnFormFixture,
} from "../../../support/fixtures/svnFormFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  const isReadable = dialect === "product";

  describe(`a new repository on the ${dialect} dialect`, () => {
    let svn: SvnFormFixture;
    let formFixture: FormFixture;

    beforeEach(async () => {
      svn = await SvnFormFixture.open(dialect);
      ({ formFixture } = svn);
    });
    afterEach(() => svn.close());

    it("starts with the server's defaults and sends all settings", async () => {
      const session = await formFixture.open(svn.createNewSubject());
      assert.deepEqual(
        session.base?.form.fields.map(({ name }) => name).includes("layout"),
        isReadable,
        "folders to begin with",
      );
      assert.deepEqual(await saveForm(session), { kind: "problem", target: svnFieldIds.name });
      editField(session, "name", createLineInput("soundings"));
      svn.fillAllFields(session);
      if (isReadable) editField(session, "layout", createOpenListInput("/trunk", "/tags"));
      const result = await saveForm(session);
      assert.ok(result.kind === "saved" && result.wasNew);
      const made = formFixture.server.getSvnRepository(result.id);
      assert.deepEqual(
        [made.name, made.project.id, made.settings],
        ["soundings", lighthouseProjectId, svn.expectedSettings],
      );
      const sent = formFixture.server.requests.find(({ method }) => method === "POST")?.body ?? "";
      const { settings: wire } = JSON.parse(sent) as { settings: Record<string, unknown> };
      assert.deepEqual(wire["layout"], isReadable ? ["/trunk", "/tags"] : undefined);
      assert.deepEqual(session.subject, svn.createSubject(result.id));
      assert.deepEqual([summarizeNotices(session), await formFixture.folder.listFileNames()], [[], []]);
      assert.equal(session.base.title, "soundings");
      editField(session, "whitelist", createOpenListInput("/tags/nightly"));
      assert.equal((await saveForm(session, isReadable ? "checked" : "overwrite")).kind, "saved");
      assert.deepEqual(svn.getSettings(result.id), {
        ...svn.expectedSettings,
        immutableExceptions: ["/tags/nightly"],
      });
    });

    it("keeps the draft if the name is taken, and shows that at the name", async () => {
      const session = await formFixture.open(svn.createNewSubject());
      editField(session, "name", createLineInput("console"));
      editField(session, "paths", createOpenListInput("/tags"));
      assert.equal((await saveForm(session)).kind, "notSaved");
      const [notice] = session.notices;
      assert.ok(notice?.kind === "rejected" && notice.fieldId === svnFieldIds.name);
      assert.equal(notice.failure.request.status, 409);
      assert.equal((await formFixture.folder.readDrafts()).length, 1);
      editField(session, "name", createLineInput("console2"));
      assert.deepEqual(summarizeNotices(session), []);
      assert.equal((await saveForm(session)).kind, "saved");
    });

    for (const [status, kind] of [
      [403, "forbidden"],
      [400, "invalidRequest"],
    ] as const) {
      it(`keeps the draft if it is rejected with ${status}`, async () => {
        if (status === 403) await svn.signInAsMember();
        else {
          const body = JSON.stringify({ error: { code: 400, message: "Bad Request: not here" } });
          svn.failNextRequest("POST", { kind: "status", status, body });
        }
        const session = await formFixture.open(svn.createNewSubject());
        editField(session, "name", createLineInput("soundings"));
        assert.equal((await saveForm(session)).kind, "notSaved");
        const [notice] = session.notices;
        assert.ok(notice?.kind === "rejected");
        assert.deepEqual([notice.failure.kind, notice.fieldId], [kind, undefined]);
        assert.equal((await formFixture.folder.readDrafts()).length, 1);
      });
    }

    it("is checked before it is sent again after a lost response", async () => {
      const session = await formFixture.open(svn.createNewSubject());
      editField(session, "name", createLineInput("soundings"));
      editField(session, "paths", createOpenListInput("/tags"));
      svn.failNextRequest("POST", { kind: "drop", when: "after" });
      const first = await saveForm(session);
      if (isReadable) {
        assert.ok(first.kind === "saved" && first.wasNew);
        assert.deepEqual(session.subject, svn.createSubject(first.id));
      } else {
        assert.deepEqual([first.kind, summarizeNotices(session)], ["notSaved", [["unknown", 0]]]);
        assert.equal((await saveForm(session)).kind, "notSaved");
        // Saving anyway reports that it exists.
        assert.equal((await session.save("anyway", neverAborted)).kind, "notSaved");
        assert.deepEqual(
          session.notices.map((notice) => notice.kind === "rejected" && notice.failure.request.status),
          [409],
        );
      }
      assert.equal(formFixture.countRequests("POST"), isReadable ? 1 : 2);
    });

    it("can be sent again once it is known that it wasn't created", async () => {
      const session = await formFixture.open(svn.createNewSubject());
      editField(session, "name", createLineInput("soundings"));
      svn.failNextRequest("POST", { kind: "drop" });
      assert.equal((await saveForm(session)).kind, "notSaved");
      assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      const again = await (isReadable ? saveForm(session) : session.save("anyway", neverAborted));
      assert.equal(again.kind, "saved");
      assert.equal(formFixture.countRequests("POST"), 2);
    });

    if (isReadable) {
      it("isn't mistaken for a repository of another user with that name", async () => {
        const session = await formFixture.open(svn.createNewSubject());
        editField(
          session,
          "name",
          createLineInput(formFixture.server.getSvnRepository(archiveRepositoryId).name),
        );
        svn.failNextRequest("POST", { kind: "drop", when: "after" });
        assert.equal((await saveForm(session)).kind, "notSaved");
        assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      });
    }
  });
}
