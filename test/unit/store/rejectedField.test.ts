import assert from "node:assert/strict";
import { findFieldInErrorMessage } from "../../../src/store/formBackend.ts";
import { createChoice, createTestForm, createWorkflow } from "../../support/fixtures/formBuilders.ts";

const form = createTestForm(
  [
    { id: 1, type: "string", name: "title", label: "Title" },
    { id: 2, type: "date", name: "due", label: "Due Date" },
    { id: 3, type: "date", name: "date", label: "Date" },
    { id: 4, type: "int", name: "x", label: "N" },
    { id: 5, type: "sb", name: "state", label: "État (new)" },
  ],
  { values: [] },
);
const all = [1, 2, 3, 4, 5];

/** Server message, sent fields, and the field it is about. */
const sentences: readonly (readonly [string | undefined, readonly number[], number | undefined])[] = [
  [undefined, all, undefined],
  ["", all, undefined],
  ["Bad Request: The field Title (title) needs a value.\n", all, 1],
  ["title: too long", all, 1],
  // A field that wasn't sent can't be rejected.
  ["Title is no good.", [2, 3], undefined],
  ["Title must be before Due Date.", all, undefined],
  ["Title must be before Due Date.", [1], 1],
  // One name is part of another.
  ["Due Date is in the past.", all, 2],
  ["Date is in the past.", all, 3],
  // Parts of words don't count.
  ["Titles, untitled and subtitle are words.", all, undefined],
  ["Titles are words, but Title is a name.", all, 1],
  ["Nobody knows.", all, undefined],
  ["The value of État (new) is gone.", all, 5],
  // A single letter doesn't count.
  ["N is missing", all, undefined],
];

describe("the field of a server message", () => {
  it("is the workflow field for a rejected transition, also if it wasn't sent", () => {
    const states = [createChoice(11, { label: "Planned" }), createChoice(12, { label: "Done" })];
    const workflow = createWorkflow({ fieldId: 2, transitions: [{ from: undefined, to: 11 }] });
    const fields = [
      { id: 1, type: "string", label: "Title" },
      { id: 2, type: "sb", label: "State", choices: states },
    ];
    const found = (message: string): unknown =>
      findFieldInErrorMessage(message, createTestForm(fields, { workflow }), [1]);
    assert.deepEqual(
      [
        found('The transition to the value "None" is not valid.'),
        found("Vers « Done » : interdit. La transition n’est pas valide."),
        found('"Done" can\'t come first.'),
        found("Title is no good."),
        found("Nobody knows."),
      ],
      [2, 2, 2, 1, undefined],
    );
    assert.equal(findFieldInErrorMessage("The transition is not valid.", form, all), undefined);
  });

  for (const [message, sent, expected] of sentences) {
    it(`in ${JSON.stringify(message)} is ${expected ?? "unknown"}`, () => {
      assert.equal(findFieldInErrorMessage(message, form, sent), expected);
    });
  }
});
