// Servers may call a state by the second of its last write: then a write within that second is taken for the same state.
import assert from "node:assert/strict";
import { isUntouched } from "../../../src/model/form/draft.ts";
import type { Editing } from "../../../src/store/editing.ts";
import { said } from "../../support/fixtures/draftFolder.ts";
import { Desk, fieldNamed, line, save, signal, told, type } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const bugs = 11;

describe("a form that is saved in the same second as someone else's", () => {
  let desk: Desk;
  let id: number;
  let editing: Editing;
  let title: number;
  let customer: number;
  let them: string;

  beforeEach(async () => {
    desk = await Desk.open("product");
    them = desk.server.accounts.member.realName;
    id = await desk.anArtifactOf(bugs);
    editing = await desk.open(desk.subject(id), bugs);
    title = fieldNamed(editing, "title").id;
    customer = fieldNamed(editing, "customer").id;
    // The first write of this second gives it its name; the next one is not told from it.
    desk.server.clock.advance(5000);
    desk.server.write(id, { values: [{ field_id: title, value: "First" }] });
    await editing.look(signal);
  });
  afterEach(() => desk.close());

  function theyWrite(text: string, fieldId = title): void {
    desk.server.write(id, { values: [{ field_id: fieldId, value: text }] });
  }

  /** Saves; they write just before it, or once what became of it was read and before the history is. */
  async function saveBeside(when: "before" | "after", act: () => void): Promise<void> {
    type(editing, "title", line("Mine"));
    const fault = { kind: "meanwhile", act } as const;
    desk.server.faults.add(
      when === "before"
        ? { method: "PUT", path: /./, times: 1, fault }
        : { method: "GET", path: /changesets/, skip: 1, times: 1, fault },
    );
    assert.equal((await save(editing)).kind, "saved");
  }

  function shown(): readonly unknown[] {
    return [fieldNamed(editing, "title").base, said(editing)];
  }

  async function held(): Promise<unknown> {
    return fieldNamed(await desk.held(id, bugs), "title").base;
  }

  it("tells who wrote what, with both values: their change bears the name of ours", async () => {
    await saveBeside("before", () => theyWrite("Theirs"));
    assert.deepEqual(told(editing), [["beside", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]]]);
    assert.deepEqual(shown(), [line("Mine"), undefined]);
  });

  it("shows what the server has, also where they wrote after it was read", async () => {
    await saveBeside("after", () => theyWrite("Theirs"));
    assert.deepEqual([shown(), await held()], [[line("Theirs"), undefined], line("Theirs")]);
    assert.deepEqual(told(editing), [["beside", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]]]);
  });

  it("waits until that second is over, so that nothing more can be written in it", async () => {
    const saved = desk.server.clock.now();
    desk.onPause = () => theyWrite("Theirs at last");
    await saveBeside("after", () => theyWrite("Theirs"));
    assert.ok(Math.floor(desk.server.clock.now() / 1000) > Math.floor(saved / 1000));
    assert.deepEqual(told(editing), [
      [
        "beside",
        [
          [them, ["Title"]],
          [them, ["Title"]],
        ],
        ["Title", "Mine", "Theirs at last"],
      ],
    ]);
    assert.deepEqual(shown(), [line("Theirs at last"), undefined]);
  });

  it("does not wait where nobody else wrote", async () => {
    desk.onPause = () => assert.fail("it waits");
    type(editing, "title", line("Mine"));
    assert.equal((await save(editing)).kind, "saved");
  });

  it("has nothing to choose where each wrote to another field, or both wrote the same", async () => {
    await saveBeside("before", () => {
      theyWrite("Mine");
      theyWrite("Theirs", customer);
    });
    assert.deepEqual(told(editing), [
      [
        "beside",
        [
          [them, ["Reported by customer"]],
          [them, ["Title"]],
        ],
      ],
    ]);
  });

  for (const [when, side, text] of [
    ["before", "theirs", "Theirs"],
    ["after", "mine", "Mine"],
  ] as const) {
    it(`takes ${side} where the server has the other, and sends it with the next save`, async () => {
      await saveBeside(when, () => theyWrite("Theirs"));
      const puts = desk.asked("PUT");
      assert.equal(editing.chooseConcurrent(title, side), "taken");
      assert.deepEqual([said(editing), told(editing), desk.asked("PUT")], [text, [], puts]);
      assert.equal((await save(editing)).kind, "saved");
      assert.deepEqual([await held(), told(editing)], [line(text), []]);
    });
  }

  for (const [when, side] of [
    ["before", "mine"],
    ["after", "theirs"],
  ] as const) {
    it(`has nothing to send for ${side} where the server has that`, async () => {
      await saveBeside(when, () => theyWrite("Theirs"));
      assert.equal(editing.chooseConcurrent(title, side), "taken");
      assert.deepEqual([isUntouched(editing.draft), told(editing)], [true, []]);
    });
  }

  it("asks about each field, and takes no choice that was made before", async () => {
    type(editing, "customer", line("My customer"));
    await saveBeside("before", () => {
      theyWrite("Theirs");
      theyWrite("Their customer", customer);
    });
    assert.equal(editing.chooseConcurrent(customer, "theirs"), "taken");
    assert.equal(editing.chooseConcurrent(customer, "mine"), "refused");
    const [beside] = told(editing) as readonly (readonly unknown[])[];
    assert.deepEqual(beside?.slice(2), [["Title", "Mine", "Theirs"]]);
    assert.deepEqual(
      editing.draft.inputs.map(({ target, input }) => [target, input]),
      [[customer, line("Their customer")]],
    );
  });

  it("asks on about a field after another one was saved again, until it is chosen or sent itself", async () => {
    type(editing, "customer", line("My customer"));
    await saveBeside("before", () => {
      theyWrite("Theirs");
      theyWrite("Their customer", customer);
    });
    desk.server.clock.advance(60_000);
    type(editing, "title", line("Mine again"));
    assert.equal((await save(editing)).kind, "saved");
    const [beside] = told(editing) as readonly (readonly unknown[])[];
    assert.deepEqual(beside?.slice(2), [["Reported by customer", "My customer", "Their customer"]]);
    desk.server.clock.advance(60_000);
    type(editing, "customer", line("A third one"));
    assert.equal((await save(editing)).kind, "saved");
    assert.deepEqual(told(editing), []);
  });

  async function saveWithoutHistory(): Promise<void> {
    const fault = { kind: "status", status: 503 } as const;
    desk.server.faults.add({ method: "GET", path: /changesets/, skip: 1, times: 3, fault });
    await saveBeside("before", () => theyWrite("Theirs"));
    assert.deepEqual(told(editing), [["failed", "serverTrouble", "refresh"]]);
  }

  for (const way of ["refresh", "recover"] as const) {
    it(`is told of their change once the history can be read: ${way}`, async () => {
      await saveWithoutHistory();
      await editing[way](signal);
      assert.deepEqual(told(editing), [["beside", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]]]);
    });
  }

  it("is told of it before their value is replaced once more, and chooses between that and what is typed now", async () => {
    await saveWithoutHistory();
    type(editing, "title", line("Mine since"));
    assert.equal((await save(editing)).kind, "notSaved");
    assert.deepEqual(told(editing), [["beside", [[them, ["Title"]]], ["Title", "Mine since", "Theirs"]]]);
    const { noticesOf } = await withPlainWords(() => import("../../../src/features/form/notices.ts"));
    const [notice] = noticesOf(editing, "Demo", false);
    assert.equal(notice?.outcome, "Not saved");
    assert.match(notice.details.join(), /not saved: save again once you have chosen/);
    assert.deepEqual([said(editing), await held()], ["Mine since", line("Mine")]);
    assert.equal((await save(editing)).kind, "saved");
    assert.deepEqual([await held(), told(editing)], [line("Mine since"), []]);
  });

  it("saves another field meanwhile, and is told of it then", async () => {
    await saveWithoutHistory();
    type(editing, "customer", line("My customer"));
    assert.equal((await save(editing)).kind, "saved");
    assert.deepEqual(told(editing), [["beside", [[them, ["Title"]]], ["Title", "Mine", "Theirs"]]]);
  });
});
