// The state of the page of a board: that of a table, and its columns, swimlanes and moves.
import {
  arrangeCards,
  type BoardColumn,
  listMoveTargets,
  moveRanked,
  noValueKey,
  type RankPosition,
  rowColumnFieldId,
  type Swimlane,
  toStatusKey,
} from "../../model/board.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type {
  BoardHostMethods,
  BoardLayout,
  BoardPageMethods,
  BoardState,
} from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { createMenu, type Popup } from "../table/popup.ts";
import { TablePage } from "../table/tablePage.ts";

export interface Arrangement {
  /** Columns that are shown. */
  readonly columns: readonly BoardColumn[];
  readonly lanes: readonly Swimlane<RowWithTracker>[];
}

/** Where a card is. */
export interface CardPosition {
  readonly lane: number;
  readonly column: number;
  readonly index: number;
}

/** Moves of others at once. */
const maxAnnounced = 3;

interface FieldValues {
  readonly keys: Map<number, string>;
  isComplete: boolean;
}

export class BoardPage extends TablePage {
  readonly #callHost: Rpc<BoardHostMethods>["call"];
  #board: BoardState | undefined;
  /** By the label of the status. */
  #keyByStatus: ReadonlyMap<string, string> = new Map();
  #columnByValue: ReadonlyMap<string, BoardColumn> = new Map();
  /** Values of fields that rows don't have, by field. */
  readonly #values = new Map<number, FieldValues>();
  /** The new value of cards whose move is being saved. */
  readonly #moving = new Map<number, LabeledId>();
  /** By artifact. */
  #rank: ReadonlyMap<number, number> = new Map();
  #version = 0;
  #last: { readonly inputs: readonly unknown[]; readonly arrangement: Arrangement } | undefined;

  constructor(call: Rpc<BoardHostMethods>["call"], render: () => void) {
    super(call, render);
    this.#callHost = call;
  }

  override get isReady(): boolean {
    return super.isReady && this.#board !== undefined;
  }

  get board(): BoardState {
    if (this.#board === undefined) throw new Error("The host has not sent the columns yet.");
    return this.#board;
  }

  /** The label of the field that the columns are the values of. */
  get columnFieldLabel(): string {
    const { fields, layout } = this.board;
    return fields.find(({ id }) => id === layout.columnFieldId)?.label ?? "";
  }

  get canMove(): boolean {
    const { fields, layout } = this.board;
    return fields.some(({ id, isEditable }) => id === layout.columnFieldId && isEditable);
  }

  setBoard(board: BoardState): void {
    this.#board = board;
    const columnsByValue = board.columns.flatMap((column) =>
      column.values.map((value) => ({ value, column })),
    );
    this.#columnByValue = new Map(columnsByValue.map(({ value, column }) => [String(value.id), column]));
    const statuses = board.statusField?.values ?? [];
    this.#keyByStatus = new Map(statuses.map(({ id, label }) => [label, String(id)]));
    this.#invalidate();
  }

  /** Cards that others have moved are announced. */
  override updateRows(rows: readonly RowWithTracker[], removedIds: readonly number[]): void {
    const ids = rows.map(({ id }) => id);
    this.#announceMoves(ids, () => super.updateRows(rows, removedIds));
  }

  #announceMoves(ids: readonly number[], update: () => void): void {
    const changedIds = new Set(ids);
    const listChanged = (): readonly RowWithTracker[] => this.allRows.filter(({ id }) => changedIds.has(id));
    const before = new Map(listChanged().map((row) => [row.id, this.#findColumnKey(row)]));
    update();
    const moved = listChanged().flatMap((row) => {
      const key = this.#findColumnKey(row);
      const column = this.board.columns.find((each) => each.key === key);
      const keyBefore = before.get(row.id);
      const isMoved = keyBefore !== undefined && keyBefore !== key && !this.isMoving(row);
      return isMoved && column !== undefined ? [{ row, column }] : [];
    });
    const texts = moved
      .slice(0, maxAnnounced)
      .map(({ row, column }) =>
        fillPlaceholders(this.texts.board.moved, `#${row.id}`, this.getColumnLabelOf(column)),
      );
    if (texts.length > 0) this.announce(texts.join(" "));
  }

  setRank(ids: readonly number[]): void {
    this.#rank = new Map(ids.map((id, index) => [id, index]));
    this.#invalidate();
  }

  /** Whether cards are in the order of their rank, and not sorted by a column. */
  get isRanked(): boolean {
    return this.board.rank !== undefined && this.layout.sort === undefined;
  }

  /** Why the rank can't be changed; `undefined` if it can. */
  get rankProblem(): string | undefined {
    const { rank } = this.board;
    if (rank?.problem !== undefined) return rank.problem;
    return this.isRanked ? undefined : this.texts.board.notRanked;
  }

  setCardValues({ fieldId, values, isComplete }: Parameters<BoardPageMethods["setCardValues"]>[0]): void {
    const known = this.#values.get(fieldId);
    const update = (): void => {
      const current = isComplete || known === undefined ? { keys: new Map(), isComplete } : known;
      for (const { key, ids } of values) {
        for (const id of ids) current.keys.set(id, key);
      }
      this.#values.set(fieldId, current);
      this.#invalidate();
    };
    if (isComplete) update();
    else {
      this.#announceMoves(
        values.flatMap(({ ids }) => ids),
        update,
      );
    }
  }

  setBoardLayout(layout: BoardLayout): void {
    this.reportErrors(this.#callHost("saveBoardLayout", layout));
  }

  isMoving({ id }: RowWithTracker): boolean {
    return this.#moving.has(id);
  }

  getColumnLabelOf({ kind, label }: BoardColumn): string {
    const { board: texts } = this.texts;
    if (kind === "closed") return texts.closed;
    if (kind === "backlog") return texts.backlog;
    return kind === "none" ? fillPlaceholders(texts.noValue, this.columnFieldLabel) : label;
  }

  /** Closed artifacts aren't loaded until the user unfolds their column. */
  isFolded({ kind }: BoardColumn): boolean {
    return kind === "closed" && this.state.heading.openOnly === true;
  }

  /** The key of the card's value; `undefined` while it isn't known. */
  getValueKey(row: RowWithTracker): string | undefined {
    const moving = this.#moving.get(row.id);
    if (moving !== undefined) return String(moving.id);
    return this.#findValue(row, this.board.layout.columnFieldId);
  }

  get arrangement(): Arrangement {
    const { rows } = this.visibleRows;
    const inputs = [rows, this.#version, this.state.heading.openOnly];
    const last = this.#last;
    if (last?.inputs.every((input, index) => input === inputs[index]) === true) return last.arrangement;
    const arrangement = this.#arrange(rows);
    this.#last = { inputs, arrangement };
    return arrangement;
  }

  findPosition(id: number): CardPosition | undefined {
    for (const [lane, { cards }] of this.arrangement.lanes.entries()) {
      for (const [column, inColumn] of cards.entries()) {
        const index = inColumn.findIndex((row) => row.id === id);
        if (index !== -1) return { lane, column, index };
      }
    }
    return undefined;
  }

  /** Values that a card can get in a column. */
  listTargets(row: RowWithTracker, column: BoardColumn): readonly LabeledId[] {
    const from = this.getValueKey(row);
    if (!this.canMove || from === undefined || this.isMoving(row)) return [];
    const isPlanned = column.kind === "backlog" || this.#columnByValue.get(from)?.kind === "backlog";
    if (isPlanned && this.board.rank?.problem !== undefined) return [];
    const allowedColumns = this.board.allowedColumns?.[toStatusKey(row)] ?? [column.key];
    if (!allowedColumns.includes(column.key)) return [];
    return listMoveTargets(column, from, this.board.allowedMoves);
  }

  /** Changes the rank of cards of one column. They are shown there at once, until the host sends the rank. */
  rankCards(rows: readonly RowWithTracker[], position: RankPosition | undefined): void {
    const { rankProblem } = this;
    if (rankProblem !== undefined) {
      this.showError(rankProblem);
      return;
    }
    const ids = this.#sortByRank(rows).map(({ id }) => id);
    if (position === undefined || ids.includes(position.comparedTo)) return;
    const before = this.#rank;
    const after = moveRanked([...before.keys()], ids, position);
    // The host knows the rank of cards for which it isn't loaded yet.
    if (before.has(position.comparedTo) && after.join() === [...before.keys()].join()) return;
    this.setRank(after);
    const shown = this.#rank;
    const { board: texts } = this.texts;
    const label = ids.map((id) => `#${id}`).join(", ");
    const ranked = this.#callHost("rankCards", { ids, position }).then(
      () => {
        const [first] = ids;
        const place = first === undefined ? undefined : this.findPosition(first);
        if (place === undefined) return;
        this.announce(fillPlaceholders(texts.ranked, label, String(place.index + 1)));
      },
      (reason: unknown) => {
        // Unless the host has sent the rank again.
        if (this.#rank === shown) this.setRank([...before.keys()]);
        throw reason;
      },
    );
    this.reportErrors(ranked);
  }

  /** Cards that aren't in the column. */
  listOutside(rows: readonly RowWithTracker[], column: BoardColumn): readonly RowWithTracker[] {
    return rows.filter((row) => this.#findColumnKey(row) !== column.key);
  }

  /** Whether there are cards outside of a column, and all of them can be moved to it. */
  canMoveTo(rows: readonly RowWithTracker[], column: BoardColumn): boolean {
    const others = this.listOutside(rows, column);
    return others.length > 0 && others.every((row) => this.listTargets(row, column).length > 0);
  }

  /** If the column has several values, the user selects one. */
  moveTo(
    rows: readonly RowWithTracker[],
    column: BoardColumn,
    anchor: Popup["anchor"],
    position?: RankPosition,
  ): void {
    const { board: texts } = this.texts;
    const outside = this.listOutside(rows, column);
    const [first, ...others] = outside;
    if (first === undefined) return;
    const targets = this.listTargets(first, column).filter((target) =>
      others.every((row) => this.listTargets(row, column).some(({ id }) => id === target.id)),
    );
    const [target] = targets;
    if (target === undefined) {
      const { problem } = this.board.rank ?? {};
      if (problem === undefined) {
        this.announce(fillPlaceholders(texts.notAllowed, this.getColumnLabelOf(column)));
      } else this.showError(problem);
    } else if (targets.length === 1) this.#move(outside, target, position);
    else this.#openTargets(outside, targets, anchor);
  }

  undoMove(): void {
    this.reportErrors(this.#callHost("undoMove", null));
  }

  /** All values that the cards can get, in the order of the columns. */
  openMoveMenu(rows: readonly RowWithTracker[], anchor: Popup["anchor"]): void {
    const [first, ...others] = rows;
    if (first === undefined) return;
    const targets = this.board.columns
      .flatMap((column) => this.listTargets(first, column).map((target) => ({ column, target })))
      .filter(({ column, target }) =>
        others.every((row) => this.listTargets(row, column).some(({ id }) => id === target.id)),
      );
    this.#openTargets(
      rows,
      targets.map(({ target }) => target),
      anchor,
    );
  }

  #openTargets(
    rows: readonly RowWithTracker[],
    targets: readonly LabeledId[],
    anchor: Popup["anchor"],
  ): void {
    this.openPopup({
      kind: "choices",
      anchor,
      label: this.texts.board.moveTo,
      focusOnClose: undefined,
      source:
        targets.length === 0
          ? { kind: "note", text: this.board.rank?.problem ?? this.texts.board.readOnly }
          : createMenu(
              targets.map((target) => ({ key: String(target.id), label: this.#getTargetLabel(target) })),
              { preselectsFirst: false },
            ),
      onSelect: ([item]) => {
        const target = targets.find(({ id }) => String(id) === item?.key);
        if (target !== undefined) this.#move(rows, target);
      },
    });
  }

  /** The card is shown in its new column at once, and goes back if it can't be moved. */
  #move(rows: readonly RowWithTracker[], value: LabeledId, position?: RankPosition): void {
    const { board: texts } = this.texts;
    const ids = this.#sortByRank(rows).map(({ id }) => id);
    const move = { ids, value, ...(position !== undefined && this.isRanked && { position }) };
    const [only, ...others] = ids;
    // A bulk edit shows a preview first.
    if (only === undefined || others.length > 0) {
      this.reportErrors(this.#callHost("moveCards", move));
      return;
    }
    const label = this.#getTargetLabel(value);
    this.#moving.set(only, value);
    this.#invalidate();
    this.announce(fillPlaceholders(texts.moving, `#${only}`, label));
    const saved = this.#callHost("moveCards", move).finally(() => {
      this.#moving.delete(only);
      this.#invalidate();
      const row = this.allRows.find(({ id }) => id === only);
      const isThere = row !== undefined && this.getValueKey(row) === String(value.id);
      this.announce(fillPlaceholders(isThere ? texts.moved : texts.notMoved, `#${only}`, label));
    });
    this.reportErrors(saved);
  }

  /** The backlog has no label of its own. */
  #getTargetLabel({ label }: LabeledId): string {
    return label === "" ? this.texts.board.backlog : label;
  }

  #invalidate(): void {
    this.#version += 1;
    this.requestRender();
  }

  #findValue(row: RowWithTracker, fieldId: number | undefined): string | undefined {
    const { id, status } = row;
    if (fieldId === rowColumnFieldId) return row.boardColumn ?? noValueKey;
    if (fieldId !== undefined && fieldId === this.board.statusField?.id) {
      return this.#keyByStatus.get(status ?? "") ?? noValueKey;
    }
    const values = fieldId === undefined ? undefined : this.#values.get(fieldId);
    return values?.keys.get(id) ?? (values?.isComplete === true ? noValueKey : undefined);
  }

  #findColumnKey(row: RowWithTracker): string | undefined {
    const value = this.getValueKey(row);
    return value === undefined ? undefined : (this.#columnByValue.get(value)?.key ?? noValueKey);
  }

  /** Cards without a rank come last. */
  #sortByRank(rows: readonly RowWithTracker[]): readonly RowWithTracker[] {
    if (!this.isRanked) return rows;
    const getRank = ({ id }: RowWithTracker): number => this.#rank.get(id) ?? this.#rank.size;
    return rows.toSorted((one, other) => getRank(one) - getRank(other));
  }

  #arrange(visibleRows: readonly RowWithTracker[]): Arrangement {
    const rows = this.#sortByRank(visibleRows);
    const { columns } = this.board;
    const getColumnKey = (row: RowWithTracker): string | undefined => this.#findColumnKey(row);
    const usedKeys = new Set(rows.map(getColumnKey));
    const shown = columns.filter(
      ({ key, kind, isHidden }) => usedKeys.has(key) || (kind !== "none" && !isHidden),
    );
    const foldedKeys = new Set(shown.filter((column) => this.isFolded(column)).map(({ key }) => key));
    const unfolded = rows.filter((row) => !foldedKeys.has(getColumnKey(row) ?? ""));
    const lanes = arrangeCards(unfolded, shown, getColumnKey, (row) => this.#getLane(row));
    return { columns: shown, lanes: this.#sortLanes(lanes) };
  }

  #getLane(row: RowWithTracker): { readonly key: string; readonly label: string } {
    const { layout, lanes = [] } = this.board;
    const { laneField } = layout;
    if (laneField === undefined) return { key: "", label: "" };
    if (laneField === "assignee") {
      const label = row.assignees.map((each) => each.label).join(", ");
      return label === "" ? { key: noValueKey, label: this.texts.row.unassigned } : { key: label, label };
    }
    const key = this.#findValue(row, laneField) ?? noValueKey;
    const lane = lanes.find(({ id }) => String(id) === key);
    return { key, label: lane?.label ?? this.texts.row.empty };
  }

  /** In the order of the field's values, or by name; without a value last. */
  #sortLanes(lanes: readonly Swimlane<RowWithTracker>[]): readonly Swimlane<RowWithTracker>[] {
    const order = this.board.lanes?.map(({ id }) => String(id));
    const { collator } = this.formatter;
    return lanes.toSorted(
      (one, other) =>
        Number(one.key === noValueKey) - Number(other.key === noValueKey) ||
        (order === undefined
          ? collator.compare(one.label, other.label)
          : order.indexOf(one.key) - order.indexOf(other.key)),
    );
  }
}
