// Creates a form from a tracker and the values of an artifact.
import type { FieldWithValue } from "../artifact.ts";
import { createControl, hostTypeOfControl, hostTypeOfValue, findServerType } from "../fields/hostRegistry.ts";
import type { Control, FieldValue, Input } from "../fields/registry.ts";
import type { UnreadableItem } from "../collectionPage.ts";
import type { Field, Tracker, Workflow } from "../tracker.ts";
import { type LabeledId, noneChoiceId } from "../valueTypes.ts";
import type { Form, FormField, HeadingFieldIds } from "./form.ts";
import { createEmptyInput } from "./input.ts";
import { isLayoutElement, createLayout } from "./layout.ts";
import { getSelectedChoices, findTransitionTargets } from "./availableChoices.ts";

export function toInput(control: Control, value: FieldValue | undefined): Input | undefined {
  const empty = createEmptyInput(control);
  if (empty === undefined || value === undefined) return empty;
  return hostTypeOfValue(value)?.toInput?.(value);
}

function toDefaultInput(field: Field, control: Control): Input | undefined {
  const { defaultValue } = field;
  const input =
    defaultValue === null || defaultValue === undefined
      ? undefined
      : hostTypeOfControl(control)?.toDefaultInput?.(defaultValue, field, control);
  return input ?? createEmptyInput(control);
}

/** Uses the field's labels for user groups because they are localized. */
export function applyGroupLabels(value: FieldValue, control: Control): FieldValue {
  const groups = hostTypeOfControl(control)?.getGroups?.(control) ?? [];
  if (groups.length === 0) return value;
  const labels = new Map(groups.map(({ id, label }) => [String(id), label]));
  return hostTypeOfValue(value)?.relabelValue?.(value, labels) ?? value;
}

export type ArtifactValues = readonly (FieldWithValue | UnreadableItem)[];

interface ValueLookup {
  readonly values: ReadonlyMap<number, FieldValue>;
  readonly unreadable: ReadonlySet<number>;
}

function toValueLookup(values: ArtifactValues): ValueLookup {
  return {
    values: new Map(
      values.flatMap((each) => (each.kind === "entry" ? [[each.fieldId, each.value] as const] : [])),
    ),
    unreadable: new Set(values.flatMap((each) => (each.kind === "unreadable" ? (each.id ?? []) : []))),
  };
}

function toControlForValue(field: Field, value: FieldValue | undefined): Control {
  const control = createControl(field);
  const type = hostTypeOfControl(control);
  const isOfType = value !== undefined && hostTypeOfValue(value) === type;
  return (isOfType ? type?.adjustControl?.(control, value, field) : undefined) ?? control;
}

function toExistingField(field: Field, { values, unreadable }: ValueLookup): FormField {
  const loaded = values.get(field.id);
  const control = unreadable.has(field.id) ? ({ kind: "broken" } as const) : toControlForValue(field, loaded);
  const value = loaded && applyGroupLabels(loaded, control);
  const isEditable = field.permissions.has("update") && toInput(control, undefined) !== undefined;
  return {
    ...pickFieldInfo(field),
    access: isEditable ? "edit" : "read",
    control,
    value,
    base: toInput(control, value),
  };
}

/** Files are sent with the creation if the server supports uploads. */
function toNewControl(field: Field, canUpload: boolean): Control {
  const control = createControl(field);
  return control.kind === "files" && canUpload && field.permissions.has("create")
    ? { kind: "newFiles", maxBytes: control.maxBytes }
    : control;
}

function toNewField(field: Field, canUpload: boolean): FormField {
  const control = toNewControl(field, canUpload);
  const isEditable = field.permissions.has("create") && toInput(control, undefined) !== undefined;
  return {
    ...pickFieldInfo(field),
    access: isEditable ? "edit" : "read",
    control,
    value: undefined,
    base: toDefaultInput(field, control),
  };
}

/** Restricts the default of a workflow field to the initial transitions; the server would reject another default. */
function applyInitialTransitions(field: FormField, rules: Workflow | undefined): FormField {
  if (rules?.fieldId !== field.id || field.control.kind !== "choice") return field;
  const initial = findTransitionTargets(rules, "new");
  // Without initial transitions the server decides.
  if (initial.size === 0) return field;
  const isInitial = ({ id }: LabeledId): boolean => initial.has(String(id));
  const [onlyChoice, ...otherChoices] = field.control.choices.filter(
    (each) => !each.isHidden && isInitial(each),
  );
  const isRequired = field.isRequired || !initial.has(String(noneChoiceId));
  const defaults = getSelectedChoices(field.base).filter(isInitial);
  const isUnambiguous =
    defaults.length === 0 && onlyChoice !== undefined && otherChoices.length === 0 && isRequired;
  const chosen = isUnambiguous ? [{ id: onlyChoice.id, label: onlyChoice.label }] : defaults;
  return { ...field, isRequired, base: { kind: "choices", chosen } };
}

/** "None" must be reachable by a transition like any other value. */
function applyTransitions(field: FormField, rules: Workflow | undefined): FormField {
  const current = getSelectedChoices(field.base);
  if (rules?.fieldId !== field.id || current.length === 0) return field;
  const isRequired = field.isRequired || !findTransitionTargets(rules, current).has(String(noneChoiceId));
  return { ...field, isRequired };
}

function pickFieldInfo(
  field: Field,
): Pick<FormField, "id" | "name" | "label" | "description" | "type" | "isRequired"> {
  const { id, name, label, description, type, isRequired } = field;
  return { id, name, label, description, type, isRequired };
}

function toUnreadableField(id: number): FormField {
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

/** Control kinds that fit into the heading. */
const headingControls: Readonly<Record<keyof HeadingFieldIds, readonly Control["kind"][]>> = {
  title: ["line"],
  status: ["choice"],
  assignee: ["choice", "people"],
};

/** For servers without semantics: the names in Tuleap's tracker templates. */
const defaultFieldNames: Readonly<Record<keyof HeadingFieldIds, string>> = {
  title: "title",
  status: "status",
  assignee: "assigned_to",
};

function findHeadingFields({ semantics }: Tracker, fields: readonly FormField[]): HeadingFieldIds {
  const hasSemantics = Object.values(semantics).some((meaning) => meaning !== undefined);
  const find = (role: keyof HeadingFieldIds, id: number | undefined): number | undefined =>
    fields.find(
      (field) =>
        headingControls[role].includes(field.control.kind) &&
        (hasSemantics ? field.id === id : field.name === defaultFieldNames[role]),
    )?.id;
  return {
    title: find("title", semantics.titleFieldId),
    status: find("status", semantics.status?.fieldId),
    assignee: find("assignee", semantics.assigneeFieldId),
  };
}

function assembleForm(tracker: Tracker, fields: readonly FormField[], isNew: boolean): Form {
  const promoted = findHeadingFields(tracker, fields);
  const findIdsByKind = (...kinds: readonly Control["kind"][]): number[] =>
    fields.flatMap(({ id, control }) => (kinds.includes(control.kind) ? id : []));
  const [linkFields, fileFields] = [findIdsByKind("links"), findIdsByKind("files", "newFiles")];
  const separateIds = new Set([...Object.values(promoted), ...linkFields, ...fileFields]);
  return {
    isNew,
    fields,
    promoted,
    layout: createLayout(
      tracker,
      fields.filter(({ id }) => !separateIds.has(id)),
    ),
    linkFields,
    fileFields,
    rules: tracker.workflow,
    takesComment: false,
  };
}

export function createForm(tracker: Tracker, values: ArtifactValues): Form {
  const content = toValueLookup(values);
  const fields = tracker.fields
    .filter((field) => !isLayoutElement(field))
    .map((field) => applyTransitions(toExistingField(field, content), tracker.workflow));
  return assembleForm(tracker, [...fields, ...tracker.unreadableFieldIds.map(toUnreadableField)], false);
}

/** Fields that can be set on creation, with the tracker's defaults, and file fields. */
export function createNewForm(tracker: Tracker, canUpload = true): Form {
  const fields = tracker.fields
    .filter((field) => !isLayoutElement(field) && findServerType(field.type)?.isSetByServer !== true)
    .map((field) => applyInitialTransitions(toNewField(field, canUpload), tracker.workflow))
    .filter(({ access, control }) => access === "edit" || control.kind === "files");
  return assembleForm(tracker, [...fields, ...tracker.unreadableFieldIds.map(toUnreadableField)], true);
}
