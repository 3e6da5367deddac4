// The host's side of the board of a milestone: what is planned, with the backlog beside it.
import * as vscode from "vscode";
import { type BoardColumn, rowColumnFieldId, type RankPosition } from "../../model/board.ts";
import { escapeLinks, toDisplayLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import { backlogKey, findAllowedColumns, findStatusOfColumn } from "../../model/milestone.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import { RpcError } from "../../protocol/rpc.ts";
import type { BoardLayout, BoardState } from "../../protocol/tableProtocol.ts";
import type { MilestonePlan, PlanResult, PlanTarget } from "../../store/milestonePlan.ts";
import { failureText } from "../../vscode/failureText.ts";
import { type BoardController, moveCard, noColumns, type NotifyBoardPage } from "./board.ts";
import type { BulkEditSession } from "./bulkEditSession.ts";
import { MoveHistory, type Undo } from "./moveHistory.ts";
import type { TableContext } from "./tableContent.ts";
import type { TableSession } from "./tableSession.ts";

function formatIds(ids: readonly number[]): string {
  return ids.map((id) => `#${id}`).join(", ");
}

export class MilestoneBoard implements BoardController {
  readonly #context: TableContext;
  readonly #table: TableSession;
  readonly #bulkEdit: BulkEditSession;
  readonly #notify: NotifyBoardPage;
  readonly #history = new MoveHistory();
  #shown = "";

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
  }

  /** All values are in the rows. */
  get hasValues(): boolean {
    return false;
  }

  update(): void {
    const state = this.#createState();
    const shown = JSON.stringify(state);
    if (shown !== this.#shown) this.#notify("setBoard", state);
    this.#shown = shown;
    this.handleRows();
  }

  invalidate(): void {
    this.#shown = "";
  }

  sendAll(): void {
    this.#notify("setBoard", this.#createState());
    this.handleRows();
  }

  handleReload(): void {
    // Rows have their columns.
  }

  handleRows(): void {
    const ids = this.#plan?.rankedIds ?? [];
    // Until rows are loaded, those of before are shown.
    if (ids.length > 0) this.#notify("setRank", { ids });
  }

  async saveLayout({ laneField }: BoardLayout): Promise<void> {
    const { layoutKey } = this.#table;
    if (layoutKey !== undefined) await this.#context.layouts.saveBoard(layoutKey, { laneField });
    this.update();
  }

  move(ids: readonly number[], { id: key }: LabeledId, position?: RankPosition): Promise<void> {
    return this.#history.run((addUndo) => this.#move(ids, key, position, addUndo));
  }

  async rank(ids: readonly number[], position: RankPosition): Promise<void> {
    const plan = this.#requirePlan();
    this.#assertCanChangePriorities();
    const list = plan.isPlanned(position.comparedTo) ? "content" : "backlog";
    await this.#withRefresh(() => plan.rank(ids, list, position, this.#table.signal));
  }

  undo(): Promise<void> {
    return this.#history.undo();
  }

  async #move(
    ids: readonly number[],
    key: LabeledId["id"],
    position: RankPosition | undefined,
    addUndo: (undo: Undo) => void,
  ): Promise<void> {
    const plan = this.#requirePlan();
    const column = plan.columns.find((each) => each.key === key);
    if (column === undefined) return;
    const undos: Undo[] = [];
    let isMoving = true;
    const onDone = (undo: Undo): void => {
      // The user may repeat a move later, in a notification.
      if (isMoving) undos.push(undo);
      else addUndo(undo);
    };
    try {
      if (column.key === backlogKey) await this.#changePlan(ids, "backlog", position, onDone);
      else await this.#moveToColumn(ids, column, position, onDone);
    } finally {
      isMoving = false;
      // What was done by one move is undone together.
      if (undos.length > 0) {
        addUndo(async () => {
          for (const undo of undos.toReversed()) await undo();
        });
      }
    }
  }

  /** Plans what is in the backlog, and changes the status of what isn't in the column then. */
  async #moveToColumn(
    ids: readonly number[],
    column: BoardColumn,
    position: RankPosition | undefined,
    onDone: (undo: Undo) => void,
  ): Promise<void> {
    const plan = this.#requirePlan();
    const added = ids.filter((id) => !plan.isPlanned(id));
    if (added.length > 0) await this.#changePlan(added, "content", position, onDone);
    const moved = ids.filter((id) => this.#table.findRow(id)?.boardColumn !== column.key);
    const isMoved = moved.length === 0 || (await this.#changeStatus(moved, column, onDone));
    if (isMoved && added.length === 0 && position !== undefined) await this.rank(ids, position);
  }

  get #plan(): MilestonePlan | undefined {
    return this.#table.rowsContent?.plan;
  }

  #requirePlan(): MilestonePlan {
    if (this.#plan === undefined) throw new RpcError(vscode.l10n.t("The board isn't loaded yet. Try again."));
    return this.#plan;
  }

  /** Why the user can't plan artifacts. */
  get #problem(): string | undefined {
    const milestone = this.#plan?.milestone;
    if (milestone === undefined || milestone.canChangePriorities) return undefined;
    return vscode.l10n.t(
      "You don't have permission to change priorities in {0}, so you can't plan or rank artifacts. Ask a project administrator.",
      toDisplayLine(milestone.label),
    );
  }

  #createState(): BoardState {
    const { layoutKey } = this.#table;
    if (this.#plan === undefined || layoutKey === undefined) return { ...noColumns, problem: undefined };
    const { laneField } = this.#context.layouts.loadBoard(layoutKey);
    return {
      ...noColumns,
      problem: undefined,
      fields: [{ id: rowColumnFieldId, label: vscode.l10n.t("column"), isEditable: true }],
      layout: {
        columnFieldId: rowColumnFieldId,
        laneField: laneField === "assignee" ? laneField : undefined,
      },
      columns: this.#plan.columns,
      allowedColumns: findAllowedColumns(this.#plan.trackers, this.#plan.columns),
      hasFixedColumns: true,
      rank: { problem: this.#problem },
    };
  }

  #assertCanChangePriorities(): void {
    const problem = this.#problem;
    if (problem !== undefined) throw new RpcError(problem);
  }

  /** Plans or unplans, and loads both lists again, because the server doesn't report what it ignored. */
  async #changePlan(
    ids: readonly number[],
    target: PlanTarget,
    position: RankPosition | undefined,
    onDone?: (undo: Undo) => void,
  ): Promise<void> {
    this.#assertCanChangePriorities();
    const plan = this.#requirePlan();
    const result = await this.#withRefresh(() => plan.plan(ids, target, position, this.#table.signal));
    const { movedIds } = result;
    const back: PlanTarget = target === "content" ? "backlog" : "content";
    if (movedIds.length > 0) onDone?.(() => this.#changePlan(movedIds, back, undefined));
    this.#report(result, plan);
  }

  #report({ ignoredIds, repeated, failure }: PlanResult, { milestone }: MilestonePlan): void {
    const { site } = this.#table;
    for (const { id, milestones } of repeated) {
      const names = milestones.map((name) => toDisplayLine(name)).join(", ");
      const text = vscode.l10n.t(
        "#{0} is planned in several milestones: {1}. Move it to the backlog on the boards of all but one.",
        id,
        names,
      );
      void vscode.window.showWarningMessage(escapeLinks(text));
    }
    if (failure !== undefined) throw new RpcError(failureText(failure, site?.label ?? ""));
    if (ignoredIds.length === 0) return;
    throw new RpcError(
      vscode.l10n.t(
        "{1} couldn't be moved in the plan of {0}. Someone else may have moved it first; the board shows the current plan.",
        toDisplayLine(milestone.label),
        formatIds(ignoredIds),
      ),
    );
  }

  /** Also after a failure: a part of the change may have been made. */
  async #withRefresh<T>(action: () => Promise<T>): Promise<T> {
    const { site } = this.#table;
    try {
      return await action();
    } catch (failure) {
      if (!isFailure(failure) || site === undefined) throw failure;
      throw new RpcError(failureText(failure, site.label));
    } finally {
      await this.#refresh();
    }
  }

  /** What is being loaded, or was loaded meanwhile, may be older than the change. */
  async #refresh(): Promise<void> {
    const table = this.#table;
    const isRefreshed = table.isLoaded && (await table.refreshList(table.signal)) !== "superseded";
    if (!isRefreshed) await table.load("known");
  }

  /** `true` if it is changed; several cards are moved by a bulk edit, which shows a preview. */
  async #changeStatus(
    ids: readonly number[],
    column: BoardColumn,
    onDone: (undo: Undo) => void,
  ): Promise<boolean> {
    const [id, ...others] = ids;
    const row = id === undefined ? undefined : this.#table.findRow(id);
    const tracker = this.#plan?.trackers.find((each) => each.id === row?.tracker?.id);
    const field = tracker?.fields.find((each) => each.id === tracker.semantics.status?.fieldId);
    const status = tracker && findStatusOfColumn(tracker, column.label);
    if (id === undefined) return false;
    if (field === undefined || status === undefined) {
      await this.#openForm(id, column);
      return false;
    }
    const value = { id: status.id, label: status.label };
    if (others.length > 0) {
      const key = await this.#bulkEdit.findFieldKey(ids, { by: "role", role: "status" });
      this.#notify("openBulkEdit", { ids, field: key, values: [value] });
      return false;
    }
    return moveCard(this.#context, this.#table, { id, field, value, onDone });
  }

  /** The column has several statuses, or another name. */
  async #openForm(artifactId: number, column: BoardColumn): Promise<void> {
    const { site } = this.#table;
    if (site === undefined) return;
    const text = vscode.l10n.t(
      "“{0}” isn't the name of a status of #{1}. Select its status in the form.",
      toDisplayLine(column.label),
      artifactId,
    );
    void vscode.window.showInformationMessage(escapeLinks(text));
    await this.#context.commands.execute("artifacts.openArtifact", {
      siteApi: site.api,
      artifactId,
      opensBeside: true,
    });
  }
}
