// A save, and what others wrote in the same moment: where both wrote to a field, only one of the values is left.
import type { Input } from "../fields/registry.ts";
import { inputOf } from "../form/build.ts";
import { holdsSent, sentInputs } from "../form/changes.ts";
import type { Draft } from "../form/draft.ts";
import { fieldOf, type Form } from "../form/form.ts";
import type { HistoryEntry } from "../history.ts";
import { takesInput } from "./encounter.ts";

/** What both have put into a field. */
export interface ConcurrentValue {
  readonly fieldId: number;
  readonly label: string;
  readonly mine: Input;
  readonly theirs: Input;
}

/** The fields that a draft and others have given another value; their entries are the newest first. */
export function concurrentValues(
  sentOver: Form,
  draft: Draft,
  theirs: readonly HistoryEntry[],
): readonly ConcurrentValue[] {
  const changes = theirs.flatMap((entry) => entry.changes);
  return [...sentInputs(sentOver, draft)].flatMap(([fieldId, mine]) => {
    const field = fieldOf(sentOver, fieldId);
    const change = changes.find((each) => each.fieldId === fieldId);
    if (change === undefined || !takesInput(field)) return [];
    const input = inputOf(field.control, change.after);
    if (input === undefined || holdsSent(mine, input)) return [];
    return [{ fieldId, label: field.label, mine, theirs: input }];
  });
}
