// Parses a tracker with its fields, in both representations that servers use.
import * as z from "zod";
import { toElements } from "../../model/fields/readWireValue.ts";
import type {
  Choice,
  Field,
  LinkType,
  Permission,
  StructureNode,
  Tracker,
  Workflow,
} from "../../model/tracker.ts";
import { toGroupLabel } from "../../model/user.ts";
import {
  unknownSchema,
  lenientTextSchema,
  integerSchema,
  lenientListSchema,
  optionalBooleanSchema,
  optionalIntegerSchema,
  optionalTextSchema,
  resourceIdSchema,
  getSubResourceUri,
  textSchema,
} from "./wireSchemas.ts";

const choiceSchema = z.object({
  id: resourceIdSchema,
  label: optionalTextSchema,
  is_hidden: optionalBooleanSchema,
  value_color: optionalTextSchema,
  user_reference: z
    .object({ real_name: optionalTextSchema, username: optionalTextSchema })
    .nullish()
    .catch(undefined),
  ugroup_reference: z.object({ id: resourceIdSchema, label: optionalTextSchema }).nullish().catch(undefined),
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
    // Groups are written by the group's ID, not by the ID of the list value.
    id: ugroup_reference?.id ?? id,
    label: ugroup_reference?.label ?? user_reference?.real_name ?? label ?? String(id),
    isHidden: is_hidden ?? false,
    color: value_color,
    ...(user_reference?.username !== undefined && { username: user_reference.username }),
  };
}

const groupsSchema = z.object({
  ugroup_representations: z.unknown(),
  is_used_by_default: optionalBooleanSchema,
});
const allUsersSchema = z.object({ resource: z.object({ type: z.literal("users") }) });

/** An empty list of users means all users, who are searched and not listed. */
function parseChoices(values: unknown, binding: Field["binding"]): readonly Choice[] | undefined {
  // XML has no null: a missing list is an empty text.
  if (values === "" && binding === undefined) return undefined;
  if (values === null || values === undefined || allUsersSchema.safeParse(values).success) {
    return undefined;
  }
  const groups = groupsSchema.safeParse(values);
  const isOfGroups = groups.success || binding === "ugroups";
  const choices = lenientListSchema(choiceSchema)
    .parse(groups.success ? groups.data.ugroup_representations : values)
    .map(toChoice)
    .map((choice) => (isOfGroups ? { ...choice, label: toGroupLabel(choice.label) } : choice));
  return binding === "users" && choices.length === 0 ? undefined : choices;
}

const permissionSchema = z.enum(["read", "create", "update"]);
const linkTypeSchema = z.object({
  shortname: textSchema,
  forward_label: textSchema,
  reverse_label: textSchema,
});

const fieldSchema = z.object({
  field_id: integerSchema,
  name: textSchema,
  label: textSchema,
  description: optionalTextSchema,
  type: textSchema,
  required: optionalBooleanSchema,
  permissions: lenientListSchema<Permission>(permissionSchema).optional(),
  bindings: z.object({ type: optionalTextSchema }).nullish().catch(undefined),
  values: unknownSchema,
  is_time_displayed: optionalBooleanSchema,
  specific_properties: z
    .object({ maxchars: optionalIntegerSchema, static_value: lenientTextSchema })
    .nullish()
    .catch(undefined),
  max_size_upload: optionalIntegerSchema,
  allowed_types: lenientListSchema(linkTypeSchema).optional(),
  default_value: unknownSchema,
  is_hidden: optionalBooleanSchema,
});

const bindingKinds: Readonly<Record<string, Field["binding"]>> = {
  static: "static",
  users: "users",
  ugroups: "ugroups",
};

function toLinkType({ shortname, forward_label, reverse_label }: z.infer<typeof linkTypeSchema>): LinkType {
  return { name: shortname, forwardLabel: forward_label, reverseLabel: reverse_label };
}

/** Static text is stored as the default value or in the field's properties. */
function getStaticText({ type, default_value, specific_properties }: z.infer<typeof fieldSchema>) {
  if (type !== "staticrichtext") return undefined;
  return lenientTextSchema.parse(default_value) ?? specific_properties?.static_value;
}

function isRestrictedByDefault({ values }: z.infer<typeof fieldSchema>): boolean {
  const groups = groupsSchema.safeParse(values);
  return groups.success && groups.data.is_used_by_default === true;
}

function toField(wire: z.infer<typeof fieldSchema>): Field {
  const binding = bindingKinds[wire.bindings?.type ?? ""];
  const maxLength = wire.specific_properties?.maxchars;
  return {
    kind: "field",
    id: wire.field_id,
    name: wire.name,
    label: wire.label,
    description: wire.description,
    type: wire.type,
    isRequired: wire.required ?? false,
    // Without permissions in the representation, the server decides when it is saved.
    permissions: new Set(wire.permissions ?? ["read", "create", "update"]),
    binding,
    choices: parseChoices(wire.values, binding),
    withTime: wire.is_time_displayed ?? false,
    maxLength: maxLength === 0 ? undefined : maxLength,
    maxUploadBytes: wire.max_size_upload,
    linkTypes: (wire.allowed_types ?? []).map(toLinkType),
    isHidden: wire.is_hidden ?? false,
    staticText: getStaticText(wire),
    isRestrictedByDefault: isRestrictedByDefault(wire),
    defaultValue: wire.default_value,
  };
}

const structureNodeSchema = z.object({ id: integerSchema, content: unknownSchema });

/** Limits the nesting of containers. */
const maxDepth = 30;

function toStructure(value: unknown, depth = 0): readonly StructureNode[] {
  if (depth > maxDepth) return [];
  return lenientListSchema(structureNodeSchema)
    .parse(value)
    .map(({ id, content }) => ({ fieldId: id, content: toStructure(content, depth + 1) }));
}

const fieldReferenceSchema = z.object({ field_id: integerSchema }).nullish().catch(undefined);
const semanticsSchema = z.object({
  title: fieldReferenceSchema,
  description: fieldReferenceSchema,
  contributor: fieldReferenceSchema,
  status: z
    .object({ field_id: integerSchema, value_ids: lenientListSchema(resourceIdSchema) })
    .nullish()
    .catch(undefined),
});

const transitionSchema = z.object({ from_id: optionalIntegerSchema, to_id: integerSchema });
const dateRuleSchema = z.object({
  source_field_id: integerSchema,
  target_field_id: integerSchema,
  comparator: textSchema,
});
const listRuleSchema = z.object({
  source_field_id: integerSchema,
  source_value_id: integerSchema,
  target_field_id: integerSchema,
  target_value_id: integerSchema,
});
const workflowSchema = z.object({
  field_id: integerSchema,
  is_used: optionalBooleanSchema,
  transitions: lenientListSchema(transitionSchema),
  rules: z
    .object({ dates: lenientListSchema(dateRuleSchema), lists: lenientListSchema(listRuleSchema) })
    .nullish()
    .catch(undefined),
});

function toWorkflow(value: unknown): Workflow | undefined {
  const wire = workflowSchema.safeParse(value);
  if (!wire.success) return undefined;
  const { field_id, is_used, transitions, rules } = wire.data;
  return {
    // Rules apply without a workflow too; then no field has transitions.
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
  id: integerSchema,
  uri: z.string(),
  label: z.string(),
  color_name: optionalTextSchema,
  item_name: optionalTextSchema,
  project: z.object({ id: optionalIntegerSchema }).nullish().catch(undefined),
  description: optionalTextSchema,
  resources: unknownSchema,
  fields: unknownSchema,
  structure: unknownSchema,
  semantics: semanticsSchema.nullish().catch(undefined),
  workflow: unknownSchema,
  permissions_for_groups: unknownSchema,
});

const unreadableFieldSchema = z.object({ field_id: integerSchema });

/** An unreadable field is reported by its ID, if it has one. */
function parseFields(value: unknown): Pick<Tracker, "fields" | "unreadableFieldIds"> {
  const fields: Field[] = [];
  const unreadableFieldIds: number[] = [];
  for (const element of toElements(value)) {
    const field = fieldSchema.safeParse(element);
    const unreadable = field.success ? undefined : unreadableFieldSchema.safeParse(element);
    if (field.success) fields.push(toField(field.data));
    else if (unreadable?.success === true) unreadableFieldIds.push(unreadable.data.field_id);
  }
  return { fields, unreadableFieldIds };
}

/** Only administrators see permissions of groups: `null` means not an administrator, `undefined` unknown. */
function parseIsAdministrator(permissionsForGroups: unknown): boolean | undefined {
  if (permissionsForGroups === undefined) return undefined;
  return permissionsForGroups !== null && permissionsForGroups !== "";
}

/** `undefined` if it isn't a tracker with fields. */
export function parseTracker(body: unknown): Tracker | undefined {
  const wire = trackerSchema.safeParse(body);
  if (!wire.success || wire.data.fields === undefined) return undefined;
  const { id, uri, label, color_name, item_name, project, description, semantics } = wire.data;
  const status = semantics?.status;
  return {
    kind: "tracker",
    id,
    uri,
    label,
    color: color_name,
    artifactsUri: getSubResourceUri(wire.data, "artifacts"),
    itemName: item_name,
    projectId: project?.id,
    description,
    ...parseFields(wire.data.fields),
    structure: toStructure(wire.data.structure),
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
    isAdministrator: parseIsAdministrator(wire.data.permissions_for_groups),
  };
}
