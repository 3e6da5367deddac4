import assert from "node:assert/strict";
import type { Problem } from "../../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { type Draft, edited, type Target, untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { problemsOf } from "../../../../src/model/form/problems.ts";
import {
  choice,
  chosen,
  entry,
  type FieldParts,
  formWith,
  rules,
} from "../../../support/fixtures/formParts.ts";

function typing(form: Form, ...typed: readonly (readonly [Target, Input])[]): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => edited(form, draft, { target, input, step: "begin" }),
    untouched,
  );
}

function problems(form: Form, ...typed: readonly (readonly [Target, Input])[]): Record<string, Problem> {
  return Object.fromEntries(problemsOf(form, typing(form, ...typed)));
}

const line = (text: string): Input => ({ kind: "line", text });
const number = (text: string): Input => ({ kind: "number", text });
const date = (text: string): Input => ({ kind: "date", text });
const open = (label: string): Input => ({ kind: "openList", entries: [{ id: undefined, label }] });
const list: FieldParts = { id: 1, type: "sb", choices: [choice(11), choice(12)] };

describe("what is wrong with one input", () => {
  const withTime = { withTime: true };
  const cases: readonly (readonly [Omit<FieldParts, "id">, Input, Problem | undefined])[] = [
    [{ type: "string", isRequired: true }, line("  "), { kind: "required" }],
    [{ type: "string", isRequired: true }, line(" x "), undefined],
    [{ type: "string", maxLength: 3 }, line("abcd"), { kind: "tooLong", maximum: 3, unit: "characters" }],
    // As many characters, though not as many code units.
    [{ type: "string", maxLength: 3 }, line("🌊🌊🌊"), undefined],
    [{ type: "string" }, line("a\nb"), { kind: "severalLines" }],
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
    [{ type: "int" }, number("1.5"), { kind: "notWhole" }],
    [{ type: "int" }, number("-2147483649"), { kind: "tooLarge" }],
    [{ type: "int" }, number("+7"), undefined],
    [{ type: "int", isRequired: true }, number(" "), { kind: "required" }],
    [{ type: "tbl" }, open("a,b; c"), { kind: "comma", value: "a,b; c" }],
    [{ type: "tbl", binding: "users" }, open("Ana, Admin"), { kind: "comma", value: "Ana, Admin" }],
    [{ type: "tbl" }, open("a b; c"), undefined],
    // One that the list has is sent by its id.
    [{ type: "tbl" }, { kind: "openList", entries: [{ id: "b7", label: "a, b" }] }, undefined],
    [{ type: "date" }, date("2.3.2026"), { kind: "notADate" }],
    [{ type: "date" }, date("2026-02-29"), { kind: "noSuchDay" }],
    [{ type: "date" }, date("2028-02-29"), undefined],
    [{ type: "date" }, date("2026-03-02 09:00"), { kind: "notADate" }],
    [{ type: "date", ...withTime }, date("2026-03-02T09:00"), undefined],
    [{ type: "date", ...withTime }, date("2026-03-02"), undefined],
    [{ type: "date", ...withTime }, date("2026-03-02 24:00"), { kind: "notADate" }],
    [{ type: "date", ...withTime }, date("2026-03-02 09:00 x"), { kind: "notADate" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "" }, { kind: "required" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "x" }, { kind: "notANumber" }],
    [{ type: "computed" }, { kind: "computed", isAutomatic: false, text: "1.5" }, undefined],
    [{ ...list, isRequired: true }, chosen(11), undefined],
    [list, chosen(19), { kind: "gone", value: "Value 19" }],
  ];
  for (const [parts, input, problem] of cases) {
    it(`of ${JSON.stringify(input).slice(0, 60)} in ${parts.type} is ${problem?.kind ?? "nothing"}`, () => {
      const field = { ...parts, id: 1 };
      const expected = problem === undefined ? {} : { 1: problem };
      // From something else, so that it counts as typed even if it is empty.
      const existing = formWith([field], { values: [entry(1, { kind: "string", text: "else" })] });
      assert.deepEqual(
        [problems(formWith([field]), [1, input]), problems(existing, [1, input])],
        [expected, expected],
      );
    });
  }
});

describe("what keeps a draft from being sent", () => {
  it("is of an artifact only what was typed, of a new one everything", () => {
    const fields: readonly FieldParts[] = [
      { id: 1, type: "string", isRequired: true },
      { id: 2, type: "int" },
      { id: 3, type: "string" },
    ];
    const existing = formWith(fields, { values: [entry(2, { kind: "float", number: 1.5 })] });
    assert.deepEqual(
      [
        problems(existing),
        problems(existing, [3, line("x")]),
        problems(existing, [2, number("2.5")]),
        problems(formWith(fields), [3, line("x")]),
        problems(formWith([{ ...fields[0], id: 1, type: "string", defaultValue: "set" }])),
      ],
      [{}, {}, { 2: { kind: "notWhole" } }, { 1: { kind: "required" } }, {}],
    );
  });

  it("is None where the workflow does not lead there, but not where it is held", () => {
    const workflow = rules({
      fieldId: 1,
      transitions: [
        { from: 11, to: 12 },
        { from: 12, to: 100 },
      ],
    });
    const emptied = (...ids: readonly number[]) => {
      const form = formWith([list, { id: 2, type: "string" }], {
        values: [entry(1, chosen(...ids))],
        workflow,
      });
      return problems(form, [1, { kind: "choices", chosen: [] }], [2, line("x")]);
    };
    assert.deepEqual([emptied(11), emptied(12), emptied()], [{ 1: { kind: "required" } }, {}, {}]);
  });

  it("is a value that can't be reached, or does not go with another", () => {
    const workflow = rules({
      fieldId: 1,
      transitions: [{ from: 11, to: 12 }],
      listRules: [{ sourceId: 1, sourceValue: 12, targetId: 2, targetValue: 21 }],
    });
    const form = formWith(
      [
        { id: 1, type: "sb", label: "State", choices: [choice(11), choice(12), choice(13)] },
        { id: 2, type: "sb", choices: [choice(21), choice(22)] },
      ],
      { values: [entry(1, chosen(11)), entry(2, chosen(22))], workflow },
    );
    assert.deepEqual(
      [
        problems(form),
        problems(form, [1, chosen(13)]),
        // The second list was not touched; the first has made it wrong.
        problems(form, [1, chosen(12)]),
        problems(form, [1, chosen(12)], [2, chosen(21)]),
        problems(form, [1, chosen(12)], [2, { kind: "choices", chosen: [] }]),
      ],
      [
        {},
        {
          1: { kind: "notReachable", value: "Value 13" },
          2: { kind: "notWith", value: "Value 22", other: "State" },
        },
        { 2: { kind: "notWith", value: "Value 22", other: "State" } },
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
    it(`is a date that is not ${comparator} another`, () => {
      const form = formWith(
        [
          { id: 1, type: "date", label: "Start" },
          { id: 2, type: "date", withTime: true, label: "End" },
        ],
        { values: [], workflow: rules({ dateRules: [{ sourceId: 1, targetId: 2, comparator }] }) },
      );
      const told = ["2026-03-01", "2026-03-02", "2026-03-03"].map(
        (day) => Object.keys(problems(form, [1, date(day)], [2, date("2026-03-02T00:00")])).length === 0,
      );
      assert.deepEqual(told, holds);
    });
  }

  it("tells of two dates where the rule starts, or where something can be changed", () => {
    const dates = (access: "both" | "second"): Form =>
      formWith(
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
          values: [entry(1, { kind: "date", date: "2026-03-05", withTime: false })],
          workflow: rules({ dateRules: [{ sourceId: 1, targetId: 2, comparator: "<" }] }),
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
        { 1: { kind: "dateRule", comparator: "<", other: "End" } },
        { 2: { kind: "dateRule", comparator: "<", other: "Start" } },
        { 2: { kind: "notADate" } },
        {},
      ],
    );
  });

  it("is a comment that is too long, a field that went away, and one that may not be changed any more", () => {
    const form = formWith([{ id: 1, type: "string", permissions: new Set(["read"]) }], { values: [] });
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
        { 1: { kind: "notAllowed" }, 7: { kind: "fieldGone" } },
      ],
    );
  });
});
