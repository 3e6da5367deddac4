import { plainDate } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { isAdministrator, isMember } from "../../state/access.ts";
import { isWritable, offeredChoices, typeOf } from "../../state/field.ts";
import type { Binding, Field } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { World } from "../../state/world.ts";
import { bindings, fieldChoices } from "./fieldChoices.ts";
import { groupReference } from "./group.ts";
import { decorators } from "./semantics.ts";

export function field(item: Field, tracker: Tracker, viewer: Viewer, world: World): JsonObject {
  return {
    field_id: item.id,
    label: item.label,
    name: item.name,
    type: typeOf(item),
    values: fieldChoices(item, tracker, world),
    required: item.required,
    collapsed: false,
    bindings: bindings(item),
    permissions: permissions(item, tracker, viewer),
    permissions_for_groups: permissionsForGroups(item, tracker, viewer),
    default_value: defaultValue(item, world),
    has_notifications: false,
    is_used: true,
    description: item.description,
    specific_properties: specificProperties(item),
    label_decorators: decorators(item, tracker),
    ...extras(item, world),
  };
}

function permissions(item: Field, { project }: Tracker, viewer: Viewer): Json {
  if (!isWritable(item)) return ["read"];
  const create = item.isSubmittable ? ["create"] : [];
  if (isMember(viewer, project)) return ["read", "update", ...create];
  return viewer === undefined ? ["read"] : ["read", ...create];
}

function permissionsForGroups(item: Field, { project }: Tracker, viewer: Viewer): Json {
  const isPlain = item.kind === "container" || item.kind === "decoration";
  if (isPlain || !isAdministrator(viewer, project)) return null;
  const writable = isWritable(item);
  return {
    can_submit: writable && item.isSubmittable ? [groupReference("registered", project)] : [],
    can_read: [groupReference(item.readers, project)],
    can_update: writable ? [groupReference("members", project)] : [],
  };
}

function defaultValue(item: Field, { clock }: World): Json {
  switch (item.kind) {
    case "string":
      return "";
    case "text":
      return { format: "commonmark", content: "" };
    case "list":
      return defaultChoice(item.binding, item.required);
    case "openList":
      return [];
    case "date":
      return "";
    case "decoration":
      return item.type === "staticrichtext" ? item.text : null;
    case "automatic":
      if (item.type === "subon" || item.type === "lud") return plainDate(clock.now(), "minute");
      return item.type === "subby" || item.type === "luby" ? [] : null;
    default:
      return null;
  }
}

/** A list that must have a value starts with its first one. */
function defaultChoice(binding: Binding, isRequired: boolean): Json {
  const [first] = isRequired ? offeredChoices(binding) : [];
  return first === undefined ? [] : [{ id: first.id, label: first.label }];
}

/** `[]` where there are none: an empty PHP array. */
function specificProperties(item: Field): Json {
  switch (item.kind) {
    case "string":
      return { maxchars: item.maxchars, size: item.size, default_value: "" };
    case "text":
      return { rows: item.rows, cols: item.cols, default_value: "" };
    case "number":
      return { maxchars: 0, size: 5, default_value: null };
    case "date":
      return {
        default_value_type: 1,
        default_value_today: "today",
        default_value: 0,
        display_time: item.withTime ? 1 : 0,
      };
    case "list":
      return item.type === "msb" ? { size: 7 } : [];
    case "openList":
      return { hint: item.hint };
    case "links":
      return { can_edit_reverse_links: 1 };
    case "computed":
      return { target_field_name: item.target, default_value: null };
    case "decoration":
      return item.type === "staticrichtext" ? { static_value: item.text } : [];
    default:
      return [];
  }
}

/** Members that only some types have. */
function extras(item: Field, { uploads }: World): JsonObject {
  switch (item.kind) {
    case "date":
      return { is_time_displayed: item.withTime };
    case "automatic":
      return item.type === "subon" || item.type === "lud" ? { is_time_displayed: true } : {};
    case "file":
      return { file_creation_uri: `tracker_fields/${item.id}/files`, max_size_upload: uploads.limit };
    case "openList":
      return { hint: item.hint };
    case "links":
      return {
        allowed_types: item.types.map(({ shortname, forwardLabel, reverseLabel }) => ({
          shortname,
          forward_label: forwardLabel,
          reverse_label: reverseLabel,
        })),
      };
    default:
      return {};
  }
}
