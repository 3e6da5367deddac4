import { getStartOfDay } from "../clock.ts";
import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/** Whether writing the value would change nothing. */
export function isSameValue(before: FieldValue | undefined, after: FieldValue, field: Field): boolean {
  if (before === undefined || isEmptyValue(before) || isEmptyValue(after)) {
    return isEmptyValue(after) && (before === undefined || isEmptyValue(before));
  }
  return before.kind === after.kind && toComparableText(before, field) === toComparableText(after, field);
}

export function isEmptyValue(value: FieldValue): boolean {
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
      return value.ids.every((id) => id === noneValueId);
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

/** The default format of steps is Markdown. */
const markdown = { descriptionFormat: "commonmark", expectedFormat: "commonmark" };

/** A text that represents the value: links by their targets, dates by their displayed precision. */
function toComparableText(value: FieldValue, field: Field): string {
  switch (value.kind) {
    case "date":
      return String(truncateToDisplayed(value.at ?? 0, field));
    case "choices":
      return toSortedText(value.ids.map(String));
    case "groups":
      return toSortedText(value.groups);
    case "openChoices":
      return toSortedText(value.items.map((item) => item.label));
    case "files":
      return toSortedText(value.files.map((file) => String(file.id)));
    case "links":
      return toSortedText(value.forward.map(({ artifactId, type }) => `${artifactId} ${type}`));
    case "computed":
      return String(value.manual);
    case "steps":
      return JSON.stringify(value.steps.map(({ id: _id, ...step }) => ({ ...markdown, ...step })));
    default:
      return JSON.stringify(value);
  }
}

function truncateToDisplayed(at: number, field: Field): number {
  return field.kind === "date" && field.withTime ? at - (at % 60_000) : getStartOfDay(at);
}

function toSortedText(texts: readonly string[]): string {
  return JSON.stringify(texts.toSorted());
}
