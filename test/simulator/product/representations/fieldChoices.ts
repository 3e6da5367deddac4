import type { Json, JsonObject } from "../../http/json.ts";
import { getAvailableChoices } from "../../state/field.ts";
import type { Binding, Field } from "../../state/field.ts";
import type { User } from "../../state/user.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { ServerState } from "../../state/serverState.ts";
import { allGroups, getGroupKey, representGroup } from "./group.ts";
import { getAvatarUrl, getDisplayName } from "./user.ts";

/** The `values` of a field: a list for most lists, an object for some types, null for fields without choices. */
export function representFieldChoices(field: Field, tracker: Tracker, server: ServerState): Json {
  switch (field.kind) {
    case "list":
      return representBoundChoices(field.binding, tracker, server);
    case "openList":
      return representOpenChoices(field, tracker, server);
    case "permissions":
      return {
        is_used_by_default: false,
        ugroup_representations: allGroups.map((group) => representGroup(group, tracker.project)),
      };
    case "automatic":
      return field.type === "subby" || field.type === "luby" ? representMembers(tracker, server) : null;
    default:
      return null;
  }
}

function representBoundChoices(binding: Binding, tracker: Tracker, server: ServerState): Json {
  switch (binding.kind) {
    case "static":
      return representStaticChoices(binding);
    case "users":
      // The product sends no choices for a list of all registered users.
      return binding.from === "registered" ? [] : representMembers(tracker, server);
    case "groups":
      return binding.groups.map(({ id, group }) => ({
        id,
        label: getGroupKey(group, tracker.project),
        ugroup_reference: representGroup(group, tracker.project),
      }));
  }
}

/** Values typed into an open list are offered as choices afterwards. */
function representOpenChoices(
  field: Extract<Field, { kind: "openList" }>,
  tracker: Tracker,
  server: ServerState,
): Json {
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return [
        ...representStaticChoices(binding),
        ...server.openValues
          .getValues(field)
          .map(({ id, label }) => ({ id, label, is_hidden: false, value_color: "" })),
      ];
    case "users":
      return { resource: { type: "users", uri: "users/?query=" } };
    case "groups":
      return binding.groups.map(({ group }) => representGroup(group, tracker.project));
  }
}

function representStaticChoices(binding: Binding): readonly Json[] {
  return getAvailableChoices(binding).map(({ id, label, hidden, color }) => ({
    id,
    label,
    is_hidden: hidden,
    value_color: color,
  }));
}

function representMembers({ project }: Tracker, server: ServerState): readonly JsonObject[] {
  return [...server.users.values()].filter((user) => project.members.has(user.id)).map(representUserChoice);
}

function representUserChoice(user: User): JsonObject {
  const { id, username } = user;
  return {
    id,
    label: username,
    user_reference: {
      id,
      uri: `users/${id}`,
      real_name: getDisplayName(user),
      username,
      avatar_url: getAvatarUrl(user),
    },
  };
}

export function representBindings(field: Field): JsonObject {
  if (field.kind === "automatic") {
    if (field.type === "subby") return { type: "users", list: [{ id: 0, label: "artifact_submitters" }] };
    return { type: field.type === "luby" ? "users" : null, list: [] };
  }
  if (field.kind !== "list" && field.kind !== "openList") return { type: null, list: [] };
  switch (field.binding.kind) {
    case "static":
      return { type: "static", list: [] };
    case "groups":
      return { type: "ugroups", list: [] };
    case "users":
      return {
        type: "users",
        list: [
          field.binding.from === "members"
            ? { id: 3, label: "project_members" }
            : { id: 2, label: "registered_users" },
        ],
      };
  }
}
