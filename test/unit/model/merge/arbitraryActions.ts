// Arbitrary actions of the user and others on a form, with few values so that they often collide.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { InputTarget } from "../../../../src/model/form/draft.ts";
import { findField } from "../../../../src/model/form/form.ts";
import type { Resolution } from "../../../../src/model/merge/mergeState.ts";
import type { TextFormat } from "../../../../src/model/valueTypes.ts";
import { createChoicesValue } from "../../../support/fixtures/formBuilders.ts";
import { form, createTextInput } from "./testForm.ts";
import type { Action } from "./mergeSession.ts";

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
    .map((lines) => createTextInput(lines.map((each) => `${each}\n`).join(""))),
  number: fc.constantFrom("", "1", "1.0", "2").map((value) => ({ kind: "number", text: value })),
  date: fc.constantFrom("", "2026-01-01", "2026-01-02").map((value) => ({ kind: "date", text: value })),
  choices: subsets(11, 12, 13).map((ids) => createChoicesValue(...ids)),
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
  newFiles: subsets("a", "b").map((keys) => ({
    kind: "newFiles",
    files: keys.map((key) => ({
      key,
      name: `${key}.txt`,
      size: 1,
      type: "text/plain",
      description: "",
      path: `/${key}.txt`,
      isCopy: false,
    })),
  })),
};

const single = fc.constantFrom([], [11], [12], [13]).map((ids) => createChoicesValue(...ids));

function arbitraryInputFor(fieldId: number): fc.Arbitrary<Input> {
  const field = findField(form, fieldId) ?? assert.fail(`no field ${fieldId}`);
  const kind = field.base?.kind ?? assert.fail(`no input in ${fieldId}`);
  return field.type === "sb" ? single : inputs[kind];
}

type Inputs = readonly (readonly [fieldId: number, input: Input])[];

/** An input for each field. */
export const arbitraryInputs: fc.Arbitrary<Inputs> = fc.tuple(
  ...fieldIds.map((id) => arbitraryInputFor(id).map((input) => [id, input] as const)),
);

/** Inputs for some of the fields. */
export function arbitraryInputsFor(ids: readonly number[]): fc.Arbitrary<Inputs> {
  return fc
    .subarray([...ids])
    .chain((some) =>
      fc.tuple(...some.map((id) => arbitraryInputFor(id).map((input) => [id, input] as const))),
    );
}

const comment = word.map((source) => ["comment", createTextInput(source)] as const);

/** Few fields, so that actions often affect the same field. */
function arbitraryAction(ids: readonly number[]): fc.Arbitrary<Action> {
  const fieldId = fc.constantFrom(...ids);
  const rarely = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray([...ids]) },
  );
  const typed: fc.Arbitrary<readonly [InputTarget, Input]> = fc.oneof(
    {
      weight: 8,
      arbitrary: fieldId.chain((id) => arbitraryInputFor(id).map((input) => [id, input] as const)),
    },
    { weight: 1, arbitrary: comment },
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(typed, fc.constantFrom("begin" as const, "begin" as const, "join" as const))
        .map(([[target, input], how]): Action => ({ kind: "type", target, input, step: how })),
    },
    { weight: 1, arbitrary: fieldId.map((id): Action => ({ kind: "revert", fieldId: id })) },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom<Action["kind"] & ("undo" | "redo" | "storeAndLoad")>(
          "undo",
          "undo",
          "undo",
          "redo",
          "redo",
          "storeAndLoad",
        )
        .map((kind): Action => ({ kind })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fieldId, fc.constantFrom<Resolution[]>("mine", "theirs", "both", "edit"))
        .map(([id, choice]): Action => ({ kind: "choose", fieldId: id, choice })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({ inputs: arbitraryInputsFor(ids), locked: rarely, gone: rarely })
        .map((saved): Action => ({ kind: "remoteSave", ...saved })),
    },
  );
}

const mergeableFieldIds = [2, 6, 7, 8, 9, 13];

export const arbitraryActions: fc.Arbitrary<readonly Action[]> = fc
  .oneof(
    fc.subarray(fieldIds, { minLength: 1, maxLength: 3 }),
    fc.subarray(mergeableFieldIds, { minLength: 1, maxLength: 2 }),
  )
  .chain((ids) => fc.array(arbitraryAction(ids), { maxLength: 24, size: "max" }));
