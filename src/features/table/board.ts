// The host's side of a board: its columns and swimlanes, and moves of cards.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import {
  createBoardColumns,
  findAllowedMoves,
  getValueKey,
  listBoardFields,
  noValueKey,
  type RankPosition,
} from "../../model/board.ts";
import { formatArtifactLabel } from "../../model/displayText.ts";
import type { Kanban } from "../../model/kanban.ts";
import type { Field, Tracker } from "../../model/tracker.ts";
import { type LabeledId, noneChoiceId } from "../../model/valueTypes.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { BoardLayout, BoardPageMethods, BoardState, CardValues } from "../../protocol/tableProtocol.ts";
import { loadArtifactsByValue } from "../../store/boardValues.ts";
import { loadKanbanRank } from "../../store/kanban.ts";
import type { SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import type { BulkEditSession } from "./bulkEditSession.ts";
import { MoveHistory, type Undo } from "./moveHistory.ts";
import type { TableContext } from "./tableContent.ts";
import type { TableSession } from "./tableSession.ts";

export type NotifyBoardPage = <K extends keyof BoardPageMethods>(
  method: K,
  params: Parameters<BoardPageMethods[K]>[0],
) => void;

export const noColumns = {
  fields: [],
  layout: {},
  columns: [],
  allowedMoves: undefined,
  statusField: undefined,
  lanes: undefined,
  hasFixedColumns: false,
  rank: undefined,
} satisfies Omit<BoardState, "problem">;

/** What a tab needs of a board. */
export interface BoardController {
  /** Sends the columns again, if they have changed, and loads what they need. */
  update(): void;
  /** The next update loads again. */
  invalidate(): void;
  /** For a new page. */
  sendAll(): void;
  /** Called with artifacts that were loaded again. */
  handleReload(artifacts: readonly Artifact[]): void;
  /** Called when rows were loaded. */
  handleRows(): void;
  /** Whether there are values that rows don't have. */
  readonly hasValues: boolean;
  saveLayout(layout: BoardLayout): Promise<void>;
  /** Several cards are moved by a bulk edit, which shows a preview. */
  move(ids: readonly number[], value: LabeledId, position?: RankPosition): Promise<void>;
  /** Changes the rank of cards within their column. */
  rank(ids: readonly number[], position: RankPosition): Promise<void>;
  /** Undoes the last move on this board that wasn't undone yet, also one that is being saved. */
  undo(): Promise<void>;
}

interface CardMove {
  readonly id: number;
  readonly field: Pick<Field, "id" | "label">;
  /** Undefined to clear the field. */
  readonly value: LabeledId | undefined;
  /** The value of the card's column, if the row doesn't have it. */
  readonly shownValue?: SelectedArtifact["shownValue"];
  readonly onDone: (undo: Undo) => void;
}

/** Changes the field of the columns, under the version that the card showed; `true` if it was changed. */
export async function moveCard(
  { features }: Pick<TableContext, "features">,
  table: TableSession,
  { id, field, value, shownValue, onDone }: CardMove,
): Promise<boolean> {
  const { site, loader } = table;
  const [selected] = table.getSelected([id]);
  if (site === undefined || loader === undefined || selected === undefined) {
    throw new RpcError(vscode.l10n.t("This artifact is no longer on the board."));
  }
  const target = {
    site,
    loader,
    selected: { ...selected, shownValue },
    label: formatArtifactLabel(id, selected.row.title),
  };
  let isDone = false;
  const handleDone = (undo: Undo): void => {
    isDone = true;
    onDone(undo);
  };
  await features.triage.moveCard(
    target,
    { id: field.id, label: field.label },
    {
      kind: "choices",
      field: { by: "id", fieldId: field.id },
      operation: "set",
      values: value === undefined ? [] : [value],
    },
    { afterSave: () => table.refreshRows([id]), onDone: handleDone },
  );
  return isDone;
}

function findField({ fields }: Tracker, fieldId: number | undefined): Field | undefined {
  return fields.find(({ id }) => id === fieldId);
}

function toValues({ choices = [] }: Field): readonly LabeledId[] {
  return choices.map(({ id, label }) => ({ id, label }));
}

/** The board of a tracker or of a query of it, or a kanban: its columns are the values of a field. */
export class Board implements BoardController {
  readonly #context: TableContext;
  readonly #table: TableSession;
  readonly #bulkEdit: BulkEditSession;
  readonly #notify: NotifyBoardPage;
  /** Loads of values that are no longer needed are canceled. */
  #load = new AbortController();
  #rankLoad = new AbortController();
  /** Loaded values by field, for a new page. */
  readonly #values = new Map<number, Map<string, Set<number>>>();
  #shown = "";
  readonly #history = new MoveHistory();
  /** The kanban whose rank was last loaded, and its cards by rank. */
  #rankedKanban: Kanban | undefined;
  #rankedIds: readonly number[] = [];

  constructor(
    context: TableContext,
    table: TableSession,
    bulkEdit: BulkEditSession,
    notify: NotifyBoardPage,
  ) {
    this.#context = context;
    this.#table = table;
    this.#bulkEdit = bulkEdit;
    this.#notify = notify;
    table.signal.addEventListener("abort", () => {
      this.#load.abort();
      this.#rankLoad.abort();
    });
  }

  update(): void {
    const state = this.#createState();
    const { layout, statusField } = state;
    const { stored, rowsContent } = this.#table;
    // Every load of the list has its own kanban.
    if (rowsContent?.kanban !== this.#rankedKanban) this.#startLoadingRank();
    const shown = JSON.stringify([state, stored.openOnly, stored.unsavedQuery]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#load.abort();
    this.#load = new AbortController();
    this.#values.clear();
    this.#notify("setBoard", state);
    const { laneField, columnFieldId } = layout;
    const neededIds = [columnFieldId, laneField].filter(
      (id): id is number => typeof id === "number" && id !== statusField?.id,
    );
    for (const id of neededIds) {
      this.#context.errorHandler.runInBackground("load values of cards", () => this.#loadValues(id));
    }
  }

  handleRows(): void {
    // The rank is loaded with the list, and after moves.
  }

  get hasValues(): boolean {
    return this.#values.size > 0;
  }

  invalidate(): void {
    this.#shown = "";
  }

  sendAll(): void {
    this.#notify("setBoard", this.#createState());
    this.#notify("setRank", { ids: this.#rankedIds });
    for (const [fieldId, byKey] of this.#values) {
      const values = [...byKey].map(([key, ids]) => ({ key, ids: [...ids] }));
      this.#notify("setCardValues", { fieldId, values, isComplete: true });
    }
  }

  async saveLayout(layout: BoardLayout): Promise<void> {
    const key = this.#table.layoutKey;
    if (key !== undefined) await this.#context.layouts.saveBoard(key, layout);
    this.update();
  }

  handleReload(artifacts: readonly Artifact[]): void {
    // They may be in another column now.
    this.#startLoadingRank();
    for (const [fieldId, byKey] of this.#values) {
      for (const artifact of artifacts) {
        for (const ids of byKey.values()) ids.delete(artifact.id);
        const key = getValueKey(artifact, fieldId);
        byKey.set(key, (byKey.get(key) ?? new Set()).add(artifact.id));
      }
      const values: CardValues = artifacts.map((artifact) => ({
        key: getValueKey(artifact, fieldId),
        ids: [artifact.id],
      }));
      this.#notify("setCardValues", { fieldId, values, isComplete: false });
    }
  }

  move(ids: readonly number[], value: LabeledId, position?: RankPosition): Promise<void> {
    return this.#history.run((addUndo) => this.#move(ids, value, position, addUndo));
  }

  async #move(
    ids: readonly number[],
    value: LabeledId,
    position: RankPosition | undefined,
    addUndo: (undo: Undo) => void,
  ): Promise<void> {
    const { columnFieldId } = this.#layout;
    const { tracker } = this.#table;
    const field = tracker && findField(tracker, columnFieldId);
    if (field === undefined) return;
    const newValue = value.id === noValueKey ? undefined : value;
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) {
      const key = await this.#bulkEdit.findFieldKey(ids, { by: "id", fieldId: field.id });
      const values = newValue === undefined ? [] : [newValue];
      this.#notify("openBulkEdit", { ids, field: key, values });
      return;
    }
    const isMoved = await moveCard(this.#context, this.#table, {
      id,
      field,
      value: newValue,
      shownValue: this.#getShownValue(field.id, id),
      onDone: addUndo,
    });
    if (isMoved && position !== undefined) await this.rank(ids, position);
  }

  /** The cards have to be in the column of the card that they are compared to. */
  async rank(ids: readonly number[], position: RankPosition): Promise<void> {
    const { site, rowsContent, signal } = this.#table;
    const kanban = rowsContent?.kanban;
    const row = this.#table.findRow(position.comparedTo);
    if (site === undefined || kanban === undefined || row === undefined) return;
    const column = kanban.columns.find(({ label }) => label === row.status);
    const { client } = await this.#context.catalog.getSite(site).connect();
    try {
      await client.orderKanban(kanban.id, column?.id ?? "backlog", { ...position, ids }, signal);
    } finally {
      await this.#loadRank();
    }
  }

  undo(): Promise<void> {
    return this.#history.undo();
  }

  /** The value of a card's column, if the row doesn't have it. */
  #getShownValue(fieldId: number, id: number): SelectedArtifact["shownValue"] {
    const byKey = this.#values.get(fieldId);
    if (byKey === undefined) return undefined;
    const [key] = [...byKey].find(([, ids]) => ids.has(id)) ?? [noValueKey];
    return { fieldId, key: Number(key) === noneChoiceId ? noValueKey : key };
  }

  get #layout(): BoardLayout {
    const { tracker, layoutKey } = this.#table;
    if (tracker === undefined || layoutKey === undefined) return {};
    const fields = listBoardFields(tracker);
    const stored = this.#context.layouts.loadBoard(layoutKey);
    const hasField = (fieldId: unknown): boolean => fields.some(({ id }) => id === fieldId);
    const [first, ...others] = fields;
    const isObvious = tracker.semantics.status?.fieldId === first?.id || others.length === 0;
    const { laneField } = stored;
    const isLane = laneField === "assignee" || hasField(laneField);
    if (this.#table.rowsContent?.kanban !== undefined) {
      return { columnFieldId: tracker.semantics.status?.fieldId, laneField: isLane ? laneField : undefined };
    }
    const columnFieldId = hasField(stored.columnFieldId) ? stored.columnFieldId : undefined;
    return {
      columnFieldId: columnFieldId ?? (isObvious ? first?.id : undefined),
      laneField: isLane ? laneField : undefined,
    };
  }

  #createState(): BoardState {
    const { tracker, site } = this.#table;
    if (tracker === undefined) {
      // Until the source is resolved, the tracker isn't known.
      const problem = site && vscode.l10n.t("A board shows artifacts of one tracker. Open them as a table.");
      return { ...noColumns, problem };
    }
    const fields = listBoardFields(tracker);
    if (fields.length === 0) {
      const problem = vscode.l10n.t(
        "This tracker has no list with a single value, so it can't be shown as a board. Open it as a table.",
      );
      return { ...noColumns, problem };
    }
    const layout = this.#layout;
    const { columnFieldId, laneField } = layout;
    const kanban = this.#table.rowsContent?.kanban;
    const columns = columnFieldId === undefined ? [] : createBoardColumns(tracker, columnFieldId, kanban);
    const laneList = typeof laneField === "number" ? findField(tracker, laneField) : undefined;
    const statusField = findField(tracker, tracker.semantics.status?.fieldId);
    return {
      fields,
      problem: undefined,
      layout,
      columns,
      allowedMoves:
        columnFieldId === undefined ? undefined : findAllowedMoves(tracker, columnFieldId, columns),
      statusField: statusField && { id: statusField.id, values: toValues(statusField) },
      lanes: laneList === undefined ? undefined : toValues(laneList),
      hasFixedColumns: kanban !== undefined,
      rank: kanban && { problem: undefined },
    };
  }

  #startLoadingRank(): void {
    this.#rankedKanban = this.#table.rowsContent?.kanban;
    this.#context.errorHandler.runInBackground("load rank of cards", () => this.#loadRank());
  }

  /** A later load replaces one that is running, whose rank may be older. */
  async #loadRank(): Promise<void> {
    const { site, rowsContent } = this.#table;
    const kanban = rowsContent?.kanban;
    if (site === undefined || kanban === undefined) return;
    this.#rankLoad.abort();
    this.#rankLoad = new AbortController();
    const { signal } = this.#rankLoad;
    try {
      const { client } = await this.#context.catalog.getSite(site).connect();
      const ids = await loadKanbanRank(client, kanban, signal);
      if (signal.aborted) return;
      this.#rankedIds = ids;
      this.#notify("setRank", { ids });
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  }

  async #loadValues(fieldId: number): Promise<void> {
    const { site, tracker, stored } = this.#table;
    const field = tracker && findField(tracker, fieldId);
    if (site === undefined || tracker === undefined || field === undefined) return;
    const { signal } = this.#load;
    const catalog = this.#context.catalog.getSite(site);
    const loaded = await loadArtifactsByValue({ connect: () => catalog.connect() }, tracker, field, {
      openOnly: stored.openOnly,
      signal,
    });
    if (signal.aborted) return;
    if (loaded === undefined) {
      this.#notify("showProblem", {
        text: vscode.l10n.t("{0} can't be searched by {1}. Select another field.", site.label, field.label),
      });
      return;
    }
    this.#values.set(fieldId, new Map(loaded.map(({ key, ids }) => [key, new Set(ids)])));
    this.#notify("setCardValues", { fieldId, values: loaded, isComplete: true });
  }
}
