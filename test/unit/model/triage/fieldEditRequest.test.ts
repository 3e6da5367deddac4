import assert from "node:assert/strict";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { createForm } from "../../../../src/model/form/createForm.ts";
import { findField, type Form } from "../../../../src/model/form/form.ts";
import { dateToLocalMidnight, formatLocalTime } from "../../../../src/model/localTime.ts";
import { checkEditRequest, toDraftEdits } from "../../../../src/model/triage/checkEdit.ts";
import type { FieldEditRequest, FieldSelector } from "../../../../src/model/triage/fieldEditRequest.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
  createWorkflow,
  createTracker,
} from "../../../support/fixtures/formBuilders.ts";

const states = [createChoice(11), createChoice(12), createChoice(13), createChoice(14, { isHidden: true })];
const members = [createChoice(101, { label: "Mara" }), createChoice(102, { label: "Tom" })];

const fields: readonly FieldParts[] = [
  { id: 1, type: "sb", name: "status", binding: "static", choices: states },
  { id: 2, type: "msb", name: "owners", binding: "users", choices: members },
  { id: 3, type: "string", name: "title", isRequired: true },
  { id: 4, type: "int", name: "points" },
  { id: 5, type: "date", name: "start" },
  { id: 6, type: "date", name: "end", withTime: true },
  { id: 7, type: "text", name: "details" },
  {
    id: 8,
    type: "art_link",
    name: "links",
    linkTypes: [{ name: "child", forwardLabel: "", reverseLabel: "" }],
  },
  { id: 9, type: "sb", name: "reader", choices: states, permissions: new Set(["read"]) },
  { id: 10, type: "sb", name: "anybody", binding: "users", choices: undefined },
  { id: 11, type: "tbl", name: "tags", binding: "static", choices: [createChoice(21, { label: "red" })] },
  { id: 12, type: "sb", name: "phase", binding: "static", choices: [createChoice(31), createChoice(32)] },
];

const workflow = createWorkflow({
  fieldId: 1,
  transitions: [
    { from: 11, to: 12 },
    { from: 12, to: 13 },
  ],
  dateRules: [{ sourceId: 5, targetId: 6, comparator: "<" }],
  listRules: [
    { sourceId: 1, sourceValue: 11, targetId: 12, targetValue: 31 },
    { sourceId: 1, sourceValue: 12, targetId: 12, targetValue: 31 },
    { sourceId: 1, sourceValue: 12, targetId: 12, targetValue: 32 },
  ],
});

const values: readonly (readonly [number, FieldValue])[] = [
  [1, createChoicesValue(11)],
  [2, { kind: "choices", chosen: [{ id: 101, label: "Mara" }] }],
  [3, { kind: "string", text: "Leak" }],
  [4, { kind: "int", number: 3 }],
  [5, { kind: "date", date: "2026-03-02", withTime: false }],
  [6, { kind: "date", date: "2026-03-05T10:00:00+01:00", withTime: true }],
  [7, { kind: "text", source: "Words", format: "html" }],
  [8, { kind: "links", forward: [{ artifactId: 7, type: "child" }], reverse: [] }],
  [9, createChoicesValue(11)],
  [11, { kind: "openList", entries: [{ id: 21, label: "red" }] }],
  [12, createChoicesValue(31)],
];

const form: Form = {
  ...createTestForm(fields, { values: values.map(([id, value]) => createEntry(id, value)), workflow }),
  takesComment: true,
};

function at(fieldId: number): FieldSelector {
  return { by: "id", fieldId };
}

function set(fieldId: number, ...ids: readonly number[]): FieldEditRequest {
  return { kind: "choices", field: at(fieldId), operation: "set", values: createChoicesValue(...ids).chosen };
}

function people(operation: "set" | "add" | "remove", ...ids: readonly number[]): FieldEditRequest {
  return {
    kind: "people",
    field: at(2),
    operation,
    people: ids.map((id) => ({ id, label: `Person ${id}` })),
  };
}

function write(fieldId: number, text: string): FieldEditRequest {
  return { kind: "write", field: at(fieldId), text };
}

function link(artifactId: number, type = ""): FieldEditRequest {
  return { kind: "link", artifactId, type };
}

/** The resulting input, or the reason for refusal. */
function describeResult(request: FieldEditRequest, target = form): unknown {
  const result = checkEditRequest(target, request);
  switch (result.kind) {
    case "unchanged":
      return "unchanged";
    case "refused":
      return result.why.code === "problem" ? [result.why.problem.kind, result.why.target] : result.why.code;
    case "change":
      return result.after;
  }
}

const withLabel = (label: string, id: number, field: FieldSelector): FieldEditRequest => ({
  kind: "choices",
  field,
  operation: "set",
  values: [{ id, label }],
});

const rows: readonly (readonly [what: string, request: FieldEditRequest, expected: unknown])[] = [
  [
    "a value that a transition allows",
    set(1, 12),
    { kind: "choices", chosen: createChoicesValue(12).chosen },
  ],
  ["the current value", set(1, 11), "unchanged"],
  ["a value without a transition", set(1, 13), ["noTransition", 1]],
  ["a hidden value", set(1, 14), "notOffered"],
  ["an unknown value", set(1, 99), "notOffered"],
  ["two values for a single select", set(1, 12, 13), "singleValue"],
  ["a value excluded by another list", set(12, 32), ["excludedByField", 12]],
  ["an unknown field", set(77, 11), "noField"],
  ["a read-only field", set(9, 12), "readOnly"],
  ["the current value of a read-only field", set(9, 11), "unchanged"],
  ["a value for a people field", { ...set(10, 11) }, "wrongKind"],
  ["a value for a text field", set(3, 11), "wrongKind"],
  [
    "a value by label in another tracker",
    withLabel("Value 12", 912, { by: "name", name: "status" }),
    { kind: "choices", chosen: createChoicesValue(12).chosen },
  ],
  ["an unknown label", withLabel("Elsewhere", 12, { by: "name", name: "status" }), "notOffered"],
  [
    "another person",
    people("add", 102),
    {
      kind: "choices",
      chosen: [
        { id: 101, label: "Mara" },
        { id: 102, label: "Tom" },
      ],
    },
  ],
  ["a person who is already assigned", people("add", 101), "unchanged"],
  ["removing a person", people("remove", 101), { kind: "choices", chosen: [] }],
  ["removing a person who isn't assigned", people("remove", 102), "unchanged"],
  ["removing an unknown person", people("remove", 999), "unchanged"],
  ["a person who can't be assigned", people("set", 999), "notAssignable"],
  [
    "any person in an open people field",
    { ...people("set", 999), field: at(10) } as FieldEditRequest,
    { kind: "choices", chosen: [{ id: 999, label: "Person 999" }] },
  ],
  ["a line", write(3, "Burst"), { kind: "line", text: "Burst" }],
  ["an empty required field", write(3, ""), ["required", 3]],
  ["the same number in another format", write(4, "3.0"), "unchanged"],
  ["an invalid number", write(4, "many"), ["notANumber", 4]],
  ["a date that doesn't exist", write(5, "2026-02-31"), ["noSuchDate", 5]],
  ["a date that violates a rule", write(5, "2026-04-01"), ["dateRule", 5]],
  ["a date that violates another field's rule", write(6, "2026-01-01"), ["dateRule", 5]],
  ["the same time", write(6, formatLocalTime("2026-03-05T10:00:00+01:00")), "unchanged"],
  [
    "a date without the required time",
    write(6, "2026-03-06"),
    { kind: "date", text: dateToLocalMidnight("2026-03-06") },
  ],
  ["the same text", write(7, "Words"), "unchanged"],
  ["a text", write(7, "More"), { kind: "text", source: "More", format: "commonmark" }],
  ["a text for a list", write(1, "More"), "wrongKind"],
  [
    "a link",
    link(8),
    {
      kind: "links",
      forward: [
        { artifactId: 7, type: "child" },
        { artifactId: 8, type: "" },
      ],
    },
  ],
  ["an existing link", link(7, "child"), "unchanged"],
  ["an existing link with another type", link(7), "linkedWithOtherType"],
  ["a link with an unknown type", link(8, "cousin"), "unknownLinkType"],
  [
    "an existing tag",
    {
      kind: "choices",
      field: { by: "name", name: "tags" },
      operation: "add",
      values: [{ id: 21, label: "red" }],
    },
    "unchanged",
  ],
  [
    "a new tag",
    {
      kind: "choices",
      field: { by: "name", name: "tags" },
      operation: "add",
      values: [{ id: 0, label: "blue" }],
    },
    {
      kind: "openList",
      entries: [
        { id: 21, label: "red" },
        { id: undefined, label: "blue" },
      ],
    },
  ],
  [
    "a comment",
    { kind: "comment", source: "Hello", format: "text" },
    { kind: "text", source: "Hello", format: "text" },
  ],
  ["an empty comment", { kind: "comment", source: " ", format: "text" }, "unchanged"],
];

describe("applyEdit", () => {
  for (const [what, request, expected] of rows) {
    it(`returns for ${what}: ${typeof expected === "string" ? expected : JSON.stringify(expected)}`, () => {
      assert.deepEqual(describeResult(request), expected);
    });
  }

  it("refuses a status that excludes the value of another list", () => {
    const later = { ...form, fields: form.fields.map((each) => ({ ...each })) };
    const two = createTestForm(fields, {
      values: [
        ...values.filter(([id]) => id !== 1 && id !== 12),
        [1, createChoicesValue(12)],
        [12, createChoicesValue(32)],
      ].map(([id, value]) => createEntry(id as number, value as FieldValue)),
      workflow: { ...workflow, transitions: [{ from: 12, to: 11 }] },
    });
    assert.deepEqual(
      [describeResult(set(1, 12), later), describeResult(set(1, 11), two)],
      [{ kind: "choices", chosen: createChoicesValue(12).chosen }, ["excludedByField", 12]],
    );
  });

  it("returns the previous input", () => {
    const found = checkEditRequest(form, set(1, 12));
    assert.ok(found.kind === "change");
    assert.deepEqual([found.target, found.label, found.before], [1, "Field 1", findField(form, 1)?.base]);
  });

  it("finds fields by role in any tracker", () => {
    const described = createTracker(fields, { semantics: { status: { fieldId: 1, openIds: [] } } });
    const meaning = createForm(
      described,
      values.map(([id, value]) => createEntry(id, value)),
    );
    const request = withLabel("Value 12", 912, { by: "role", role: "status" });
    assert.deepEqual(describeResult(request, meaning), {
      kind: "choices",
      chosen: createChoicesValue(12).chosen,
    });
    assert.deepEqual(
      describeResult({ ...request, field: { by: "role", role: "assignee" } } as FieldEditRequest, meaning),
      "noField",
    );
  });

  it("refuses a comment if the artifact has none", () => {
    assert.deepEqual(
      describeResult({ kind: "comment", source: "Hello", format: "text" }, { ...form, takesComment: false }),
      "noComments",
    );
  });

  it("allows typing into the form although it is refused, but not for the wrong kind", () => {
    assert.deepEqual(toDraftEdits(form, set(1, 13)), [
      { target: 1, input: { kind: "choices", chosen: createChoicesValue(13).chosen }, step: "begin" },
    ]);
    assert.deepEqual(toDraftEdits(form, set(77, 13)), []);
  });
});
