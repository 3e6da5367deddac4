// Lists that anything can be typed into.
import type { Choice, Field } from "../tracker.ts";
import type { OpenEntry } from "../value.ts";
import {
  choiceFacts,
  labelsOf,
  names,
  offered,
  plain,
  relabelled,
  setOf,
  sorted,
  together,
} from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import {
  defaultChoices,
  readId,
  readLabel,
  readMembers,
  readOptionalText,
  readWholeList,
  tryRead,
} from "./reading.ts";

export interface OpenListField {
  /** Values to choose from, where there are some; anything else can be typed, or found among the people. */
  readonly control: {
    readonly kind: "openList";
    readonly choices: readonly Choice[];
    /** Of paths, small and capital letters count. */
    readonly of: "texts" | "paths" | "people" | "groups";
  };
  readonly input: { readonly kind: "openList"; readonly entries: readonly OpenEntry[] };
  readonly value: { readonly kind: "openList"; readonly entries: readonly OpenEntry[] };
  readonly edit: { readonly kind: "openList"; readonly entries: readonly OpenEntry[] };
}

function entryKey({ id, label }: OpenEntry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

function text({ entries }: OpenListField["input"]): string {
  return names(entries);
}

export const openListType: FieldType<OpenListField> = {
  controls: ["openList"],
  input: {
    empty: { kind: "openList", entries: [] },
    isEmpty: ({ entries }) => entries.length === 0,
    essence: ({ entries }) => setOf(entries.map(entryKey)),
    text,
    texts: ({ entries }) => labelsOf(entries),
    problem({ entries }, control) {
      // Those that the list has are sent by their ids, and paths are not joined.
      if (control === undefined || control.of === "paths") return undefined;
      const cut = entries.find(({ id, label }) => id === undefined && label.includes(","));
      return cut && { kind: "comma", value: cut.label };
    },
  },
  value: { kinds: ["openList"], text },
};

function controlOf({ binding, choices = [] }: Field): OpenListField["control"] {
  switch (binding) {
    case "users":
      return { kind: "openList", choices, of: "people" };
    case "ugroups":
      return { kind: "openList", choices, of: "groups" };
    case "static":
    case undefined:
      return { kind: "openList", choices, of: "texts" };
  }
}

/** Someone typed by hand is nobody to the server, which calls all of them alike; what was typed is the address. */
function readEntry(element: unknown): OpenEntry {
  const wire = readMembers(element);
  const id = tryRead(() => readId(wire["id"]));
  const [email, label] = [readOptionalText(wire["email"]), readLabel(wire, id ?? "")];
  return { id, label: id === undefined ? (email ?? label) : label };
}

/** What one side has typed anew and the other has with an id by now is one entry. */
function recognised(entries: readonly OpenEntry[], others: readonly OpenEntry[]): readonly OpenEntry[] {
  return entries.map((entry) =>
    entry.id === undefined
      ? (others.find(({ id, label }) => id !== undefined && label === entry.label) ?? entry)
      : entry,
  );
}

/** A value that was new has got an id since, and the ids of others are written in another way where they are read. */
function holdsEntry(stored: readonly OpenEntry[], { id, label }: OpenEntry): boolean {
  return stored.some(
    (entry) => plain(entry.label) === plain(label) || (id !== undefined && String(entry.id) === String(id)),
  );
}

/** What someone has typed before has an id to be read, "o12", but is written by its label like anything new. */
function sentEntry({ id, label }: OpenEntry): object {
  return id === undefined || /^o\d+$/.test(String(id)) ? { label } : { id };
}

export const openListHostType: HostFieldType<OpenListField> = {
  serverTypes: {
    tbl: {
      control: controlOf,
      read: ({ bind_value_objects }) => ({
        kind: "openList",
        entries: readWholeList(bind_value_objects, readEntry),
      }),
    },
  },
  inputOf: ({ entries }) => ({ kind: "openList", entries }),
  defaultInput: (value, field) => ({ kind: "openList", entries: defaultChoices(value, field) }),
  holdsSent: ({ entries }, stored) =>
    stored !== undefined &&
    entries.every((entry) => holdsEntry(stored.entries, entry)) &&
    stored.entries.length <= entries.length,
  takes: () => "many",
  merge(base, mine, theirs) {
    const here = recognised(mine.entries, theirs.entries);
    const there = recognised(theirs.entries, mine.entries);
    const entries = together(entryKey, base?.entries ?? [], here, there);
    const input = { kind: "openList", entries } as const;
    return base === undefined ? { kind: "collision", both: input } : { kind: "merged", input };
  },
  edit: ({ entries }) => ({ kind: "openList", entries }),
  edits: {
    kinds: ["openList"],
    // Labels alone would create new entries beside those that have an id.
    members: ({ entries }) =>
      entries.length === 0
        ? { bind_value_ids: [] }
        : { value: { bind_value_objects: entries.map(sentEntry) } },
    isHeld: (value, { entries }) => sorted(labelsOf(value.entries)) === sorted(labelsOf(entries)),
  },
  groups: ({ choices, of }) => (of === "groups" ? choices : []),
  relabelled: (value, labels) => ({ ...value, entries: relabelled(value.entries, labels) }),
  taken: ({ choices, of }) => ({
    kind: of === "people" ? "people" : "choices",
    choices: offered(choices),
    takesMany: true,
  }),
  takesNew: ({ of }) => of === "texts",
  takenFacts: ({ choices, of }) => ({
    takes: of === "texts" ? "choices or new ones" : of,
    ...choiceFacts(choices),
  }),
  valueFact: ({ entries }) => labelsOf(entries),
};
