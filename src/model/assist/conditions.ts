import { isArrangement } from "../form/layout.ts";
import type { SavedCondition, SavedValue } from "../query/savedQuery.ts";
import { titleField } from "../query/titles.ts";
import type { Field, Tracker } from "../tracker.ts";
import { choiceNamed, fieldNamed, isFound } from "./named.ts";
import type { Objection } from "./objection.ts";
import type { SearchRequest } from "./request.ts";

/** A value of a list by its label, however that is written; anything else is left to what the field takes. */
function meant({ label, choices = [] }: Field, value: string): SavedValue {
  const chosen = choiceNamed(label, choices, value);
  return isFound(chosen) ? chosen : value;
}

/** What an assistant asks of a tracker, in the names that queries have: words are looked for in titles. */
export function conditionsOf(
  tracker: Tracker,
  { words, where }: Pick<SearchRequest, "words" | "where">,
): readonly SavedCondition[] | Objection {
  const conditions: SavedCondition[] = [];
  const fields = tracker.fields.filter((field) => !isArrangement(field));
  for (const { field: text, operator, values } of where) {
    const field = fieldNamed(fields, text);
    if (!isFound(field)) return field;
    conditions.push({ field: field.name, operator, values: values.map((value) => meant(field, value)) });
  }
  if (words === undefined) return conditions;
  const title = titleField(tracker)?.field;
  if (title === undefined) return { code: "notHere", field: "words" };
  return [...conditions, { field: title.name, operator: "contains", values: [words] }];
}
