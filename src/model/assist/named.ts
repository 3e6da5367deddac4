// What an assistant calls by its label: fields, the values of lists, people.
import type { Person } from "../person.ts";
import { folded } from "../query.ts";
import type { Choice } from "../tracker.ts";
import type { ChoiceId, Chosen } from "../value.ts";
import type { FormField } from "../form/form.ts";
import type { Objection } from "./objection.ts";

/** Those that a text names: as it is written, else whatever the case and the accents. */
function naming<T>(all: readonly T[], text: string, namesOf: (each: T) => readonly string[]): readonly T[] {
  const exactly = all.filter((each) => namesOf(each).includes(text));
  if (exactly.length > 0) return exactly;
  const wanted = folded(text.trim());
  return all.filter((each) => namesOf(each).some((name) => folded(name) === wanted));
}

/** A label is what people call it; a name is its own. */
export function fieldNamed<T extends Pick<FormField, "label" | "name">>(
  fields: readonly T[],
  text: string,
): T | Objection {
  const byName = fields.filter(({ name }) => name !== "" && name === text);
  const [found, ...others] = byName.length === 1 ? byName : naming(fields, text, ({ label }) => [label]);
  if (found === undefined) {
    const [named] = naming(fields, text, ({ name }) => (name === "" ? [] : [name]));
    return named ?? { code: "noField", field: text, known: fields.map(({ label }) => label) };
  }
  if (others.length === 0) return found;
  return { code: "severalFields", field: text, known: [found, ...others].map(({ name }) => name) };
}

/** Lists of people have "Real Name (user)" for labels, and artifacts only one of the two. */
function partsOf({ label }: Choice): readonly string[] {
  const [, real, user] = /^(.+) \(([^()]+)\)$/.exec(label) ?? [];
  return real === undefined || user === undefined ? [] : [real, user];
}

/** A value of a list by its label, where just one of those on offer has it. */
export function choiceNamed(field: string, choices: readonly Choice[], text: string): Chosen | Objection {
  const offered = choices.filter(({ isHidden }) => !isHidden);
  const labelled = naming(offered, text, ({ label }) => [label]);
  const [found, ...others] = labelled.length > 0 ? labelled : naming(offered, text, partsOf);
  if (found !== undefined && others.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "noValue" : "severalValues";
  return { code, field, value: text, known: offered.map(({ label }) => label) };
}

function called({ label, username }: Person): string {
  return username === undefined || username === label ? label : `${label} (${username})`;
}

/** Who is meant, of those that a search has found: by the user name, the real name, or both as we write them. */
export function personNamed(field: string, people: readonly Person[], text: string): Chosen | Objection {
  const byUsername = people.filter(({ username }) => username === text);
  const [found, ...others] =
    byUsername.length > 0
      ? byUsername
      : naming(people, text, (person) => [person.label, person.username ?? person.label, called(person)]);
  if (found !== undefined && others.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "nobody" : "severalPeople";
  return { code, field, value: text, known: people.map(called) };
}

/** Whether something was found, rather than a reason why not. */
export function isFound<T extends object>(found: T | Objection): found is T {
  return !("code" in found);
}

/** What no list has: an open one makes a value of it. */
export function typedId(text: string): ChoiceId {
  return `typed ${text}`;
}
