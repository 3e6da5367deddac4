import type { JsonObject } from "../../http/json.ts";
import type { Field } from "../../state/field.ts";
import type { Group } from "../../state/group.ts";
import type { Project } from "../../state/project.ts";
import { noneValueId } from "../../state/value.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representGroupValue } from "./group.ts";
import { representUser } from "./user.ts";

/** The selected values of a list as objects, and their ids. "None" is an object too, with id 100. */
export function representListValue(ids: readonly number[], field: Field, server: ServerState): JsonObject {
  const isOfUsers = field.kind === "list" && field.binding.kind === "users";
  return {
    values: ids.map((id) =>
      isOfUsers ? representUser(server.users.get(id)) : representStaticValue(id, field),
    ),
    bind_value_ids: ids,
  };
}

function representStaticValue(id: number, field: Field): JsonObject {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find((each) => each.id === id);
  if (choice === undefined || id === noneValueId) {
    return { id: noneValueId, label: "None", color: null, tlp_color: null, is_hidden: false };
  }
  const { label, color, hidden } = choice;
  return { id, label, color: null, tlp_color: color === "" ? null : color, is_hidden: hidden };
}

/** An open list has labels where other lists have ids; users are whole objects. */
export function representOpenListValue(
  items: readonly { readonly id: string; readonly label: string }[],
  field: Field,
  server: ServerState,
): JsonObject {
  const isOfUsers = field.kind === "openList" && field.binding.kind === "users";
  return {
    bind_value_objects: items.map(({ id, label }) =>
      isOfUsers ? representOpenListUser(id, label, server) : { id, label },
    ),
    bind_value_ids: items.map(({ label }) => label),
    bind_type: isOfUsers ? "users" : "static",
  };
}

/** A typed name that matches no user is represented as an anonymous user with that email address. */
function representOpenListUser(id: string, label: string, server: ServerState): JsonObject {
  const user = server.users.get(Number(id));
  return user === undefined ? { ...representUser(undefined), email: label } : representUser(user);
}

export function representOpenListGroups(groups: readonly Group[], project: Project): JsonObject {
  const references = groups.map((group) => representGroupValue(group, project));
  return {
    bind_value_objects: references,
    bind_value_ids: references.map((reference) => reference["label"] ?? null),
    bind_type: "ugroups",
  };
}
