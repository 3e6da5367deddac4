import assert from "node:assert/strict";
import type { Subject } from "../../../src/model/subject.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { type Desk, line, oneOf, save, signal, told, type } from "../../support/fixtures/formFixture.ts";
import { signIn } from "../../support/fixtures/openStore.ts";
import { archive, list, SvnDesk } from "../../support/fixtures/svnFormFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form, once another account is signed in, on the ${dialect} dialect`, () => {
    let svn: SvnDesk;
    let desk: Desk;

    beforeEach(async () => {
      svn = await SvnDesk.open(dialect);
      ({ desk } = svn);
    });
    afterEach(() => svn.close());

    async function become(person: "admin" | "member"): Promise<void> {
      const { store, site, server } = desk;
      await signIn(store, site.api, server.accounts[person]);
      await store.catalog.forget(site.api);
    }

    function writes(): number {
      return desk.asked("PUT") + desk.asked("POST");
    }

    /** Of the drafts on disk: what was sent and may have arrived. */
    async function unsettled(): Promise<readonly unknown[]> {
      return (await desk.folder.kept()).map((kept) => kept.unsettled);
    }

    function typeInto(editing: Editing): void {
      switch (editing.subject.kind) {
        case "new":
          type(editing, "status", oneOf(editing, "status", "New"));
          return type(editing, "title", line("Mine"));
        case "artifact":
          return type(editing, "title", line("Mine"));
        case "newSvn":
          return type(editing, "name", line("mine"));
        case "svn":
          return svn.isReadable ? type(editing, "paths", list("/mine")) : svn.giveAll(editing);
      }
    }

    const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
      "an artifact": async () => desk.subject(await desk.anArtifactOf(bugs)),
      "a new artifact": () => Promise.resolve(desk.fresh(bugs)),
      "a repository": () => Promise.resolve(svn.subject(archive)),
      "a new repository": () => Promise.resolve(svn.fresh()),
    };

    for (const [name, subjectOf] of Object.entries(subjects)) {
      it(`sends nothing of ${name} with their key, and keeps it`, async () => {
        const editing = await desk.open(await subjectOf(), bugs);
        typeInto(editing);
        await become("member");
        for (const how of ["checked", "overwrite"] as const) {
          const asked = desk.server.requests.length;
          assert.deepEqual(await save(editing, how), { kind: "notSaved" });
          assert.deepEqual(told(editing), [["failed", "signedOut", "save"]]);
          assert.equal(desk.server.requests.length, asked);
        }
        assert.deepEqual(await unsettled(), [undefined]);
        assert.ok(editing.working.hasUnsent);
        await become("admin");
        const isBlind = editing.subject.kind === "svn" && !svn.isReadable;
        assert.equal((await save(editing, isBlind ? "overwrite" : "checked")).kind, "saved");
        assert.equal(writes(), 1);
      });

      it(`reads nothing of ${name} with their key`, async () => {
        const subject = await subjectOf();
        await become("member");
        const asked = desk.server.requests.length;
        await assert.rejects(desk.open(subject, bugs), { kind: "signedOut" });
        assert.equal(desk.server.requests.length, asked);
      });
    }

    for (const name of ["a new artifact", "a new repository"]) {
      it(`does not look with their key what became of ${name}`, async () => {
        const editing = await desk.open((await subjects[name]?.()) ?? assert.fail(), bugs);
        typeInto(editing);
        desk.server.faults.add({ method: "POST", path: /./, times: 1, fault: { kind: "drop" } });
        assert.equal((await save(editing)).kind, "notSaved");
        const before = await unsettled();
        assert.ok(before[0]);
        await become("member");
        const asked = desk.server.requests.length;
        await editing.refresh(signal);
        assert.equal(desk.server.requests.length, asked);
        assert.deepEqual([await unsettled(), told(editing)], [before, [["unknown", 0]]]);
      });
    }

    it("goes on for someone who typed before signing in", async () => {
      const { store, site, server } = desk;
      await store.accounts.signOut(site.api, String(server.accounts.admin.id));
      await store.catalog.forget(site.api);
      const id = await desk.anArtifactOf(bugs);
      const editing = await desk.open({ ...desk.subject(id), accountId: undefined }, bugs);
      typeInto(editing);
      await become("admin");
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      await editing.adoptBy(String(server.accounts.admin.id));
      assert.equal((await save(editing)).kind, "saved");
    });
  });
}
