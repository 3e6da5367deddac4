// What can be asked of a tracker: its fields, with the operators that servers know for each type.
import { type Criterion, isNumeric, searchedBy } from "../query.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";

const operatorsOf = {
  words: ["contains"],
  number: ["=", "<", "<=", ">", ">=", "between"],
  artifact: ["="],
  choices: ["is"],
  people: ["is"],
  day: ["=", "<", ">", "between"],
} as const;

/** What a value is chosen from, or what it looks like. */
type Wanted =
  /** All of the words occur. */
  | { readonly kind: "words" }
  | { readonly kind: "number" }
  /** The number of an artifact at the other end of a link. */
  | { readonly kind: "artifact" }
  /** Any of them. `mayBeMe`: some of them may be people. `isOpen`: there may be values beside these. */
  | {
      readonly kind: "choices";
      readonly choices: readonly Choice[];
      readonly mayBeMe: boolean;
      readonly isOpen: boolean;
    }
  /** Anybody on the platform; they are searched for rather than listed. */
  | { readonly kind: "people" }
  | { readonly kind: "day" };

export type Operator = (typeof operatorsOf)[Wanted["kind"]][number];

export interface Searchable {
  readonly field: Field;
  readonly operators: readonly Operator[];
  readonly wanted: Wanted;
}

/** How many values an operator takes; undefined for any number of them. */
export function valuesTaken(operator: Operator): number | undefined {
  if (operator === "is") return undefined;
  return operator === "between" ? 2 : 1;
}

function wantedIn(field: Field, kind: Criterion["kind"]): Wanted | undefined {
  switch (kind) {
    case "contains":
      if (field.type === "art_link" || field.type === "cross") return { kind: "artifact" };
      return { kind: isNumeric(field) ? "number" : "words" };
    case "date":
      return { kind: "day" };
    case "anyOf":
      return wantedInList(field);
  }
}

function wantedInList({ type, binding, choices }: Field): Wanted | undefined {
  // A criterion names the list's own value for a group; what servers describe, and take in a change, is the group.
  if (binding === "ugroups") return undefined;
  const isAnybody = choices === undefined || choices.length === 0;
  if (type === "subby" || type === "luby" || (isAnybody && binding === "users")) return { kind: "people" };
  // A server that tells no bindings does not say either which lists are made of people.
  return {
    kind: "choices",
    choices: choices ?? [],
    mayBeMe: binding !== "static",
    isOpen: type === "tbl",
  };
}

/** Undefined for a field that no criterion can be about. */
export function searchable(field: Field): Searchable | undefined {
  // A name of digits is taken for the id of some field.
  const kind = field.name === "" || /^\d+$/.test(field.name) ? undefined : searchedBy(field);
  const wanted = kind === undefined ? undefined : wantedIn(field, kind);
  return wanted && { field, operators: operatorsOf[wanted.kind], wanted };
}

export function searchableFields({ fields }: Tracker): readonly Searchable[] {
  return fields.flatMap((field) => searchable(field) ?? []);
}
