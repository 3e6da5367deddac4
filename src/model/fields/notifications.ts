// Who is told of changes below which path of a repository. No artifact has such a field, so it is never an edit of one.
import type { Choice } from "../tracker.ts";
import type { Chosen } from "../value.ts";
import { idOf, idSet, isBlankText, labelsOf, setOf, together } from "./common.ts";
import type { FieldType, HostFieldType, Problem } from "./fieldType.ts";

export interface Notified {
  readonly path: string;
  readonly emails: readonly string[];
  readonly users: readonly Chosen[];
  readonly groups: readonly Chosen[];
  /** The path that it was read with: what else the server said of it is found by that, whatever the path becomes. */
  readonly readAs?: string | undefined;
}

type Rows = readonly Notified[];

export interface NotificationsField {
  readonly control: { readonly kind: "notifications"; readonly groups: readonly Choice[] };
  readonly input: { readonly kind: "notifications"; readonly rows: Rows };
  readonly value: never;
  readonly edit: never;
}

export function notifiedText({ path, emails, users, groups }: Notified): string {
  return `${path}: ${[...emails, ...labelsOf([...users, ...groups])].join(", ")}`;
}

function isNobody({ emails, users, groups }: Notified): boolean {
  return emails.length + users.length + groups.length === 0;
}

/** Of each row, since each is mended by itself. */
export function notificationProblems(rows: Rows): readonly (Problem | undefined)[] {
  return rows.map((each) => {
    const { path } = each;
    if (isBlankText(path) || isNobody(each)) return { kind: "notificationIncomplete" };
    const isRepeated = rows.filter((row) => row.path === path).length > 1;
    return isRepeated ? { kind: "pathRepeated", value: path } : undefined;
  });
}

function rowEssence({ path, emails, users, groups }: Notified): string {
  return JSON.stringify([path, setOf(emails), idSet(users), idSet(groups)]);
}

export const notificationsType: FieldType<NotificationsField> = {
  controls: ["notifications"],
  input: {
    empty: { kind: "notifications", rows: [] },
    isEmpty: ({ rows }) => rows.length === 0,
    // One that is not filled in yet may stand there twice.
    essence: ({ rows }) => JSON.stringify(rows.map(rowEssence).sort()),
    text: ({ rows }) => rows.map(notifiedText).join(" · "),
    texts: ({ rows }) => rows.flatMap(({ path, emails }) => [path, ...emails]),
    problem: ({ rows }) => notificationProblems(rows).find((problem) => problem !== undefined),
  },
};

const nobody: Omit<Notified, "path"> = { emails: [], users: [], groups: [] };

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

/** Stricter than what tells two inputs apart: here a repetition counts. */
function exactly(row: Notified | undefined): string | undefined {
  if (row === undefined) return undefined;
  const { path, emails, users, groups } = row;
  return JSON.stringify([path, emails.toSorted(), users.map(idOf).sort(), groups.map(idOf).sort()]);
}

function isSame(one: Notified | undefined, other: Notified | undefined): boolean {
  return exactly(one) === exactly(other);
}

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

export const notificationsHostType: HostFieldType<NotificationsField> = {
  serverTypes: {},
  takes: () => "many",
  // Path by path: who is told of one has nothing to do with the others.
  merge(base, mine, theirs) {
    const rows = base && mergedNotifications(base.rows, mine.rows, theirs.rows);
    return rows === undefined
      ? {
          kind: "collision",
          both: { kind: "notifications", rows: unitedNotifications(mine.rows, theirs.rows) },
        }
      : { kind: "merged", input: { kind: "notifications", rows } };
  },
};
