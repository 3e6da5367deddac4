import assert from "node:assert/strict";
import type { FieldValue } from "../../../../src/model/fields/registry.ts";
import { formOf } from "../../../../src/model/form/build.ts";
import { fieldOf, type Form } from "../../../../src/model/form/form.ts";
import { firstMinute, localTime } from "../../../../src/model/localTime.ts";
import { applied, editsFor } from "../../../../src/model/triage/wanted.ts";
import type { Wish, WishedField } from "../../../../src/model/triage/wish.ts";
import {
  choice,
  chosen,
  entry,
  type FieldParts,
  formWith,
  rules,
  tracker,
} from "../../../support/fixtures/formParts.ts";

const states = [choice(11), choice(12), choice(13), choice(14, { isHidden: true })];
const members = [choice(101, { label: "Mara" }), choice(102, { label: "Tom" })];

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
  { id: 11, type: "tbl", name: "tags", binding: "static", choices: [choice(21, { label: "red" })] },
  { id: 12, type: "sb", name: "phase", binding: "static", choices: [choice(31), choice(32)] },
];

const workflow = rules({
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
  [1, chosen(11)],
  [2, { kind: "choices", chosen: [{ id: 101, label: "Mara" }] }],
  [3, { kind: "string", text: "Leak" }],
  [4, { kind: "int", number: 3 }],
  [5, { kind: "date", date: "2026-03-02", withTime: false }],
  [6, { kind: "date", date: "2026-03-05T10:00:00+01:00", withTime: true }],
  [7, { kind: "text", source: "Words", format: "html" }],
  [8, { kind: "links", forward: [{ artifactId: 7, type: "child" }], reverse: [] }],
  [9, chosen(11)],
  [11, { kind: "openList", entries: [{ id: 21, label: "red" }] }],
  [12, chosen(31)],
];

const form: Form = {
  ...formWith(fields, { values: values.map(([id, value]) => entry(id, value)), workflow }),
  takesComment: true,
};

function at(fieldId: number): WishedField {
  return { by: "id", fieldId };
}

function set(fieldId: number, ...ids: readonly number[]): Wish {
  return { kind: "choices", field: at(fieldId), how: "set", values: chosen(...ids).chosen };
}

function people(how: "set" | "add" | "remove", ...ids: readonly number[]): Wish {
  return { kind: "people", field: at(2), how, people: ids.map((id) => ({ id, label: `Person ${id}` })) };
}

function write(fieldId: number, text: string): Wish {
  return { kind: "write", field: at(fieldId), text };
}

function link(artifactId: number, type = ""): Wish {
  return { kind: "link", artifactId, type };
}

/** In short: what it becomes, or why not. */
function told(wish: Wish, over = form): unknown {
  const found = applied(over, wish);
  switch (found.kind) {
    case "alreadySo":
      return "alreadySo";
    case "refused":
      return found.why.code === "problem" ? [found.why.problem.kind, found.why.target] : found.why.code;
    case "change":
      return found.after;
  }
}

const withLabel = (label: string, id: number, field: WishedField): Wish => ({
  kind: "choices",
  field,
  how: "set",
  values: [{ id, label }],
});

const rows: readonly (readonly [what: string, wish: Wish, expected: unknown])[] = [
  ["a value that the workflow leads to", set(1, 12), { kind: "choices", chosen: chosen(12).chosen }],
  ["the value that it has", set(1, 11), "alreadySo"],
  ["a value that the workflow does not lead to", set(1, 13), ["notReachable", 1]],
  ["a value that is hidden", set(1, 14), "notOffered"],
  ["a value that is none", set(1, 99), "notOffered"],
  ["two values where there is room for one", set(1, 12, 13), "takesOne"],
  ["a value that another list forbids", set(12, 32), ["notWith", 12]],
  ["a field that is not there", set(77, 11), "noField"],
  ["a field that may only be read", set(9, 12), "readOnly"],
  ["what a field has that may only be read", set(9, 11), "alreadySo"],
  ["a value in a field for people", { ...set(10, 11) }, "wrongKind"],
  ["a value in a field for text", set(3, 11), "wrongKind"],
  [
    "by its name in another tracker",
    withLabel("Value 12", 912, { by: "name", name: "status" }),
    { kind: "choices", chosen: chosen(12).chosen },
  ],
  ["by a name that is none of it", withLabel("Elsewhere", 12, { by: "name", name: "status" }), "notOffered"],
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
  ["someone who is there", people("add", 101), "alreadySo"],
  ["one person less", people("remove", 101), { kind: "choices", chosen: [] }],
  ["someone less who is not there", people("remove", 102), "alreadySo"],
  ["someone less whom nobody knows", people("remove", 999), "alreadySo"],
  ["somebody who can't be assigned", people("set", 999), "notAssignable"],
  [
    "anybody where everybody can be",
    { ...people("set", 999), field: at(10) } as Wish,
    { kind: "choices", chosen: [{ id: 999, label: "Person 999" }] },
  ],
  ["a line", write(3, "Burst"), { kind: "line", text: "Burst" }],
  ["nothing where something is needed", write(3, ""), ["required", 3]],
  ["the same number, written otherwise", write(4, "3.0"), "alreadySo"],
  ["no number", write(4, "many"), ["notANumber", 4]],
  ["a day that does not exist", write(5, "2026-02-31"), ["noSuchDay", 5]],
  ["a day that a rule forbids", write(5, "2026-04-01"), ["dateRule", 5]],
  ["a day that a rule of another field forbids", write(6, "2026-01-01"), ["dateRule", 5]],
  ["the same instant", write(6, localTime("2026-03-05T10:00:00+01:00")), "alreadySo"],
  ["a day where a time belongs", write(6, "2026-03-06"), { kind: "date", text: firstMinute("2026-03-06") }],
  ["the same words", write(7, "Words"), "alreadySo"],
  ["a text", write(7, "More"), { kind: "text", source: "More", format: "commonmark" }],
  ["a text in a list", write(1, "More"), "wrongKind"],
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
  ["a link that is there", link(7, "child"), "alreadySo"],
  ["a link that is there with another type", link(7), "linkedOtherwise"],
  ["a link of a type that is none", link(8, "cousin"), "noSuchLinkType"],
  [
    "a tag that is known",
    { kind: "choices", field: { by: "name", name: "tags" }, how: "add", values: [{ id: 21, label: "red" }] },
    "alreadySo",
  ],
  [
    "a tag that is new",
    { kind: "choices", field: { by: "name", name: "tags" }, how: "add", values: [{ id: 0, label: "blue" }] },
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
  ["a comment without a word", { kind: "comment", source: " ", format: "text" }, "alreadySo"],
];

describe("a wish for one artifact", () => {
  for (const [what, wish, expected] of rows) {
    it(`for ${what} is ${typeof expected === "string" ? expected : JSON.stringify(expected)}`, () => {
      assert.deepEqual(told(wish), expected);
    });
  }

  it("for another state is refused where that leaves another list with what it may not have", () => {
    const later = { ...form, fields: form.fields.map((each) => ({ ...each })) };
    const two = formWith(fields, {
      values: [...values.filter(([id]) => id !== 1 && id !== 12), [1, chosen(12)], [12, chosen(32)]].map(
        ([id, value]) => entry(id as number, value as FieldValue),
      ),
      workflow: { ...workflow, transitions: [{ from: 12, to: 11 }] },
    });
    assert.deepEqual(
      [told(set(1, 12), later), told(set(1, 11), two)],
      [{ kind: "choices", chosen: chosen(12).chosen }, ["notWith", 12]],
    );
  });

  it("tells what was there before", () => {
    const found = applied(form, set(1, 12));
    assert.ok(found.kind === "change");
    assert.deepEqual([found.target, found.label, found.before], [1, "Field 1", fieldOf(form, 1)?.base]);
  });

  it("finds what a field means, in whichever tracker", () => {
    const described = tracker(fields, { semantics: { status: { fieldId: 1, openIds: [] } } });
    const meaning = formOf(
      described,
      values.map(([id, value]) => entry(id, value)),
    );
    const wish = withLabel("Value 12", 912, { by: "role", role: "status" });
    assert.deepEqual(told(wish, meaning), { kind: "choices", chosen: chosen(12).chosen });
    assert.deepEqual(told({ ...wish, field: { by: "role", role: "assignee" } } as Wish, meaning), "noField");
  });

  it("is refused as a comment where there are none", () => {
    assert.deepEqual(
      told({ kind: "comment", source: "Hello", format: "text" }, { ...form, takesComment: false }),
      "noComments",
    );
  });

  it("can be typed where it is not allowed, for the form to say why, and not where it makes no sense", () => {
    assert.deepEqual(editsFor(form, set(1, 13)), [
      { target: 1, input: { kind: "choices", chosen: chosen(13).chosen }, step: "begin" },
    ]);
    assert.deepEqual(editsFor(form, set(77, 13)), []);
  });
});
