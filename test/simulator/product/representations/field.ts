import { formatPlainDate } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { isAdministrator, isMember } from "../../state/access.ts";
import { isWritable, getAvailableChoices, getWireType } from "../../state/field.ts";
import type { Binding, Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representBindings, representFieldChoices } from "./fieldChoices.ts";
import { representGroup } from "./group.ts";
import { representLabelDecorators } from "./semantics.ts";

export function representField(
  item: Field,
  tracker: Tracker,
  viewer: Viewer,
  server: ServerState,
): JsonObject {
  return {
    field_id: item.id,
    label: item.label,
    name: item.name,
    type: getWireType(item),
    values: representFieldChoices(item, tracker, server),
    required: item.required,
    collapsed: false,
    bindings: representBindings(item),
    permissions: representPermissions(item, tracker, viewer),
    permissions_for_groups: representGroupPermissions(item, tracker, viewer),
    default_value: representDefaultValue(item, server),
    has_notifications: false,
    is_used: true,
    description: item.description,
    specific_properties: representSpecificProperties(item),
    label_decorators: representLabelDecorators(item, tracker),
    ...representTypeSpecificMembers(item, server),
  };
}

function representPermissions(item: Field, { project }: Tracker, viewer: Viewer): Json {
  if (!isWritable(item)) return ["read"];
  const create = item.isSubmittable ? ["create"] : [];
  if (isMember(viewer, project)) return ["read", "update", ...create];
  return viewer === undefined ? ["read"] : ["read", ...create];
}

function representGroupPermissions(item: Field, { project }: Tracker, viewer: Viewer): Json {
  const hasNoPermissions = item.kind === "container" || item.kind === "decoration";
  if (hasNoPermissions || !isAdministrator(viewer, project)) return null;
  const writable = isWritable(item);
  return {
    can_submit: writable && item.isSubmittable ? [representGroup("registered", project)] : [],
    can_read: [representGroup(item.readers, project)],
    can_update: writable ? [representGroup("members", project)] : [],
  };
}

function representDefaultValue(item: Field, { clock }: ServerState): Json {
  switch (item.kind) {
    case "string":
      return "";
    case "text":
      return { format: "commonmark", content: "" };
    case "list":
      return representDefaultChoice(item.binding, item.required);
    case "openList":
      return [];
    case "date":
      return "";
    case "decoration":
      return item.type === "staticrichtext" ? item.text : null;
    case "automatic":
      if (item.type === "subon" || item.type === "lud") return formatPlainDate(clock.now(), "minute");
      return item.type === "subby" || item.type === "luby" ? [] : null;
    default:
      return null;
  }
}

/** The default of a required list is its first choice. */
function representDefaultChoice(binding: Binding, isRequired: boolean): Json {
  const [first] = isRequired ? getAvailableChoices(binding) : [];
  return first === undefined ? [] : [{ id: first.id, label: first.label }];
}

/** `[]` if there are none: an empty PHP array. */
function representSpecificProperties(item: Field): Json {
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

/** Members that only some field types have. */
function representTypeSpecificMembers(item: Field, { uploads }: ServerState): JsonObject {
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
