// From a tracker, and the values of an artifact where there is one, to a form.
import type { Unreadable } from "../page.ts";
import type { Field, Tracker, Workflow } from "../tracker.ts";
import { withGroupLabels } from "../user.ts";
import { type Chosen, type FieldEntry, type FieldValue, noneId, type TextFormat } from "../value.ts";
import { type Control, controlOf } from "./control.ts";
import type { Form, FormField, Promoted } from "./form.ts";
import { emptyInput, type Input, inputOf } from "./input.ts";
import { isArrangement, layoutOf } from "./layout.ts";
import { chosenIn, transitionTargets } from "./offered.ts";

// What a tracker sets into the fields of a new artifact. It is written in as many ways as there are types; what
// can't be read is left empty, and the server has the last word.

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function formatOf(value: unknown): TextFormat {
  return value === "text" || value === "html" ? value : "commonmark";
}

/** Defaults name values of the list; whatever the list no longer has is left out. */
function chosenOf(value: unknown, { choices, binding }: Field): readonly Chosen[] {
  const ids = new Set((Array.isArray(value) ? value : []).map((each) => String(member(each, "id") ?? each)));
  if (choices === undefined) {
    return binding === "users" ? peopleOf(value) : [];
  }
  return choices
    .filter(({ id, isHidden }) => !isHidden && ids.has(String(id)))
    .map(({ id, label }) => ({ id, label }));
}

function peopleOf(value: unknown): readonly Chosen[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const id = member(each, "id");
    const label = textOf(member(each, "real_name") ?? member(each, "label") ?? member(each, "username"));
    return typeof id === "number" && id > 100 && label !== undefined ? { id, label } : [];
  });
}

function dayOrTime(value: string, withTime: boolean): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(value);
  if (parts === null) return "";
  return withTime && parts[2] !== undefined ? `${parts[1]} ${parts[2]}` : (parts[1] ?? "");
}

function defaultInput(field: Field, control: Control): Input | undefined {
  const { defaultValue } = field;
  const empty = emptyInput(control);
  if (defaultValue === null || defaultValue === undefined) return empty;
  const text = textOf(defaultValue);
  switch (control.kind) {
    case "line":
      return { kind: "line", text: text ?? "" };
    case "text":
      return {
        kind: "text",
        source: textOf(member(defaultValue, "content")) ?? text ?? "",
        format: formatOf(member(defaultValue, "format")),
      };
    case "number":
      return { kind: "number", text: text ?? "" };
    case "date":
      return { kind: "date", text: dayOrTime(text ?? "", control.withTime) };
    case "choice":
    case "people":
      return { kind: "choices", chosen: chosenOf(defaultValue, field) };
    case "openList":
      return { kind: "openList", entries: chosenOf(defaultValue, field) };
    case "links":
    case "permissions":
    case "computed":
    case "steps":
    case "notifications":
    case "files":
    case "shown":
    case "broken":
      return empty;
  }
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

/** Servers that say nothing of times of day still send them: what is shown can be typed. */
function heldControl(field: Field, value: FieldValue | undefined): Control {
  const control = controlOf(field);
  return control.kind === "date" && value?.kind === "date" && value.withTime
    ? { ...control, withTime: true, isTimeOptional: !field.withTime }
    : control;
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

/** Filled by the server alone, so that nothing is to be seen of them before there is an artifact. */
const automatic = new Set(["aid", "atid", "subby", "luby", "subon", "lud", "cross", "priority"]);
const drawn = new Set(["burndown", "burnup"]);

/** The form of an artifact yet to be made: what may be filled in, with the tracker's defaults, and where files will hang. */
export function newForm(tracker: Tracker): Form {
  const fields = tracker.fields
    .filter((field) => !isArrangement(field) && !automatic.has(field.type) && !drawn.has(field.type))
    .map((field) => initialField(newField(field), tracker.workflow))
    .filter(({ access, control }) => access === "edit" || control.kind === "files");
  return assembled(tracker, [...fields, ...tracker.brokenFields.map(brokenField)], true);
}
