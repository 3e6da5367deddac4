// A form with a field of each kind.
import type { Input } from "../../../../src/model/fields/registry.ts";
import { toFormAfterSave } from "../../../../src/model/form/fieldChanges.ts";
import { type Draft, editDraft, type InputTarget, emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form, FormField } from "../../../../src/model/form/form.ts";
import {
  emptyMergeState,
  type MergeState,
  mergeRemoteChanges,
} from "../../../../src/model/merge/mergeState.ts";
import { createChoice, createTestForm } from "../../../support/fixtures/formBuilders.ts";

const choices = [createChoice(11), createChoice(12), createChoice(13)];
const ofTracker = createTestForm(
  [
    { id: 1, type: "string" },
    { id: 2, type: "text" },
    { id: 3, type: "int" },
    { id: 4, type: "date" },
    { id: 5, type: "sb", choices },
    { id: 6, type: "msb", choices },
    { id: 7, type: "tbl", binding: "static", choices },
    { id: 8, type: "art_link" },
    { id: 9, type: "perm", choices },
    { id: 10, type: "computed" },
    { id: 11, type: "ttmstepdef" },
    { id: 12, type: "sb", binding: "users" },
    { id: 13, type: "msb", binding: "users" },
  ],
  { values: [] },
);

/** No tracker has this type. */
const notifications: FormField = {
  id: 14,
  name: "",
  label: "Notifications",
  description: undefined,
  type: "",
  isRequired: false,
  access: "edit",
  control: { kind: "notifications", groups: [] },
  value: undefined,
  base: { kind: "notifications", rows: [] },
};

export const form: Form = { ...ofTracker, fields: [...ofTracker.fields, notifications] };

export function createDraft(
  over: Form,
  ...typed: readonly (readonly [target: InputTarget, input: Input])[]
): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => editDraft(over, draft, { target, input, step: "begin" }),
    emptyDraft,
  );
}

export function createLineInput(value: string): Input {
  return { kind: "line", text: value };
}

export function createTextInput(source: string): Input {
  return { kind: "text", source, format: "commonmark" };
}

/** The form with other base values. */
export function createFormWith(...typed: readonly (readonly [target: InputTarget, input: Input])[]): Form {
  return toFormAfterSave(form, createDraft(form, ...typed));
}

export function removeField(over: Form, fieldId: number): Form {
  return { ...over, fields: over.fields.filter(({ id }) => id !== fieldId) };
}

/** Makes a field read-only. */
export function lockField(over: Form, fieldId: number): Form {
  const fields = over.fields.map((field) =>
    field.id === fieldId ? { ...field, access: "read" as const } : field,
  );
  return { ...over, fields };
}

/** Without authorship. */
export function mergeForms(
  older: Form,
  draft: Draft,
  newer: Form,
  mergeState: MergeState = emptyMergeState,
): ReturnType<typeof mergeRemoteChanges> {
  return mergeRemoteChanges({ older, newer, authorships: [] }, { draft, mergeState });
}
