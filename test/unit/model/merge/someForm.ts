// A form with a field of each kind, and what people do to it.
import type { Input } from "../../../../src/model/fields/registry.ts";
import { settled } from "../../../../src/model/form/changes.ts";
import { type Draft, edited, type Target, untouched } from "../../../../src/model/form/draft.ts";
import type { Form, FormField } from "../../../../src/model/form/form.ts";
import { alone, type Encounter, met } from "../../../../src/model/merge/encounter.ts";
import { choice, formWith } from "../../../support/fixtures/formParts.ts";

const choices = [choice(11), choice(12), choice(13)];
const ofTracker = formWith(
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

/** What no tracker has. */
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

export function typing(over: Form, ...typed: readonly (readonly [target: Target, input: Input])[]): Draft {
  return typed.reduce<Draft>(
    (draft, [target, input]) => edited(over, draft, { target, input, step: "begin" }),
    untouched,
  );
}

export function line(value: string): Input {
  return { kind: "line", text: value };
}

export function text(source: string): Input {
  return { kind: "text", source, format: "commonmark" };
}

/** A form whose fields hold something else. */
export function holding(...typed: readonly (readonly [target: Target, input: Input])[]): Form {
  return settled(form, typing(form, ...typed));
}

export function without(over: Form, fieldId: number): Form {
  return { ...over, fields: over.fields.filter(({ id }) => id !== fieldId) };
}

/** A form where something may only be read. */
export function locked(over: Form, fieldId: number): Form {
  const fields = over.fields.map((field) =>
    field.id === fieldId ? { ...field, access: "read" as const } : field,
  );
  return { ...over, fields };
}

/** Nobody tells who has written. */
export function meeting(
  older: Form,
  draft: Draft,
  newer: Form,
  encounter: Encounter = alone,
): ReturnType<typeof met> {
  return met({ older, newer, writings: [] }, { draft, encounter });
}
