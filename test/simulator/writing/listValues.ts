import { isObject, scalarText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import { offeredChoices } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import { none } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";
import type { World } from "../state/world.ts";
import { isList, member, wrongShape } from "./writing.ts";
import type { Writing } from "./writing.ts";

type Of<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;
type OpenItem = Extract<FieldValue, { kind: "openChoices" }>["items"][number];

/** Ids of values, of people or of groups. One that the list does not have spoils the request, without a word about it. */
export function listValue(entry: JsonObject, field: Of<"list">, writing: Writing): FieldValue | undefined {
  const ids = member(entry, "bind_value_ids");
  if (!isList(ids)) throw wrongShape(field, '"bind_value_ids": [12]');
  const wanted = [...new Set(ids.filter((id) => id !== null).map(scalarText))];
  const isSingle = field.type === "sb" || field.type === "rb";
  if (isSingle && wanted.length > 1) throw new Refusal(400, `Field ${field.id} takes one value only`);
  if (wanted.length === 0) return { kind: "choices", ids: isSingle ? [none] : [] };
  if (wanted.every((id) => id === String(none))) return { kind: "choices", ids: [none] };
  if (field.binding.kind === "groups") return groupsValue(wanted, field, writing);
  if (wanted.every((id) => isChoice(id, field, writing))) return { kind: "choices", ids: wanted.map(Number) };
  writing.complaints.silently();
  return undefined;
}

function groupsValue(wanted: readonly string[], field: Field, writing: Writing): FieldValue | undefined {
  const { manners, tracker, complaints } = writing;
  const groups = wanted.map((id) => manners.groupOf(id, field, tracker.project));
  if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  complaints.silently();
  return undefined;
}

function isChoice(id: string, { binding }: Of<"list">, { world, tracker }: Writing): boolean {
  if (binding.kind === "static") return offeredChoices(binding).some((choice) => String(choice.id) === id);
  const person = world.people.get(Number(id));
  if (binding.kind !== "users" || person === undefined) return false;
  return binding.from === "registered" || tracker.project.members.has(person.id);
}

/** Values by id or by label; a label that nobody used before is a new value. */
export function openListValue(
  entry: JsonObject,
  field: Of<"openList">,
  writing: Writing,
): FieldValue | undefined {
  const value = member(entry, "value");
  const objects = isObject(value) ? value["bind_value_objects"] : undefined;
  const labels = member(entry, "bind_value_ids");
  if (!isList(objects) && !isList(labels)) {
    throw wrongShape(field, '"value": {"bind_value_objects": [{"label": "…"}]}');
  }
  const wanted = isList(objects) ? objects : isList(labels) ? labels.map((label) => ({ label })) : [];
  if (field.binding.kind === "groups") {
    const groups = wanted.map((each) => openGroup(each, field, writing));
    if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  } else {
    const items = wanted.map((each) => openItem(each, field, writing));
    if (items.every((item) => item !== undefined)) return { kind: "openChoices", items };
  }
  writing.complaints.silently();
  return undefined;
}

function openGroup(wanted: Json, field: Field, { manners, tracker }: Writing): Group | undefined {
  if (!isObject(wanted)) return undefined;
  const name = scalarText(wanted["id"] ?? wanted["short_name"] ?? wanted["label"]);
  return manners.groupOf(name, field, tracker.project);
}

function openItem(wanted: Json, field: Of<"openList">, { world }: Writing): OpenItem | undefined {
  if (!isObject(wanted)) return undefined;
  const [id, label, username, email] = ["id", "label", "username", "email"].map((name) =>
    scalarText(wanted[name]),
  );
  const { binding } = field;
  if (binding.kind === "users") {
    const person = [...world.people.values()].find(
      (each) =>
        String(each.id) === id || each.username === username || `${each.username}@tuleap.example` === email,
    );
    if (person !== undefined) return { id: String(person.id), label: person.realName };
    return newOpenItem(label || email, field, world);
  }
  const bound = offeredChoices(binding).find((choice) =>
    id ? String(choice.id) === id.replace(/^b/, "") : choice.label === label,
  );
  if (bound !== undefined) return { id: `b${bound.id}`, label: bound.label };
  const typed = world.openValues.of(field).find((each) => each.id === id);
  if (typed !== undefined) return typed;
  return id ? undefined : newOpenItem(label, field, world);
}

/** The server joins the values with commas before it stores them, so a new one ends at its first comma. */
function newOpenItem(typed: string | undefined, field: Field, world: World): OpenItem | undefined {
  const [label] = typed?.split(",") ?? [];
  return label ? world.openValues.named(field, label) : undefined;
}
