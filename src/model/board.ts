// Boards: artifacts as cards, in columns by the value of a list and optionally in swimlanes.
import type { Artifact } from "./artifact.ts";
import { findTransitionTargets } from "./form/availableChoices.ts";
import type { Kanban } from "./kanban.ts";
import type { RowWithTracker } from "./query/sortAndGroup.ts";
import type { Choice, Field, Tracker } from "./tracker.ts";
import { type LabeledId, noneChoiceId } from "./valueTypes.ts";

/** Of the column or swimlane for cards without a value. */
export const noValueKey = "none";
/** Of the column for all closed values. */
const closedKey = "closed";

export interface BoardColumn {
  readonly key: string;
  /** Empty for a column that isn't named by a value. */
  readonly label: string;
  /** The server's name of a color. */
  readonly color: string | undefined;
  /** The backlog has artifacts that aren't planned, or have no status. */
  readonly kind: "value" | "none" | "closed" | "backlog";
  /** Values of cards in this column. */
  readonly values: readonly LabeledId[];
  /** Not offered any more: only shown if there are cards with it, and takes no others. */
  readonly isHidden: boolean;
  /** Of these values, those that aren't offered any more. */
  readonly hiddenValueIds?: readonly LabeledId["id"][];
  /** The highest number of cards that the team allows itself; servers don't enforce it. */
  readonly limit?: number | undefined;
}

/** The field ID of columns that rows themselves have, as `boardColumn`. */
export const rowColumnFieldId = 0;

/** A position in a list that is ordered by rank. */
export interface RankPosition {
  readonly direction: "before" | "after";
  /** The ID of an artifact of the same list. */
  readonly comparedTo: number;
}

/** A list whose values are the columns or swimlanes of a board. */
export interface BoardField {
  readonly id: number;
  readonly label: string;
  /** Whether the user has permission to change it, and so to move cards. */
  readonly isEditable: boolean;
}

/** Lists with one value per artifact and a fixed set of values. */
function isSingleChoiceList({ type, choices, binding }: Field): boolean {
  return (type === "sb" || type === "rb") && choices !== undefined && binding !== "ugroups";
}

function toBoardField({ id, label, permissions }: Field): BoardField {
  return { id, label, isEditable: permissions.has("update") };
}

/** The status first, then in the order of the tracker. */
export function listBoardFields({ fields, semantics }: Tracker): readonly BoardField[] {
  const lists = fields.filter(isSingleChoiceList);
  const isStatus = ({ id }: Field): boolean => id === semantics.status?.fieldId;
  return [...lists.filter(isStatus), ...lists.filter((field) => !isStatus(field))].map(toBoardField);
}

function toColumn({ id, label, color, isHidden }: Choice): BoardColumn {
  return { key: String(id), label, color, kind: "value", values: [{ id, label }], isHidden };
}

function isClosed({ semantics: { status } }: Tracker, fieldId: number, { id }: Choice): boolean {
  return status?.fieldId === fieldId && !status.openIds.some((openId) => String(openId) === String(id));
}

/**
 * The columns for a list, in the order of its values; all closed values of the status are in one column, the last. The first
 * column is for cards without a value, and only shown if there are some; it is the backlog of a kanban.
 */
export function createBoardColumns(
  tracker: Tracker,
  fieldId: number,
  kanban?: Pick<Kanban, "columns">,
): readonly BoardColumn[] {
  const field = tracker.fields.find(({ id }) => id === fieldId);
  const choices = field?.choices?.filter(({ id }) => Number(id) !== noneChoiceId) ?? [];
  const closed = choices.filter((choice) => isClosed(tracker, fieldId, choice));
  const open = choices.filter((choice) => !closed.includes(choice));
  const unnamed = { label: "", color: undefined, isHidden: false };
  const limits = new Map(kanban?.columns.map(({ id, limit }) => [String(id), limit]));
  return [
    kanban === undefined
      ? { ...unnamed, key: noValueKey, kind: "none", values: [] }
      : { ...unnamed, key: noValueKey, kind: "backlog", values: [{ id: noValueKey, label: "" }] },
    ...open.map((choice) => ({ ...toColumn(choice), limit: limits.get(String(choice.id)) })),
    ...(closed.length === 0
      ? []
      : [
          {
            ...unnamed,
            key: closedKey,
            kind: "closed" as const,
            values: closed.map(({ id, label }) => ({ id, label })),
            hiddenValueIds: closed.filter(({ isHidden }) => isHidden).map(({ id }) => id),
          },
        ]),
  ];
}

/** Values that the workflow allows for a card, by the key of its column; `undefined` if it allows all. */
export type AllowedMoves = Readonly<Record<string, readonly string[]>>;

/** As far as it is known without asking the server: other fields and their values may matter, too. */
export function findAllowedMoves(
  { workflow }: Tracker,
  fieldId: number,
  columns: readonly BoardColumn[],
): AllowedMoves | undefined {
  if (workflow?.fieldId !== fieldId) return undefined;
  const listTargets = (held: readonly LabeledId[]): readonly string[] =>
    [...findTransitionTargets(workflow, held)].map((id) => (Number(id) === noneChoiceId ? noValueKey : id));
  const entries = columns.flatMap(({ key, kind, values }) =>
    kind === "none" || kind === "backlog"
      ? [[key, listTargets([])] as const]
      : values.map((value) => [String(value.id), listTargets([value])] as const),
  );
  return Object.fromEntries(entries);
}

/** Identifies what the workflow of a tracker allows for a card whose column isn't the value of a field. */
export function toStatusKey({ tracker, status = "" }: Pick<RowWithTracker, "tracker" | "status">): string {
  return `${tracker?.id} ${status}`;
}

/** Values of a column that a card can get, without its own. */
export function listMoveTargets(
  column: BoardColumn,
  /** The key of the card's value. */
  from: string,
  allowed: AllowedMoves | undefined,
): readonly LabeledId[] {
  const targets = allowed?.[from];
  if (column.isHidden) return [];
  return column.values.filter(
    ({ id }) =>
      String(id) !== from &&
      column.hiddenValueIds?.includes(id) !== true &&
      (targets === undefined || targets.includes(String(id))),
  );
}

/** The key of the value of a list, of an artifact with all its values. */
export function getValueKey({ values }: Pick<Artifact, "values">, fieldId: number): string {
  const entry = values.find((each) => each.kind === "entry" && each.fieldId === fieldId);
  const value = entry?.kind === "entry" ? entry.value : undefined;
  const [first] = value?.kind === "choices" ? value.chosen : [];
  return first === undefined || Number(first.id) === noneChoiceId ? noValueKey : String(first.id);
}

// Arrangement of cards in columns and swimlanes.

export interface Swimlane<Card> {
  readonly key: string;
  readonly label: string;
  /** By the index of the column. */
  readonly cards: readonly (readonly Card[])[];
}

/** Cards whose column isn't known yet are left out; empty swimlanes are, too. */
export function arrangeCards<Card>(
  cards: readonly Card[],
  columns: readonly BoardColumn[],
  getColumnKey: (card: Card) => string | undefined,
  getLane: (card: Card) => { readonly key: string; readonly label: string },
): readonly Swimlane<Card>[] {
  const indexByKey = new Map(columns.map(({ key }, index) => [key, index]));
  const lanes = new Map<string, { readonly label: string; readonly cards: Card[][] }>();
  for (const card of cards) {
    const index = indexByKey.get(getColumnKey(card) ?? "");
    if (index === undefined) continue;
    const { key, label } = getLane(card);
    const lane = lanes.get(key) ?? { label, cards: columns.map(() => []) };
    lanes.set(key, lane);
    lane.cards[index]?.push(card);
  }
  return [...lanes].map(([key, lane]) => ({ key, ...lane }));
}

/** The position of moved cards at an index of a column that may have them; `undefined` if it has no others. */
export function toRankPosition(
  cards: readonly { readonly id: number }[],
  index: number,
  movedIds: ReadonlySet<number>,
): RankPosition | undefined {
  const next = cards.slice(index).find(({ id }) => !movedIds.has(id));
  if (next !== undefined) return { direction: "before", comparedTo: next.id };
  const last = cards.findLast(({ id }) => !movedIds.has(id));
  return last && { direction: "after", comparedTo: last.id };
}

/** The order after cards were moved to a position. */
export function moveRanked(
  ids: readonly number[],
  moved: readonly number[],
  { direction, comparedTo }: RankPosition,
): readonly number[] {
  const others = ids.filter((id) => !moved.includes(id));
  const index = others.indexOf(comparedTo);
  if (index === -1) return ids;
  return others.toSpliced(direction === "after" ? index + 1 : index, 0, ...moved);
}

// Geometry: all cards are equally large, so what is in sight follows from the scroll position.

export interface BoardGeometry {
  readonly columnWidth: number;
  readonly cardHeight: number;
  /** Height of the title of a swimlane; 0 without swimlanes. */
  readonly laneTitleHeight: number;
}

export interface PlacedLane<Card> extends Swimlane<Card> {
  readonly top: number;
  readonly height: number;
}

export function placeLanes<Card>(
  lanes: readonly Swimlane<Card>[],
  { cardHeight, laneTitleHeight }: BoardGeometry,
): readonly PlacedLane<Card>[] {
  let top = 0;
  return lanes.map((lane) => {
    const longest = Math.max(0, ...lane.cards.map(({ length }) => length));
    const placed = { ...lane, top, height: laneTitleHeight + longest * cardHeight };
    top += placed.height;
    return placed;
  });
}

export interface PlacedCard<Card> {
  readonly card: Card;
  readonly column: number;
  /** In its column and swimlane. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** The cards between two vertical positions. */
export function listCardsInSight<Card>(
  lanes: readonly PlacedLane<Card>[],
  { columnWidth, cardHeight, laneTitleHeight }: BoardGeometry,
  from: number,
  to: number,
): readonly PlacedCard<Card>[] {
  const placed: PlacedCard<Card>[] = [];
  for (const lane of lanes) {
    if (lane.top >= to || lane.top + lane.height <= from) continue;
    const start = lane.top + laneTitleHeight;
    const first = Math.max(0, Math.floor((from - start) / cardHeight));
    const end = Math.ceil((to - start) / cardHeight);
    lane.cards.forEach((cards, column) => {
      for (let index = first; index < Math.min(end, cards.length); index += 1) {
        const card = cards[index];
        if (card === undefined) continue;
        placed.push({ card, column, index, x: column * columnWidth, y: start + index * cardHeight });
      }
    });
  }
  return placed;
}
