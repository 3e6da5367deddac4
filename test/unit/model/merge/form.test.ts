import assert from "node:assert/strict";
import {
  type Draft,
  edited,
  inputIn,
  type Target,
  undone,
  untouched,
} from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import type { Input } from "../../../../src/model/form/input.ts";
import { settled } from "../../../../src/model/form/settle.ts";
import {
  automatic,
  type Choice,
  collisionsOf,
  mergeForms,
  resolved,
  stillHolding,
} from "../../../../src/model/merge/form.ts";
import { chosen } from "../../../support/formParts.ts";
import { form, holding, text, typing, without } from "./someForm.ts";

function line(value: string): Input {
  return { kind: "line", text: value };
}

describe("a merge of forms", () => {
  it("lists what was typed into and what has changed, the other side's new fields first", () => {
    const base = without(holding([1, line("a")], [2, text("a\nb\nc\n")], [6, chosen(11)]), 3);
    const draft = typing(
      base,
      [1, line("b")],
      [2, text("A\nb\nc\n")],
      [4, { kind: "date", text: "2026-01-01" }],
      [6, chosen(11, 12)],
      [10, { kind: "computed", isAutomatic: false, text: "1" }],
    );
    const newer = holding(
      [1, line("c")],
      [2, text("a\nb\nC\n")],
      [3, { kind: "number", text: "3" }],
      [4, { kind: "date", text: "2026-01-01" }],
      [5, chosen(13)],
      [6, chosen(11, 13)],
    );
    const merge = mergeForms(base, draft, without(newer, 10));
    assert.deepEqual(
      merge.fields.map(({ fieldId, result }) => [fieldId, result.kind]),
      [
        [1, "collision"],
        [2, "merged"],
        [3, "theirs"],
        [4, "same"],
        [5, "theirs"],
        [6, "merged"],
        [10, "collision"],
      ],
    );
    assert.deepEqual(merge.fields[0], {
      fieldId: 1,
      label: "Field 1",
      base: line("a"),
      mine: line("b"),
      theirs: line("c"),
      result: { kind: "collision", both: undefined },
    });
    assert.deepEqual(
      [collisionsOf(merge), automatic(merge)].map((fields) => fields.map(({ fieldId }) => fieldId)),
      [
        [1, 10],
        [2, 3, 4, 5, 6],
      ],
    );
    const after = resolved(merge, draft, new Map([[1, { kind: "theirs" }]]));
    assert.deepEqual(
      new Map(after.inputs.map(({ target, input }) => [target, input])),
      new Map<Target, Input>([
        [2, text("A\nb\nC\n")],
        [6, chosen(11, 13, 12)],
        [10, { kind: "computed", isAutomatic: false, text: "1" }],
      ]),
    );
  });

  it("of people and lists that take one value asks, of those that take many it does not", () => {
    const mine = [5, 6, 12, 13].map((id) => [id, chosen(11)] as const);
    const others = [5, 6, 12, 13].map((id) => [id, chosen(12)] as const);
    const merge = mergeForms(form, typing(form, ...mine), holding(...others));
    assert.deepEqual(
      merge.fields.map(({ fieldId, result }) => [fieldId, result.kind]),
      [
        [5, "collision"],
        [6, "merged"],
        [12, "collision"],
        [13, "merged"],
      ],
    );
  });

  it("asks where a field is gone, or can't be written any more, while something was typed into it", () => {
    const draft = typing(form, [1, line("b")], ["comment", text("why")]);
    const readOnly: Form = {
      ...form,
      fields: form.fields.map((field) => (field.id === 1 ? { ...field, access: "read" } : field)),
    };
    for (const theirs of [without(form, 1), readOnly]) {
      const merge = mergeForms(form, draft, theirs);
      assert.deepEqual(
        collisionsOf(merge).map(({ fieldId, label, result }) => [fieldId, label, result]),
        [[1, "Field 1", { kind: "collision", both: undefined }]],
      );
      assert.equal(resolved(merge, draft, new Map()), draft);
      assert.equal(resolved(merge, draft, new Map([[1, { kind: "mine" }]])), draft);
      const dropped = resolved(merge, draft, new Map([[1, { kind: "theirs" }]]));
      assert.deepEqual(
        [dropped.inputs.map(({ target }) => target), undone(theirs, dropped).inputs.length],
        [["comment"], 2],
      );
    }
  });

  it("of a field that neither form has any more asks too", () => {
    const draft = typing(form, [1, line("b")]);
    const merge = mergeForms(without(form, 1), draft, without(form, 1));
    assert.deepEqual(collisionsOf(merge).length, 1);
  });

  it("takes each choice", () => {
    const base = holding([9, { kind: "permissions", groups: [] }]);
    const permissions = (id: string): Input => ({ kind: "permissions", groups: [{ id, label: id }] });
    const draft = typing(base, [9, permissions("a")]);
    const theirs = settled(base, typing(base, [9, permissions("b")]));
    const merge = mergeForms(base, draft, theirs);
    const shown = (choice: Choice): unknown =>
      inputIn(theirs, resolved(merge, draft, new Map([[9, choice]])), 9);
    assert.deepEqual(
      [
        shown({ kind: "mine" }),
        shown({ kind: "theirs" }),
        shown({ kind: "both" }),
        shown({ kind: "edit", input: permissions("c") }),
      ],
      [
        permissions("a"),
        permissions("b"),
        {
          kind: "permissions",
          groups: ["b", "a"].map((id) => ({ id, label: id })),
        },
        permissions("c"),
      ],
    );
  });

  it("keeps mine where both is chosen and can't be had", () => {
    const draft = typing(form, [1, line("b")]);
    const merge = mergeForms(form, draft, holding([1, line("c")]));
    assert.equal(resolved(merge, draft, new Map([[1, { kind: "both" }]])), draft);
  });

  it("takes theirs where what was typed is what stood there before", () => {
    const base = holding([1, line("a")]);
    const draft: Draft = { ...untouched, inputs: [{ target: 1, input: line("a") }] };
    const merge = mergeForms(base, draft, holding([1, line("b")]));
    assert.deepEqual(
      [merge.fields.map(({ result }) => result.kind), resolved(merge, draft, new Map()).inputs],
      [["theirs"], []],
    );
  });

  it("after another conflict holds the choices that answer the same question", () => {
    const draft = typing(form, [1, line("b")], [3, { kind: "number", text: "1" }], [5, chosen(11)]);
    const number = (value: string): readonly [Target, Input] => [3, { kind: "number", text: value }];
    const before = mergeForms(form, draft, holding([1, line("c")], number("2"), [5, chosen(12)]));
    const answered = new Map<number, Choice>([
      [1, { kind: "theirs" }],
      [3, { kind: "mine" }],
      [5, { kind: "mine" }],
    ]);
    // The line as before, another number, and the list as it was at first.
    const after = mergeForms(form, draft, holding([1, line("c")], number("3")));
    assert.deepEqual(stillHolding(before, after, answered), new Map([[1, { kind: "theirs" }]]));
    const typedOn = edited(form, draft, { target: 1, input: line("d"), step: "begin" });
    assert.deepEqual(stillHolding(before, mergeForms(form, typedOn, after.theirs), answered), new Map());
    assert.deepEqual(stillHolding(before, before, answered), answered);
    assert.deepEqual(stillHolding(before, before, new Map()), new Map());
  });
});
