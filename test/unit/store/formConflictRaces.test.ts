import assert from "node:assert/strict";
import { isEmptyDraft } from "../../../src/model/form/draft.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { FaultRule } from "../../simulator/faults.ts";
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
  describe(`a form with concurrent operations on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let id: number;
    let session: FormSession;
    let title: number;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
      session = await open();
      title = getField(session, "title").id;
    });
    afterEach(() => fixture.close());

    function open(window?: string): Promise<FormSession> {
      return fixture.open(fixture.createSubject(id), bugs, window);
    }

    function changeAsOther(name: string, text: string): void {
      fixture.server.clock.advance(5000);
      fixture.server.updateArtifact(id, { values: [{ field_id: getField(session, name).id, value: text }] });
      fixture.server.clock.advance(5000);
    }

    /** Adds a fault for requests of the artifact, after `skip` of them. */
    function addLoadFault(fault: FaultRule["fault"], skip = 0): void {
      const path = new RegExp(`/artifacts/${id}(\\?|$)`);
      fixture.server.faults.add({ method: "GET", path, skip, times: 1, fault });
    }

    async function loadValue(name: string): Promise<unknown> {
      return getField(await fixture.openAsReader(id, bugs), name).base;
    }

    it("checks a pending save once for concurrent callers", async () => {
      editField(session, "title", createLineInput("Mine"));
      fixture.server.faults.add({
        method: "PUT",
        path: /./,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      addLoadFault({ kind: "status", status: 500 }, 1);
      assert.equal((await saveForm(session)).kind, "notSaved");
      assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      const [, , saved] = await Promise.all([
        session.refresh(neverAborted),
        session.refresh(neverAborted),
        session.save("checked", neverAborted),
      ]);
      assert.equal(saved.kind, "saved");
      assert.deepEqual(
        [fixture.countRequests("PUT"), await loadValue("title"), isEmptyDraft(session.draft)],
        [1, createLineInput("Mine"), true],
      );
    });

    it("that is taken over during a load is merged on the base of the draft", async () => {
      editField(session, "title", createLineInput("Mine"));
      await waitUntil("draft saved", () => session.formDraft.saveState.kind === "saved");
      changeAsOther("title", "Theirs");
      const there = await open("there");
      changeAsOther("customer", "Their customer");
      let takenOver: Promise<void> | undefined;
      const act = (): void => {
        takenOver = there.takeOver();
      };
      fixture.server.faults.add({
        method: "GET",
        path: /./,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      await there.checkForChanges(neverAborted);
      await takenOver;
      assert.deepEqual(await saveForm(there), { kind: "conflict" });
      assert.deepEqual(await loadValue("title"), createLineInput("Theirs"));
    });

    it("refuses resolutions while it is saved", async () => {
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      await saveForm(session);
      assert.equal(session.resolveConflict(title, "mine"), "accepted");
      const saving = saveForm(session);
      assert.equal(session.resolveConflict(title, "theirs"), "refused");
      assert.equal((await saving).kind, "saved");
    });

    it("has a conflict for an edit made before the remote change was visible", async () => {
      const before = getField(session, "title").base ?? assert.fail();
      editField(session, "customer", createLineInput("Something"));
      changeAsOther("title", "Theirs");
      await session.checkForChanges(neverAborted);
      const edit = {
        target: title,
        input: createLineInput("Typed over the old one"),
        step: "begin",
      } as const;
      session.edit(edit, 1, before);
      assert.deepEqual(
        session.conflicts.map(({ fieldId }) => fieldId),
        [title],
      );
      assert.deepEqual(await saveForm(session), { kind: "conflict" });
    });

    it("leaves the conflict view when nothing is left to resolve, and doesn't reopen it", async () => {
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      await saveForm(session);
      assert.equal(session.formDraft.isResolving, true);
      session.undoOrRedo("undo");
      assert.equal(session.formDraft.isResolving, false);
      editField(session, "title", createLineInput("Over theirs"));
      assert.deepEqual([session.formDraft.isResolving, session.conflicts], [false, []]);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(await loadValue("title"), createLineInput("Over theirs"));
    });

    it('keeps the "edit" resolution during further edits', async () => {
      editField(session, "title", createLineInput("3"));
      changeAsOther("title", "5");
      await saveForm(session);
      session.resolveConflict(title, "edit");
      for (const text of ["", "5", "5 m"]) {
        editField(session, "title", createLineInput(text));
        assert.equal(session.formDraft.isResolving, true, text);
      }
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(await loadValue("title"), createLineInput("5 m"));
    });

    it("reports merged remote values, without those the user has replaced", async () => {
      editField(session, "title", createLineInput("Mine"));
      changeAsOther("title", "Theirs");
      changeAsOther("customer", "Their customer");
      await saveForm(session);
      session.resolveConflict(title, "mine");
      assert.equal((await saveForm(session)).kind, "saved");
      const [merged] = summarizeNotices(session) as readonly [readonly [string, unknown, readonly string[]]];
      assert.deepEqual([merged[0], merged[2]], ["merged", ["Reported by customer"]]);
    });

    it("whose version the server rejects reports that, and can be overwritten", async () => {
      editField(session, "title", createLineInput("Mine"));
      const removeFault = fixture.server.faults.add({
        method: "PUT",
        path: /./,
        fault: { kind: "status", status: 412, body: "{}", contentType: "application/json" },
      });
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual([summarizeNotices(session), fixture.countRequests("PUT")], [["versionRejected"], 1]);
      removeFault();
      assert.equal((await saveForm(session, "overwrite")).kind, "saved");
      const put = fixture.server.requests.findLast(({ method }) => method === "PUT");
      assert.deepEqual(
        [put?.headers["if-match"], put?.headers["if-unmodified-since"]],
        [undefined, undefined],
      );
      assert.equal(getDraftText(session), undefined);
    });

    if (dialect === "product") {
      for (const status of [403, 404, 500]) {
        it(`is saved if its history fails with ${status}`, async () => {
          fixture.server.faults.add({ method: "GET", path: /changesets/, fault: { kind: "status", status } });
          editField(session, "title", createLineInput("Mine"));
          assert.equal((await saveForm(session)).kind, "saved");
          assert.deepEqual(await loadValue("title"), createLineInput("Mine"));
        });
      }

      it("reports concurrent changes, also if the history length couldn't be loaded before", async () => {
        fixture.server.clock.advance(5000);
        fixture.server.updateArtifact(id, { values: [{ field_id: title, value: "First" }] });
        await session.checkForChanges(neverAborted);
        editField(session, "title", createLineInput("Mine"));
        const act = (): void =>
          fixture.server.updateArtifact(id, { values: [{ field_id: title, value: "Unseen" }] });
        fixture.server.faults.add({
          method: "PUT",
          path: /./,
          times: 1,
          fault: { kind: "concurrentChange", act },
        });
        fixture.server.faults.add({
          method: "GET",
          path: /changesets/,
          times: 1,
          fault: { kind: "status", status: 403 },
        });
        assert.equal((await saveForm(session)).kind, "saved");
        const { realName } = fixture.server.accounts.member;
        assert.deepEqual(summarizeNotices(session), [
          ["concurrentWrites", [[realName, ["Title"]]], ["Title", "Mine", "Unseen"]],
        ]);
      });
    }
  });
}
