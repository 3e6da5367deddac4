// Values of fields that are not part of the rows. They are loaded for visible rows, one batch at a time; a complete column
// is only loaded on request.
import type { RowValues, TableHostMethods } from "../../protocol/tableProtocol.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { FieldColumnKey } from "./builtInColumnValues.ts";

/** The host's limit per call. */
const batchSize = 100;

/** Values of rows that are scrolled past within this time are not requested. */
const scrollDelayMs = 120;

interface CachedRow {
  readonly texts: { [key in FieldColumnKey]?: string | undefined };
  readonly sortKeys: { [key in FieldColumnKey]?: number | undefined };
  readonly serverTimes: { [key in FieldColumnKey]?: string | undefined };
  /** Keys that were requested since the row last changed. */
  requestedKeys: Set<FieldColumnKey>;
  /** A response that was requested before the last change is outdated. */
  changeCount: number;
}

export interface ColumnLoadProgress {
  readonly key: FieldColumnKey;
  readonly ids: readonly number[];
  readonly done: number;
}

interface FieldValueCacheOptions {
  readonly call: Rpc<TableHostMethods>["call"];
  readonly getVisible: () => { readonly ids: readonly number[]; readonly keys: readonly FieldColumnKey[] };
  readonly onChange: () => void;
  readonly onError: (text: string) => void;
}

export class FieldValueCache {
  /** Increases with every response. */
  version = 0;
  loading: ColumnLoadProgress | undefined;
  readonly #rows = new Map<number, CachedRow>();
  readonly #options: FieldValueCacheOptions;
  #resolveLoad: ((isComplete: boolean) => void) | undefined;
  #isLoading = false;
  #timer = 0;

  constructor(options: FieldValueCacheOptions) {
    this.#options = options;
  }

  /** `undefined` if not loaded yet; null if the value can't be read. */
  getText(id: number, key: FieldColumnKey): string | null | undefined {
    const row = this.#rows.get(id);
    return row?.texts[key] ?? (row?.requestedKeys.has(key) === true ? null : undefined);
  }

  /** A time as the server wrote it; `undefined` for other values. */
  getServerTime(id: number, key: FieldColumnKey): string | undefined {
    return this.#rows.get(id)?.serverTimes[key];
  }

  getSortKey(id: number, key: FieldColumnKey): string | number | undefined {
    const row = this.#rows.get(id);
    return row?.sortKeys[key] ?? row?.texts[key];
  }

  /** Rows without a value, not even an outdated one. */
  findMissing(ids: readonly number[], key: FieldColumnKey): readonly number[] {
    return ids.filter((id) => this.getText(id, key) === undefined);
  }

  /** Outdated values stay visible until new ones are loaded. */
  invalidate(ids?: readonly number[]): void {
    for (const id of ids ?? this.#rows.keys()) {
      const row = this.#rows.get(id);
      if (row === undefined) continue;
      row.requestedKeys = new Set();
      row.changeCount += 1;
    }
  }

  /** Stores values that were loaded for another purpose, except for rows that changed meanwhile. */
  async addFromResponse(
    ids: readonly number[],
    keys: readonly FieldColumnKey[],
    response: Promise<readonly RowValues[]>,
  ): Promise<void> {
    const before = new Map(ids.map((id) => [id, this.#getOrCreateRow(id).changeCount]));
    for (const values of await response) {
      const row = this.#getOrCreateRow(values.id);
      if (row.changeCount !== before.get(values.id)) continue;
      this.#storeValues(values, keys);
      row.requestedKeys = new Set([...row.requestedKeys, ...keys]);
    }
    this.#updateProgress();
  }

  /** Loads values of visible rows once scrolling has stopped. */
  scheduleLoad(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      void this.#loadBatches();
    }, scrollDelayMs);
  }

  /** Loads a column and returns whether all values were loaded. A column that is being loaded is stopped. */
  loadColumn(key: FieldColumnKey, ids: readonly number[]): Promise<boolean> {
    this.stopLoading();
    this.loading = { key, ids: this.findMissing(ids, key), done: 0 };
    this.#options.onChange();
    return new Promise((resolve) => {
      this.#resolveLoad = resolve;
      void this.#loadBatches();
    });
  }

  stopLoading(): void {
    if (this.loading !== undefined) this.#finish(false);
  }

  #finish(isComplete: boolean): void {
    this.loading = undefined;
    this.#resolveLoad?.(isComplete);
    this.#resolveLoad = undefined;
    this.#options.onChange();
  }

  async #loadBatches(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
        await this.#loadBatch(batch.ids, batch.keys);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /** Visible rows come first. */
  #nextBatch(): { readonly ids: readonly number[]; readonly keys: readonly FieldColumnKey[] } | undefined {
    const visible = this.#findVisibleMissing();
    if (visible.ids.length > 0) return visible;
    const { loading } = this;
    if (loading === undefined) return undefined;
    const missing = this.findMissing(loading.ids, loading.key);
    if (missing.length > 0) return { ids: missing.slice(0, batchSize), keys: [loading.key] };
    this.#finish(true);
    return undefined;
  }

  /** Empty while the user scrolls. */
  #findVisibleMissing(): { readonly ids: readonly number[]; readonly keys: readonly FieldColumnKey[] } {
    if (this.#timer !== 0) return { ids: [], keys: [] };
    const { ids, keys } = this.#options.getVisible();
    const unrequested = ids.filter((id) =>
      keys.some((key) => this.#rows.get(id)?.requestedKeys.has(key) !== true),
    );
    return { ids: unrequested.slice(0, batchSize), keys };
  }

  async #loadBatch(ids: readonly number[], keys: readonly FieldColumnKey[]): Promise<void> {
    const rows = ids.map((id) => this.#getOrCreateRow(id));
    const before = rows.map(({ changeCount }) => changeCount);
    // Even if it fails, a value is not requested again before the row changes.
    for (const row of rows) row.requestedKeys = new Set([...row.requestedKeys, ...keys]);
    try {
      for (const values of await this.#options.call("loadValues", { ids, keys })) {
        this.#storeValues(values, keys);
      }
    } catch (failure) {
      this.#options.onError(failure instanceof Error ? failure.message : String(failure));
      if (this.loading !== undefined) this.#finish(false);
    }
    rows.forEach((row, index) => {
      if (row.changeCount !== before[index]) row.requestedKeys = new Set();
    });
    this.#updateProgress();
  }

  #storeValues(
    { id, texts, sortValues, serverTimes = {} }: RowValues,
    keys: readonly FieldColumnKey[],
  ): void {
    const row = this.#getOrCreateRow(id);
    for (const key of keys) {
      row.texts[key] = texts[key];
      row.sortKeys[key] = sortValues[key];
      row.serverTimes[key] = serverTimes[key];
    }
  }

  #updateProgress(): void {
    this.version += 1;
    if (this.loading !== undefined) {
      const { key, ids } = this.loading;
      this.loading = { key, ids, done: ids.length - this.findMissing(ids, key).length };
    }
    this.#options.onChange();
  }

  #getOrCreateRow(id: number): CachedRow {
    const row = this.#rows.get(id) ?? {
      texts: {},
      sortKeys: {},
      serverTimes: {},
      requestedKeys: new Set(),
      changeCount: 0,
    };
    this.#rows.set(id, row);
    return row;
  }
}
