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
  createChoiceInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../support/wait.ts";

const bugs = 11;
const requests = 12;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form with failures on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    let id: number;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
    });
    afterEach(() => fixture.close());

    function open(window?: string): Promise<FormSession> {
      return fixture.open(fixture.createSubject(id), bugs, window);
    }

    function once(fault: FaultRule["fault"], method = "PUT"): void {
      fixture.server.faults.add({ method, path: /artifacts/, times: 1, fault });
    }

    /** The next load is the one before saving; this fault is for the one after. */
    function addFaultAfterSave(fault: FaultRule["fault"]): void {
      const path = new RegExp(`/artifacts/${id}(\\?|$)`);
      fixture.server.faults.add({ method: "GET", path, times: 1, fault });
    }

    async function assertDraft(text: string): Promise<void> {
      assert.deepEqual((await fixture.folder.readDrafts()).map(getDraftText), [text]);
    }

    async function title(): Promise<unknown> {
      return getField(await fixture.openAsReader(id, bugs), "title").base;
    }

    for (const status of [400, 403]) {
      it(`keeps the draft if the server rejects it with ${status}, and shows the message until the field is edited`, async () => {
        const session = await open();
        const field = getField(session, "title");
        editField(session, "title", createLineInput("Mine"));
        const message = "The value of Title is no good.";
        once({ kind: "status", status, body: JSON.stringify({ error: { code: status, message } }) });
        assert.deepEqual(await saveForm(session), { kind: "notSaved" });
        assert.deepEqual(summarizeNotices(session), [["rejected", message, field.id]]);
        await assertDraft("Mine");
        editField(session, "details", { kind: "text", source: "More", format: "text" });
        assert.equal(summarizeNotices(session).length, 1);
        editField(session, "title", createLineInput("Better"));
        assert.deepEqual(summarizeNotices(session), []);
        assert.equal((await saveForm(session)).kind, "saved");
        assert.deepEqual(await title(), createLineInput("Better"));
      });
    }

    it("keeps the draft when the key has expired, and saves it with a new one", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      await fixture.signInWithKey("tlp.k1.1.expired");
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual(summarizeNotices(session), [["failed", "signedOut", "save"]]);
      await assertDraft("Mine");
      await fixture.signInWithKey(fixture.server.accounts.admin.accessKey);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [summarizeNotices(session), await title(), await fixture.folder.listFileNames()],
        [[], createLineInput("Mine"), []],
      );
    });

    it("shows the stored draft while the site is offline, and can be edited", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      await fixture.getForms().closeAll();
      await fixture.server.close();
      const again = await open("later");
      assert.deepEqual(
        [summarizeNotices(again), getDraftText(again), getField(again, "title").base?.kind],
        [["draftRestored", ["failed", "unreachable", "open"]], "Mine", "line"],
      );
      editField(again, "title", createLineInput("Mine, offline"));
      assert.deepEqual(await saveForm(again), { kind: "notSaved" });
      assert.deepEqual(summarizeNotices(again), [["failed", "unreachable", "save"]]);
      await assertDraft("Mine, offline");
      await assert.rejects(fixture.open(fixture.createSubject(id + 1), bugs), { kind: "unreachable" });
    });

    it("is saved if the response was lost but the change was applied", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      once({ kind: "drop", when: "after" });
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [
          summarizeNotices(session),
          await title(),
          fixture.countRequests("PUT"),
          await fixture.folder.listFileNames(),
        ],
        [[], createLineInput("Mine"), 1, []],
      );
      editField(session, "title", createLineInput("Mine again"));
      assert.equal((await saveForm(session)).kind, "saved");
    });

    it("isn't saved if the request was lost, and can be saved again", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      once({ kind: "drop" });
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      assert.deepEqual(summarizeNotices(session), [["failed", "outcomeUnknown", "save"]]);
      await assertDraft("Mine");
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual([await title(), fixture.countRequests("PUT")], [createLineInput("Mine"), 2]);
    });

    it("has an unknown outcome if others changed it too, or it can't be checked", async () => {
      const session = await open();
      const { id: fieldId } = getField(session, "title");
      editField(session, "title", createLineInput("Mine"));
      once({ kind: "drop" });
      const act = (): void => {
        fixture.server.clock.advance(5000);
        fixture.server.updateArtifact(id, { values: [{ field_id: fieldId, value: "Theirs" }] });
      };
      addFaultAfterSave({ kind: "concurrentChange", act });
      await saveForm(session);
      assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      await assertDraft("Mine");
      const stop = fixture.server.faults.add({
        method: "GET",
        path: /artifacts/,
        fault: { kind: "status", status: 500 },
      });
      await saveForm(session);
      stop();
      assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      assert.deepEqual(await saveForm(session, "overwrite"), { kind: "conflict" });
      session.resolveConflict(fieldId, "mine");
      assert.equal((await saveForm(session, "overwrite")).kind, "saved");
    });

    it("shows possible results of a creation without a response", async () => {
      const session = await fixture.open(fixture.createNewSubject(bugs));
      editField(session, "title", createLineInput("Made once"));
      editField(session, "status", createChoiceInput(session, "status", "New"));
      once({ kind: "drop", when: "after" }, "POST");
      assert.deepEqual(await saveForm(session), { kind: "notSaved" });
      const [notice] = session.notices;
      assert.ok(notice?.kind === "unknown");
      assert.deepEqual(
        [notice.candidates[0]?.title, fixture.countRequests("POST"), session.base?.form.isNew],
        ["Made once", 1, true],
      );
      assert.equal((await fixture.folder.readDrafts()).length, 1);
    });

    it("keeps edits made during a save, and sends them with the next one", async () => {
      const session = await open();
      const before = getField(session, "title").base ?? assert.fail();
      editField(session, "title", createLineInput("Sent"));
      editField(session, "customer", createLineInput("Sent too"));
      once({
        kind: "concurrentChange",
        act: () => {
          assert.ok(session.isSaving);
          editField(session, "details", { kind: "text", source: "Meanwhile", format: "text" });
          editField(session, "customer", createLineInput("Sent too, and more"));
          editField(session, "title", before);
        },
      });
      assert.equal((await saveForm(session)).kind, "saved");
      const shown = Object.fromEntries(
        session.draft.inputs.map(({ target, input }) => [
          session.base?.form.fields.find((field) => field.id === target)?.name,
          input,
        ]),
      );
      assert.deepEqual(
        [shown, await title(), summarizeNotices(session)],
        [
          {
            details: { kind: "text", source: "Meanwhile", format: "text" },
            customer: createLineInput("Sent too, and more"),
            title: before,
          },
          createLineInput("Sent"),
          [],
        ],
        "no remote changes are reported",
      );
      await waitUntil(
        "draft saved",
        async () => (await fixture.folder.readDrafts())[0]?.draft.inputs.length === 3,
      );
      assert.equal((await saveForm(session)).kind, "saved");
      const read = await fixture.openAsReader(id, bugs);
      assert.deepEqual(
        [getField(read, "title").base, getField(read, "customer").base, isEmptyDraft(session.draft)],
        [before, createLineInput("Sent too, and more"), true],
      );
    });

    it("reports no remote change if the server normalizes a text", async () => {
      const session = await open();
      editField(session, "details", { kind: "text", source: "*Sent*", format: "commonmark" });
      once({
        kind: "concurrentChange",
        act: () => editField(session, "title", createLineInput("Meanwhile")),
      });
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual([summarizeNotices(session), getDraftText(session)], [[], "Meanwhile"]);
    });

    it("doesn't send edits made after the check, whether valid or not", async () => {
      const session = await open();
      const target = getField(session, "close_date").id;
      editField(session, "title", createLineInput("Mine"));
      const saving = saveForm(session);
      session.edit({ target, input: { kind: "date", text: "2026-02-31" }, step: "begin" }, 1);
      const result = await saving;
      // The edit came either before the check, and is reported, or after it, and waits.
      const sent = fixture.server.requests.findLast(({ method }) => method === "PUT")?.body ?? "";
      assert.deepEqual(
        [result.kind === "saved" || result.kind === "problem", sent.includes("2026-02-31")],
        [true, false],
      );
      assert.deepEqual(await saveForm(session), { kind: "problem", target });
    });

    it("for a new artifact keeps edits made during creation, although it can't be loaded then", async () => {
      const session = await fixture.open(fixture.createNewSubject(bugs));
      editField(session, "title", createLineInput("Made"));
      editField(session, "status", createChoiceInput(session, "status", "New"));
      once(
        {
          kind: "concurrentChange",
          act: () => editField(session, "title", createLineInput("Made, and more")),
        },
        "POST",
      );
      once({ kind: "status", status: 500 }, "GET");
      const result = await saveForm(session);
      assert.ok(result.kind === "saved");
      await waitUntil("draft saved", async () => (await fixture.folder.readDrafts()).length === 1);
      const [stored] = await fixture.folder.readDrafts();
      assert.deepEqual(
        [stored?.subject, getDraftText(stored), getDraftText(session), summarizeNotices(session)],
        [
          JSON.parse(JSON.stringify(fixture.createSubject(result.id))),
          "Made, and more",
          "Made, and more",
          [["failed", "serverError", "refresh"]],
        ],
      );
      await session.refresh(neverAborted);
      assert.equal((await saveForm(session)).kind, "saved");
      id = result.id;
      assert.deepEqual(await title(), createLineInput("Made, and more"));
    });

    it("removes failure notices once the site is back, and fires a change", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      const end = fixture.server.faults.add({ path: /./, fault: { kind: "badGateway" } });
      await session.refresh(neverAborted);
      assert.deepEqual(summarizeNotices(session), [["failed", "serverError", "refresh"]]);
      end();
      let heard: readonly unknown[] = summarizeNotices(session);
      session.onDidChange.event(() => {
        heard = summarizeNotices(session);
      });
      // Nothing has changed on the server; only the notice is removed.
      await session.checkForChanges(neverAborted);
      assert.deepEqual([heard, getDraftText(session)], [[], "Mine"]);

      const endAgain = fixture.server.faults.add({ path: /./, fault: { kind: "badGateway" } });
      await saveForm(session);
      // A gateway may have passed the change on.
      assert.deepEqual(heard, [["unknown", 0]]);
      await session.recoverFromOffline(neverAborted);
      assert.deepEqual(heard, [["unknown", 0]]);
      endAgain();
      await session.recoverFromOffline(neverAborted);
      assert.deepEqual([heard, getDraftText(session)], [[], "Mine"]);
    });

    it("reports nothing after a cancellation, and keeps the draft", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      assert.deepEqual(await session.save("checked", AbortSignal.abort()), { kind: "notSaved" });
      await session.refresh(AbortSignal.abort());
      assert.deepEqual([summarizeNotices(session), getDraftText(session)], [[], "Mine"]);
    });

    it("with a lost response that can't be checked is checked before the next save", async () => {
      const session = await open();
      editField(session, "title", createLineInput("Mine"));
      once({ kind: "drop", when: "after" });
      addFaultAfterSave({ kind: "status", status: 500 });
      assert.equal((await saveForm(session)).kind, "notSaved");
      assert.deepEqual(summarizeNotices(session), [["unknown", 0]]);
      assert.equal((await saveForm(session)).kind, "saved");
      assert.deepEqual(
        [fixture.countRequests("PUT"), await title(), isEmptyDraft(session.draft)],
        [1, createLineInput("Mine"), true],
      );
    });

    if (dialect === "product") {
      it("shows the server's message for a transition the workflow doesn't have", async () => {
        const session = await fixture.open(fixture.createNewSubject(requests));
        editField(session, "subject", createLineInput("Tables"));
        editField(session, "message", { kind: "text", source: "Please", format: "text" });
        const made = await saveForm(session);
        assert.ok(made.kind === "saved");
        editField(session, "state", createChoiceInput(session, "state", "Accepted"));
        // Another user rejects it first; that state has no further transition.
        const refused = createChoiceInput(session, "state", "Refused").chosen[0]?.id ?? assert.fail();
        const { id: state } = getField(session, "state");
        // In the same second, so that the version is the same.
        const act = (): void =>
          fixture.server.updateArtifact(made.id, {
            values: [{ field_id: state, bind_value_ids: [Number(refused)] }],
          });
        once({ kind: "concurrentChange", act });
        assert.deepEqual(await saveForm(session, "overwrite"), { kind: "notSaved" });
        const [notice] = session.notices;
        assert.ok(notice?.kind === "rejected");
        assert.match(notice.failure.request.serverMessage ?? "", /"Accepted"/);
        assert.ok(!isEmptyDraft(session.draft));
      });
    }
  });
}
