import type { JsonObject } from "../../http/json.ts";
import type { Field } from "../../state/field.ts";
import type { Group } from "../../state/group.ts";
import type { Project } from "../../state/project.ts";
import { none } from "../../state/value.ts";
import type { World } from "../../state/world.ts";
import { groupValue } from "./group.ts";
import { user } from "./user.ts";

/** The chosen values of a list: whole objects and their ids. "None" is an object too, of id 100. */
export function chosen(ids: readonly number[], field: Field, world: World): JsonObject {
  const isOfUsers = field.kind === "list" && field.binding.kind === "users";
  return {
    values: ids.map((id) => (isOfUsers ? user(world.people.get(id)) : staticValue(id, field))),
    bind_value_ids: ids,
  };
}

function staticValue(id: number, field: Field): JsonObject {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  const choice = choices.find((each) => each.id === id);
  if (choice === undefined || id === none) {
    return { id: none, label: "None", color: null, tlp_color: null, is_hidden: false };
  }
  const { label, color, hidden } = choice;
  return { id, label, color: null, tlp_color: color === "" ? null : color, is_hidden: hidden };
}

/** An open list names its values by label where other lists give ids; people come as whole users. */
export function openChosen(
  items: readonly { readonly id: string; readonly label: string }[],
  field: Field,
  world: World,
): JsonObject {
  const isOfUsers = field.kind === "openList" && field.binding.kind === "users";
  return {
    bind_value_objects: items.map(({ id, label }) =>
      isOfUsers ? openPerson(id, label, world) : { id, label },
    ),
    bind_value_ids: items.map(({ label }) => label),
    bind_type: isOfUsers ? "users" : "static",
  };
}

/** A name that was typed and belongs to nobody is told as an anonymous user with that address. */
function openPerson(id: string, label: string, world: World): JsonObject {
  const person = world.people.get(Number(id));
  return person === undefined ? { ...user(undefined), email: label } : user(person);
}

export function openGroups(groups: readonly Group[], project: Project): JsonObject {
  const references = groups.map((group) => groupValue(group, project));
  return {
    bind_value_objects: references,
    bind_value_ids: references.map((reference) => reference["label"] ?? null),
    bind_type: "ugroups",
  };
}
