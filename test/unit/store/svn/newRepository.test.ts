import assert from "node:assert/strict";
import { svnFields } from "../../../../src/model/svnForm.ts";
import { type Desk, line, save, signal, told, type } from "../../../support/fixtures/formFixture.ts";
import { archive, lighthouse, list, SvnDesk } from "../../../support/fixtures/svnFormFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  const isReadable = dialect === "product";

  describe(`a new repository on the ${dialect} dialect`, () => {
    let svn: SvnDesk;
    let desk: Desk;

    beforeEach(async () => {
      svn = await SvnDesk.open(dialect);
      ({ desk } = svn);
    });
    afterEach(() => svn.close());

    it("starts from what the server would set, and all of it is sent", async () => {
      const editing = await desk.open(svn.fresh());
      assert.deepEqual(
        editing.base?.form.fields.map(({ name }) => name).includes("layout"),
        isReadable,
        "folders to begin with",
      );
      assert.deepEqual(await save(editing), { kind: "problem", target: svnFields.name });
      type(editing, "name", line("soundings"));
      svn.giveAll(editing);
      if (isReadable) type(editing, "layout", list("/trunk", "/tags"));
      const result = await save(editing);
      assert.ok(result.kind === "saved" && result.wasNew);
      const made = desk.server.svn(result.id);
      assert.deepEqual([made.name, made.project.id, made.settings], ["soundings", lighthouse, svn.given]);
      const sent = desk.server.requests.find(({ method }) => method === "POST")?.body ?? "";
      const { settings: wire } = JSON.parse(sent) as { settings: Record<string, unknown> };
      assert.deepEqual(wire["layout"], isReadable ? ["/trunk", "/tags"] : undefined);
      assert.deepEqual(editing.subject, svn.subject(result.id));
      assert.deepEqual([told(editing), await desk.folder.names()], [[], []]);
      assert.equal(editing.base.title, "soundings");
      type(editing, "whitelist", list("/tags/nightly"));
      assert.equal((await save(editing, isReadable ? "checked" : "overwrite")).kind, "saved");
      assert.deepEqual(svn.settings(result.id), { ...svn.given, immutableExceptions: ["/tags/nightly"] });
    });

    it("keeps what was typed where the name is taken, and says so at the name", async () => {
      const editing = await desk.open(svn.fresh());
      type(editing, "name", line("console"));
      type(editing, "paths", list("/tags"));
      assert.equal((await save(editing)).kind, "notSaved");
      const [notice] = editing.notices;
      assert.ok(notice?.kind === "rejected" && notice.fieldId === svnFields.name);
      assert.equal(notice.failure.request.status, 409);
      assert.equal((await desk.folder.kept()).length, 1);
      type(editing, "name", line("console2"));
      assert.deepEqual(told(editing), []);
      assert.equal((await save(editing)).kind, "saved");
    });

    for (const [status, kind] of [
      [403, "forbidden"],
      [400, "invalid"],
    ] as const) {
      it(`keeps what was typed when it is refused with ${status}`, async () => {
        if (status === 403) await svn.becomeMember();
        else {
          const body = JSON.stringify({ error: { code: 400, message: "Bad Request: not here" } });
          svn.once("POST", { kind: "status", status, body });
        }
        const editing = await desk.open(svn.fresh());
        type(editing, "name", line("soundings"));
        assert.equal((await save(editing)).kind, "notSaved");
        const [notice] = editing.notices;
        assert.ok(notice?.kind === "rejected");
        assert.deepEqual([notice.failure.kind, notice.fieldId], [kind, undefined]);
        assert.equal((await desk.folder.kept()).length, 1);
      });
    }

    it("is not sent again without a look where an answer was lost", async () => {
      const editing = await desk.open(svn.fresh());
      type(editing, "name", line("soundings"));
      type(editing, "paths", list("/tags"));
      svn.once("POST", { kind: "drop", when: "after" });
      const first = await save(editing);
      if (isReadable) {
        assert.ok(first.kind === "saved" && first.wasNew);
        assert.deepEqual(editing.subject, svn.subject(first.id));
      } else {
        assert.deepEqual([first.kind, told(editing)], ["notSaved", [["unknown", 0]]]);
        assert.equal((await save(editing)).kind, "notSaved");
        // Whoever insists hears that it is there.
        assert.equal((await editing.save("anyway", signal)).kind, "notSaved");
        assert.deepEqual(
          editing.notices.map((notice) => notice.kind === "rejected" && notice.failure.request.status),
          [409],
        );
      }
      assert.equal(desk.asked("POST"), isReadable ? 1 : 2);
    });

    it("can be sent again once it is known that it never arrived", async () => {
      const editing = await desk.open(svn.fresh());
      type(editing, "name", line("soundings"));
      svn.once("POST", { kind: "drop" });
      assert.equal((await save(editing)).kind, "notSaved");
      assert.deepEqual(told(editing), [["unknown", 0]]);
      const again = await (isReadable ? save(editing) : editing.save("anyway", signal));
      assert.equal(again.kind, "saved");
      assert.equal(desk.asked("POST"), 2);
    });

    if (isReadable) {
      it("is not taken for one that somebody else has made under that name", async () => {
        const editing = await desk.open(svn.fresh());
        type(editing, "name", line(desk.server.svn(archive).name));
        svn.once("POST", { kind: "drop", when: "after" });
        assert.equal((await save(editing)).kind, "notSaved");
        assert.deepEqual(told(editing), [["unknown", 0]]);
      });
    }
  });
}
