// From a tracker, and the values of an artifact where there is one, to a form.
import type { FieldEntry } from "../artifact.ts";
import { controlOf, hostTypeOfControl, hostTypeOfValue, serverTypeNamed } from "../fields/hostRegistry.ts";
import type { Control, FieldValue, Input } from "../fields/registry.ts";
import type { Unreadable } from "../page.ts";
import type { Field, Tracker, Workflow } from "../tracker.ts";
import { type Chosen, noneId } from "../value.ts";
import type { Form, FormField, Promoted } from "./form.ts";
import { emptyInput } from "./input.ts";
import { isArrangement, layoutOf } from "./layout.ts";
import { chosenIn, transitionTargets } from "./offered.ts";

/** What stands in a control that holds a value of the server. */
export function inputOf(control: Control, value: FieldValue | undefined): Input | undefined {
  const empty = emptyInput(control);
  if (empty === undefined || value === undefined) return empty;
  return hostTypeOfValue(value)?.inputOf?.(value);
}

/** What a tracker sets into a new artifact. */
function defaultInput(field: Field, control: Control): Input | undefined {
  const { defaultValue } = field;
  const given =
    defaultValue === null || defaultValue === undefined
      ? undefined
      : hostTypeOfControl(control)?.defaultInput?.(defaultValue, field, control);
  return given ?? emptyInput(control);
}

/** The value with the labels that the field itself has for its groups: they are in the language of the user. */
export function withGroupLabels(value: FieldValue, control: Control): FieldValue {
  const groups = hostTypeOfControl(control)?.groups?.(control) ?? [];
  if (groups.length === 0) return value;
  const labels = new Map(groups.map(({ id, label }) => [String(id), label]));
  return hostTypeOfValue(value)?.relabelled?.(value, labels) ?? value;
}

export type Values = readonly (FieldEntry | Unreadable)[];

interface Known {
  readonly values: ReadonlyMap<number, FieldValue>;
  readonly unreadable: ReadonlySet<number>;
}

function known(values: Values): Known {
  return {
    values: new Map(
      values.flatMap((each) => (each.kind === "entry" ? [[each.fieldId, each.value] as const] : [])),
    ),
    unreadable: new Set(values.flatMap((each) => (each.kind === "unreadable" ? (each.id ?? []) : []))),
  };
}

function heldControl(field: Field, value: FieldValue | undefined): Control {
  const control = controlOf(field);
  const type = hostTypeOfControl(control);
  const isOfType = value !== undefined && hostTypeOfValue(value) === type;
  return (isOfType ? type?.controlBeside?.(control, value, field) : undefined) ?? control;
}

function existingField(field: Field, { values, unreadable }: Known): FormField {
  const read = values.get(field.id);
  const control = unreadable.has(field.id) ? ({ kind: "broken" } as const) : heldControl(field, read);
  const value = read && withGroupLabels(read, control);
  const isEditable = field.permissions.has("update") && inputOf(control, undefined) !== undefined;
  return {
    ...described(field),
    access: isEditable ? "edit" : "read",
    control,
    value,
    base: inputOf(control, value),
  };
}

function newField(field: Field): FormField {
  const control = controlOf(field);
  const isEditable = field.permissions.has("create") && inputOf(control, undefined) !== undefined;
  return {
    ...described(field),
    access: isEditable ? "edit" : "read",
    control,
    value: undefined,
    base: defaultInput(field, control),
  };
}

/** Of a list that begins where the workflow does: a default from elsewhere would be refused. */
function initialField(field: FormField, rules: Workflow | undefined): FormField {
  if (rules?.fieldId !== field.id || field.control.kind !== "choice") return field;
  const initial = transitionTargets(rules, "new");
  // Where nobody may begin, or nothing is said of it, the server has the last word.
  if (initial.size === 0) return field;
  const isInitial = ({ id }: Chosen): boolean => initial.has(String(id));
  const [only, ...others] = field.control.choices.filter((each) => !each.isHidden && isInitial(each));
  const isRequired = field.isRequired || !initial.has(String(noneId));
  const given = chosenIn(field.base).filter(isInitial);
  const isClear = given.length === 0 && only !== undefined && others.length === 0 && isRequired;
  const chosen = isClear ? [{ id: only.id, label: only.label }] : given;
  return { ...field, isRequired, base: { kind: "choices", chosen } };
}

/** None is one of the values that the workflow has to lead to. */
function heldField(field: FormField, rules: Workflow | undefined): FormField {
  const held = chosenIn(field.base);
  if (rules?.fieldId !== field.id || held.length === 0) return field;
  const isRequired = field.isRequired || !transitionTargets(rules, held).has(String(noneId));
  return { ...field, isRequired };
}

function described(
  field: Field,
): Pick<FormField, "id" | "name" | "label" | "description" | "type" | "isRequired"> {
  const { id, name, label, description, type, isRequired } = field;
  return { id, name, label, description, type, isRequired };
}

function brokenField(id: number): FormField {
  return {
    id,
    name: "",
    label: `#${id}`,
    description: undefined,
    type: "",
    isRequired: false,
    access: "read",
    control: { kind: "broken" },
    value: undefined,
    base: undefined,
  };
}

/** What a heading has room for. */
const headingControls: Readonly<Record<keyof Promoted, readonly Control["kind"][]>> = {
  title: ["line"],
  status: ["choice"],
  assignee: ["choice", "people"],
};

/** Servers that don't say what their fields mean use the names that every tracker starts with. */
const usualNames: Readonly<Record<keyof Promoted, string>> = {
  title: "title",
  status: "status",
  assignee: "assigned_to",
};

function promotedOf({ semantics }: Tracker, fields: readonly FormField[]): Promoted {
  const says = Object.values(semantics).some((meaning) => meaning !== undefined);
  const find = (role: keyof Promoted, id: number | undefined): number | undefined =>
    fields.find(
      (field) =>
        headingControls[role].includes(field.control.kind) &&
        (says ? field.id === id : field.name === usualNames[role]),
    )?.id;
  return {
    title: find("title", semantics.titleFieldId),
    status: find("status", semantics.status?.fieldId),
    assignee: find("assignee", semantics.assigneeFieldId),
  };
}

function assembled(tracker: Tracker, fields: readonly FormField[], isNew: boolean): Form {
  const promoted = promotedOf(tracker, fields);
  const ofKind = (kind: FormField["control"]["kind"]): number[] =>
    fields.flatMap(({ id, control }) => (control.kind === kind ? id : []));
  const [linkFields, fileFields] = [ofKind("links"), ofKind("files")];
  const apart = new Set([...Object.values(promoted), ...linkFields, ...fileFields]);
  return {
    isNew,
    fields,
    promoted,
    layout: layoutOf(
      tracker,
      fields.filter(({ id }) => !apart.has(id)),
    ),
    linkFields,
    fileFields,
    rules: tracker.workflow,
    takesComment: false,
  };
}

/** The form of an artifact that exists. */
export function formOf(tracker: Tracker, values: Values): Form {
  const content = known(values);
  const fields = tracker.fields
    .filter((field) => !isArrangement(field))
    .map((field) => heldField(existingField(field, content), tracker.workflow));
  return assembled(tracker, [...fields, ...tracker.brokenFields.map(brokenField)], false);
}

/** The form of an artifact yet to be made: what may be filled in, with the tracker's defaults, and where files will hang. */
export function newForm(tracker: Tracker): Form {
  const fields = tracker.fields
    .filter((field) => !isArrangement(field) && serverTypeNamed(field.type)?.isFilledByServer !== true)
    .map((field) => initialField(newField(field), tracker.workflow))
    .filter(({ access, control }) => access === "edit" || control.kind === "files");
  return assembled(tracker, [...fields, ...tracker.brokenFields.map(brokenField)], true);
}
