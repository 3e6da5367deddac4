// A condition as people read it: the names of what it is about, without a sentence around them.
import type { Field, Tracker } from "../tracker.ts";
import { noneId } from "../value.ts";
import { daysAfterToday, me } from "./placeholders.ts";
import type { SavedCondition, SavedValue } from "./savedQuery.ts";
import { type Searchable, searchable } from "./searchable.ts";

export type ShownValue =
  | { readonly kind: "me" | "none" }
  /** Counted from today. */
  | { readonly kind: "day"; readonly daysAfterToday: number }
  | { readonly kind: "text"; readonly text: string };

export interface ShownCondition {
  /** The field's label; its name where there is no such field any more. */
  readonly field: string;
  /** Undefined for a field that can't be asked about. */
  readonly wanted: Searchable["wanted"]["kind"] | undefined;
  readonly operator: string;
  readonly values: readonly ShownValue[];
}

/** Settings that were written by hand may have an id where we would have written a label. */
function labelOf({ choices = [] }: Field, value: SavedValue): ShownValue {
  if (typeof value === "object") {
    return Number(value.id) === noneId ? { kind: "none" } : { kind: "text", text: value.label };
  }
  const text = String(value);
  if (choices.some(({ label }) => label === text)) return { kind: "text", text };
  const byId = choices.find(({ id }) => String(id) === text);
  if (byId === undefined && Number(text) === noneId) return { kind: "none" };
  return { kind: "text", text: byId?.label ?? text };
}

function shownValue(asked: Searchable, value: SavedValue): ShownValue {
  const { field, wanted } = asked;
  const text = typeof value === "object" ? value.label : String(value);
  switch (wanted.kind) {
    case "people":
      return value === me ? { kind: "me" } : labelOf(field, value);
    case "choices":
      return value === me && wanted.mayBeMe ? { kind: "me" } : labelOf(field, value);
    case "day": {
      const days = daysAfterToday(text.trim());
      return days === undefined ? { kind: "text", text } : { kind: "day", daysAfterToday: days };
    }
    case "words":
    case "number":
    case "artifact":
      return { kind: "text", text };
  }
}

export function shownCondition(
  { fields }: Tracker,
  { field: name, operator, values }: SavedCondition,
): ShownCondition {
  const field = fields.find((each) => each.name === name);
  const asked = field && searchable(field);
  if (asked === undefined) {
    const texts = values.map((value) => (typeof value === "object" ? value.label : String(value)));
    return {
      field: field?.label ?? name,
      wanted: undefined,
      operator,
      values: texts.map((text) => ({ kind: "text", text })),
    };
  }
  return {
    field: asked.field.label,
    wanted: asked.wanted.kind,
    operator,
    values: values.map((value) => shownValue(asked, value)),
  };
}
