import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { changesOf, commentOf, settled, unsent } from "../../../../src/model/form/changes.ts";
import { type Draft, edited, isUntouched, type Target, untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { firstMinute } from "../../../../src/model/localTime.ts";
import { choice, chosen, entry, type FieldParts, formWith } from "../../../support/fixtures/formParts.ts";

function typing(form: Form, ...typed: readonly (readonly [Target, Input | undefined])[]): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => edited(form, draft, { target, input, step: "begin" }),
    untouched,
  );
}

const line = (text: string): Input => ({ kind: "line", text });
const steps = [
  { description: "d", descriptionFormat: "text", expected: "e", expectedFormat: "html" },
] as const;

/** A field of each type, what is put into it, and what becomes of that. */
const edits: readonly (readonly [Omit<FieldParts, "id">, Input, unknown])[] = [
  [{ type: "string" }, line(" as typed "), { kind: "string", text: " as typed " }],
  [
    { type: "text" },
    { kind: "text", source: "**a**", format: "commonmark" },
    { kind: "text", source: "**a**", format: "commonmark" },
  ],
  [{ type: "int" }, { kind: "number", text: " 7 " }, { kind: "int", number: 7 }],
  [{ type: "float" }, { kind: "number", text: "1e2" }, { kind: "float", number: 100 }],
  [{ type: "date" }, { kind: "date", text: "2026-03-02" }, { kind: "date", date: "2026-03-02" }],
  [
    { type: "date", withTime: true },
    { kind: "date", text: "2026-03-02  09:30" },
    { kind: "date", date: "2026-03-02T09:30" },
  ],
  [
    { type: "date", withTime: true },
    { kind: "date", text: "2026-03-02" },
    { kind: "date", date: firstMinute("2026-03-02") },
  ],
  [
    { type: "date", withTime: true },
    { kind: "date", text: "2026-03-02T09:30:00+05:30" },
    { kind: "date", date: "2026-03-02T09:30:00+05:30" },
  ],
  [{ type: "sb", choices: [choice(11)] }, chosen(11), { kind: "choices", ids: [11] }],
  [
    { type: "tbl" },
    {
      kind: "openList",
      entries: [
        { id: 4, label: "known" },
        { id: undefined, label: "new" },
      ],
    },
    {
      kind: "openList",
      entries: [
        { id: 4, label: "known" },
        { id: undefined, label: "new" },
      ],
    },
  ],
  [
    { type: "art_link" },
    { kind: "links", forward: [{ artifactId: 5, type: "" }] },
    { kind: "links", links: [{ artifactId: 5, type: "" }] },
  ],
  [
    { type: "perm" },
    { kind: "permissions", groups: [{ id: "102_3", label: "Members" }] },
    { kind: "permissions", groupIds: ["102_3"] },
  ],
  [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "4" }, { kind: "manual", number: 4 }],
  [{ type: "ttmstepdef" }, { kind: "steps", steps }, { kind: "steps", steps }],
];

describe("what is sent of a draft", () => {
  for (const [parts, input, edit] of edits) {
    it(`for ${parts.type} is ${JSON.stringify(edit)}, of an artifact and of a new one`, () => {
      const fields = [
        { ...parts, id: 1 },
        { id: 2, type: "string" },
      ];
      const forms = [formWith(fields, { values: [] }), formWith(fields)];
      assert.deepEqual(
        forms.map((form) => changesOf(form, typing(form, [1, input]))),
        [[{ fieldId: 1, edit }], [{ fieldId: 1, edit }]],
      );
    });
  }

  it("is only what differs from what the server holds; emptied fields are emptied", () => {
    const form = formWith(
      [
        { id: 1, type: "string" },
        { id: 2, type: "int" },
        { id: 3, type: "date" },
        { id: 4, type: "msb", choices: [choice(11)] },
        { id: 5, type: "computed" },
        { id: 6, type: "string", permissions: new Set(["read"]) },
      ],
      {
        values: [
          entry(1, { kind: "string", text: "a" }),
          entry(2, { kind: "int", number: 5 }),
          entry(3, { kind: "date", date: "2026-03-02", withTime: false }),
          entry(4, chosen(11)),
          entry(5, { kind: "computed", computed: 1, manual: 2, isAutomatic: false }),
        ],
      },
    );
    const emptied = typing(
      form,
      [1, line("b")],
      [1, line("a")],
      [2, { kind: "number", text: "" }],
      [3, { kind: "date", text: "" }],
      [4, { kind: "choices", chosen: [] }],
      [5, { kind: "computed", isAutomatic: true, text: "2" }],
      [6, line("may not be changed")],
      [7, line("is not there")],
    );
    assert.deepEqual(
      [changesOf(form, untouched), changesOf(form, emptied)],
      [
        [],
        [
          { fieldId: 2, edit: { kind: "int", number: undefined } },
          { fieldId: 3, edit: { kind: "date", date: undefined } },
          { fieldId: 4, edit: { kind: "choices", ids: [] } },
          { fieldId: 5, edit: { kind: "automatic" } },
        ],
      ],
    );
  });

  it("of a new artifact has the defaults as shown, what stands in place of one, and no empty fields", () => {
    const form = formWith([
      { id: 1, type: "string", defaultValue: "default" },
      { id: 2, type: "string", defaultValue: "default" },
      { id: 3, type: "string" },
      { id: 4, type: "sb", choices: [choice(11)], defaultValue: [{ id: 11 }] },
      { id: 5, type: "date", withTime: true, defaultValue: "2026-03-02" },
      { id: 6, type: "art_link" },
    ]);
    assert.deepEqual(changesOf(form, typing(form, [2, line("")])), [
      { fieldId: 1, edit: { kind: "string", text: "default" } },
      { fieldId: 2, edit: { kind: "string", text: "" } },
      { fieldId: 4, edit: { kind: "choices", ids: [11] } },
      { fieldId: 5, edit: { kind: "date", date: firstMinute("2026-03-02") } },
    ]);
  });

  it("has a comment where one was written", () => {
    const form = formWith([], { values: [] });
    const comment: Input = { kind: "text", source: "*Seen.*", format: "commonmark" };
    assert.deepEqual(
      [
        commentOf(untouched),
        commentOf(typing(form, ["comment", comment])),
        commentOf(typing(form, ["comment", comment], ["comment", { ...comment, source: " \n" }])),
      ],
      [undefined, { source: "*Seen.*", format: "commonmark" }, undefined],
    );
  });
});

describe("after a draft was sent", () => {
  const form = formWith(
    [
      { id: 1, type: "string" },
      { id: 2, type: "string" },
    ],
    {
      values: [entry(1, { kind: "string", text: "a" })],
    },
  );
  const sent = typing(form, [1, line("b")], ["comment", { kind: "text", source: "Hm.", format: "text" }]);

  it("the form stands on what it said", () => {
    const after = settled({ ...form, isNew: true }, sent);
    assert.deepEqual([after.isNew, after.fields.map(({ base }) => base)], [false, [line("b"), line("")]]);
  });

  it("what was typed since is still to be sent, also where it is what was there before", () => {
    const later = (...typed: readonly (readonly [Target, Input | undefined])[]): unknown =>
      unsent(
        form,
        sent,
        typed.reduce<Draft>(
          (draft, [target, input]) => edited(form, draft, { target, input, step: "begin" }),
          sent,
        ),
      ).inputs;
    assert.deepEqual(
      [
        isUntouched(unsent(form, sent, sent)),
        later([2, line("new")]),
        later([1, line("c")]),
        later([1, line("a")]),
        later([1, undefined]),
        later(["comment", undefined]),
        later(["comment", { kind: "text", source: "Hm. More.", format: "text" }]),
      ],
      [
        true,
        [{ target: 2, input: line("new") }],
        [{ target: 1, input: line("c") }],
        [{ target: 1, input: line("a") }],
        [{ target: 1, input: line("a") }],
        // It was said; that can't be taken back by a draft.
        [],
        [{ target: "comment", input: { kind: "text", source: "Hm. More.", format: "text" } }],
      ],
    );
  });
});
