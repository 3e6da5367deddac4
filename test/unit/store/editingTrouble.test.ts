import assert from "node:assert/strict";
import { isUntouched } from "../../../src/model/form/draft.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import {
  Desk,
  fieldNamed,
  line,
  oneOf,
  save,
  signal,
  told,
  type,
} from "../../support/fixtures/formFixture.ts";
import { until } from "../../support/wait.ts";

const bugs = 11;
const requests = 12;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form in trouble on the ${dialect} dialect`, () => {
    let desk: Desk;
    let id: number;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(bugs);
    });
    afterEach(() => desk.close());

    function open(window?: string): Promise<Editing> {
      return desk.open(desk.subject(id), bugs, window);
    }

    function once(fault: FaultRule["fault"], method = "PUT"): void {
      desk.server.faults.add({ method, path: /artifacts/, times: 1, fault });
    }

    /** The next look at the artifact is the one before sending; this is for the one after. */
    function inTheNextLookButOne(fault: FaultRule["fault"]): void {
      const path = new RegExp(`/artifacts/${id}(\\?|$)`);
      desk.server.faults.add({ method: "GET", path, skip: 1, times: 1, fault });
    }

    async function assertKept(text: string): Promise<void> {
      assert.deepEqual((await desk.folder.kept()).map(said), [text]);
    }

    async function title(): Promise<unknown> {
      return fieldNamed(await desk.held(id, bugs), "title").base;
    }

    for (const status of [400, 403]) {
      it(`keeps what the server refuses with ${status}, and tells its sentence until the field is typed in again`, async () => {
        const editing = await open();
        const field = fieldNamed(editing, "title");
        type(editing, "title", line("Mine"));
        const message = "The value of Title is no good.";
        once({ kind: "status", status, body: JSON.stringify({ error: { code: status, message } }) });
        assert.deepEqual(await save(editing), { kind: "notSaved" });
        assert.deepEqual(told(editing), [["rejected", message, field.id]]);
        await assertKept("Mine");
        type(editing, "details", { kind: "text", source: "More", format: "text" });
        assert.equal(told(editing).length, 1);
        type(editing, "title", line("Better"));
        assert.deepEqual(told(editing), []);
        assert.equal((await save(editing)).kind, "saved");
        assert.deepEqual(await title(), line("Better"));
      });
    }

    it("keeps it when the key has run out, and sends it with a new one", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      await desk.signInAgain("tlp.k1.1.expired");
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual(told(editing), [["failed", "signedOut", "save"]]);
      await assertKept("Mine");
      await desk.signInAgain(desk.server.accounts.admin.accessKey);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([told(editing), await title(), await desk.folder.names()], [[], line("Mine"), []]);
    });

    it("shows what was kept when the server can't be reached, and can be typed in", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      await desk.forms().close();
      await desk.server.close();
      const again = await open("later");
      assert.deepEqual(
        [told(again), said(again), fieldNamed(again, "title").base?.kind],
        [["restored", ["failed", "unreachable", "open"]], "Mine", "line"],
      );
      type(again, "title", line("Mine, offline"));
      assert.deepEqual(await save(again), { kind: "notSaved" });
      assert.deepEqual(told(again), [["failed", "unreachable", "save"]]);
      await assertKept("Mine, offline");
      await assert.rejects(desk.open(desk.subject(id + 1), bugs), { kind: "unreachable" });
    });

    it("is saved where the answer was lost, but the change was carried out", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      once({ kind: "drop", when: "after" });
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(
        [told(editing), await title(), desk.asked("PUT"), await desk.folder.names()],
        [[], line("Mine"), 1, []],
      );
      type(editing, "title", line("Mine again"));
      assert.equal((await save(editing)).kind, "saved");
    });

    it("is not saved where the change was lost, and can be sent again", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      once({ kind: "drop" });
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual(told(editing), [["failed", "outcomeUnknown", "save"]]);
      await assertKept("Mine");
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([await title(), desk.asked("PUT")], [line("Mine"), 2]);
    });

    it("does not know what became of it where others were there too, or nobody can be asked", async () => {
      const editing = await open();
      const { id: fieldId } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      once({ kind: "drop" });
      const act = (): void => {
        desk.server.clock.advance(5000);
        desk.server.write(id, { values: [{ field_id: fieldId, value: "Theirs" }] });
      };
      inTheNextLookButOne({ kind: "meanwhile", act });
      await save(editing);
      assert.deepEqual(told(editing), [["unknown", 0]]);
      await assertKept("Mine");
      const stop = desk.server.faults.add({
        method: "GET",
        path: /artifacts/,
        fault: { kind: "status", status: 500 },
      });
      await save(editing);
      stop();
      assert.deepEqual(told(editing), [["unknown", 0]]);
      assert.deepEqual(await save(editing, "overwrite"), { kind: "collision" });
      editing.choose(fieldId, "mine");
      assert.equal((await save(editing, "overwrite")).kind, "saved");
    });

    it("shows what may have come of something new whose answer was lost", async () => {
      const editing = await desk.open(desk.fresh(bugs));
      type(editing, "title", line("Made once"));
      type(editing, "status", oneOf(editing, "status", "New"));
      once({ kind: "drop", when: "after" }, "POST");
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      const [notice] = editing.notices;
      assert.ok(notice?.kind === "unknown");
      assert.deepEqual(
        [notice.candidates[0]?.title, desk.asked("POST"), editing.base?.form.isNew],
        ["Made once", 1, true],
      );
      assert.equal((await desk.folder.kept()).length, 1);
    });

    it("keeps what is typed while it is being sent, and sends it the next time", async () => {
      const editing = await open();
      const before = fieldNamed(editing, "title").base ?? assert.fail();
      type(editing, "title", line("Sent"));
      type(editing, "customer", line("Sent too"));
      once({
        kind: "meanwhile",
        act: () => {
          assert.ok(editing.isSending);
          type(editing, "details", { kind: "text", source: "Meanwhile", format: "text" });
          type(editing, "customer", line("Sent too, and more"));
          type(editing, "title", before);
        },
      });
      assert.equal((await save(editing)).kind, "saved");
      const shown = Object.fromEntries(
        editing.draft.inputs.map(({ target, input }) => [
          editing.base?.form.fields.find((field) => field.id === target)?.name,
          input,
        ]),
      );
      assert.deepEqual(
        [shown, await title(), told(editing)],
        [
          {
            details: { kind: "text", source: "Meanwhile", format: "text" },
            customer: line("Sent too, and more"),
            title: before,
          },
          line("Sent"),
          [],
        ],
        "and nobody else is said to have been there",
      );
      await until("it is kept", async () => (await desk.folder.kept())[0]?.draft.inputs.length === 3);
      assert.equal((await save(editing)).kind, "saved");
      const read = await desk.held(id, bugs);
      assert.deepEqual(
        [fieldNamed(read, "title").base, fieldNamed(read, "customer").base, isUntouched(editing.draft)],
        [before, line("Sent too, and more"), true],
      );
    });

    it("says nothing of others where the server writes a text down in its own way", async () => {
      const editing = await open();
      type(editing, "details", { kind: "text", source: "*Sent*", format: "commonmark" });
      once({ kind: "meanwhile", act: () => type(editing, "title", line("Meanwhile")) });
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([told(editing), said(editing)], [[], "Meanwhile"]);
    });

    it("does not send what was typed after the check, were it wrong or not", async () => {
      const editing = await open();
      const target = fieldNamed(editing, "close_date").id;
      type(editing, "title", line("Mine"));
      const saving = save(editing);
      editing.edit({ target, input: { kind: "date", text: "2026-02-31" }, step: "begin" }, 1);
      const result = await saving;
      // Either it came before the check, and is told; or it came after, and waits.
      const sent = desk.server.requests.findLast(({ method }) => method === "PUT")?.body ?? "";
      assert.deepEqual(
        [result.kind === "saved" || result.kind === "problem", sent.includes("2026-02-31")],
        [true, false],
      );
      assert.deepEqual(await save(editing), { kind: "problem", target });
    });

    it("of something new keeps what is typed while it is being made, although nothing can be read then", async () => {
      const editing = await desk.open(desk.fresh(bugs));
      type(editing, "title", line("Made"));
      type(editing, "status", oneOf(editing, "status", "New"));
      once({ kind: "meanwhile", act: () => type(editing, "title", line("Made, and more")) }, "POST");
      once({ kind: "status", status: 500 }, "GET");
      const result = await save(editing);
      assert.ok(result.kind === "saved");
      await until("it is kept", async () => (await desk.folder.kept()).length === 1);
      const [kept] = await desk.folder.kept();
      assert.deepEqual(
        [kept?.subject, said(kept), said(editing), told(editing)],
        [
          JSON.parse(JSON.stringify(desk.subject(result.id))),
          "Made, and more",
          "Made, and more",
          [["failed", "serverTrouble", "refresh"]],
        ],
      );
      await editing.refresh(signal);
      assert.equal((await save(editing)).kind, "saved");
      id = result.id;
      assert.deepEqual(await title(), line("Made, and more"));
    });

    it("says no more that it could not be read or saved once the site is back, and its page hears of it", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      const end = desk.server.faults.add({ path: /./, fault: { kind: "badGateway" } });
      await editing.refresh(signal);
      assert.deepEqual(told(editing), [["failed", "serverTrouble", "refresh"]]);
      end();
      let heard: readonly unknown[] = told(editing);
      editing.changed.listen(() => {
        heard = told(editing);
      });
      // Nothing is new on the server: only the notice is over.
      await editing.look(signal);
      assert.deepEqual([heard, said(editing)], [[], "Mine"]);

      const endAgain = desk.server.faults.add({ path: /./, fault: { kind: "badGateway" } });
      await save(editing);
      assert.deepEqual(heard, [["failed", "serverTrouble", "save"]]);
      await editing.recover(signal);
      assert.deepEqual(heard, [["failed", "serverTrouble", "save"]]);
      endAgain();
      await editing.recover(signal);
      assert.deepEqual([heard, said(editing)], [[], "Mine"]);
    });

    it("that is called off says nothing, and keeps what was typed", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      assert.deepEqual(await editing.save("checked", AbortSignal.abort()), { kind: "notSaved" });
      await editing.refresh(AbortSignal.abort());
      assert.deepEqual([told(editing), said(editing)], [[], "Mine"]);
    });

    it("whose answer is lost while nobody can be asked is looked into before anything is sent again", async () => {
      const editing = await open();
      type(editing, "title", line("Mine"));
      once({ kind: "drop", when: "after" });
      inTheNextLookButOne({ kind: "status", status: 500 });
      assert.equal((await save(editing)).kind, "notSaved");
      assert.deepEqual(told(editing), [["unknown", 0]]);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(
        [desk.asked("PUT"), await title(), isUntouched(editing.draft)],
        [1, line("Mine"), true],
      );
    });

    if (dialect === "product") {
      it("is refused a way that the workflow does not have, in the server's words", async () => {
        const editing = await desk.open(desk.fresh(requests));
        type(editing, "subject", line("Tables"));
        type(editing, "message", { kind: "text", source: "Please", format: "text" });
        const made = await save(editing);
        assert.ok(made.kind === "saved");
        type(editing, "state", oneOf(editing, "state", "Accepted"));
        // Somebody refuses it first, and from there no way leads on.
        const refused = oneOf(editing, "state", "Refused").chosen[0]?.id ?? assert.fail();
        const { id: state } = fieldNamed(editing, "state");
        // In the same second, so that the state still has its name.
        const act = (): void =>
          desk.server.write(made.id, {
            values: [{ field_id: state, bind_value_ids: [Number(refused)] }],
          });
        once({ kind: "meanwhile", act });
        assert.deepEqual(await save(editing, "overwrite"), { kind: "notSaved" });
        const [notice] = editing.notices;
        assert.ok(notice?.kind === "rejected");
        assert.match(notice.failure.request.said ?? "", /"Accepted"/);
        assert.ok(!isUntouched(editing.draft));
      });
    }
  });
}
