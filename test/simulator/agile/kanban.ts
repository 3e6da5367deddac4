import type { Tracker } from "../state/tracker.ts";

/** A column by the id of its status value, or one of the two that every kanban has. */
export type KanbanColumnId = number | "backlog" | "archive";

/** A board of the artifacts of a tracker, with a column for each open status. */
export class Kanban {
  readonly id: number;
  readonly tracker: Tracker;
  label: string;
  isPromoted = false;
  /** Limits of work in progress by column; nothing enforces them. */
  readonly limits: Map<number, number>;
  /** When users last had its page open. */
  readonly visits = new Map<number, number>();
  /** What users have collapsed or expanded, by user. */
  readonly #expanded = new Map<number, Map<KanbanColumnId, boolean>>();

  constructor(id: number, tracker: Tracker, label: string, limits: ReadonlyMap<number, number> = new Map()) {
    this.id = id;
    this.tracker = tracker;
    this.label = label;
    this.limits = new Map(limits);
  }

  /** The archive is collapsed until a user expands it. */
  isExpanded(column: KanbanColumnId, userId: number | undefined): boolean {
    const own = userId === undefined ? undefined : this.#expanded.get(userId)?.get(column);
    return own ?? column !== "archive";
  }

  setExpanded(column: KanbanColumnId, userId: number, isExpanded: boolean): void {
    const own = this.#expanded.get(userId) ?? new Map<KanbanColumnId, boolean>();
    this.#expanded.set(userId, own.set(column, isExpanded));
  }
}
