// Milestones, such as releases and sprints: artifacts in which others are planned.
import { type AllowedMoves, type BoardColumn, noValueKey, toStatusKey } from "./board.ts";
import { findTransitionTargets } from "./form/availableChoices.ts";
import type { RowWithTracker } from "./query/sortAndGroup.ts";
import type { Choice, Tracker } from "./tracker.ts";
import { noneChoiceId } from "./valueTypes.ts";

export interface Milestone {
  readonly kind: "milestone";
  /** Also that of its artifact. */
  readonly id: number;
  readonly label: string;
  readonly projectId: number;
  readonly trackerId: number;
  readonly isOpen: boolean;
  readonly status: string | undefined;
  readonly startsOn: string | undefined;
  readonly endsOn: string | undefined;
  readonly remainingEffort: number | undefined;
  readonly capacity: number | undefined;
  /** Whether there can be milestones below it. */
  readonly canHaveMilestones: boolean;
  /** Lists don't report it. */
  readonly parentId: number | undefined;
  readonly hasCardwall: boolean;
  /** Trackers whose artifacts can be planned in it. */
  readonly contentTrackerIds: readonly number[];
  /** Whether the user can plan artifacts and change their rank. */
  readonly canChangePriorities: boolean;
}

/** Whose milestones or backlog are listed. */
export type MilestoneOwner = { readonly projectId: number } | { readonly milestoneId: number };

const dayMs = 24 * 60 * 60 * 1000;

/** Days from the day of `now` to the last day; negative if that is over. */
export function getRemainingDays({ endsOn }: Pick<Milestone, "endsOn">, now: Date): number | undefined {
  const end = new Date(endsOn ?? Number.NaN);
  if (Number.isNaN(end.getTime())) return undefined;
  // Servers write the start of the day in their own time zone.
  const [year = 0, month = 1, day = 1] = (endsOn ?? "").slice(0, 10).split("-").map(Number);
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year, month - 1, day) - today) / dayMs);
}

/** The columns of a milestone on the server, and in which of them its artifacts are. */
export interface Cardwall {
  readonly columns: readonly { readonly id: number; readonly label: string; readonly color: string }[];
  /** By artifact. Artifacts with children are in no column. */
  readonly columnIds: ReadonlyMap<number, number>;
}

// The board of a milestone: its columns are those of the cardwall, or the statuses of its trackers.

/** Of the column for artifacts that aren't planned in the milestone. */
export const backlogKey = "backlog";

function listStatuses({ fields, semantics }: Tracker): readonly Choice[] {
  const field = fields.find(({ id }) => id === semantics.status?.fieldId);
  return field?.choices?.filter(({ id, isHidden }) => Number(id) !== noneChoiceId && !isHidden) ?? [];
}

function isOpenStatus({ semantics }: Tracker, { id }: Choice): boolean {
  return semantics.status?.openIds.some((openId) => String(openId) === String(id)) ?? true;
}

/** Statuses with the same label are one column; closed ones come last. */
function createStatusColumns(trackers: readonly Tracker[]): readonly Pick<BoardColumn, "label" | "color">[] {
  const statuses = trackers.flatMap((tracker) =>
    listStatuses(tracker).map((choice) => ({ choice, isOpen: isOpenStatus(tracker, choice) })),
  );
  const ordered = [...statuses.filter(({ isOpen }) => isOpen), ...statuses.filter(({ isOpen }) => !isOpen)];
  const byLabel = new Map(ordered.toReversed().map(({ choice }) => [choice.label, choice]));
  const labels = new Set(ordered.map(({ choice }) => choice.label));
  return [...labels].map((label) => ({ label, color: byLabel.get(label)?.color }));
}

/** By where they end on the color wheel, in degrees. */
const hues = [
  { name: "red", end: 15 },
  { name: "orange", end: 45 },
  { name: "yellow", end: 70 },
  { name: "green", end: 170 },
  { name: "blue", end: 255 },
  { name: "purple", end: 330 },
  { name: "red", end: 360 },
] as const;
const minChroma = 24;

/** Cardwalls have older colors such as `#99CCFF`, which get the name of their hue; grays have none. */
function toColorName(color: string | undefined): string | undefined {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color ?? "");
  if (hex === null) return color;
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < minChroma) return undefined;
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  const degrees = ((angle * 180) / Math.PI + 360) % 360;
  return hues.find(({ end }) => degrees < end)?.name;
}

export function createMilestoneColumns(
  cardwall: Cardwall | undefined,
  trackers: readonly Tracker[],
): readonly BoardColumn[] {
  const named = cardwall?.columns ?? createStatusColumns(trackers);
  const unnamed = { label: "", color: undefined, isHidden: false };
  return [
    { ...unnamed, key: backlogKey, kind: "backlog", values: [{ id: backlogKey, label: "" }] },
    { ...unnamed, key: noValueKey, kind: "none", values: [] },
    ...named.map(({ label, color }, index): BoardColumn => {
      const key = `column ${index}`;
      const values = [{ id: key, label }];
      return { key, label, color: toColorName(color), kind: "value", values, isHidden: false };
    }),
  ];
}

/** Finds the column of a planned artifact by its status. */
export class ColumnFinder {
  readonly #columns: readonly BoardColumn[];
  readonly #cardwall: Cardwall | undefined;
  /** By tracker and status: a cardwall may have several statuses in a column. */
  readonly #keys = new Map<string, string>();

  constructor(columns: readonly BoardColumn[], cardwall: Cardwall | undefined) {
    this.#columns = columns.filter(({ kind }) => kind === "value");
    this.#cardwall = cardwall;
  }

  /** Planned artifacts show which statuses are in which column of the cardwall. */
  learn(rows: readonly RowWithTracker[]): void {
    for (const row of rows) {
      const columnId = this.#cardwall?.columnIds.get(row.id);
      const index = this.#cardwall?.columns.findIndex(({ id }) => id === columnId) ?? -1;
      const key = this.#columns[index]?.key;
      if (key !== undefined) this.#keys.set(toStatusKey(row), key);
    }
  }

  find(row: RowWithTracker): string {
    const byStatus = this.#keys.get(toStatusKey(row));
    const byLabel = this.#columns.find(({ label }) => label === row.status);
    return byStatus ?? byLabel?.key ?? noValueKey;
  }
}

/** The status that an artifact gets in a column; `undefined` if the column's label doesn't name exactly one. */
export function findStatusOfColumn(tracker: Tracker, label: string): Choice | undefined {
  const [status, ...others] = listStatuses(tracker).filter((choice) => choice.label === label);
  return others.length === 0 ? status : undefined;
}

/** Columns that the workflow of a tracker allows, by status; a column without a status of its own opens the form. */
export function findAllowedColumns(
  trackers: readonly Tracker[],
  columns: readonly BoardColumn[],
): AllowedMoves {
  const entries = trackers.flatMap((tracker) => {
    const { id, workflow, semantics } = tracker;
    if (workflow === undefined || workflow.fieldId !== semantics.status?.fieldId) return [];
    return [undefined, ...listStatuses(tracker)].map((from) => {
      const targets = findTransitionTargets(workflow, from === undefined ? [] : [from]);
      const isAllowed = ({ label }: BoardColumn): boolean => {
        const status = findStatusOfColumn(tracker, label);
        return status === undefined || status.id === from?.id || targets.has(String(status.id));
      };
      const key = toStatusKey({ tracker: { id, label: "", color: undefined }, status: from?.label });
      return [key, columns.filter(isAllowed).map((column) => column.key)] as const;
    });
  });
  return Object.fromEntries(entries);
}
