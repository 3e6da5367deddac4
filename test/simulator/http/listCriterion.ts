import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import { none } from "../state/value.ts";
import type { Json } from "./json.ts";
import { Refusal } from "./refusal.ts";

/** Any of the given ids. A label in place of an id is refused; "None" alone is no criterion. */
export function listCriterion(field: Field, value: Json): ((artifact: Artifact) => boolean) | undefined {
  const wanted = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
    idOf(field, item),
  );
  if (wanted.every((id) => id === String(none))) return undefined;
  return (artifact) => chosenIds(artifact, field).some((id) => wanted.includes(id));
}

function idOf(field: Field, item: Json): string {
  const text = typeof item === "number" || typeof item === "string" ? String(item) : "";
  const format = field.kind === "openList" ? /^[bo]?\d+$/ : /^\d+$/;
  if (!format.test(text)) {
    throw new Refusal(400, `Invalid format for criterion field '${field.name}' (${field.id})`);
  }
  return text.replace(/^b/, "");
}

function chosenIds(artifact: Artifact, field: Field): readonly string[] {
  if (field.kind === "automatic") {
    return [String(field.type === "subby" ? artifact.submittedBy : artifact.updatedBy)];
  }
  const value = artifact.valueOf(field);
  switch (value?.kind) {
    case "choices":
      return value.ids.map(String);
    case "openChoices":
      return value.items.map((item) => item.id.replace(/^b/, ""));
    case "groups": {
      const groups = field.kind === "list" && field.binding.kind === "groups" ? field.binding.groups : [];
      return groups.filter((each) => value.groups.includes(each.group)).map((each) => String(each.id));
    }
    default:
      return [];
  }
}
