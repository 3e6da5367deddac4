import assert from "node:assert/strict";
import { type Draft, edited, untouched } from "../../../../src/model/form/draft.ts";
import { type Form, fieldOf } from "../../../../src/model/form/form.ts";
import { offersOf } from "../../../../src/model/form/offered.ts";
import {
  choice,
  chosen,
  entry,
  type FieldParts,
  formWith,
  rules,
} from "../../../support/fixtures/formParts.ts";

function list(id: number, ...choices: readonly ReturnType<typeof choice>[]): FieldParts {
  return { id, type: "sb", binding: "static", choices };
}

function offers(form: Form, fieldId: number, draft: Draft = untouched): unknown {
  const field = fieldOf(form, fieldId) ?? assert.fail(`no field ${fieldId}`);
  return offersOf(form, draft, field).map(({ id, isGone }) => (isGone ? `${id} gone` : id));
}

function choosing(form: Form, ...choices: readonly (readonly [fieldId: number, ...ids: number[]])[]): Draft {
  return choices.reduce<Draft>(
    (draft, [target, ...ids]) => edited(form, draft, { target, input: chosen(...ids), step: "begin" }),
    untouched,
  );
}

describe("what a list offers", () => {
  const states = list(1, choice(11), choice(12), choice(13), choice(14));
  const workflow = rules({
    fieldId: 1,
    transitions: [
      { from: undefined, to: 11 },
      { from: 100, to: 14 },
      { from: 11, to: 12 },
      { from: 12, to: 13 },
      { from: 12, to: 11 },
    ],
  });

  it("is where the workflow leads from what the server holds, whatever was chosen since", () => {
    const form = formWith([states], { values: [entry(1, chosen(11))], workflow });
    assert.deepEqual(
      [offers(form, 1), offers(form, 1, choosing(form, [1, 12])), offers(form, 1, choosing(form, [1, 13]))],
      [
        [11, 12],
        [11, 12],
        // Typed before the rules were what they are: it is shown, and a problem tells.
        [11, 12, 13],
      ],
    );
  });

  it("is where the workflow leads from nothing, for something new and for an empty field", () => {
    const withDefault = formWith([{ ...states, defaultValue: [{ id: 12 }] }], { workflow });
    assert.deepEqual(
      [
        offers(formWith([states], { workflow }), 1),
        offers(withDefault, 1),
        offers(formWith([states], { values: [], workflow }), 1),
      ],
      // Nothing is held yet by something new; None, held by what exists, is a value of its own.
      [[11], [11], [11, 14]],
    );
  });

  it("is everything where the workflow is about another field, or is out of use", () => {
    const values = [entry(1, chosen(11))];
    const all = [11, 12, 13, 14];
    assert.deepEqual(
      [
        offers(formWith([states], { values, workflow: { ...workflow, fieldId: 2 } }), 1),
        offers(formWith([states], { values, workflow: { ...workflow, fieldId: 0 } }), 1),
        offers(formWith([states], { values }), 1),
      ],
      [all, all, all],
    );
  });

  it("is what other lists leave of it: in chains, and all of several at once", () => {
    const rule = (sourceId: number, sourceValue: number, targetId: number, targetValue: number) => ({
      sourceId,
      sourceValue,
      targetId,
      targetValue,
    });
    const form = formWith(
      [
        list(1, choice(11), choice(12)),
        list(2, choice(21), choice(22)),
        list(3, choice(31), choice(32), choice(33)),
        list(4, choice(41), choice(42)),
      ],
      {
        workflow: rules({
          listRules: [
            rule(1, 11, 2, 21),
            rule(1, 12, 2, 22),
            rule(2, 21, 3, 31),
            rule(2, 22, 3, 32),
            rule(2, 22, 3, 33),
            rule(4, 41, 3, 33),
            rule(4, 100, 3, 31),
            rule(4, 100, 3, 32),
            // Of a list that may not be seen.
            rule(99, 1, 4, 41),
          ],
        }),
      },
    );
    const drafts = [
      untouched,
      choosing(form, [1, 12]),
      choosing(form, [1, 12], [2, 22]),
      choosing(form, [1, 12], [2, 22], [4, 41]),
    ];
    assert.deepEqual(
      drafts.map((draft) => [2, 3, 4].map((id) => offers(form, id, draft))),
      [
        [[], [], [41, 42]],
        [[22], [], [41, 42]],
        [[22], [32], [41, 42]],
        [[22], [33], [41, 42]],
      ],
    );
  });

  it("has hidden values where they are held or chosen, and values that are gone, all marked", () => {
    const flags = { ...list(1, choice(11), choice(12, { isHidden: true })), type: "msb" };
    const held = formWith([flags], { values: [entry(1, chosen(12, 19))] });
    assert.deepEqual(
      [
        offers(formWith([flags], { values: [] }), 1),
        offers(held, 1),
        // What was unchosen can be chosen again.
        offers(held, 1, choosing(held, [1, 11])),
        offers(held, 1, choosing(held, [1, 18])),
      ],
      [[11], [11, "12 gone", "19 gone"], [11, "12 gone", "19 gone"], [11, "12 gone", "18 gone", "19 gone"]],
    );
  });

  it("compares ids as they are written, for groups too, and is nothing where there is no list", () => {
    const groups = { ...list(1, choice("102_3"), choice(12)), type: "msb" };
    const form = formWith([groups, { id: 2, type: "int" }], { values: [entry(1, chosen("102_3", "12"))] });
    assert.deepEqual([offers(form, 1), offers(form, 2)], [["102_3", 12], []]);
  });
});
