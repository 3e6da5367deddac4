import assert from "node:assert/strict";
import { type Draft, editDraft, emptyDraft } from "../../../../src/model/form/draft.ts";
import { type Form, findField } from "../../../../src/model/form/form.ts";
import { getAvailableChoices } from "../../../../src/model/form/availableChoices.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
  createWorkflow,
} from "../../../support/fixtures/formBuilders.ts";

function list(id: number, ...choices: readonly ReturnType<typeof createChoice>[]): FieldParts {
  return { id, type: "sb", binding: "static", choices };
}

function describeChoices(form: Form, fieldId: number, draft: Draft = emptyDraft): unknown {
  const field = findField(form, fieldId) ?? assert.fail(`no field ${fieldId}`);
  return getAvailableChoices(form, draft, field).map(({ id, isRemoved }) => (isRemoved ? `${id} gone` : id));
}

function createDraftWith(
  form: Form,
  ...choices: readonly (readonly [fieldId: number, ...ids: number[]])[]
): Draft {
  return choices.reduce<Draft>(
    (draft, [target, ...ids]) =>
      editDraft(form, draft, { target, input: createChoicesValue(...ids), step: "begin" }),
    emptyDraft,
  );
}

describe("getAvailableChoices", () => {
  const states = list(1, createChoice(11), createChoice(12), createChoice(13), createChoice(14));
  const workflow = createWorkflow({
    fieldId: 1,
    transitions: [
      { from: undefined, to: 11 },
      { from: 100, to: 14 },
      { from: 11, to: 12 },
      { from: 12, to: 13 },
      { from: 12, to: 11 },
    ],
  });

  it("returns the transitions from the server's value, whatever was selected since", () => {
    const form = createTestForm([states], { values: [createEntry(1, createChoicesValue(11))], workflow });
    assert.deepEqual(
      [
        describeChoices(form, 1),
        describeChoices(form, 1, createDraftWith(form, [1, 12])),
        describeChoices(form, 1, createDraftWith(form, [1, 13])),
      ],
      [
        [11, 12],
        [11, 12],
        // An input typed before the rules changed is shown and reported as a problem.
        [11, 12, 13],
      ],
    );
  });

  it("returns the initial transitions for new artifacts and empty fields", () => {
    const withDefault = createTestForm([{ ...states, defaultValue: [{ id: 12 }] }], { workflow });
    assert.deepEqual(
      [
        describeChoices(createTestForm([states], { workflow }), 1),
        describeChoices(withDefault, 1),
        describeChoices(createTestForm([states], { values: [], workflow }), 1),
      ],
      // A new artifact has no stored value; a stored "None" counts as a value.
      [[11], [11], [11, 14]],
    );
  });

  it("returns all choices if the workflow controls another field or is disabled", () => {
    const values = [createEntry(1, createChoicesValue(11))];
    const all = [11, 12, 13, 14];
    assert.deepEqual(
      [
        describeChoices(createTestForm([states], { values, workflow: { ...workflow, fieldId: 2 } }), 1),
        describeChoices(createTestForm([states], { values, workflow: { ...workflow, fieldId: 0 } }), 1),
        describeChoices(createTestForm([states], { values }), 1),
      ],
      [all, all, all],
    );
  });

  it("applies rules of other lists, chained and combined", () => {
    const rule = (sourceId: number, sourceValue: number, targetId: number, targetValue: number) => ({
      sourceId,
      sourceValue,
      targetId,
      targetValue,
    });
    const form = createTestForm(
      [
        list(1, createChoice(11), createChoice(12)),
        list(2, createChoice(21), createChoice(22)),
        list(3, createChoice(31), createChoice(32), createChoice(33)),
        list(4, createChoice(41), createChoice(42)),
      ],
      {
        workflow: createWorkflow({
          listRules: [
            rule(1, 11, 2, 21),
            rule(1, 12, 2, 22),
            rule(2, 21, 3, 31),
            rule(2, 22, 3, 32),
            rule(2, 22, 3, 33),
            rule(4, 41, 3, 33),
            rule(4, 100, 3, 31),
            rule(4, 100, 3, 32),
            // The source list isn't readable.
            rule(99, 1, 4, 41),
          ],
        }),
      },
    );
    const drafts = [
      emptyDraft,
      createDraftWith(form, [1, 12]),
      createDraftWith(form, [1, 12], [2, 22]),
      createDraftWith(form, [1, 12], [2, 22], [4, 41]),
    ];
    assert.deepEqual(
      drafts.map((draft) => [2, 3, 4].map((id) => describeChoices(form, id, draft))),
      [
        [[], [], [41, 42]],
        [[22], [], [41, 42]],
        [[22], [32], [41, 42]],
        [[22], [33], [41, 42]],
      ],
    );
  });

  it("includes and marks hidden or removed choices that are stored or selected", () => {
    const flags = { ...list(1, createChoice(11), createChoice(12, { isHidden: true })), type: "msb" };
    const form = createTestForm([flags], { values: [createEntry(1, createChoicesValue(12, 19))] });
    assert.deepEqual(
      [
        describeChoices(createTestForm([flags], { values: [] }), 1),
        describeChoices(form, 1),
        // A deselected choice can be selected again.
        describeChoices(form, 1, createDraftWith(form, [1, 11])),
        describeChoices(form, 1, createDraftWith(form, [1, 18])),
      ],
      [[11], [11, "12 gone", "19 gone"], [11, "12 gone", "19 gone"], [11, "12 gone", "18 gone", "19 gone"]],
    );
  });

  it("compares ids as text, also for groups, and returns nothing without a list", () => {
    const groups = { ...list(1, createChoice("102_3"), createChoice(12)), type: "msb" };
    const form = createTestForm([groups, { id: 2, type: "int" }], {
      values: [createEntry(1, createChoicesValue("102_3", "12"))],
    });
    assert.deepEqual([describeChoices(form, 1), describeChoices(form, 2)], [["102_3", 12], []]);
  });
});
