// Values of fields that rows don't bring with them. They are asked for as rows come into sight, one batch at a time;
// all of a column only when somebody wants that.
import type { RowValues, TableHostMethods } from "../../protocol/table.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { FieldKey } from "./facts.ts";

/** The host takes no more at once. */
const batchSize = 100;

/** What is scrolled past within this time is not asked for, in milliseconds. */
const patience = 120;

interface Known {
  readonly texts: { [key in FieldKey]?: string | undefined };
  readonly order: { [key in FieldKey]?: number | undefined };
  readonly serverTimes: { [key in FieldKey]?: string | undefined };
  /** For which keys it was asked, since it last changed. */
  asked: Set<FieldKey>;
  /** Counts its changes: an answer to a question from before one is old. */
  changes: number;
}

/** A whole column on its way. */
export interface Loading {
  readonly key: FieldKey;
  readonly ids: readonly number[];
  readonly done: number;
}

interface FieldValuesOptions {
  readonly call: Rpc<TableHostMethods>["call"];
  /** What is in sight now. */
  readonly wanted: () => { readonly ids: readonly number[]; readonly keys: readonly FieldKey[] };
  readonly changed: () => void;
  readonly failed: (text: string) => void;
}

export class FieldValues {
  /** Grows with every answer. */
  version = 0;
  loading: Loading | undefined;
  readonly #rows = new Map<number, Known>();
  readonly #dependencies: FieldValuesOptions;
  #finished: ((isWhole: boolean) => void) | undefined;
  #isAsking = false;
  #timer = 0;

  constructor(dependencies: FieldValuesOptions) {
    this.#dependencies = dependencies;
  }

  /** Undefined while it is not known; null where it could not be read. */
  text(id: number, key: FieldKey): string | null | undefined {
    const known = this.#rows.get(id);
    return known?.texts[key] ?? (known?.asked.has(key) === true ? null : undefined);
  }

  /** How the server wrote a time; undefined for everything else. */
  serverTime(id: number, key: FieldKey): string | undefined {
    return this.#rows.get(id)?.serverTimes[key];
  }

  order(id: number, key: FieldKey): string | number | undefined {
    const known = this.#rows.get(id);
    return known?.order[key] ?? known?.texts[key];
  }

  /** Those of which nothing is known, be it old. */
  lacking(ids: readonly number[], key: FieldKey): readonly number[] {
    return ids.filter((id) => this.text(id, key) === undefined);
  }

  /** What is known is old: it is shown until there is something newer. */
  outdate(ids?: readonly number[]): void {
    for (const id of ids ?? this.#rows.keys()) {
      const known = this.#rows.get(id);
      if (known === undefined) continue;
      known.asked = new Set();
      known.changes += 1;
    }
  }

  /** Keeps what is read for something else; of rows that change meanwhile it is old. */
  async keep(
    ids: readonly number[],
    keys: readonly FieldKey[],
    reading: Promise<readonly RowValues[]>,
  ): Promise<void> {
    const before = new Map(ids.map((id) => [id, this.#of(id).changes]));
    for (const row of await reading) {
      const known = this.#of(row.id);
      if (known.changes !== before.get(row.id)) continue;
      this.#take(row, keys);
      known.asked = new Set([...known.asked, ...keys]);
    }
    this.#progress();
  }

  /** Asks for what is in sight, once it stays there. */
  look(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      void this.#pump();
    }, patience);
  }

  /** Loads a column; answers whether all of it came. Another one takes its place. */
  load(key: FieldKey, ids: readonly number[]): Promise<boolean> {
    this.stopLoading();
    this.loading = { key, ids: this.lacking(ids, key), done: 0 };
    this.#dependencies.changed();
    return new Promise((resolve) => {
      this.#finished = resolve;
      void this.#pump();
    });
  }

  stopLoading(): void {
    if (this.loading !== undefined) this.#finish(false);
  }

  #finish(isWhole: boolean): void {
    this.loading = undefined;
    this.#finished?.(isWhole);
    this.#finished = undefined;
    this.#dependencies.changed();
  }

  async #pump(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
        await this.#ask(batch.ids, batch.keys);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  /** What people look at comes first. */
  #next(): { readonly ids: readonly number[]; readonly keys: readonly FieldKey[] } | undefined {
    const inSight = this.#inSight();
    if (inSight.ids.length > 0) return inSight;
    const { loading } = this;
    if (loading === undefined) return undefined;
    const left = this.lacking(loading.ids, loading.key);
    if (left.length > 0) return { ids: left.slice(0, batchSize), keys: [loading.key] };
    this.#finish(true);
    return undefined;
  }

  /** Nothing while rows go past. */
  #inSight(): { readonly ids: readonly number[]; readonly keys: readonly FieldKey[] } {
    if (this.#timer !== 0) return { ids: [], keys: [] };
    const { ids, keys } = this.#dependencies.wanted();
    const unasked = ids.filter((id) => keys.some((key) => this.#rows.get(id)?.asked.has(key) !== true));
    return { ids: unasked.slice(0, batchSize), keys };
  }

  async #ask(ids: readonly number[], keys: readonly FieldKey[]): Promise<void> {
    const known = ids.map((id) => this.#of(id));
    const before = known.map(({ changes }) => changes);
    // Whatever comes of it, it is not asked again before the row changes.
    for (const each of known) each.asked = new Set([...each.asked, ...keys]);
    try {
      for (const row of await this.#dependencies.call("values", { ids, keys })) this.#take(row, keys);
    } catch (failure) {
      this.#dependencies.failed(failure instanceof Error ? failure.message : String(failure));
      if (this.loading !== undefined) this.#finish(false);
    }
    known.forEach((each, index) => {
      if (each.changes !== before[index]) each.asked = new Set();
    });
    this.#progress();
  }

  #take({ id, texts, order, serverTimes = {} }: RowValues, keys: readonly FieldKey[]): void {
    const known = this.#of(id);
    for (const key of keys) {
      known.texts[key] = texts[key];
      known.order[key] = order[key];
      known.serverTimes[key] = serverTimes[key];
    }
  }

  #progress(): void {
    this.version += 1;
    if (this.loading !== undefined) {
      const { key, ids } = this.loading;
      this.loading = { key, ids, done: ids.length - this.lacking(ids, key).length };
    }
    this.#dependencies.changed();
  }

  #of(id: number): Known {
    const known = this.#rows.get(id) ?? {
      texts: {},
      order: {},
      serverTimes: {},
      asked: new Set(),
      changes: 0,
    };
    this.#rows.set(id, known);
    return known;
  }
}
