// Sorts and groups rows of several trackers.
import type { ArtifactRow } from "../artifact.ts";
import type { Grouping, Sort, SortKey } from "./savedQuery.ts";

/** The tracker of a row, if reported. */
export interface RowTracker {
  /** Undefined if the server reports only the name. */
  readonly id: number | undefined;
  readonly label: string;
  readonly color: string | undefined;
  /** The label of its project, if the list can have artifacts of several. */
  readonly project?: string | undefined;
}

export interface RowWithTracker extends ArtifactRow {
  /** Undefined if the server doesn't report it. */
  readonly tracker: RowTracker | undefined;
  /** The key of its column, on a board whose columns aren't the values of a field. */
  readonly boardColumn?: string | undefined;
}

export function withTracker(row: ArtifactRow, { id, label, color, project }: RowTracker): RowWithTracker {
  return { ...row, tracker: { id, label, color, ...(project !== undefined && { project }) } };
}

/** An artifact doesn't have the label of its project, but stays in it. */
export function withProjectOf(row: RowWithTracker, before: RowWithTracker | undefined): RowWithTracker {
  const project = before?.tracker?.project;
  return row.tracker === undefined || project === undefined
    ? row
    : { ...row, tracker: { ...row.tracker, project } };
}

/** The tracker of a row of a list of several trackers. */
export function getRowTracker(
  row: ArtifactRow & Partial<Pick<RowWithTracker, "tracker">>,
): RowTracker | undefined {
  return row.tracker;
}

type RowSortKey = string | number | undefined;
type GroupableRow = ArtifactRow & Partial<Pick<RowWithTracker, "tracker">>;

function parseTime(date: string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : at;
}

function emptyToUndefined(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function getSortKey(row: ArtifactRow, by: SortKey): RowSortKey {
  switch (by) {
    case "id":
      return row.id;
    case "title":
      return emptyToUndefined(row.title);
    case "status":
      return emptyToUndefined(row.status);
    case "assignee":
      return row.assignees[0]?.label;
    case "submitted":
      return parseTime(row.submittedOn);
    case "modified":
      return parseTime(row.modifiedOn);
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compareKeys(one: RowSortKey, other: RowSortKey): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

/** Rows without a value come last in both directions; the sort is stable. */
export function sortArtifactRows<T extends ArtifactRow>(
  rows: readonly T[],
  { by, direction }: Sort,
): readonly T[] {
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: getSortKey(row, by) }));
  const withValue = keyed.filter(({ key }) => key !== undefined);
  const withoutValue = keyed.filter(({ key }) => key === undefined);
  withValue.sort((one, other) => sign * compareKeys(one.key, other.key));
  return [...withValue, ...withoutValue].map(({ row }) => row);
}

interface GroupName {
  /** Undefined for rows without a value. */
  readonly label: string | undefined;
  /** Of a tracker, since those of several projects can have the same label. */
  readonly project?: string | undefined;
}

interface RowGroup<T> extends GroupName {
  readonly rows: readonly T[];
}

function getGroupNames(row: GroupableRow, by: Grouping): readonly GroupName[] {
  switch (by) {
    case "status":
      return [{ label: emptyToUndefined(row.status) }];
    case "assignee":
      return row.assignees.length === 0
        ? [{ label: undefined }]
        : row.assignees.map(({ label }) => ({ label }));
    case "tracker": {
      const { label, project } = row.tracker ?? {};
      return [project === undefined ? { label } : { label, project }];
    }
  }
}

function compareGroups(one: GroupName, other: GroupName): number {
  if (one.label === undefined || other.label === undefined) {
    return Number(one.label === undefined) - Number(other.label === undefined);
  }
  return collator.compare(one.label, other.label) || collator.compare(one.project ?? "", other.project ?? "");
}

/** By label, rows without one last; rows with several assignees occur in several groups. */
export function groupArtifactRows<T extends GroupableRow>(
  rows: readonly T[],
  by: Grouping,
): readonly RowGroup<T>[] {
  const groups = new Map<string, GroupName & { readonly rows: T[] }>();
  for (const row of rows) {
    const names = getGroupNames(row, by).map((name) => [JSON.stringify(name), name] as const);
    for (const [key, name] of new Map(names)) {
      const group = groups.get(key) ?? { ...name, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    }
  }
  return [...groups.values()].sort(compareGroups);
}
