// Lists that accept new values.
import type { Choice, Field } from "../tracker.ts";
import type { OpenListEntry } from "../valueTypes.ts";
import {
  toChoicesJson,
  labelsOf,
  joinLabels,
  filterVisibleChoices,
  normalizePlainText,
  relabel,
  toSetKey,
  toSortedKey,
  mergeLists,
} from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import {
  readDefaultChoices,
  readChoiceId,
  readLabel,
  readObject,
  readOptionalText,
  readStrictList,
  tryRead,
} from "./readWireValue.ts";

export interface OpenListFieldShapes {
  /** `choices` may be empty; other values are typed or, for people, searched. */
  readonly control: {
    readonly kind: "openList";
    readonly choices: readonly Choice[];
    /** Paths are case-sensitive. */
    readonly of: "texts" | "paths" | "people" | "groups";
  };
  readonly input: { readonly kind: "openList"; readonly entries: readonly OpenListEntry[] };
  readonly value: { readonly kind: "openList"; readonly entries: readonly OpenListEntry[] };
  readonly edit: { readonly kind: "openList"; readonly entries: readonly OpenListEntry[] };
}

function entryKey({ id, label }: OpenListEntry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

function entriesText({ entries }: OpenListFieldShapes["input"]): string {
  return joinLabels(entries);
}

export const openListType: FieldType<OpenListFieldShapes> = {
  controlKinds: ["openList"],
  input: {
    empty: { kind: "openList", entries: [] },
    isEmpty: ({ entries }) => entries.length === 0,
    toComparisonKey: ({ entries }) => toSetKey(entries.map(entryKey)),
    toText: entriesText,
    getFreeTexts: ({ entries }) => labelsOf(entries),
    findProblem({ entries }, control) {
      // Known values are sent by id, and paths aren't joined with commas.
      if (control === undefined || control.of === "paths") return undefined;
      const invalid = entries.find(({ id, label }) => id === undefined && label.includes(","));
      return invalid && { kind: "containsComma", value: invalid.label };
    },
  },
  value: { kinds: ["openList"], toText: entriesText },
};

function toOpenListControl({ binding, choices = [] }: Field): OpenListFieldShapes["control"] {
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

/** The server has no id and only a generic label for addresses that were typed; the email is what was typed. */
function readEntry(element: unknown): OpenListEntry {
  const wire = readObject(element);
  const id = tryRead(() => readChoiceId(wire["id"]));
  const [email, label] = [readOptionalText(wire["email"]), readLabel(wire, id ?? "")];
  return { id, label: id === undefined ? (email ?? label) : label };
}

/** An entry that is new on one side and has an id on the other is the same entry. */
function matchKnownEntries(
  entries: readonly OpenListEntry[],
  otherEntries: readonly OpenListEntry[],
): readonly OpenListEntry[] {
  return entries.map((entry) =>
    entry.id === undefined
      ? (otherEntries.find(({ id, label }) => id !== undefined && label === entry.label) ?? entry)
      : entry,
  );
}

/** New values have got an id since, and ids are formatted differently in reads and writes. */
function containsEntry(stored: readonly OpenListEntry[], { id, label }: OpenListEntry): boolean {
  return stored.some(
    (entry) =>
      normalizePlainText(entry.label) === normalizePlainText(label) ||
      (id !== undefined && String(entry.id) === String(id)),
  );
}

/** Previously typed values have an id like "o12" in reads, but are written by label. */
function toWireEntry({ id, label }: OpenListEntry): object {
  return id === undefined || /^o\d+$/.test(String(id)) ? { label } : { id };
}

export const openListHostType: HostFieldType<OpenListFieldShapes> = {
  serverTypes: {
    tbl: {
      toControl: toOpenListControl,
      readValue: ({ bind_value_objects }) => ({
        kind: "openList",
        entries: readStrictList(bind_value_objects, readEntry),
      }),
      conditionType: "openChoices",
    },
  },
  toInput: ({ entries }) => ({ kind: "openList", entries }),
  toDefaultInput: (value, field) => ({ kind: "openList", entries: readDefaultChoices(value, field) }),
  isStoredAsSent: ({ entries }, stored) =>
    stored !== undefined &&
    entries.every((entry) => containsEntry(stored.entries, entry)) &&
    stored.entries.length <= entries.length,
  getCardinality: () => "many",
  merge(base, mine, theirs) {
    const myEntries = matchKnownEntries(mine.entries, theirs.entries);
    const theirEntries = matchKnownEntries(theirs.entries, mine.entries);
    const entries = mergeLists(entryKey, base?.entries ?? [], myEntries, theirEntries);
    const input = { kind: "openList", entries } as const;
    return base === undefined ? { kind: "conflict", both: input } : { kind: "merged", input };
  },
  toEdit: ({ entries }) => ({ kind: "openList", entries }),
  editRules: {
    kinds: ["openList"],
    // Writing only labels would duplicate entries that have an id.
    toWire: ({ entries }) =>
      entries.length === 0
        ? { bind_value_ids: [] }
        : { value: { bind_value_objects: entries.map(toWireEntry) } },
    isStored: (value, { entries }) => toSortedKey(labelsOf(value.entries)) === toSortedKey(labelsOf(entries)),
  },
  getGroups: ({ choices, of }) => (of === "groups" ? choices : []),
  relabelValue: (value, labels) => ({ ...value, entries: relabel(value.entries, labels) }),
  toBulkInput: ({ choices, of }) => ({
    kind: of === "people" ? "people" : "choices",
    choices: filterVisibleChoices(choices),
    allowsMultiple: true,
  }),
  allowsNewValues: ({ of }) => of === "texts",
  describeInput: ({ choices, of }) => ({
    takes: of === "texts" ? "choices or new ones" : of,
    ...toChoicesJson(choices),
  }),
  toAssistantValue: ({ entries }) => labelsOf(entries),
};
