import type { Json, JsonObject } from "../../http/json.ts";
import { offeredChoices } from "../../state/field.ts";
import type { Binding, Field } from "../../state/field.ts";
import type { Person } from "../../state/people.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { World } from "../../state/world.ts";
import { allGroups, groupKey, groupReference } from "./group.ts";
import { avatarUrl, displayName } from "./user.ts";

/** The `values` of a field: a list for most lists, an object for some types, null where nothing is chosen. */
export function fieldChoices(field: Field, tracker: Tracker, world: World): Json {
  switch (field.kind) {
    case "list":
      return boundChoices(field.binding, tracker, world);
    case "openList":
      return openChoices(field, tracker, world);
    case "permissions":
      return {
        is_used_by_default: false,
        ugroup_representations: allGroups.map((group) => groupReference(group, tracker.project)),
      };
    case "automatic":
      return field.type === "subby" || field.type === "luby" ? people(tracker, world) : null;
    default:
      return null;
  }
}

function boundChoices(binding: Binding, tracker: Tracker, world: World): Json {
  switch (binding.kind) {
    case "static":
      return staticChoices(binding);
    case "users":
      // Every account of the platform would be too long a list: the product sends none.
      return binding.from === "registered" ? [] : people(tracker, world);
    case "groups":
      return binding.groups.map(({ id, group }) => ({
        id,
        label: groupKey(group, tracker.project),
        ugroup_reference: groupReference(group, tracker.project),
      }));
  }
}

/** What was typed into a list of texts is offered from then on. */
function openChoices(field: Extract<Field, { kind: "openList" }>, tracker: Tracker, world: World): Json {
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return [
        ...staticChoices(binding),
        ...world.openValues
          .of(field)
          .map(({ id, label }) => ({ id, label, is_hidden: false, value_color: "" })),
      ];
    case "users":
      return { resource: { type: "users", uri: "users/?query=" } };
    case "groups":
      return binding.groups.map(({ group }) => groupReference(group, tracker.project));
  }
}

function staticChoices(binding: Binding): readonly Json[] {
  return offeredChoices(binding).map(({ id, label, hidden, color }) => ({
    id,
    label,
    is_hidden: hidden,
    value_color: color,
  }));
}

function people({ project }: Tracker, world: World): readonly JsonObject[] {
  return [...world.people.values()].filter((person) => project.members.has(person.id)).map(userChoice);
}

function userChoice(person: Person): JsonObject {
  const { id, username } = person;
  return {
    id,
    label: username,
    user_reference: {
      id,
      uri: `users/${id}`,
      real_name: displayName(person),
      username,
      avatar_url: avatarUrl(person),
    },
  };
}

export function bindings(field: Field): JsonObject {
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
