import assert from "node:assert/strict";
import { isUntouched } from "../../../src/model/form/draft.ts";
import { choiceIn } from "../../../src/model/merge/encounter.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import { Desk, fieldNamed, line, save, signal, told, type } from "../../support/fixtures/formFixture.ts";
import { until } from "../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form that others save before we do, on the ${dialect} dialect`, () => {
    let desk: Desk;
    let id: number;
    let editing: Editing;
    /** Those who wrote, as far as the server tells. */
    let writers: readonly string[];

    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(bugs);
      writers = dialect === "product" ? [desk.server.accounts.member.realName] : [];
      editing = await desk.open(desk.subject(id), bugs);
    });
    afterEach(() => desk.close());

    /** Somebody else writes a line of text. */
    function theyWrite(name: string, text: string): void {
      desk.server.clock.advance(5000);
      desk.server.write(id, { values: [{ field_id: fieldNamed(editing, name).id, value: text }] });
      desk.server.clock.advance(5000);
    }

    /** What happens when our change arrives at the server, before it is looked at; the first at our first try. */
    function meanwhile(...acts: readonly (() => void)[]): void {
      for (const act of acts.toReversed()) {
        desk.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "meanwhile", act } });
      }
    }

    async function held(name: string): Promise<unknown> {
      return fieldNamed(await desk.held(id, bugs), name).base;
    }

    it("is put on top of a change of another field, and says whose and which", async () => {
      type(editing, "title", line("Mine"));
      theyWrite("customer", "Theirs");
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(told(editing), [["merged", writers, ["Reported by customer"]]]);
      assert.deepEqual([await held("title"), await held("customer")], [line("Mine"), line("Theirs")]);
      assert.equal(desk.asked("PUT"), 1, "it was seen before anything was sent");
    });

    it("is sent again on the new revision when they come in between", async () => {
      type(editing, "title", line("Mine"));
      meanwhile(() => theyWrite("customer", "Theirs"));
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(
        [told(editing), desk.asked("PUT"), await held("title"), await held("customer")],
        [[["merged", writers, ["Reported by customer"]]], 2, line("Mine"), line("Theirs")],
      );
    });

    it("is merged three times without a question, and then asks", async () => {
      type(editing, "title", line("Mine"));
      meanwhile(...["1", "2", "3", "4"].map((text) => () => theyWrite("customer", text)));
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual(
        [told(editing).filter((notice) => notice === "overtaken"), desk.asked("PUT"), await held("title")],
        [["overtaken"], 4, fieldNamed(editing, "title").base],
      );
      assert.deepEqual((await desk.folder.kept()).map(said), ["Mine"]);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([await held("title"), await held("customer")], [line("Mine"), line("4")]);
    });

    for (const when of ["before", "while"] as const) {
      it(`is not sent over a change of the same field that came ${when} it was sent, until the person has chosen`, async () => {
        type(editing, "title", line("Mine"));
        type(editing, "comment", { kind: "text", source: "Why", format: "text" });
        if (when === "before") theyWrite("title", "Theirs");
        else meanwhile(() => theyWrite("title", "Theirs"));
        assert.deepEqual(await save(editing), { kind: "collision" });
        assert.deepEqual(
          [
            editing.collisions.map(({ label, by }) => [label, by]),
            editing.working.isResolving,
            said(editing),
          ],
          [[["Title", writers[0]]], true, "Mine"],
        );
        assert.deepEqual([await save(editing), await held("title")], [{ kind: "collision" }, line("Theirs")]);
        editing.choose(fieldNamed(editing, "title").id, "mine");
        assert.equal((await save(editing)).kind, "saved");
        assert.deepEqual([await held("title"), editing.working.isResolving], [line("Mine"), false]);
      });
    }

    it("is given up field by field, and nothing is sent for what was given up", async () => {
      const { id: title } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      type(editing, "customer", line("My customer"));
      theyWrite("title", "Theirs");
      await save(editing);
      editing.choose(title, "theirs");
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([await held("title"), await held("customer")], [line("Theirs"), line("My customer")]);
    });

    it("is given up whole without sending anything, and can be taken again until then", async () => {
      const { id: title } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      await save(editing);
      const sent = desk.asked("PUT");
      editing.choose(title, "theirs");
      await until("it is kept", () => editing.working.keep.kind === "kept");
      const [kept] = await desk.folder.kept();
      const decided = kept?.encounter?.contests[0]?.decided;
      assert.deepEqual([decided?.mine, decided?.as], [line("Mine"), "theirs"]);
      editing.choose(title, "mine");
      assert.equal(said(editing), "Mine");
      editing.choose(title, "theirs");
      assert.deepEqual(await save(editing), { kind: "nothing" });
      assert.deepEqual(
        [
          desk.asked("PUT"),
          isUntouched(editing.draft),
          editing.working.isResolving,
          await desk.folder.names(),
        ],
        [sent, true, false, []],
      );
    });

    it("starts again with the newest state, and keeps the choices that still hold", async () => {
      const [title, customer] = [fieldNamed(editing, "title").id, fieldNamed(editing, "customer").id];
      type(editing, "title", line("My title"));
      type(editing, "customer", line("My customer"));
      theyWrite("title", "Their title");
      theyWrite("customer", "Their customer");
      await save(editing);
      editing.choose(title, "mine");
      editing.choose(customer, "theirs");
      meanwhile(() => theyWrite("customer", "Their other customer"));
      assert.deepEqual(await save(editing), { kind: "collision" });
      assert.deepEqual(
        [
          editing.collisions.map(({ label }) => label),
          editing.encounter.contests.map((contest) =>
            editing.base === undefined ? undefined : choiceIn(editing.base.form, editing.draft, contest),
          ),
        ],
        [["Reported by customer"], ["mine", undefined]],
      );
      editing.choose(customer, "mine");
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual(
        [await held("title"), await held("customer")],
        [line("My title"), line("My customer")],
      );
    });

    it("overwrites what the person has seen, and nothing that came after", async () => {
      const { id: title } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      assert.deepEqual(await save(editing, "overwrite"), { kind: "collision" });
      editing.choose(title, "mine");
      theyWrite("title", "Theirs again");
      assert.deepEqual(await save(editing, "overwrite"), { kind: "collision" });
      editing.choose(title, "mine");
      assert.equal((await save(editing, "overwrite")).kind, "saved");
      assert.deepEqual(await held("title"), line("Mine"));
    });

    it("is looked at without a word about what fails, and takes what others have changed", async () => {
      type(editing, "title", line("Mine"));
      theyWrite("customer", "Theirs");
      await editing.look(signal);
      assert.deepEqual(
        [told(editing), fieldNamed(editing, "customer").base, said(editing)],
        [[["news", writers, ["Reported by customer"]]], line("Theirs"), "Mine"],
      );
      theyWrite("title", "Theirs");
      await editing.look(signal);
      assert.deepEqual(
        [told(editing), editing.collisions.map(({ label }) => label), said(editing)],
        [[["news", writers, ["Title", "Reported by customer"]]], ["Title"], "Mine"],
      );
      desk.server.removeArtifact(id);
      await editing.look(signal);
      assert.ok(told(editing).includes("gone"));
    });

    it("without anything typed says what has become of it, and asks nothing", async () => {
      theyWrite("customer", "Theirs");
      await editing.look(signal);
      assert.deepEqual(
        [told(editing), editing.encounter.taken, fieldNamed(editing, "customer").base],
        [[["news", writers, ["Reported by customer"]]], [], line("Theirs")],
      );
      type(editing, "customer", line("Mine, having seen theirs"));
      assert.equal((await save(editing)).kind, "saved");
    });

    it("comes back with its choices in another window", async () => {
      const { id: title } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      type(editing, "customer", line("My customer"));
      theyWrite("title", "Theirs");
      theyWrite("customer", "Their customer");
      await save(editing);
      editing.choose(title, "theirs");
      await editing.close();
      const next = await desk.open(desk.subject(id), bugs, "next");
      const decided = next.encounter.contests.find(({ fieldId }) => fieldId === title)?.decided;
      assert.deepEqual(
        [next.working.isResolving, next.collisions.map(({ label }) => label), decided?.mine, decided?.as],
        [true, ["Reported by customer"], line("Mine"), "theirs"],
      );
    });

    it("takes theirs for what is put back, and asks again when that is undone", async () => {
      const { id: title } = fieldNamed(editing, "title");
      type(editing, "title", line("Mine"));
      theyWrite("title", "Theirs");
      await editing.look(signal);
      type(editing, "title", undefined);
      assert.deepEqual([editing.collisions, isUntouched(editing.draft)], [[], true]);
      editing.step("undo");
      assert.deepEqual([said(editing), editing.collisions.map(({ fieldId }) => fieldId)], ["Mine", [title]]);
    });

    it("that is gone when it is sent keeps what was typed", async () => {
      type(editing, "title", line("Mine"));
      meanwhile(() => desk.server.removeArtifact(id));
      assert.deepEqual(await save(editing), { kind: "notSaved" });
      assert.deepEqual([told(editing), (await desk.folder.kept()).map(said)], [["gone"], ["Mine"]]);
    });
  });
}
