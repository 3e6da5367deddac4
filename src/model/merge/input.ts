// What two people made of the same field, put together where that needs no decision.
import type { Control } from "../form/control.ts";
import { type Input, isEmpty, sameInput } from "../form/input.ts";
import type { Chosen, Link, Notified, OpenEntry } from "../value.ts";
import { mergeText } from "./text.ts";

/** What neither has removed, and what either has added. */
function together<T>(
  keyOf: (element: T) => string,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): readonly T[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Set(list.map(keyOf)));
  const all = new Map(
    [...theirs, ...mine.filter((each) => there?.has(keyOf(each)) !== true)].map((each) => [
      keyOf(each),
      each,
    ]),
  );
  return [...all]
    .filter(([key]) => before?.has(key) !== true || (here?.has(key) === true && there?.has(key) === true))
    .map(([, element]) => element);
}

// Who is told of changes below a path, put together path by path.

const nobody: Omit<Notified, "path"> = { emails: [], users: [], groups: [] };

function idOf({ id }: Chosen): string {
  return String(id);
}

function mergedRow(base: Omit<Notified, "path">, mine: Notified, theirs: Notified): Notified {
  const readAs = theirs.readAs ?? mine.readAs;
  return {
    path: theirs.path,
    emails: together((email) => email, base.emails, mine.emails, theirs.emails),
    users: together(idOf, base.users, mine.users, theirs.users),
    groups: together(idOf, base.groups, mine.groups, theirs.groups),
    ...(readAs === undefined ? {} : { readAs }),
  };
}

function isNobody({ emails, users, groups }: Notified): boolean {
  return emails.length + users.length + groups.length === 0;
}

function essence(row: Notified): string {
  const { path, emails, users, groups } = row;
  return JSON.stringify([path, emails.toSorted(), users.map(idOf).sort(), groups.map(idOf).sort()]);
}

function isSame(one: Notified | undefined, other: Notified | undefined): boolean {
  return (one && essence(one)) === (other && essence(other));
}

type Rows = readonly Notified[];

function rowOf(rows: Rows, path: string): Notified | undefined {
  return rows.find((row) => row.path === path);
}

function pathsOf(...lists: readonly Rows[]): readonly string[] {
  return [...new Set(lists.flatMap((rows) => rows.map(({ path }) => path)))];
}

function hasRepetition(rows: Rows): boolean {
  return pathsOf(rows).length < rows.length;
}

/** Undefined where somebody has to decide: one has taken a path out, the other has changed who is told of it. */
export function mergedNotifications(base: Rows, mine: Rows, theirs: Rows): Rows | undefined {
  // Half typed, a path can stand there twice: none of them may be passed over.
  if ([base, mine, theirs].some(hasRepetition)) return undefined;
  const merged: Notified[] = [];
  for (const path of pathsOf(theirs, mine)) {
    const [before, here, there] = [base, mine, theirs].map((rows) => rowOf(rows, path));
    const row = isSame(here, before) ? there : here;
    const isOfBoth = !isSame(here, before) && !isSame(there, before) && !isSame(here, there);
    if (!isOfBoth) {
      if (row !== undefined) merged.push(row);
      continue;
    }
    if (here === undefined || there === undefined) return undefined;
    const both = mergedRow(before ?? nobody, here, there);
    // What each of them has left would be lost.
    if (isNobody(both)) return undefined;
    merged.push(both);
  }
  return merged;
}

/** All that either has. */
export function unitedNotifications(mine: Rows, theirs: Rows): Rows {
  const all = [...theirs, ...mine];
  return pathsOf(all).map((path) =>
    all
      .filter((row) => row.path === path)
      .reduce((united, row) => mergedRow(nobody, row, united), { path, ...nobody }),
  );
}

export type Merged =
  /** Only I have changed it. */
  | { readonly kind: "mine" }
  /** Only they have. */
  | { readonly kind: "theirs" }
  | { readonly kind: "same" }
  | { readonly kind: "merged"; readonly input: Input }
  /** Someone has to decide; `both` is there where taking both makes sense. */
  | { readonly kind: "collision"; readonly both: Input | undefined };

/** How many values a list of choices takes. */
export type Takes = "one" | "many";

export function takesOf(control: Control): Takes {
  switch (control.kind) {
    case "choice":
      return control.look === "multiSelect" || control.look === "checkboxes" ? "many" : "one";
    case "people":
      return control.takes;
    case "openList":
    case "links":
    case "permissions":
    case "notifications":
      return "many";
    case "line":
    case "text":
    case "number":
    case "date":
    case "computed":
    case "steps":
    case "files":
    case "shown":
    case "broken":
      return "one";
  }
}

type InputOf<K extends Input["kind"]> = Extract<Input, { readonly kind: K }>;

function asKind<K extends Input["kind"]>(kind: K, input: Input | undefined): InputOf<K> | undefined {
  return input?.kind === kind ? (input as InputOf<K>) : undefined;
}

function idKey({ id }: Chosen): string {
  return String(id);
}

function linkKey({ artifactId, type }: Link): string {
  return `${artifactId} ${type}`;
}

function entryKey({ id, label }: OpenEntry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

/** What one side has typed anew and the other has with an id by now is one entry. */
function recognised(entries: readonly OpenEntry[], others: readonly OpenEntry[]): readonly OpenEntry[] {
  return entries.map((entry) =>
    entry.id === undefined
      ? (others.find(({ id, label }) => id !== undefined && label === entry.label) ?? entry)
      : entry,
  );
}

/** The changes of both to a list that takes several; without a base, all that either has. */
function mergedList(base: Input | undefined, mine: Input, theirs: Input): Input | undefined {
  switch (mine.kind) {
    case "choices": {
      const before = asKind("choices", base)?.chosen ?? [];
      const there = asKind("choices", theirs)?.chosen;
      return there && { kind: "choices", chosen: together(idKey, before, mine.chosen, there) };
    }
    case "permissions": {
      const before = asKind("permissions", base)?.groups ?? [];
      const there = asKind("permissions", theirs)?.groups;
      return there && { kind: "permissions", groups: together(idKey, before, mine.groups, there) };
    }
    case "links": {
      const before = asKind("links", base)?.forward ?? [];
      const there = asKind("links", theirs)?.forward;
      return there && { kind: "links", forward: together(linkKey, before, mine.forward, there) };
    }
    case "openList": {
      const before = asKind("openList", base)?.entries ?? [];
      const there = asKind("openList", theirs)?.entries;
      if (there === undefined) return undefined;
      const here = recognised(mine.entries, there);
      const entries = together(entryKey, before, here, recognised(there, mine.entries));
      return { kind: "openList", entries };
    }
    case "line":
    case "text":
    case "number":
    case "date":
    case "computed":
    case "steps":
    case "notifications":
      return undefined;
  }
}

/** Path by path: who is told of one has nothing to do with the others. */
function mergedRows(base: Input | undefined, mine: InputOf<"notifications">, theirs: Input): Merged {
  const there = asKind("notifications", theirs)?.rows ?? [];
  const before = asKind("notifications", base)?.rows;
  const rows = before === undefined ? undefined : mergedNotifications(before, mine.rows, there);
  const both = { kind: "notifications", rows: unitedNotifications(mine.rows, there) } as const;
  return rows === undefined
    ? { kind: "collision", both }
    : { kind: "merged", input: { kind: "notifications", rows } };
}

/** No group at all means everybody: what comes of adding and removing must not turn one into the other. */
function mergedPermissions(base: Input, mine: Input, theirs: Input): Merged {
  const both = isEmpty(mine) || isEmpty(theirs) ? undefined : mergedList(undefined, mine, theirs);
  const input = [base, mine, theirs].some(isEmpty) ? undefined : mergedList(base, mine, theirs);
  return input === undefined || isEmpty(input) ? { kind: "collision", both } : { kind: "merged", input };
}

function mergedLongText(base: InputOf<"text">, mine: InputOf<"text">, theirs: InputOf<"text">): Merged {
  const isOneFormat = base.format === mine.format && mine.format === theirs.format;
  const source = isOneFormat ? mergeText(base.source, mine.source, theirs.source) : undefined;
  return source === undefined
    ? { kind: "collision", both: undefined }
    : { kind: "merged", input: { kind: "text", source, format: mine.format } };
}

function mergedOf(base: Input, mine: Input, theirs: Input): Merged {
  if (base.kind === "text" && mine.kind === "text" && theirs.kind === "text") {
    return mergedLongText(base, mine, theirs);
  }
  if (mine.kind === "permissions") return mergedPermissions(base, mine, theirs);
  const input = mergedList(base, mine, theirs);
  return input === undefined ? { kind: "collision", both: undefined } : { kind: "merged", input };
}

/** As if both had changed it, whoever has. `takes` is asked of lists of choices only: the other lists take many. */
function combined(base: Input | undefined, mine: Input, theirs: Input | undefined, takes: Takes): Merged {
  if (theirs === undefined || mine.kind !== theirs.kind || (mine.kind === "choices" && takes === "one")) {
    return { kind: "collision", both: undefined };
  }
  if (mine.kind === "notifications") return mergedRows(base, mine, theirs);
  if (base?.kind !== mine.kind) return { kind: "collision", both: mergedList(undefined, mine, theirs) };
  return mergedOf(base, mine, theirs);
}

export function mergeInput(
  base: Input | undefined,
  mine: Input,
  theirs: Input | undefined,
  takes: Takes,
): Merged {
  if (sameInput(mine, theirs)) return { kind: "same" };
  if (sameInput(theirs, base)) return { kind: "mine" };
  if (sameInput(mine, base)) return { kind: "theirs" };
  return combined(base, mine, theirs, takes);
}

/** What was typed with theirs in sight: what stood there before may be meant to come back. */
export function mergeTyped(
  base: Input | undefined,
  typed: Input,
  theirs: Input | undefined,
  takes: Takes,
): Merged {
  const merged = mergeInput(base, typed, theirs, takes);
  const verdict = merged.kind === "theirs" ? combined(base, typed, theirs, takes) : merged;
  return verdict.kind === "merged" && sameInput(verdict.input, typed) ? { kind: "mine" } : verdict;
}
