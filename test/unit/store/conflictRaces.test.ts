import assert from "node:assert/strict";
import { isUntouched } from "../../../src/model/form/draft.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { FaultRule } from "../../simulator/faults.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import { Desk, fieldNamed, line, save, signal, told, type } from "../../support/fixtures/formFixture.ts";
import { until } from "../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form, others, and things that happen at once, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let id: number;
    let editing: Editing;
    let title: number;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(bugs);
      editing = await open();
      title = fieldNamed(editing, "title").id;
    });
    afterEach(() => desk.close());

    function open(window?: string): Promise<Editing> {
      return desk.open(desk.subject(id), bugs, window);
    }

    function theyWrite(name: string, text: string): void {
      desk.server.clock.advance(5000);
      desk.server.write(id, { values: [{ field_id: fieldNamed(editing, name).id, value: text }] });
      desk.server.clock.advance(5000);
    }

    /** What a request for the artifact itself meets, after so many of them. */
    function atLook(fault: FaultRule["fault"], skip = 0): void {
      const path = new RegExp(`/artifacts/${id}(\\?|$)`);
      desk.server.faults.add({ method: "GET", path, skip, times: 1, fault });
    }

    async function held(name: string): Promise<unknown> {
      return fieldNamed(await desk.held(id, bugs), name).base;
    }

    it("is looked into once where two ask what became of a save", async () => {
      type(editing, "title", line("Mine"));
      desk.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when: "after" } });
      atLook({ kind: "status", status: 500 }, 1);
      assert.equal((await save(editing)).kind, "notSaved");
      assert.deepEqual(told(editing), [["unknown", 0]]);
      const [, , saved] = await Promise.all([
        editing.refresh(signal),
        editing.refresh(signal),
        editing.save("checked", signal),
      ]);
      assert.equal(saved.kind, "saved");
      assert.deepEqual(
        [desk.asked("PUT"), await held("title"), isUntouched(editing.draft)],
        [1, line("Mine"), true],
      );
    });

    it("that is taken over while another state is read is met on the state that it stands on", async () => {
      type(editing, "title", line("Mine"));
      await until("it is kept", () => editing.working.keep.kind === "kept");
      theyWrite("title", "Theirs");
      const there = await open("there");
      theyWrite("customer", "Their customer");
      let takenOver: Promise<void> | undefined;
      const act = (): void => {
        takenOver = there.takeOver();
      };
      desk.server.faults.add({ method: "GET", path: /./, times: 1, fault: { kind: "meanwhile", act } });
      await there.look(signal);
      await takenOver;
      assert.deepEqual(await save(there), { kind: "collision" });
      assert.deepEqual(await held("title"), line("Theirs"));
    });

    it("takes no choice while it is being saved, and says so", async () => {
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      await save(editing);
      assert.equal(editing.choose(title, "mine"), "taken");
      const saving = save(editing);
      assert.equal(editing.choose(title, "theirs"), "refused");
      assert.equal((await saving).kind, "saved");
    });

    it("asks about what was typed before others' change could be seen", async () => {
      const before = fieldNamed(editing, "title").base ?? assert.fail();
      type(editing, "customer", line("Something"));
      theyWrite("title", "Theirs");
      await editing.look(signal);
      const edit = { target: title, input: line("Typed over the old one"), step: "begin" } as const;
      editing.edit(edit, 1, before);
      assert.deepEqual(
        editing.collisions.map(({ fieldId }) => fieldId),
        [title],
      );
      assert.deepEqual(await save(editing), { kind: "collision" });
    });

    it("leaves the choices when nothing is asked any more, and does not come back to them by itself", async () => {
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      await save(editing);
      assert.equal(editing.working.isResolving, true);
      editing.step("undo");
      assert.equal(editing.working.isResolving, false);
      type(editing, "title", line("Over theirs"));
      assert.deepEqual([editing.working.isResolving, editing.collisions], [false, []]);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(await held("title"), line("Over theirs"));
    });

    it("keeps the choice to edit, whatever is typed on the way", async () => {
      type(editing, "title", line("3"));
      theyWrite("title", "5");
      await save(editing);
      editing.choose(title, "edit");
      for (const text of ["", "5", "5 m"]) {
        type(editing, "title", line(text));
        assert.equal(editing.working.isResolving, true, text);
      }
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(await held("title"), line("5 m"));
    });

    it("says what was kept of others, not what the person has put another value over", async () => {
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      theyWrite("customer", "Their customer");
      await save(editing);
      editing.choose(title, "mine");
      assert.equal((await save(editing)).kind, "saved");
      const [merged] = told(editing) as readonly [readonly [string, unknown, readonly string[]]];
      assert.deepEqual([merged[0], merged[2]], ["merged", ["Reported by customer"]]);
    });

    it("that a server refuses on its own state says so, and can be overwritten", async () => {
      type(editing, "title", line("Mine"));
      const heal = desk.server.faults.add({
        method: "PUT",
        path: /./,
        fault: { kind: "status", status: 412, body: "{}", contentType: "application/json" },
      });
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual([told(editing), desk.asked("PUT")], [["refusing"], 1]);
      heal();
      assert.equal((await save(editing, "overwrite")).kind, "saved");
      const put = desk.server.requests.findLast(({ method }) => method === "PUT");
      assert.deepEqual(
        [put?.headers["if-match"], put?.headers["if-unmodified-since"]],
        [undefined, undefined],
      );
      assert.equal(said(editing), undefined);
    });

    if (dialect === "product") {
      for (const status of [403, 404, 500]) {
        it(`is saved where its history answers with ${status}`, async () => {
          desk.server.faults.add({ method: "GET", path: /changesets/, fault: { kind: "status", status } });
          type(editing, "title", line("Mine"));
          assert.equal((await save(editing)).kind, "saved");
          assert.deepEqual(await held("title"), line("Mine"));
        });
      }

      it("tells who wrote in the same second, also where the history could not be counted before", async () => {
        desk.server.clock.advance(5000);
        desk.server.write(id, { values: [{ field_id: title, value: "First" }] });
        await editing.look(signal);
        type(editing, "title", line("Mine"));
        const act = (): void => desk.server.write(id, { values: [{ field_id: title, value: "Unseen" }] });
        desk.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "meanwhile", act } });
        desk.server.faults.add({
          method: "GET",
          path: /changesets/,
          times: 1,
          fault: { kind: "status", status: 403 },
        });
        assert.equal((await save(editing)).kind, "saved");
        const { realName } = desk.server.accounts.member;
        assert.deepEqual(told(editing), [["beside", [[realName, ["Title"]]], ["Title", "Mine", "Unseen"]]]);
      });
    }
  });
}
