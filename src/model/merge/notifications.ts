// Who is told of changes below a path, put together path by path.
import type { Chosen, Notified } from "../value.ts";
import { together } from "./together.ts";

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
