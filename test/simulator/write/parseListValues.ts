import { isObject, scalarToText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import { getAvailableChoices } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";
import type { ServerState } from "../state/serverState.ts";
import { isJsonArray, getMember, createFormatError } from "./writeContext.ts";
import type { WriteContext } from "./writeContext.ts";

type FieldOfKind<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;
type OpenItem = Extract<FieldValue, { kind: "openChoices" }>["items"][number];

/** Ids of choices, users or groups. An unknown id fails the request without a message. */
export function parseList(
  entry: JsonObject,
  field: FieldOfKind<"list">,
  context: WriteContext,
): FieldValue | undefined {
  const ids = getMember(entry, "bind_value_ids");
  if (!isJsonArray(ids)) throw createFormatError(field, '"bind_value_ids": [12]');
  const requested = [...new Set(ids.filter((id) => id !== null).map(scalarToText))];
  const isSingle = field.type === "sb" || field.type === "rb";
  if (isSingle && requested.length > 1) throw new HttpError(400, `Field ${field.id} takes one value only`);
  if (requested.length === 0) return { kind: "choices", ids: isSingle ? [noneValueId] : [] };
  if (requested.every((id) => id === String(noneValueId))) return { kind: "choices", ids: [noneValueId] };
  if (field.binding.kind === "groups") return parseGroups(requested, field, context);
  if (requested.every((id) => isValidChoice(id, field, context))) {
    return { kind: "choices", ids: requested.map(Number) };
  }
  context.errors.addUnexplained();
  return undefined;
}

function parseGroups(
  requested: readonly string[],
  field: Field,
  context: WriteContext,
): FieldValue | undefined {
  const { rules, tracker, errors } = context;
  const groups = requested.map((id) => rules.findGroup(id, field, tracker.project));
  if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  errors.addUnexplained();
  return undefined;
}

function isValidChoice(
  id: string,
  { binding }: FieldOfKind<"list">,
  { server, tracker }: WriteContext,
): boolean {
  if (binding.kind === "static") {
    return getAvailableChoices(binding).some((choice) => String(choice.id) === id);
  }
  const user = server.users.get(Number(id));
  if (binding.kind !== "users" || user === undefined) return false;
  return binding.from === "registered" || tracker.project.members.has(user.id);
}

/** Values by id or by label; an unknown label becomes a new value. */
export function parseOpenList(
  entry: JsonObject,
  field: FieldOfKind<"openList">,
  context: WriteContext,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  const objects = isObject(value) ? value["bind_value_objects"] : undefined;
  const labels = getMember(entry, "bind_value_ids");
  if (!isJsonArray(objects) && !isJsonArray(labels)) {
    throw createFormatError(field, '"value": {"bind_value_objects": [{"label": "…"}]}');
  }
  const requested = isJsonArray(objects)
    ? objects
    : isJsonArray(labels)
      ? labels.map((label) => ({ label }))
      : [];
  if (field.binding.kind === "groups") {
    const groups = requested.map((each) => findOpenListGroup(each, field, context));
    if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  } else {
    const items = requested.map((each) => parseOpenListItem(each, field, context));
    if (items.every((item) => item !== undefined)) return { kind: "openChoices", items };
  }
  context.errors.addUnexplained();
  return undefined;
}

function findOpenListGroup(
  requested: Json,
  field: Field,
  { rules, tracker }: WriteContext,
): Group | undefined {
  if (!isObject(requested)) return undefined;
  const name = scalarToText(requested["id"] ?? requested["short_name"] ?? requested["label"]);
  return rules.findGroup(name, field, tracker.project);
}

function parseOpenListItem(
  requested: Json,
  field: FieldOfKind<"openList">,
  { server }: WriteContext,
): OpenItem | undefined {
  if (!isObject(requested)) return undefined;
  const [id, label, username, email] = ["id", "label", "username", "email"].map((name) =>
    scalarToText(requested[name]),
  );
  const { binding } = field;
  if (binding.kind === "users") {
    const user = [...server.users.values()].find(
      (each) =>
        String(each.id) === id || each.username === username || `${each.username}@tuleap.example` === email,
    );
    if (user !== undefined) return { id: String(user.id), label: user.realName };
    return createOpenListItem(label || email, field, server);
  }
  const bound = getAvailableChoices(binding).find((choice) =>
    id ? String(choice.id) === id.replace(/^b/, "") : choice.label === label,
  );
  if (bound !== undefined) return { id: `b${bound.id}`, label: bound.label };
  const typed = server.openValues.getValues(field).find((each) => each.id === id);
  if (typed !== undefined) return typed;
  return id ? undefined : createOpenListItem(label, field, server);
}

/** The server joins the values with commas before it stores them, so a new value ends at its first comma. */
function createOpenListItem(
  typed: string | undefined,
  field: Field,
  server: ServerState,
): OpenItem | undefined {
  const [label] = typed?.split(",") ?? [];
  return label ? server.openValues.getOrCreate(field, label) : undefined;
}
