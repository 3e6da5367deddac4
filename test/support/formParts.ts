// Fields, trackers and forms for tests of the rules alone: everything usual unless told otherwise.
import { formOf, newForm, type Values } from "../../src/model/form/build.ts";
import type { Form } from "../../src/model/form/form.ts";
import type { Choice, Field, Tracker, Workflow } from "../../src/model/tracker.ts";
import type { FieldEntry, FieldValue } from "../../src/model/value.ts";

export type FieldParts = Partial<Field> & Pick<Field, "id" | "type">;

export function field(parts: FieldParts): Field {
  return {
    kind: "field",
    name: `field_${parts.id}`,
    label: `Field ${parts.id}`,
    description: undefined,
    isRequired: false,
    permissions: new Set(["read", "create", "update"]),
    binding: undefined,
    choices: undefined,
    withTime: false,
    maxLength: undefined,
    maxUploadBytes: undefined,
    linkTypes: [],
    isHidden: false,
    staticText: undefined,
    isRestrictedByDefault: false,
    defaultValue: undefined,
    ...parts,
  };
}

export function choice(id: Choice["id"], parts: Partial<Choice> = {}): Choice {
  return { id, label: `Value ${id}`, isHidden: false, color: undefined, ...parts };
}

const meaningless: Tracker["semantics"] = {
  titleFieldId: undefined,
  descriptionFieldId: undefined,
  assigneeFieldId: undefined,
  status: undefined,
};

export function tracker(
  fields: readonly FieldParts[],
  parts: Partial<Omit<Tracker, "fields" | "semantics">> & {
    readonly semantics?: Partial<Tracker["semantics"]>;
  } = {},
): Tracker {
  return {
    kind: "tracker",
    id: 1,
    uri: "trackers/1",
    label: "Buoys",
    color: undefined,
    artifactsUri: "trackers/1/artifacts",
    itemName: "buoy",
    description: undefined,
    brokenFields: [],
    structure: [],
    workflow: undefined,
    isAdministrator: undefined,
    ...parts,
    semantics: { ...meaningless, ...parts.semantics },
    fields: fields.map(field),
  };
}

export function rules(parts: Partial<Workflow>): Workflow {
  return { fieldId: 0, transitions: [], dateRules: [], listRules: [], ...parts };
}

export function entry(fieldId: number, value: FieldValue): FieldEntry {
  return { kind: "entry", fieldId, label: `Field ${fieldId}`, type: "", value };
}

/** The form of an artifact that exists, or of one that does not yet. */
export function formWith(
  fields: readonly FieldParts[],
  { values, workflow }: { readonly values?: Values; readonly workflow?: Workflow } = {},
): Form {
  const described = tracker(fields, { workflow });
  return values === undefined ? newForm(described) : formOf(described, values);
}

/** A value of a list by its ids. */
export function chosen(...ids: readonly (number | string)[]): FieldValue & { readonly kind: "choices" } {
  return { kind: "choices", chosen: ids.map((id) => ({ id, label: `Value ${id}` })) };
}
