// Finds fields that a save and a concurrent update of someone else both changed: only one value remains.
import type { Input } from "../fields/registry.ts";
import { toInput } from "../form/createForm.ts";
import { isStoredAsSent, getSentInputsByFieldId } from "../form/fieldChanges.ts";
import type { Draft } from "../form/draft.ts";
import { findField, type Form } from "../form/form.ts";
import type { HistoryEntry } from "../history.ts";
import { isEditableField } from "./mergeState.ts";

export interface ConcurrentChange {
  readonly fieldId: number;
  readonly label: string;
  readonly mine: Input;
  readonly theirs: Input;
}

/** `theirs` are newest first. */
export function findConcurrentChanges(
  sentForm: Form,
  draft: Draft,
  theirs: readonly HistoryEntry[],
): readonly ConcurrentChange[] {
  const changes = theirs.flatMap((entry) => entry.changes);
  return [...getSentInputsByFieldId(sentForm, draft)].flatMap(([fieldId, mine]) => {
    const field = findField(sentForm, fieldId);
    const change = changes.find((each) => each.fieldId === fieldId);
    if (change === undefined || !isEditableField(field)) return [];
    const input = toInput(field.control, change.after);
    if (input === undefined || isStoredAsSent(mine, input)) return [];
    return [{ fieldId, label: field.label, mine, theirs: input }];
  });
}
