import assert from "node:assert/strict";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  type FormFixture,
  createLineInput,
  createChoiceInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { signIn } from "../../support/fixtures/testStore.ts";
import {
  archiveRepositoryId,
  createOpenListInput,
  SvnFormFixture,
} from "../../support/fixtures/svnFormFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form after another account has signed in on the ${dialect} dialect`, () => {
    let svn: SvnFormFixture;
    let formFixture: FormFixture;

    beforeEach(async () => {
      svn = await SvnFormFixture.open(dialect);
      ({ formFixture } = svn);
    });
    afterEach(() => svn.close());

    async function signInAs(person: "admin" | "member"): Promise<void> {
      const { store, site, server } = formFixture;
      await signIn(store, site.api, server.accounts[person]);
      await store.catalog.forgetSite(site.api);
    }

    function writes(): number {
      return formFixture.countRequests("PUT") + formFixture.countRequests("POST");
    }

    /** Pending saves of the stored drafts. */
    async function unsettled(): Promise<readonly unknown[]> {
      return (await formFixture.folder.readDrafts()).map((stored) => stored.pendingSave);
    }

    function typeInto(session: FormSession): void {
      switch (session.subject.kind) {
        case "new":
          editField(session, "status", createChoiceInput(session, "status", "New"));
          return editField(session, "title", createLineInput("Mine"));
        case "artifact":
          return editField(session, "title", createLineInput("Mine"));
        case "newSvn":
          return editField(session, "name", createLineInput("mine"));
        case "svn":
          return svn.canReadSettings
            ? editField(session, "paths", createOpenListInput("/mine"))
            : svn.fillAllFields(session);
      }
    }

    const subjects: Readonly<Record<string, () => Promise<FormSubject>>> = {
      "an artifact": async () => formFixture.createSubject(await formFixture.getFirstArtifactId(bugs)),
      "a new artifact": () => Promise.resolve(formFixture.createNewSubject(bugs)),
      "a repository": () => Promise.resolve(svn.createSubject(archiveRepositoryId)),
      "a new repository": () => Promise.resolve(svn.createNewSubject()),
    };

    for (const [name, subjectOf] of Object.entries(subjects)) {
      it(`doesn't save ${name} with the other account, and keeps the draft`, async () => {
        const session = await formFixture.open(await subjectOf(), bugs);
        typeInto(session);
        await signInAs("member");
        for (const how of ["checked", "overwrite"] as const) {
          const requestCount = formFixture.server.requests.length;
          assert.deepEqual(await saveForm(session, how), { kind: "notSaved" });
          assert.deepEqual(summarizeNotices(session), [["failed", "signedOut", "save"]]);
          assert.equal(formFixture.server.requests.length, requestCount);
        }
        assert.deepEqual(await unsettled(), [undefined]);
        assert.ok(session.formDraft.hasEdits);
        await signInAs("admin");
        const isBlind = session.subject.kind === "svn" && !svn.canReadSettings;
        assert.equal((await saveForm(session, isBlind ? "overwrite" : "checked")).kind, "saved");
        assert.equal(writes(), 1);
      });

      it(`doesn't load ${name} with the other account`, async () => {
        const subject = await subjectOf();
        await signInAs("member");
        const requestCount = formFixture.server.requests.length;
        await assert.rejects(formFixture.open(subject, bugs), { kind: "signedOut" });
        assert.equal(formFixture.server.requests.length, requestCount);
      });
    }

    for (const name of ["a new artifact", "a new repository"]) {
      it(`doesn't check the outcome of ${name} with the other account`, async () => {
        const session = await formFixture.open((await subjects[name]?.()) ?? assert.fail(), bugs);
        typeInto(session);
        formFixture.server.faults.add({ method: "POST", path: /./, times: 1, fault: { kind: "drop" } });
        assert.equal((await saveForm(session)).kind, "notSaved");
        const before = await unsettled();
        assert.ok(before[0]);
        await signInAs("member");
        const requestCount = formFixture.server.requests.length;
        await session.refresh(neverAborted);
        assert.equal(formFixture.server.requests.length, requestCount);
        assert.deepEqual([await unsettled(), summarizeNotices(session)], [before, [["unknown", 0]]]);
      });
    }

    it("continues for a user who edited before signing in", async () => {
      const { store, site, server } = formFixture;
      await store.accounts.signOut(site.api, String(server.accounts.admin.id));
      await store.catalog.forgetSite(site.api);
      const id = await formFixture.getFirstArtifactId(bugs);
      const session = await formFixture.open(
        { ...formFixture.createSubject(id), accountId: undefined },
        bugs,
      );
      typeInto(session);
      await signInAs("admin");
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      await session.assignToAccount(String(server.accounts.admin.id));
      assert.equal((await saveForm(session)).kind, "saved");
    });
  });
}
