// Whatever a person and others may do to a form. There are few values of each kind, so that they often meet.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Target } from "../../../../src/model/form/draft.ts";
import { fieldOf } from "../../../../src/model/form/form.ts";
import type { Choice } from "../../../../src/model/merge/encounter.ts";
import type { TextFormat } from "../../../../src/model/value.ts";
import { chosen } from "../../../support/fixtures/formParts.ts";
import { form, text } from "./someForm.ts";
import type { Action } from "./someSession.ts";

export const fieldIds = form.fields.map(({ id }) => id);

function subsets<T>(...elements: readonly T[]): fc.Arbitrary<T[]> {
  return fc.subarray([...elements]);
}

const word = fc.constantFrom("", "a", "b", "c");
const step = (description: string, format: TextFormat) =>
  ({ description, descriptionFormat: format, expected: "", expectedFormat: "text" }) as const;

const inputs: Readonly<Record<Input["kind"], fc.Arbitrary<Input>>> = {
  line: word.map((value) => ({ kind: "line", text: value })),
  text: fc
    .tuple(
      ...["a", "b", "c", "d", "e"].map((line) => fc.constantFrom(line, line, line, `${line}!`, `${line}?`)),
    )
    .map((lines) => text(lines.map((each) => `${each}\n`).join(""))),
  number: fc.constantFrom("", "1", "1.0", "2").map((value) => ({ kind: "number", text: value })),
  date: fc.constantFrom("", "2026-01-01", "2026-01-02").map((value) => ({ kind: "date", text: value })),
  choices: subsets(11, 12, 13).map((ids) => chosen(...ids)),
  openList: subsets<readonly [number | undefined, string]>(
    [7, "tide"],
    [8, "ebb"],
    [undefined, "tide"],
    [undefined, "flood"],
  ).map((entries) => ({ kind: "openList", entries: entries.map(([id, label]) => ({ id, label })) })),
  links: subsets<readonly [number, string]>([5, ""], [5, "_is_child"], [6, ""]).map((links) => ({
    kind: "links",
    forward: links.map(([artifactId, type]) => ({ artifactId, type })),
  })),
  permissions: subsets("1", "2", "3").map((ids) => ({
    kind: "permissions",
    groups: ids.map((id) => ({ id, label: id })),
  })),
  computed: fc
    .tuple(fc.boolean(), fc.constantFrom("1", "2"))
    .map(([isAutomatic, value]) => ({ kind: "computed", isAutomatic, text: value })),
  steps: subsets(step("a", "text"), step("b", "text"), step("a", "html")).map((steps) => ({
    kind: "steps",
    steps,
  })),
  notifications: fc
    .tuple(
      ...["/a", "/b"].map((path) =>
        fc.tuple(fc.constant(path), subsets("x@y.example", "z@y.example"), subsets(5, 6)),
      ),
    )
    .map((rows) => ({
      kind: "notifications",
      rows: rows.flatMap(([path, emails, ids]) => {
        const users = ids.map((id) => ({ id, label: String(id) }));
        return emails.length + ids.length === 0 ? [] : { path, emails, users, groups: [] };
      }),
    })),
};

const single = fc.constantFrom([], [11], [12], [13]).map((ids) => chosen(...ids));

function inputFor(fieldId: number): fc.Arbitrary<Input> {
  const field = fieldOf(form, fieldId) ?? assert.fail(`no field ${fieldId}`);
  const kind = field.base?.kind ?? assert.fail(`no input in ${fieldId}`);
  return field.type === "sb" ? single : inputs[kind];
}

type Inputs = readonly (readonly [fieldId: number, input: Input])[];

/** Something for all of the fields. */
export const allInputs: fc.Arbitrary<Inputs> = fc.tuple(
  ...fieldIds.map((id) => inputFor(id).map((input) => [id, input] as const)),
);

/** Something for some of the fields. */
export function inputsFor(ids: readonly number[]): fc.Arbitrary<Inputs> {
  return fc
    .subarray([...ids])
    .chain((some) => fc.tuple(...some.map((id) => inputFor(id).map((input) => [id, input] as const))));
}

const comment = word.map((source) => ["comment", text(source)] as const);

/** Few fields: what happens to one of them is to meet what happened to it before. */
function actionOn(ids: readonly number[]): fc.Arbitrary<Action> {
  const fieldId = fc.constantFrom(...ids);
  const rarely = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray([...ids]) },
  );
  const typed: fc.Arbitrary<readonly [Target, Input]> = fc.oneof(
    { weight: 8, arbitrary: fieldId.chain((id) => inputFor(id).map((input) => [id, input] as const)) },
    { weight: 1, arbitrary: comment },
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(typed, fc.constantFrom("begin" as const, "begin" as const, "join" as const))
        .map(([[target, input], how]): Action => ({ kind: "type", target, input, step: how })),
    },
    { weight: 1, arbitrary: fieldId.map((id): Action => ({ kind: "putBack", fieldId: id })) },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom<Action["kind"] & ("undo" | "redo" | "keep")>(
          "undo",
          "undo",
          "undo",
          "redo",
          "redo",
          "keep",
        )
        .map((kind): Action => ({ kind })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fieldId, fc.constantFrom<Choice[]>("mine", "theirs", "both", "edit"))
        .map(([id, choice]): Action => ({ kind: "choose", fieldId: id, choice })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({ inputs: inputsFor(ids), locked: rarely, gone: rarely })
        .map((saved): Action => ({ kind: "others", ...saved })),
    },
  );
}

const merging = [2, 6, 7, 8, 9, 13];

export const anyActions: fc.Arbitrary<readonly Action[]> = fc
  .oneof(
    fc.subarray(fieldIds, { minLength: 1, maxLength: 3 }),
    fc.subarray(merging, { minLength: 1, maxLength: 2 }),
  )
  .chain((ids) => fc.array(actionOn(ids), { maxLength: 24, size: "max" }));
