// An open table: its source, rows and layout. Its page may be destroyed and created again.
import type { Artifact } from "../../model/artifact.ts";
import { type RowWithTracker, withProjectOf } from "../../model/query/sortAndGroup.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { TableSource } from "../../protocol/commandArguments.ts";
import type { TableColumn, TableLayout, TablePageMethods } from "../../protocol/tableProtocol.ts";
import { monotonicClock } from "../../store/monotonicClock.ts";
import {
  reloadTableRows,
  FieldValueLoader,
  isRowChanged,
  type TableRowsEvent,
  TableRows,
} from "../../store/tableRows.ts";
import { clockToleranceMs } from "../../store/trackerChanges.ts";
import type { SelectedArtifact, ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import { listColumns } from "./tableColumns.ts";
import {
  type RowsContent,
  type TableContent,
  openTableContent,
  type TableSourceResult,
  resolveTableSource,
} from "./tableContent.ts";
import type { TableContext } from "./tableContent.ts";
import type { TableLayoutKey } from "./tableLayouts.ts";
import { type StoredTable, toSourceKey } from "./storedTable.ts";
import {
  createTableHeading,
  getTableStatusColors,
  getConditionTracker,
  listTableNotes,
  toLoadingState,
  type TableSnapshot,
  getTableTitle,
} from "./tableState.ts";

export interface TablePageClient {
  /** Whether it uses values of `handleReload`. */
  readonly needsFieldValues: boolean;
  /** Called with artifacts that were loaded again, before their rows are updated. */
  handleReload(artifacts: readonly Artifact[]): void;
  notifyPage<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void;
  /** Called when source or title change. */
  handleTableChange(): void;
}

/**
 * `incomplete`: the complete list has to be loaded. `superseded`: rows were loaded or saved meanwhile, so nothing was
 * changed.
 */
export type RefreshResult = "done" | "incomplete" | "superseded";

const rowsPerMessage = 1000;

export class TableSession {
  readonly #context: TableContext;
  readonly #page: TablePageClient;
  readonly #closed = new AbortController();
  #stored: StoredTable;
  #content: TableContent | undefined;
  #rows: TableRows | undefined;
  /** Shown until a reload brings the first rows. */
  #previousRows: TableRows | undefined;
  #values: FieldValueLoader | undefined;
  #layout: TableLayout | undefined;
  /** The sort that the user selected in this table, which comes before that of the query. */
  #selectedSort: Pick<TableLayout, "sort"> | undefined;
  #loadId = 0;
  /** The source that was last loaded, as JSON. */
  #loadedSource = "";
  #loadedAt = "";
  #loadStartedAt = 0;
  /** The server's time before which all changes are shown; `undefined` if it isn't known. */
  #changesSince: number | undefined;
  /** Increases when rows are replaced: what was requested before is outdated. */
  #rowsVersion = 0;
  /** The source is being resolved. */
  #isOpening = true;

  constructor(context: TableContext, stored: StoredTable, page: TablePageClient) {
    this.#context = context;
    this.#page = page;
    this.#stored = stored;
  }

  get stored(): StoredTable {
    return this.#stored;
  }

  get site(): Site | undefined {
    return this.#content?.site;
  }

  /** The tracker whose fields the conditions name. */
  get conditionTracker(): Tracker | undefined {
    return this.query && getConditionTracker(this.query, this.#content);
  }

  /** `undefined` for rows of several trackers. */
  get tracker(): Tracker | undefined {
    return this.#content?.tracker;
  }

  /** `undefined` as long as the source isn't resolved. */
  get rowsContent(): RowsContent | undefined {
    return this.#content?.kind === "rows" ? this.#content : undefined;
  }

  get title(): string {
    return getTableTitle(this.#snapshot);
  }

  get query(): SavedQuery | undefined {
    const source = this.#source;
    return source.kind === "query" ? source.query : undefined;
  }

  /** Aborted when the tab is closed. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Whether the saved query has changed since it was loaded. */
  get isOutdated(): boolean {
    return JSON.stringify(this.#source) !== this.#loadedSource;
  }

  /** `undefined` as long as the site isn't known. */
  get loader(): ArtifactLoader | undefined {
    return this.site === undefined ? undefined : this.#context.loaderFor(this.site);
  }

  get fieldValues(): FieldValueLoader | undefined {
    const { loader } = this;
    this.#values ??= loader && new FieldValueLoader(loader);
    return this.#values;
  }

  /** In the order of `ids`. */
  getSelected(ids: readonly number[]): readonly SelectedArtifact[] {
    return ids.flatMap(
      (id) => this.#rows?.getSelected([id])[0] ?? this.#previousRows?.getSelected([id]) ?? [],
    );
  }

  /** In load order. */
  get rowIds(): readonly number[] {
    return this.#rows?.rows.map(({ id }) => id) ?? [];
  }

  /** Whether loading is finished, so that rows can be refreshed. */
  get isLoaded(): boolean {
    return !this.#isOpening && this.#rows?.state.kind === "loaded";
  }

  get changesSince(): number | undefined {
    return this.#changesSince;
  }

  /** Whether all rows are loaded. */
  get isComplete(): boolean {
    return this.#rows?.isComplete ?? false;
  }

  /** All available columns, shown or hidden. */
  get columns(): readonly TableColumn[] {
    return listColumns(this.tracker, (this.#rows ?? this.#previousRows)?.firstRow);
  }

  findRow(id: number): RowWithTracker | undefined {
    return this.#rows?.find(id) ?? this.#previousRows?.find(id);
  }

  /** Reloads the rows, and with `fresh` the fields of the tracker too. Previous rows stay until new ones arrive. */
  async load(mode: "known" | "fresh"): Promise<void> {
    this.#loadId += 1;
    this.#rowsVersion += 1;
    this.#loadStartedAt = monotonicClock.now();
    const loadId = this.#loadId;
    this.#isOpening = true;
    this.#rows?.stop();
    this.sendState();
    if (mode === "fresh") this.#forgetStructure();
    const source = this.#source;
    this.#loadedSource = JSON.stringify(source);
    const content = await openTableContent(this.#context, source, this.#stored);
    const account = content.site && (await this.#context.catalog.getSite(content.site).getAccount());
    if (loadId !== this.#loadId || this.signal.aborted) return;
    this.#isOpening = false;
    this.#content = content;
    this.#stored = { ...this.#stored, accountId: account?.id };
    this.#values = undefined;
    this.#layout = undefined;
    this.#page.handleTableChange();
    if (content.kind === "problem") this.#clearRows();
    else await this.#loadRows(content, loadId);
  }

  async loadMore(): Promise<void> {
    if (this.#rows === undefined) return this.load("known");
    await this.#rows.load();
  }

  stopLoading(): void {
    this.#rows?.stop();
  }

  close(): void {
    this.#closed.abort();
    this.#loadId += 1;
    this.#rows?.close();
    this.#previousRows?.close();
  }

  async changeQuery(change: Partial<Pick<StoredTable, "unsavedQuery" | "openOnly">>): Promise<void> {
    this.#stored = { ...this.#stored, ...change };
    this.#page.handleTableChange();
    await this.load("known");
  }

  /** Doesn't reload, since the query is the same. */
  markSaved(source: TableSource): void {
    this.#stored = { ...this.#stored, source, unsavedQuery: undefined };
    this.#loadedSource = JSON.stringify(this.#source);
    this.#page.handleTableChange();
    this.sendState();
  }

  async setLayout(layout: TableLayout): Promise<void> {
    const { sort } = layout;
    if (JSON.stringify(sort) !== JSON.stringify(this.#getLayout().sort)) this.#selectedSort = { sort };
    this.#layout = layout;
    const owner = this.layoutKey;
    if (owner === undefined) return;
    // The sort of a query isn't that of other tables.
    const { layouts } = this.#context;
    const stored = this.#selectedSort ?? { sort: layouts.load(owner, this.columns).sort };
    await layouts.save(owner, { ...layout, ...stored });
  }

  async refreshRows(ids: readonly number[]): Promise<void> {
    const { loader } = this;
    const selected = this.getSelected(ids);
    if (loader === undefined || selected.length === 0) return;
    const { now, artifacts, gone } = await reloadTableRows(loader, selected, this.signal);
    if (this.signal.aborted) return;
    this.#page.handleReload(artifacts);
    this.#updateRows(now, gone);
  }

  /** Reloads artifacts that have changed on the server before a time. Some may have left the list, or aren't in it. */
  async refreshChanged(ids: readonly number[], until: number, signal: AbortSignal): Promise<RefreshResult> {
    const { loader, tracker } = this;
    const [content, rows, version] = [this.#content, this.#rows, this.#rowsVersion];
    if (loader === undefined || content?.kind !== "rows" || rows === undefined) return "superseded";
    const identities = ids.map((id) => this.getSelected([id])[0] ?? { row: { id }, trackerId: tracker?.id });
    const { now, artifacts, gone, failure } = await reloadTableRows(loader, identities, signal);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (version !== this.#rowsVersion) return "superseded";
    const listed = new Map(artifacts.map((artifact) => [artifact.id, content.list.isListed(artifact)]));
    const newestId = Math.max(0, ...this.rowIds);
    // Older artifacts may be beyond the limit of the table.
    const isAdded = (id: number): boolean =>
      listed.get(id) === true && rows.find(id) === undefined && (rows.isComplete || id > newestId);
    if ([...listed.values()].includes(undefined) || ids.some(isAdded)) return "incomplete";
    this.#changesSince = until;
    this.#loadedAt = new Date().toISOString();
    const shown = now.filter(({ id }) => rows.find(id) !== undefined);
    const left = shown.filter(({ id }) => listed.get(id) === false).map(({ id }) => id);
    const removed = [...gone.filter((id) => rows.find(id) !== undefined), ...left];
    const kept = shown.filter(({ id }) => !left.includes(id));
    if (kept.length > 0 || removed.length > 0) {
      this.#page.handleReload(artifacts.filter(({ id }) => kept.some((row) => row.id === id)));
      this.#updateRows(kept, removed);
    }
    this.sendState();
    return "done";
  }

  /** Reloads the list in the background. The rows stay as they are until all are loaded, and if that fails. */
  async refreshList(signal: AbortSignal): Promise<RefreshResult | "failed"> {
    const [version, startedAt] = [this.#rowsVersion, monotonicClock.now()];
    const content = await openTableContent(this.#context, this.#source, this.#stored);
    if (content.kind === "problem") return "failed";
    const rows = this.#createRows(content);
    const stop = (): void => rows.stop();
    signal.addEventListener("abort", stop);
    try {
      signal.throwIfAborted();
      await rows.load();
      signal.throwIfAborted();
      if (rows.state.kind !== "loaded") return "failed";
      const changed = rows.rows.filter((row) => {
        const before = this.findRow(row.id);
        return before === undefined || isRowChanged(before, row);
      });
      const artifacts = await this.#loadFieldValues(rows, changed, signal);
      if (version !== this.#rowsVersion) return "superseded";
      this.#page.handleReload(artifacts);
      this.#replaceRows(content, rows, changed);
      this.#setLoaded(startedAt);
      this.sendState();
      return "done";
    } finally {
      signal.removeEventListener("abort", stop);
      if (this.#rows !== rows) rows.close();
    }
  }

  /** For a new page. The state is sent last: when loading is finished, the page deselects rows that it doesn't have. */
  sendAll(): void {
    this.#sendRows();
    this.sendState();
  }

  #sendRows(): void {
    const rows = (this.#rows ?? this.#previousRows)?.rows ?? [];
    for (let offset = 0; offset < rows.length; offset += rowsPerMessage) {
      const rowsToSend = rows.slice(offset, offset + rowsPerMessage);
      this.#page.notifyPage("addRows", { loadId: this.#loadId, offset, rows: rowsToSend });
    }
  }

  sendState(): void {
    const snapshot = this.#snapshot;
    this.#page.notifyPage("setTableState", {
      heading: createTableHeading(snapshot),
      columns: this.columns,
      layout: this.#getLayout(),
      loadState: toLoadingState(snapshot),
      statusColors: getTableStatusColors(snapshot),
      notes: listTableNotes(snapshot),
    });
  }

  get #source(): TableSourceResult {
    const { source, unsavedQuery } = this.#stored;
    return unsavedQuery === undefined
      ? resolveTableSource(source, this.#context.savedQueries)
      : { kind: "query", query: unsavedQuery };
  }

  get #snapshot(): TableSnapshot {
    const { source, unsavedQuery, openOnly } = this.#stored;
    return {
      source: this.#source,
      content: this.#content,
      rows: this.#rows,
      openOnly,
      isUnsaved: source.kind === "unsaved" || unsavedQuery !== undefined,
      loadedAt: this.#loadedAt,
      isOpening: this.#isOpening,
    };
  }

  /** Whose layout is stored. */
  get layoutKey(): TableLayoutKey | undefined {
    const { site, tracker } = this;
    const { view, accountId, source } = this.#stored;
    const subject = view === "board" ? toSourceKey(source) : String(tracker?.id ?? "several");
    return site && { view, siteApi: site.api, accountId, subject };
  }

  /** The sort of the query comes before the stored one, and so does the order of its TQL. */
  #getLayout(): TableLayout {
    const owner = this.layoutKey;
    if (owner === undefined) return this.#context.layouts.getDefault(this.columns, this.#stored.view);
    if (this.#layout === undefined) {
      const stored = this.#context.layouts.load(owner, this.columns);
      const isOrdered = this.rowsContent?.isOrdered ?? false;
      const sort = this.query?.sort ?? (isOrdered ? undefined : stored.sort);
      this.#layout = { ...stored, sort, ...this.#selectedSort };
    }
    return this.#layout;
  }

  async #loadRows(content: RowsContent, loadId: number): Promise<void> {
    const rows = this.#createRows(content);
    this.#previousRows = this.#rows ?? this.#previousRows;
    this.#rows = rows;
    await rows.load();
    if (loadId === this.#loadId && !this.signal.aborted && rows.count === 0) {
      this.#page.notifyPage("addRows", { loadId, offset: 0, rows: [] });
    }
  }

  #createRows({ list, toTableRow }: RowsContent): TableRows {
    const rows: TableRows = new TableRows({
      list,
      toTableRow,
      now: monotonicClock.now,
      onEvent: (event) => {
        const isCurrent = this.#rows === rows && !this.#isOpening && !this.signal.aborted;
        if (isCurrent) this.#handleRowsEvent(event);
      },
    });
    return rows;
  }

  async #loadFieldValues(
    rows: TableRows,
    changed: readonly RowWithTracker[],
    signal: AbortSignal,
  ): Promise<readonly Artifact[]> {
    const { loader } = this;
    if (loader === undefined || changed.length === 0 || !this.#page.needsFieldValues) return [];
    const selected = rows.getSelected(changed.map(({ id }) => id));
    const { artifacts, failure } = await reloadTableRows(loader, selected, signal);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    return artifacts;
  }

  #updateRows(rows: readonly RowWithTracker[], removed: readonly number[]): void {
    this.#rowsVersion += 1;
    const plan = this.rowsContent?.plan;
    const currentRows = rows
      .map((row) => withProjectOf(row, this.findRow(row.id)))
      .map((row) => plan?.withColumn(row) ?? row);
    this.#rows?.replace(currentRows, removed);
    this.#previousRows?.replace(currentRows, removed);
    this.#page.notifyPage("updateRows", { rows: currentRows, removed });
  }

  /** The page gets all rows only if some are new. */
  #replaceRows(content: RowsContent, rows: TableRows, changed: readonly RowWithTracker[]): void {
    const before = this.#rows;
    const isAdded = changed.some(({ id }) => before?.find(id) === undefined);
    const removed = this.rowIds.filter((id) => rows.find(id) === undefined);
    this.#rowsVersion += 1;
    this.#content = content;
    this.#rows = rows;
    this.#previousRows = undefined;
    before?.close();
    this.#page.handleTableChange();
    if (isAdded) {
      this.#loadId += 1;
      this.#sendRows();
    } else if (changed.length > 0 || removed.length > 0) {
      this.#page.notifyPage("updateRows", { rows: changed, removed });
    }
  }

  /** Changes since the start of the load may be missing. By the server's clock, because that of this machine may be wrong. */
  #setLoaded(startedAt: number): void {
    this.#loadedAt = new Date().toISOString();
    const times = this.#rows?.rows.map(({ modifiedOn }) => Date.parse(modifiedOn ?? "")) ?? [];
    const newest = Math.min(
      Date.now(),
      times.reduce((latest, time) => Math.max(latest, time), 0),
    );
    const duration = monotonicClock.now() - startedAt;
    this.#changesSince = newest > 0 ? newest - duration - clockToleranceMs : undefined;
  }

  #handleRowsEvent(event: TableRowsEvent): void {
    const loadId = this.#loadId;
    switch (event.kind) {
      case "rows":
        // The columns depend on the first row.
        if (event.from === 0) this.#layout = undefined;
        this.#page.notifyPage("addRows", { loadId, offset: event.from, rows: event.rows });
        break;
      case "cleared":
        this.#page.notifyPage("addRows", { loadId, offset: 0, rows: [] });
        break;
      case "stateChanged":
        if (this.#rows?.state.kind === "loaded") {
          this.#setLoaded(this.#loadStartedAt);
          this.#previousRows = undefined;
        }
        this.sendState();
    }
  }

  /** Previous rows would look like the result of the failed query. */
  #clearRows(): void {
    this.#rows = undefined;
    this.#previousRows = undefined;
    this.#page.notifyPage("addRows", { loadId: this.#loadId, offset: 0, rows: [] });
    this.sendState();
  }

  #forgetStructure(): void {
    const { site, tracker, query } = this;
    if (site === undefined) return;
    const planned = this.rowsContent?.plan?.trackers.map(({ id }) => id) ?? [];
    const named = typeof query?.tracker === "object" ? query.tracker : planned;
    for (const id of tracker === undefined ? named : [tracker.id]) {
      this.#context.catalog.getSite(site).invalidateTracker(id);
    }
  }
}
