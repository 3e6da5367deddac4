import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import type { Json } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";

/** Any of the given ids. A label instead of an id is an error; "None" alone is no criterion. */
export function parseListCriterion(field: Field, value: Json): ((artifact: Artifact) => boolean) | undefined {
  const requestedIds = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
    parseId(field, item),
  );
  if (requestedIds.every((id) => id === String(noneValueId))) return undefined;
  return (artifact) => getSelectedIds(artifact, field).some((id) => requestedIds.includes(id));
}

function parseId(field: Field, item: Json): string {
  const text = typeof item === "number" || typeof item === "string" ? String(item) : "";
  const format = field.kind === "openList" ? /^[bo]?\d+$/ : /^\d+$/;
  if (!format.test(text)) {
    throw new HttpError(400, `Invalid format for criterion field '${field.name}' (${field.id})`);
  }
  return text.replace(/^b/, "");
}

function getSelectedIds(artifact: Artifact, field: Field): readonly string[] {
  if (field.kind === "automatic") {
    return [String(field.type === "subby" ? artifact.submittedBy : artifact.updatedBy)];
  }
  const value = artifact.getValue(field);
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
