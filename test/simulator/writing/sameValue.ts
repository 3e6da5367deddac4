import { startOfDay } from "../clock.ts";
import type { Field } from "../state/field.ts";
import { none } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/** Whether writing the one over the other would change anything. */
export function isSameValue(before: FieldValue | undefined, after: FieldValue, field: Field): boolean {
  if (before === undefined || isEmpty(before) || isEmpty(after)) {
    return isEmpty(after) && (before === undefined || isEmpty(before));
  }
  return before.kind === after.kind && essence(before, field) === essence(after, field);
}

export function isEmpty(value: FieldValue): boolean {
  switch (value.kind) {
    case "string":
      return value.text === "";
    case "text":
      return value.source === "";
    case "number":
      return value.number === null;
    case "date":
      return value.at === null;
    case "choices":
      return value.ids.every((id) => id === none);
    case "groups":
      return value.groups.length === 0;
    case "openChoices":
      return value.items.length === 0;
    case "files":
      return value.files.length === 0;
    case "links":
      return value.forward.length === 0;
    case "steps":
      return value.steps.length === 0;
    case "computed":
      return value.manual === null;
    case "plugin":
      return false;
  }
}

/** Steps are Markdown unless they say otherwise. */
const markdown = { descriptionFormat: "commonmark", expectedFormat: "commonmark" };

/** What counts about a value, as a text: links by where they lead, dates by what is shown of them. */
function essence(value: FieldValue, field: Field): string {
  switch (value.kind) {
    case "date":
      return String(shown(value.at ?? 0, field));
    case "choices":
      return sorted(value.ids.map(String));
    case "groups":
      return sorted(value.groups);
    case "openChoices":
      return sorted(value.items.map((item) => item.label));
    case "files":
      return sorted(value.files.map((file) => String(file.id)));
    case "links":
      return sorted(value.forward.map(({ artifactId, type }) => `${artifactId} ${type}`));
    case "computed":
      return String(value.manual);
    case "steps":
      return JSON.stringify(value.steps.map(({ id: _id, ...step }) => ({ ...markdown, ...step })));
    default:
      return JSON.stringify(value);
  }
}

function shown(at: number, field: Field): number {
  return field.kind === "date" && field.withTime ? at - (at % 60_000) : startOfDay(at);
}

function sorted(texts: readonly string[]): string {
  return JSON.stringify(texts.toSorted());
}
