// The users that can be selected in trackers.
import type { Field, Tracker } from "../tracker.ts";
import type { User } from "../user.ts";
import { noneChoiceId } from "../valueTypes.ts";

/** Without bindings, only the assignee field is known to contain users. */
function isUserList({ id, name, binding }: Field, { semantics }: Tracker): boolean {
  if (binding !== undefined) return binding === "users";
  return id === semantics.assigneeFieldId || name === "assigned_to";
}

/** Users of all user lists without duplicates, sorted by name. */
export function collectSelectableUsers(trackers: readonly Tracker[]): readonly User[] {
  const people = new Map<number, User>();
  for (const tracker of trackers) {
    for (const field of tracker.fields.filter((each) => isUserList(each, tracker))) {
      for (const { id, label } of field.choices ?? []) {
        const isUser = typeof id === "number" && id !== noneChoiceId && label.trim() !== "";
        if (isUser && !people.has(id)) people.set(id, { id, label, username: undefined });
      }
    }
  }
  return [...people.values()].sort((one, other) => one.label.localeCompare(other.label));
}
