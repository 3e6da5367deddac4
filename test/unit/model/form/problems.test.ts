import assert from "node:assert/strict";
import type { Problem } from "../../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { type Draft, editDraft, type InputTarget, emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
  createWorkflow,
} from "../../../support/fixtures/formBuilders.ts";

function typing(form: Form, ...typed: readonly (readonly [InputTarget, Input])[]): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => editDraft(form, draft, { target, input, step: "begin" }),
    emptyDraft,
  );
}

function problems(form: Form, ...typed: readonly (readonly [InputTarget, Input])[]): Record<string, Problem> {
  return Object.fromEntries(findProblemsByTarget(form, typing(form, ...typed)));
}

const line = (text: string): Input => ({ kind: "line", text });
const number = (text: string): Input => ({ kind: "number", text });
const date = (text: string): Input => ({ kind: "date", text });
const open = (label: string): Input => ({ kind: "openList", entries: [{ id: undefined, label }] });
const list: FieldParts = { id: 1, type: "sb", choices: [createChoice(11), createChoice(12)] };

describe("a problem of a single input", () => {
  const withTime = { withTime: true };
  const cases: readonly (readonly [Omit<FieldParts, "id">, Input, Problem | undefined])[] = [
    [{ type: "string", isRequired: true }, line("  "), { kind: "required" }],
    [{ type: "string", isRequired: true }, line(" x "), undefined],
    [{ type: "string", maxLength: 3 }, line("abcd"), { kind: "tooLong", maximum: 3, unit: "characters" }],
    // Three characters, but more UTF-16 units.
    [{ type: "string", maxLength: 3 }, line("🌊🌊🌊"), undefined],
    [{ type: "string" }, line("a\nb"), { kind: "multipleLines" }],
    [{ type: "text" }, { kind: "text", source: "x".repeat(65_535), format: "text" }, undefined],
    [
      { type: "text" },
      { kind: "text", source: "é".repeat(32_768), format: "text" },
      { kind: "tooLong", maximum: 65_535, unit: "bytes" },
    ],
    [
      { type: "text" },
      { kind: "text", source: "🌊".repeat(16_384), format: "text" },
      { kind: "tooLong", maximum: 65_535, unit: "bytes" },
    ],
    [{ type: "int" }, number("12x"), { kind: "notANumber" }],
    [{ type: "int" }, number("0x10"), { kind: "notANumber" }],
    [{ type: "float" }, number("1e999"), { kind: "notANumber" }],
    [{ type: "float" }, number("1,5"), { kind: "notANumber" }],
    [{ type: "float" }, number(" -.5e3 "), undefined],
    [{ type: "int" }, number("1.5"), { kind: "notAnInteger" }],
    [{ type: "int" }, number("-2147483649"), { kind: "tooLarge" }],
    [{ type: "int" }, number("+7"), undefined],
    [{ type: "int", isRequired: true }, number(" "), { kind: "required" }],
    [{ type: "tbl" }, open("a,b; c"), { kind: "containsComma", value: "a,b; c" }],
    [{ type: "tbl", binding: "users" }, open("Ana, Admin"), { kind: "containsComma", value: "Ana, Admin" }],
    [{ type: "tbl" }, open("a b; c"), undefined],
    // A known value is sent by id.
    [{ type: "tbl" }, { kind: "openList", entries: [{ id: "b7", label: "a, b" }] }, undefined],
    [{ type: "date" }, date("2.3.2026"), { kind: "notADate" }],
    [{ type: "date" }, date("2026-02-29"), { kind: "noSuchDate" }],
    [{ type: "date" }, date("2028-02-29"), undefined],
    [{ type: "date" }, date("2026-03-02 09:00"), { kind: "notADate" }],
    [{ type: "date", ...withTime }, date("2026-03-02T09:00"), undefined],
    [{ type: "date", ...withTime }, date("2026-03-02"), undefined],
    [{ type: "date", ...withTime }, date("2026-03-02 24:00"), { kind: "notADate" }],
    [{ type: "date", ...withTime }, date("2026-03-02 09:00 x"), { kind: "notADate" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "" }, { kind: "required" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "x" }, { kind: "notANumber" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "1.5" }, undefined],
    [{ ...list, isRequired: true }, createChoicesValue(11), undefined],
    [list, createChoicesValue(19), { kind: "choiceRemoved", value: "Value 19" }],
  ];
  for (const [parts, input, problem] of cases) {
    it(`of ${JSON.stringify(input).slice(0, 60)} in ${parts.type} is ${problem?.kind ?? "none"}`, () => {
      const field = { ...parts, id: 1 };
      const expected = problem === undefined ? {} : { 1: problem };
      // A different base, so that even an empty input counts as an edit.
      const existing = createTestForm([field], {
        values: [createEntry(1, { kind: "string", text: "else" })],
      });
      assert.deepEqual(
        [problems(createTestForm([field]), [1, input]), problems(existing, [1, input])],
        [expected, expected],
      );
    });
  }
});

describe("findProblems", () => {
  it("checks only edited fields of an artifact, but all fields of a new one", () => {
    const fields: readonly FieldParts[] = [
      { id: 1, type: "string", isRequired: true },
      { id: 2, type: "int" },
      { id: 3, type: "string" },
    ];
    const existing = createTestForm(fields, { values: [createEntry(2, { kind: "float", number: 1.5 })] });
    assert.deepEqual(
      [
        problems(existing),
        problems(existing, [3, line("x")]),
        problems(existing, [2, number("2.5")]),
        problems(createTestForm(fields), [3, line("x")]),
        problems(createTestForm([{ ...fields[0], id: 1, type: "string", defaultValue: "set" }])),
      ],
      [{}, {}, { 2: { kind: "notAnInteger" } }, { 1: { kind: "required" } }, {}],
    );
  });

  it('reports "None" if no transition leads to it, unless it is the stored value', () => {
    const workflow = createWorkflow({
      fieldId: 1,
      transitions: [
        { from: 11, to: 12 },
        { from: 12, to: 100 },
      ],
    });
    const emptied = (...ids: readonly number[]) => {
      const form = createTestForm([list, { id: 2, type: "string" }], {
        values: [createEntry(1, createChoicesValue(...ids))],
        workflow,
      });
      return problems(form, [1, { kind: "choices", chosen: [] }], [2, line("x")]);
    };
    assert.deepEqual([emptied(11), emptied(12), emptied()], [{ 1: { kind: "required" } }, {}, {}]);
  });

  it("reports values that are unreachable or excluded by another list", () => {
    const workflow = createWorkflow({
      fieldId: 1,
      transitions: [{ from: 11, to: 12 }],
      listRules: [{ sourceId: 1, sourceValue: 12, targetId: 2, targetValue: 21 }],
    });
    const form = createTestForm(
      [
        {
          id: 1,
          type: "sb",
          label: "State",
          choices: [createChoice(11), createChoice(12), createChoice(13)],
        },
        { id: 2, type: "sb", choices: [createChoice(21), createChoice(22)] },
      ],
      { values: [createEntry(1, createChoicesValue(11)), createEntry(2, createChoicesValue(22))], workflow },
    );
    assert.deepEqual(
      [
        problems(form),
        problems(form, [1, createChoicesValue(13)]),
        // The unchanged second list became invalid by the edit of the first one.
        problems(form, [1, createChoicesValue(12)]),
        problems(form, [1, createChoicesValue(12)], [2, createChoicesValue(21)]),
        problems(form, [1, createChoicesValue(12)], [2, { kind: "choices", chosen: [] }]),
      ],
      [
        {},
        {
          1: { kind: "noTransition", value: "Value 13" },
          2: { kind: "excludedByField", value: "Value 22", otherLabel: "State" },
        },
        { 2: { kind: "excludedByField", value: "Value 22", otherLabel: "State" } },
        {},
        {},
      ],
    );
  });

  const comparators: readonly (readonly [string, earlier: boolean, same: boolean, later: boolean])[] = [
    ["<", true, false, false],
    ["<=", true, true, false],
    ["≤", true, true, false],
    [">", false, false, true],
    [">=", false, true, true],
    ["≥", false, true, true],
    ["=", false, true, false],
    ["!=", true, false, true],
    ["≠", true, false, true],
    ["of another time", true, true, true],
  ];
  for (const [comparator, ...holds] of comparators) {
    it(`reports a date that violates ${comparator}`, () => {
      const form = createTestForm(
        [
          { id: 1, type: "date", label: "Start" },
          { id: 2, type: "date", withTime: true, label: "End" },
        ],
        { values: [], workflow: createWorkflow({ dateRules: [{ sourceId: 1, targetId: 2, comparator }] }) },
      );
      const reported = ["2026-03-01", "2026-03-02", "2026-03-03"].map(
        (day) => Object.keys(problems(form, [1, date(day)], [2, date("2026-03-02T00:00")])).length === 0,
      );
      assert.deepEqual(reported, holds);
    });
  }

  it("reports a date rule at its source, or at the field that is editable", () => {
    const dates = (access: "both" | "second"): Form =>
      createTestForm(
        [
          {
            id: 1,
            type: "date",
            label: "Start",
            permissions: new Set(access === "both" ? ["read", "update"] : ["read"]),
          },
          { id: 2, type: "date", label: "End" },
        ],
        {
          values: [createEntry(1, { kind: "date", date: "2026-03-05", withTime: false })],
          workflow: createWorkflow({ dateRules: [{ sourceId: 1, targetId: 2, comparator: "<" }] }),
        },
      );
    const typed = [2, date("2026-03-04")] as const;
    assert.deepEqual(
      [
        problems(dates("both"), typed),
        problems(dates("second"), typed),
        problems(dates("both"), [2, date("2026-03")]),
        problems(dates("both"), [2, date("2026-03-06")]),
      ],
      [
        { 1: { kind: "dateRule", comparator: "<", otherLabel: "End" } },
        { 2: { kind: "dateRule", comparator: "<", otherLabel: "Start" } },
        { 2: { kind: "notADate" } },
        {},
      ],
    );
  });

  it("reports a comment that is too long, a removed field, and one that is no longer editable", () => {
    const form = createTestForm([{ id: 1, type: "string", permissions: new Set(["read"]) }], { values: [] });
    const comment: Input = { kind: "text", source: "x".repeat(65_536), format: "commonmark" };
    assert.deepEqual(
      [
        problems(form, ["comment", comment]),
        problems(form, ["comment", { ...comment, source: "short" }]),
        problems(form, [1, line("x")], [7, line("y")]),
      ],
      [
        { comment: { kind: "tooLong", maximum: 65_535, unit: "bytes" } },
        {},
        { 1: { kind: "notAllowed" }, 7: { kind: "fieldRemoved" } },
      ],
    );
  });
});
