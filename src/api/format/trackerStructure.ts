// A tracker with its fields, from either of the forms in which servers describe one.
import * as z from "zod";
import { elements } from "../../model/fields/reading.ts";
import type {
  Choice,
  Field,
  LinkType,
  Permission,
  Placement,
  Tracker,
  Workflow,
} from "../../model/tracker.ts";
import { groupLabel } from "../../model/user.ts";
import {
  anything,
  dispensableText,
  integer,
  listOf,
  optionalBoolean,
  optionalInteger,
  optionalText,
  resourceId,
  subResource,
  text,
} from "./wire.ts";

const choiceSchema = z.object({
  id: resourceId,
  label: optionalText,
  is_hidden: optionalBoolean,
  value_color: optionalText,
  user_reference: z.object({ real_name: optionalText }).nullish().catch(undefined),
  ugroup_reference: z.object({ id: resourceId, label: optionalText }).nullish().catch(undefined),
});

function toChoice({
  id,
  label,
  is_hidden,
  value_color,
  user_reference,
  ugroup_reference,
}: z.infer<typeof choiceSchema>): Choice {
  return {
    // Groups are written by the id of the group, not by that of the list's value.
    id: ugroup_reference?.id ?? id,
    label: ugroup_reference?.label ?? user_reference?.real_name ?? label ?? String(id),
    isHidden: is_hidden ?? false,
    color: value_color,
  };
}

const groupsSchema = z.object({ ugroup_representations: z.unknown(), is_used_by_default: optionalBoolean });
const openToUsersSchema = z.object({ resource: z.object({ type: z.literal("users") }) });

/** An empty list of people means all of them, who are searched rather than listed. */
function choicesOf(values: unknown, binding: Field["binding"]): readonly Choice[] | undefined {
  // XML has no null: nothing, where there is no list, is an empty text.
  if (values === "" && binding === undefined) return undefined;
  if (values === null || values === undefined || openToUsersSchema.safeParse(values).success) {
    return undefined;
  }
  const groups = groupsSchema.safeParse(values);
  const isOfGroups = groups.success || binding === "ugroups";
  const choices = listOf(choiceSchema)
    .parse(groups.success ? groups.data.ugroup_representations : values)
    .map(toChoice)
    .map((choice) => (isOfGroups ? { ...choice, label: groupLabel(choice.label) } : choice));
  return binding === "users" && choices.length === 0 ? undefined : choices;
}

const permissionSchema = z.enum(["read", "create", "update"]);
const linkTypeSchema = z.object({ shortname: text, forward_label: text, reverse_label: text });

const fieldSchema = z.object({
  field_id: integer,
  name: text,
  label: text,
  description: optionalText,
  type: text,
  required: optionalBoolean,
  permissions: listOf<Permission>(permissionSchema).optional(),
  bindings: z.object({ type: optionalText }).nullish().catch(undefined),
  values: anything,
  is_time_displayed: optionalBoolean,
  specific_properties: z
    .object({ maxchars: optionalInteger, static_value: dispensableText })
    .nullish()
    .catch(undefined),
  max_size_upload: optionalInteger,
  allowed_types: listOf(linkTypeSchema).optional(),
  default_value: anything,
  is_hidden: optionalBoolean,
});

const bindings: Readonly<Record<string, Field["binding"]>> = {
  static: "static",
  users: "users",
  ugroups: "ugroups",
};

function toLinkType({ shortname, forward_label, reverse_label }: z.infer<typeof linkTypeSchema>): LinkType {
  return { name: shortname, forwardLabel: forward_label, reverseLabel: reverse_label };
}

/** Where a piece of decoration keeps its text: as its default, and as it was typed among its settings. */
function staticTextOf({ type, default_value, specific_properties }: z.infer<typeof fieldSchema>) {
  if (type !== "staticrichtext") return undefined;
  return dispensableText.parse(default_value) ?? specific_properties?.static_value;
}

function isRestrictedByDefault({ values }: z.infer<typeof fieldSchema>): boolean {
  const groups = groupsSchema.safeParse(values);
  return groups.success && groups.data.is_used_by_default === true;
}

function toField(wire: z.infer<typeof fieldSchema>): Field {
  const binding = bindings[wire.bindings?.type ?? ""];
  const maxLength = wire.specific_properties?.maxchars;
  return {
    kind: "field",
    id: wire.field_id,
    name: wire.name,
    label: wire.label,
    description: wire.description,
    type: wire.type,
    isRequired: wire.required ?? false,
    // A server that says nothing of permissions leaves it to the answer of a write.
    permissions: new Set(wire.permissions ?? ["read", "create", "update"]),
    binding,
    choices: choicesOf(wire.values, binding),
    withTime: wire.is_time_displayed ?? false,
    maxLength: maxLength === 0 ? undefined : maxLength,
    maxUploadBytes: wire.max_size_upload,
    linkTypes: (wire.allowed_types ?? []).map(toLinkType),
    isHidden: wire.is_hidden ?? false,
    staticText: staticTextOf(wire),
    isRestrictedByDefault: isRestrictedByDefault(wire),
    defaultValue: wire.default_value,
  };
}

const placementSchema = z.object({ id: integer, content: anything });

/** Containers lie in containers, but not for ever. */
const deepest = 30;

function toPlacements(value: unknown, depth = 0): readonly Placement[] {
  if (depth > deepest) return [];
  return listOf(placementSchema)
    .parse(value)
    .map(({ id, content }) => ({ fieldId: id, content: toPlacements(content, depth + 1) }));
}

const oneField = z.object({ field_id: integer }).nullish().catch(undefined);
const semanticsSchema = z.object({
  title: oneField,
  description: oneField,
  contributor: oneField,
  status: z
    .object({ field_id: integer, value_ids: listOf(resourceId) })
    .nullish()
    .catch(undefined),
});

const transitionSchema = z.object({ from_id: optionalInteger, to_id: integer });
const dateRuleSchema = z.object({ source_field_id: integer, target_field_id: integer, comparator: text });
const listRuleSchema = z.object({
  source_field_id: integer,
  source_value_id: integer,
  target_field_id: integer,
  target_value_id: integer,
});
const workflowSchema = z.object({
  field_id: integer,
  is_used: optionalBoolean,
  transitions: listOf(transitionSchema),
  rules: z
    .object({ dates: listOf(dateRuleSchema), lists: listOf(listRuleSchema) })
    .nullish()
    .catch(undefined),
});

function toWorkflow(value: unknown): Workflow | undefined {
  const wire = workflowSchema.safeParse(value);
  if (!wire.success) return undefined;
  const { field_id, is_used, transitions, rules } = wire.data;
  return {
    // Rules hold without a workflow too; then no field has transitions.
    fieldId: is_used === true ? field_id : 0,
    transitions: transitions.map(({ from_id, to_id }) => ({ from: from_id, to: to_id })),
    dateRules: (rules?.dates ?? []).map((rule) => ({
      sourceId: rule.source_field_id,
      targetId: rule.target_field_id,
      comparator: rule.comparator,
    })),
    listRules: (rules?.lists ?? []).map((rule) => ({
      sourceId: rule.source_field_id,
      sourceValue: rule.source_value_id,
      targetId: rule.target_field_id,
      targetValue: rule.target_value_id,
    })),
  };
}

const trackerSchema = z.object({
  id: integer,
  uri: z.string(),
  label: z.string(),
  color_name: optionalText,
  item_name: optionalText,
  description: optionalText,
  resources: anything,
  fields: anything,
  structure: anything,
  semantics: semanticsSchema.nullish().catch(undefined),
  workflow: anything,
  permissions_for_groups: anything,
});

const brokenFieldSchema = z.object({ field_id: integer });

/** A field that does not fit leaves its neighbours alone, and its id where it has one. */
function readFields(value: unknown): Pick<Tracker, "fields" | "brokenFields"> {
  const fields: Field[] = [];
  const brokenFields: number[] = [];
  for (const element of elements(value)) {
    const field = fieldSchema.safeParse(element);
    const broken = field.success ? undefined : brokenFieldSchema.safeParse(element);
    if (field.success) fields.push(toField(field.data));
    else if (broken?.success === true) brokenFields.push(broken.data.field_id);
  }
  return { fields, brokenFields };
}

/** Administrators are shown the rights of groups; null means that one is none, absent that nothing is said. */
function administrates(permissionsForGroups: unknown): boolean | undefined {
  if (permissionsForGroups === undefined) return undefined;
  return permissionsForGroups !== null && permissionsForGroups !== "";
}

/** Undefined for what is no tracker with fields. */
export function readTracker(body: unknown): Tracker | undefined {
  const wire = trackerSchema.safeParse(body);
  if (!wire.success || wire.data.fields === undefined) return undefined;
  const { id, uri, label, color_name, item_name, description, semantics } = wire.data;
  const status = semantics?.status;
  return {
    kind: "tracker",
    id,
    uri,
    label,
    color: color_name,
    artifactsUri: subResource(wire.data, "artifacts"),
    itemName: item_name,
    description,
    ...readFields(wire.data.fields),
    structure: toPlacements(wire.data.structure),
    semantics: {
      titleFieldId: semantics?.title?.field_id,
      descriptionFieldId: semantics?.description?.field_id,
      assigneeFieldId: semantics?.contributor?.field_id,
      status:
        status === null || status === undefined
          ? undefined
          : { fieldId: status.field_id, openIds: status.value_ids },
    },
    workflow: toWorkflow(wire.data.workflow),
    isAdministrator: administrates(wire.data.permissions_for_groups),
  };
}
