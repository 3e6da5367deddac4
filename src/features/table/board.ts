// The host's side of a board: its columns and swimlanes, and moves of cards.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import {
  createBoardColumns,
  findAllowedMoves,
  getValueKey,
  listBoardFields,
  noValueKey,
} from "../../model/board.ts";
import { formatArtifactLabel } from "../../model/displayText.ts";
import type { Field, Tracker } from "../../model/tracker.ts";
import { type LabeledId, noneChoiceId } from "../../model/valueTypes.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { BoardLayout, BoardPageMethods, BoardState, CardValues } from "../../protocol/tableProtocol.ts";
import { loadArtifactsByValue } from "../../store/boardValues.ts";
import type { SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import type { BulkEditSession } from "./bulkEditSession.ts";
import type { TableContext } from "./tableContent.ts";
import type { TableSession } from "./tableSession.ts";

type NotifyPage = <K extends keyof BoardPageMethods>(
  method: K,
  params: Parameters<BoardPageMethods[K]>[0],
) => void;

const noColumns = {
  fields: [],
  layout: {},
  columns: [],
  allowedMoves: undefined,
  statusField: undefined,
  lanes: undefined,
} satisfies Omit<BoardState, "problem">;

function findField({ fields }: Tracker, fieldId: number | undefined): Field | undefined {
  return fields.find(({ id }) => id === fieldId);
}

function toValues({ choices = [] }: Field): readonly LabeledId[] {
  return choices.map(({ id, label }) => ({ id, label }));
}

export class Board {
  readonly #context: TableContext;
  readonly #table: TableSession;
  readonly #bulkEdit: BulkEditSession;
  readonly #notify: NotifyPage;
  /** Loads of values that are no longer needed are canceled. */
  #load = new AbortController();
  /** Loaded values by field, for a new page. */
  readonly #values = new Map<number, Map<string, Set<number>>>();
  #shown = "";
  readonly #undos: (() => Promise<void>)[] = [];

  constructor(context: TableContext, table: TableSession, bulkEdit: BulkEditSession, notify: NotifyPage) {
    this.#context = context;
    this.#table = table;
    this.#bulkEdit = bulkEdit;
    this.#notify = notify;
    table.signal.addEventListener("abort", () => this.#load.abort());
  }

  /** Sends the columns again, if they have changed, and loads the values for them. */
  update(): void {
    const state = this.#createState();
    const { layout, statusField } = state;
    const { stored } = this.#table;
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

  /** Whether there are values that rows don't have. */
  get hasValues(): boolean {
    return this.#values.size > 0;
  }

  /** The next update loads the values again. */
  invalidate(): void {
    this.#shown = "";
  }

  /** For a new page. */
  sendAll(): void {
    this.#notify("setBoard", this.#createState());
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

  /** Artifacts that were loaded again. */
  handleReload(artifacts: readonly Artifact[]): void {
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

  /** Several cards are moved by a bulk edit, which shows a preview. */
  async move(ids: readonly number[], value: LabeledId): Promise<void> {
    const { columnFieldId } = this.#layout;
    if (columnFieldId === undefined) return;
    const field = { by: "id", fieldId: columnFieldId } as const;
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) {
      const key = await this.#bulkEdit.findFieldKey(ids, field);
      this.#notify("openBulkEdit", { ids, field: key, values: [value] });
      return;
    }
    const { site, loader, tracker } = this.#table;
    const [selected] = this.#table.getSelected([id]);
    const trackerField = tracker && findField(tracker, columnFieldId);
    if (site === undefined || loader === undefined || selected === undefined || trackerField === undefined) {
      throw new RpcError(vscode.l10n.t("This artifact is no longer on the board."));
    }
    const target = {
      site,
      loader,
      selected: { ...selected, shownValue: this.#getShownValue(columnFieldId, id) },
      label: formatArtifactLabel(id, selected.row.title),
    };
    await this.#context.features.triage.moveCard(
      target,
      { id: columnFieldId, label: trackerField.label },
      { kind: "choices", field, operation: "set", values: [value] },
      {
        afterSave: () => this.#table.refreshRows([id]),
        onDone: (undo) => this.#undos.push(undo),
      },
    );
  }

  /** Undoes the last move on this board that wasn't undone yet. */
  async undo(): Promise<void> {
    await this.#undos.pop()?.();
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
    const columnFieldId = hasField(stored.columnFieldId) ? stored.columnFieldId : undefined;
    const { laneField } = stored;
    return {
      columnFieldId: columnFieldId ?? (isObvious ? first?.id : undefined),
      laneField: laneField === "assignee" || hasField(laneField) ? laneField : undefined,
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
    const columns = columnFieldId === undefined ? [] : createBoardColumns(tracker, columnFieldId);
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
    };
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
