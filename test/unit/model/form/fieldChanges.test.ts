import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import {
  toFieldUpdates,
  toNewComment,
  toFormAfterSave,
  getUnsentDraft,
} from "../../../../src/model/form/fieldChanges.ts";
import {
  type Draft,
  editDraft,
  isEmptyDraft,
  type InputTarget,
  emptyDraft,
} from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { dateToLocalMidnight } from "../../../../src/model/localTime.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
} from "../../../support/fixtures/formBuilders.ts";

function typing(form: Form, ...typed: readonly (readonly [InputTarget, Input | undefined])[]): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => editDraft(form, draft, { target, input, step: "begin" }),
    emptyDraft,
  );
}

const line = (text: string): Input => ({ kind: "line", text });
const steps = [
  { description: "d", descriptionFormat: "text", expected: "e", expectedFormat: "html" },
] as const;

/** A field of each type, its input, and the resulting edit. */
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
    { kind: "date", date: dateToLocalMidnight("2026-03-02") },
  ],
  [
    { type: "date", withTime: true },
    { kind: "date", text: "2026-03-02T09:30:00+05:30" },
    { kind: "date", date: "2026-03-02T09:30:00+05:30" },
  ],
  [{ type: "sb", choices: [createChoice(11)] }, createChoicesValue(11), { kind: "choices", ids: [11] }],
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

describe("toFieldChanges", () => {
  for (const [parts, input, edit] of edits) {
    it(`sends ${parts.type} as ${JSON.stringify(edit)} for existing and new artifacts`, () => {
      const fields = [
        { ...parts, id: 1 },
        { id: 2, type: "string" },
      ];
      const forms = [createTestForm(fields, { values: [] }), createTestForm(fields)];
      assert.deepEqual(
        forms.map((form) => toFieldUpdates(form, typing(form, [1, input]))),
        [[{ fieldId: 1, edit }], [{ fieldId: 1, edit }]],
      );
    });
  }

  it("sends only inputs that differ from the server, including cleared fields", () => {
    const form = createTestForm(
      [
        { id: 1, type: "string" },
        { id: 2, type: "int" },
        { id: 3, type: "date" },
        { id: 4, type: "msb", choices: [createChoice(11)] },
        { id: 5, type: "computed" },
        { id: 6, type: "string", permissions: new Set(["read"]) },
      ],
      {
        values: [
          createEntry(1, { kind: "string", text: "a" }),
          createEntry(2, { kind: "int", number: 5 }),
          createEntry(3, { kind: "date", date: "2026-03-02", withTime: false }),
          createEntry(4, createChoicesValue(11)),
          createEntry(5, { kind: "computed", computed: 1, manual: 2, isAutomatic: false }),
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
      [toFieldUpdates(form, emptyDraft), toFieldUpdates(form, emptied)],
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

  it("sends shown defaults and their replacements for a new artifact, but no empty fields", () => {
    const form = createTestForm([
      { id: 1, type: "string", defaultValue: "default" },
      { id: 2, type: "string", defaultValue: "default" },
      { id: 3, type: "string" },
      { id: 4, type: "sb", choices: [createChoice(11)], defaultValue: [{ id: 11 }] },
      { id: 5, type: "date", withTime: true, defaultValue: "2026-03-02" },
      { id: 6, type: "art_link" },
    ]);
    assert.deepEqual(toFieldUpdates(form, typing(form, [2, line("")])), [
      { fieldId: 1, edit: { kind: "string", text: "default" } },
      { fieldId: 2, edit: { kind: "string", text: "" } },
      { fieldId: 4, edit: { kind: "choices", ids: [11] } },
      { fieldId: 5, edit: { kind: "date", date: dateToLocalMidnight("2026-03-02") } },
    ]);
  });

  it("sends a comment if there is one", () => {
    const form = createTestForm([], { values: [] });
    const comment: Input = { kind: "text", source: "*Seen.*", format: "commonmark" };
    assert.deepEqual(
      [
        toNewComment(emptyDraft),
        toNewComment(typing(form, ["comment", comment])),
        toNewComment(typing(form, ["comment", comment], ["comment", { ...comment, source: " \n" }])),
      ],
      [undefined, { source: "*Seen.*", format: "commonmark" }, undefined],
    );
  });
});

describe("after a save", () => {
  const form = createTestForm(
    [
      { id: 1, type: "string" },
      { id: 2, type: "string" },
    ],
    {
      values: [createEntry(1, { kind: "string", text: "a" })],
    },
  );
  const sent = typing(form, [1, line("b")], ["comment", { kind: "text", source: "Hm.", format: "text" }]);

  it("the form is based on the sent draft", () => {
    const after = toFormAfterSave({ ...form, isNew: true }, sent);
    assert.deepEqual([after.isNew, after.fields.map(({ base }) => base)], [false, [line("b"), line("")]]);
  });

  it("edits made during the save remain, even if they restore the previous value", () => {
    const later = (...typed: readonly (readonly [InputTarget, Input | undefined])[]): unknown =>
      getUnsentDraft(
        form,
        sent,
        typed.reduce<Draft>(
          (draft, [target, input]) => editDraft(form, draft, { target, input, step: "begin" }),
          sent,
        ),
      ).inputs;
    assert.deepEqual(
      [
        isEmptyDraft(getUnsentDraft(form, sent, sent)),
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
        // A sent comment can't be reverted by a draft.
        [],
        [{ target: "comment", input: { kind: "text", source: "Hm. More.", format: "text" } }],
      ],
    );
  });
});
