// The people whom trackers know.
import type { Person } from "../person.ts";
import type { Field, Tracker } from "../tracker.ts";
import { noneId } from "../value.ts";

/** Servers that tell no bindings don't say which lists are made of people; the one for assignees is known by its name. */
function isOfPeople({ id, name, binding }: Field, { semantics }: Tracker): boolean {
  if (binding !== undefined) return binding === "users";
  return id === semantics.assigneeFieldId || name === "assigned_to";
}

/** Those who can be chosen in some list of a tracker, each once, by name. */
export function peopleNamed(trackers: readonly Tracker[]): readonly Person[] {
  const people = new Map<number, Person>();
  for (const tracker of trackers) {
    for (const field of tracker.fields.filter((each) => isOfPeople(each, tracker))) {
      for (const { id, label } of field.choices ?? []) {
        const isSomebody = typeof id === "number" && id !== noneId && label.trim() !== "";
        if (isSomebody && !people.has(id)) people.set(id, { id, label, username: undefined });
      }
    }
  }
  return [...people.values()].sort((one, other) => one.label.localeCompare(other.label));
}
