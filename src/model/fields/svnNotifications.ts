// Recipients of commit notifications by path in a repository. Only Subversion settings have this type, so it
// has no edit.
import type { Choice } from "../tracker.ts";
import type { LabeledId } from "../valueTypes.ts";
import { idOf, toIdSetKey, isBlankText, labelsOf, toSetKey, mergeLists } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType, Problem } from "./fieldType.ts";

export interface PathNotification {
  readonly path: string;
  readonly emails: readonly string[];
  readonly users: readonly LabeledId[];
  readonly groups: readonly LabeledId[];
  /** The path as loaded, to find unknown settings of the row after the path was edited. */
  readonly readAs?: string | undefined;
}

type Rows = readonly PathNotification[];

export interface NotificationsFieldShapes {
  readonly control: { readonly kind: "notifications"; readonly groups: readonly Choice[] };
  readonly input: { readonly kind: "notifications"; readonly rows: Rows };
  readonly value: never;
  readonly edit: never;
}

export function formatPathNotification({ path, emails, users, groups }: PathNotification): string {
  return `${path}: ${[...emails, ...labelsOf([...users, ...groups])].join(", ")}`;
}

function hasNoRecipients({ emails, users, groups }: PathNotification): boolean {
  return emails.length + users.length + groups.length === 0;
}

/** One result per row. */
export function checkNotifications(rows: Rows): readonly (Problem | undefined)[] {
  return rows.map((each) => {
    const { path } = each;
    if (isBlankText(path) || hasNoRecipients(each)) return { kind: "incompleteNotification" };
    const isRepeated = rows.filter((row) => row.path === path).length > 1;
    return isRepeated ? { kind: "duplicatePath", value: path } : undefined;
  });
}

function toRowKey({ path, emails, users, groups }: PathNotification): string {
  return JSON.stringify([path, toSetKey(emails), toIdSetKey(users), toIdSetKey(groups)]);
}

export const notificationsType: FieldType<NotificationsFieldShapes> = {
  controlKinds: ["notifications"],
  input: {
    empty: { kind: "notifications", rows: [] },
    isEmpty: ({ rows }) => rows.length === 0,
    // Rows that aren't filled in yet can be equal.
    toComparisonKey: ({ rows }) => JSON.stringify(rows.map(toRowKey).sort()),
    toText: ({ rows }) => rows.map(formatPathNotification).join(" · "),
    getFreeTexts: ({ rows }) => rows.flatMap(({ path, emails }) => [path, ...emails]),
    findProblem: ({ rows }) => checkNotifications(rows).find((problem) => problem !== undefined),
  },
};

const noRecipients: Omit<PathNotification, "path"> = { emails: [], users: [], groups: [] };

function mergeRow(
  base: Omit<PathNotification, "path">,
  mine: PathNotification,
  theirs: PathNotification,
): PathNotification {
  const readAs = theirs.readAs ?? mine.readAs;
  return {
    path: theirs.path,
    emails: mergeLists((email) => email, base.emails, mine.emails, theirs.emails),
    users: mergeLists(idOf, base.users, mine.users, theirs.users),
    groups: mergeLists(idOf, base.groups, mine.groups, theirs.groups),
    ...(readAs === undefined ? {} : { readAs }),
  };
}

/** Unlike `toRowKey`, duplicates matter. */
function toStrictKey(row: PathNotification | undefined): string | undefined {
  if (row === undefined) return undefined;
  const { path, emails, users, groups } = row;
  return JSON.stringify([path, emails.toSorted(), users.map(idOf).sort(), groups.map(idOf).sort()]);
}

function isSameRow(one: PathNotification | undefined, other: PathNotification | undefined): boolean {
  return toStrictKey(one) === toStrictKey(other);
}

function findRow(rows: Rows, path: string): PathNotification | undefined {
  return rows.find((row) => row.path === path);
}

function pathsOf(...lists: readonly Rows[]): readonly string[] {
  return [...new Set(lists.flatMap((rows) => rows.map(({ path }) => path)))];
}

function hasDuplicatePath(rows: Rows): boolean {
  return pathsOf(rows).length < rows.length;
}

/** Undefined for a conflict: one side removed a path whose recipients the other side changed. */
export function mergeNotifications(base: Rows, mine: Rows, theirs: Rows): Rows | undefined {
  // While the user types, a path can occur twice; rows must not get lost.
  if ([base, mine, theirs].some(hasDuplicatePath)) return undefined;
  const merged: PathNotification[] = [];
  for (const path of pathsOf(theirs, mine)) {
    const [baseRow, myRow, theirRow] = [base, mine, theirs].map((rows) => findRow(rows, path));
    const row = isSameRow(myRow, baseRow) ? theirRow : myRow;
    const isChangedByBoth =
      !isSameRow(myRow, baseRow) && !isSameRow(theirRow, baseRow) && !isSameRow(myRow, theirRow);
    if (!isChangedByBoth) {
      if (row !== undefined) merged.push(row);
      continue;
    }
    if (myRow === undefined || theirRow === undefined) return undefined;
    const combined = mergeRow(baseRow ?? noRecipients, myRow, theirRow);
    // Both sides removed the other's remaining recipients.
    if (hasNoRecipients(combined)) return undefined;
    merged.push(combined);
  }
  return merged;
}

/** All rows and recipients of both. */
export function combineNotifications(mine: Rows, theirs: Rows): Rows {
  const all = [...theirs, ...mine];
  return pathsOf(all).map((path) =>
    all
      .filter((row) => row.path === path)
      .reduce((combined, row) => mergeRow(noRecipients, row, combined), { path, ...noRecipients }),
  );
}

export const notificationsHostType: HostFieldType<NotificationsFieldShapes> = {
  serverTypes: {},
  getCardinality: () => "many",
  // Merges each path separately.
  merge(base, mine, theirs) {
    const rows = base && mergeNotifications(base.rows, mine.rows, theirs.rows);
    return rows === undefined
      ? {
          kind: "conflict",
          both: { kind: "notifications", rows: combineNotifications(mine.rows, theirs.rows) },
        }
      : { kind: "merged", input: { kind: "notifications", rows } };
  },
};
