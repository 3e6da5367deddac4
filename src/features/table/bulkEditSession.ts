// One bulk edit of a table, from the selection of a field to undo.
import * as vscode from "vscode";
import { escapeLinks } from "../../model/displayText.ts";
import type { FieldEditRequest, FieldSelector } from "../../model/triage/fieldEditRequest.ts";
import { RpcError } from "../../protocol/rpc.ts";
import {
  type BulkEditField,
  type BulkEditArtifact,
  type BulkEditRequest,
  type BulkEditState,
  commentFieldKey,
  type ValueChoices,
} from "../../protocol/tableProtocol.ts";
import {
  listRetryable,
  previewBulkEdit,
  type BulkPreviewItem,
  runBulkEdit,
  type BulkResultItem,
  undoBulkEdit,
  listUndoRetries,
} from "../../store/triage/bulkEdit.ts";
import type { SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import type { SavedChange } from "../../store/triage/savedChanges.ts";
import {
  toBulkFields,
  getBulkChoices,
  type BulkEditableFields,
  loadBulkEditableFields,
  findBulkFieldKey,
  toEditRequest,
} from "./bulkFields.ts";
import {
  toBulkPreviewArtifact,
  toBulkResultArtifact,
  formatBulkSummary,
  formatUndoSummary,
} from "./bulkEditTexts.ts";
import type { TableContext } from "./tableContent.ts";
import type { BulkCommentDraftKey } from "./bulkCommentDrafts.ts";
import type { TablePageClient, TableSession } from "./tableSession.ts";

interface BulkPreview {
  readonly request: FieldEditRequest;
  readonly items: readonly BulkPreviewItem[];
}

function toArtifactIds(items: readonly { readonly selected: SelectedArtifact }[]): readonly number[] {
  return items.map(({ selected }) => selected.row.id);
}

export class BulkEditSession {
  readonly #context: TableContext;
  readonly #table: TableSession;
  readonly #page: TablePageClient;
  #state: BulkEditState | undefined;
  #lastPreview: BulkPreview | undefined;
  #results: readonly BulkResultItem[] = [];
  #current: AbortController | undefined;
  #pendingIds: ReadonlySet<number> = new Set();

  constructor(context: TableContext, table: TableSession, page: TablePageClient) {
    this.#context = context;
    this.#table = table;
    this.#page = page;
    table.signal.addEventListener("abort", () => this.cancel());
  }

  /** Rows that are being written are refreshed after the bulk edit. */
  isWritingTo(artifactId: number): boolean {
    return this.#pendingIds.has(artifactId);
  }

  async listFields(ids: readonly number[]): Promise<readonly BulkEditField[]> {
    return toBulkFields(await this.#loadFields(ids));
  }

  async listChoices(ids: readonly number[], field: string): Promise<ValueChoices> {
    const choices = getBulkChoices(await this.#loadFields(ids), field);
    const owner = this.#owner;
    if (field !== commentFieldKey || choices.kind !== "write" || owner === undefined) return choices;
    return { ...choices, draftText: this.#context.bulkComments.load(owner) };
  }

  async saveComment(text: string): Promise<void> {
    const owner = this.#owner;
    if (owner !== undefined) await this.#context.bulkComments.save(owner, text);
  }

  async findFieldKey(ids: readonly number[], field: FieldSelector): Promise<string | undefined> {
    return findBulkFieldKey(await this.#loadFields(ids), field);
  }

  async preview({ ids, field, value }: BulkEditRequest): Promise<void> {
    if (this.#pendingIds.size > 0) {
      throw new RpcError(vscode.l10n.t("Wait until the previous change has finished."));
    }
    this.#lastPreview = undefined;
    const { loader } = this.#table;
    // Starts before the fields are loaded, since that can be canceled too.
    const signal = this.#begin();
    const isCanceled = (): boolean => signal.aborted;
    const request = toEditRequest(await this.#loadFields(ids), field, value);
    if (isCanceled()) return;
    if (loader === undefined || request === undefined) {
      return this.#setState({
        kind: "problem",
        text: vscode.l10n.t("This field doesn't accept this value."),
      });
    }
    const selected = this.#table.getSelected(ids);
    this.#setState({ kind: "previewing", done: 0, total: selected.length });
    const items = await previewBulkEdit(loader, selected, request, signal, (done, total) => {
      if (!isCanceled()) this.#setState({ kind: "previewing", done, total });
    });
    if (isCanceled()) return;
    this.#lastPreview = { request, items };
    const lines = items.map((item) => toBulkPreviewArtifact(item, request, this.#site));
    const count = items.filter(({ kind }) => kind === "change").length;
    this.#setState({ kind: "preview", lines, count });
  }

  async run(): Promise<void> {
    const { loader } = this.#table;
    const lastPreview = this.#lastPreview;
    if (loader === undefined || lastPreview === undefined) return;
    this.#lastPreview = undefined;
    const { request, items } = lastPreview;
    const owner = this.#owner;
    await this.#runWrite(
      "running",
      toArtifactIds(items.filter(({ kind }) => kind === "change")),
      async (signal, onProgress) => {
        this.#results = await runBulkEdit(loader, items, signal, onProgress);
        const result = this.#toResult(request, items);
        const isCommentDone = request.kind === "comment" && result.remainingIds.length === 0;
        if (isCommentDone && owner !== undefined) {
          await this.#context.bulkComments.clearIfUnchanged(owner, request.source);
        }
        return result;
      },
    );
  }

  async undo(): Promise<void> {
    const { loader } = this.#table;
    const doneItems = this.#results.filter(({ kind }) => kind === "done");
    if (loader === undefined || doneItems.length === 0) return;
    await this.#runWrite("undoing", toArtifactIds(doneItems), async (signal, onProgress) => {
      const ownChanges = await this.#loadOwnChanges();
      const undoResults = await undoBulkEdit(loader, doneItems, signal, onProgress, { ownChanges });
      this.#results = listUndoRetries(doneItems, undoResults);
      const lines = undoResults.map((item) => toBulkResultArtifact(item, this.#site));
      const remainingIds = toArtifactIds(undoResults.filter(({ kind }) => kind !== "done"));
      return {
        kind: "result",
        lines,
        summary: formatUndoSummary(lines),
        remainingIds,
        canUndo: this.#results.length > 0,
      };
    });
  }

  /** Cancels the current operation, and discards a finished preview or result. */
  cancel(): void {
    this.#current?.abort();
    if (this.#pendingIds.size === 0) this.#state = undefined;
  }

  /** For a page that was loaded again. It requests a new preview itself. */
  resendState(): void {
    const state = this.#state;
    if (state !== undefined && state.kind !== "previewing" && state.kind !== "preview") this.#setState(state);
  }

  get #owner(): BulkCommentDraftKey | undefined {
    const { site, stored } = this.#table;
    return site && { siteApi: site.api, accountId: stored.accountId };
  }

  async #loadOwnChanges(): Promise<readonly SavedChange[]> {
    const { site, stored } = this.#table;
    if (site === undefined) return [];
    return (await this.#context.savedChanges()).loadAll(site.api, stored.accountId);
  }

  get #site(): string {
    return this.#table.site?.label ?? "";
  }

  #begin(): AbortSignal {
    this.#current?.abort();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  #setState(state: BulkEditState): void {
    this.#state = state;
    this.#page.notifyPage("setBulkEditState", state);
  }

  #loadFields(ids: readonly number[]): Promise<BulkEditableFields> {
    const { loader, site } = this.#table;
    if (loader === undefined || site === undefined) {
      return Promise.resolve({ forms: [], fields: [], acceptsComment: false });
    }
    return loadBulkEditableFields(
      loader,
      this.#context.catalog.getSite(site),
      this.#table.getSelected(ids),
      this.#table.signal,
    );
  }

  /** Continues if the tab is closed, and then shows the result as a notification. */
  async #runWrite(
    kind: "running" | "undoing",
    ids: readonly number[],
    write: (
      signal: AbortSignal,
      onProgress: (done: number, total: number) => void,
    ) => Promise<BulkEditState & { kind: "result" }>,
  ): Promise<void> {
    const signal = this.#begin();
    this.#pendingIds = new Set(ids);
    this.#setState({ kind, done: 0, total: ids.length });
    try {
      const result = await write(signal, (done, total) => this.#setState({ kind, done, total }));
      if (this.#table.signal.aborted) this.#showSummary(result.summary);
      else await this.#refreshRows(result.lines);
      this.#setState(result);
    } finally {
      this.#pendingIds = new Set();
    }
  }

  #showSummary(summary: string): void {
    const text = vscode.l10n.t("The table was closed while artifacts were being changed: {0}.", summary);
    void vscode.window.showInformationMessage(escapeLinks(text));
  }

  /** Rows with conflicts too, so that the table shows the current values. */
  async #refreshRows(lines: readonly BulkEditArtifact[]): Promise<void> {
    const changedLines = lines.filter(({ kind }) => kind !== "notTried" && kind !== "skipped");
    await this.#table.refreshRows(changedLines.map(({ id }) => id));
  }

  /** Includes lines that were skipped in the preview; they stay selected with those that can be retried. */
  #toResult(
    request: FieldEditRequest,
    items: readonly BulkPreviewItem[],
  ): BulkEditState & { kind: "result" } {
    const byId = new Map(this.#results.map((item) => [item.selected.row.id, item]));
    const lines = items.map((item) => {
      const result = byId.get(item.selected.row.id);
      return result === undefined
        ? toBulkPreviewArtifact(item, request, this.#site)
        : toBulkResultArtifact(result, this.#site);
    });
    const skipped = items.filter(({ kind }) => kind === "refused" || kind === "unreadable");
    const remaining = [...listRetryable(this.#results, request), ...skipped.map(({ selected }) => selected)];
    const canUndo = request.kind !== "comment" && this.#results.some(({ kind }) => kind === "done");
    return {
      kind: "result",
      lines,
      summary: formatBulkSummary(lines),
      remainingIds: remaining.map(({ row }) => row.id),
      canUndo,
    };
  }
}
