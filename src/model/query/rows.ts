// Rows of lists across trackers, and sorting and grouping them.
import type { ArtifactRow } from "../artifact.ts";
import type { Grouping, Sort, SortKey } from "./savedQuery.ts";

/** The tracker that an artifact is of, as far as a list tells. */
export interface Place {
  readonly id: number;
  readonly label: string;
  readonly color: string | undefined;
}

/** A row of a list that goes across trackers. */
export interface PlacedRow extends ArtifactRow {
  /** Undefined where the server does not tell. */
  readonly tracker: Place | undefined;
}

export function placed(row: ArtifactRow, { id, label, color }: Place): PlacedRow {
  return { ...row, tracker: { id, label, color } };
}

// Rows in another order, or in groups, by what a row brings with it.

type Key = string | number | undefined;
type Arranged = ArtifactRow & Partial<Pick<PlacedRow, "tracker">>;

function instant(date: string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : at;
}

function some(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function keyOf(row: ArtifactRow, by: SortKey): Key {
  switch (by) {
    case "id":
      return row.id;
    case "title":
      return some(row.title);
    case "status":
      return some(row.status);
    case "assignee":
      return row.assignees[0]?.label;
    case "submitted":
      return instant(row.submittedOn);
    case "modified":
      return instant(row.modifiedOn);
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compared(one: Key, other: Key): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

/** Rows that don't tell come last, whichever way round; those that are alike stay as they were. */
export function sorted<T extends ArtifactRow>(rows: readonly T[], { by, direction }: Sort): readonly T[] {
  const turn = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by) }));
  const told = keyed.filter(({ key }) => key !== undefined);
  const untold = keyed.filter(({ key }) => key === undefined);
  told.sort((one, other) => turn * compared(one.key, other.key));
  return [...told, ...untold].map(({ row }) => row);
}

interface Group<T> {
  /** Undefined for those that belong to none. */
  readonly label: string | undefined;
  readonly rows: readonly T[];
}

function labelsOf(row: Arranged, by: Grouping): readonly (string | undefined)[] {
  switch (by) {
    case "status":
      return [some(row.status)];
    case "assignee":
      return row.assignees.length === 0 ? [undefined] : row.assignees.map(({ label }) => label);
    case "tracker":
      return [row.tracker?.label];
  }
}

/** By label, those without one last; what several people are assigned to is in the group of each. */
export function grouped<T extends Arranged>(rows: readonly T[], by: Grouping): readonly Group<T>[] {
  const groups = new Map<string | undefined, T[]>();
  for (const row of rows) {
    for (const label of new Set(labelsOf(row, by))) {
      const members = groups.get(label) ?? [];
      groups.set(label, members);
      members.push(row);
    }
  }
  const labels = [...groups.keys()].filter((label) => label !== undefined).sort(collator.compare);
  const others = groups.get(undefined);
  return [
    ...labels.map((label) => ({ label, rows: groups.get(label) ?? [] })),
    ...(others === undefined ? [] : [{ label: undefined, rows: others }]),
  ];
}
