import assert from "node:assert/strict";
import { fieldNamedIn } from "../../../src/store/formBackend.ts";
import { choice, formWith, rules } from "../../support/fixtures/formParts.ts";

const form = formWith(
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

/** What a server says, which fields were sent, and which of them it is about. */
const sentences: readonly (readonly [string | undefined, readonly number[], number | undefined])[] = [
  [undefined, all, undefined],
  ["", all, undefined],
  ["Bad Request: The field Title (title) needs a value.\n", all, 1],
  ["title: too long", all, 1],
  // What was not sent is not what is refused.
  ["Title is no good.", [2, 3], undefined],
  ["Title must be before Due Date.", all, undefined],
  ["Title must be before Due Date.", [1], 1],
  // One name lies in another.
  ["Due Date is in the past.", all, 2],
  ["Date is in the past.", all, 3],
  // Parts of words are no names.
  ["Titles, untitled and subtitle are words.", all, undefined],
  ["Titles are words, but Title is a name.", all, 1],
  ["Nobody knows.", all, undefined],
  ["The value of État (new) is gone.", all, 5],
  // A letter alone says nothing.
  ["N is missing", all, undefined],
];

describe("the field that a refusal is about", () => {
  it("is that of the workflow where a transition is refused, also if it was not sent", () => {
    const states = [choice(11, { label: "Planned" }), choice(12, { label: "Done" })];
    const workflow = rules({ fieldId: 2, transitions: [{ from: undefined, to: 11 }] });
    const fields = [
      { id: 1, type: "string", label: "Title" },
      { id: 2, type: "sb", label: "State", choices: states },
    ];
    const found = (said: string): unknown => fieldNamedIn(said, formWith(fields, { workflow }), [1]);
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
    assert.equal(fieldNamedIn("The transition is not valid.", form, all), undefined);
  });

  for (const [said, sent, expected] of sentences) {
    it(`in ${JSON.stringify(said)} is ${expected ?? "none"}`, () => {
      assert.equal(fieldNamedIn(said, form, sent), expected);
    });
  }
});
