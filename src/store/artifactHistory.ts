// Loads the history of an artifact and who made which change.
import { isFailure } from "../model/failure.ts";
import { toInput } from "../model/form/createForm.ts";
import { findField } from "../model/form/form.ts";
import { isSameInput } from "../model/form/input.ts";
import { type Changeset, toHistoryEntries, type HistoryEntry, type ValueChange } from "../model/history.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import { getEarliestReliableLoadTime } from "../model/artifactVersion.ts";
import type { MonotonicClock } from "./monotonicClock.ts";
import type { DraftBase } from "./storedDraft.ts";

// Newest first. Servers list changesets oldest first and reverse only within a page, so pages are loaded from the end.

const pageSize = 50;

type FetchChangesets = (offset: number, limit: number) => Promise<CollectionPage<Changeset>>;

export class ArtifactHistory {
  readonly #fetch: FetchChangesets;
  /** Loaded changesets, oldest first. */
  #changesets: readonly Changeset[] = [];
  /** Offset of the oldest loaded changeset in the server's list; `undefined` before the first load. */
  #start: number | undefined;
  /** Total count, including changesets the user can't see. */
  #size = 0;

  constructor(fetch: FetchChangesets) {
    this.#fetch = fetch;
  }

  /** The changes of the oldest loaded changeset are unknown, unless it is the creation. */
  get entries(): readonly HistoryEntry[] {
    const [first] = this.#changesets;
    const later = toHistoryEntries(this.#changesets);
    return first === undefined || this.hasOlder
      ? later
      : [...later, { changeset: first, isCreation: true, changes: [] }];
  }

  /**
   * The entries after the first `length` changesets. Includes one earlier entry for each changeset the user can't see.
   */
  entriesAfter(length: number): readonly HistoryEntry[] {
    return this.entries.slice(0, Math.max(0, this.#size - length));
  }

  /** Number of changesets; `undefined` if the server doesn't report it. */
  async loadLength(): Promise<number | undefined> {
    return (await this.#fetch(0, 1)).total;
  }

  get hasOlder(): boolean {
    return this.#start !== undefined && this.#start > 0;
  }

  /** Reloads the newest changesets. A history of one page takes one request, a longer one two. */
  async loadNewest(): Promise<void> {
    const first = await this.#fetch(0, pageSize);
    this.#size = first.total ?? first.items.length;
    const start = Math.max(0, this.#size - pageSize);
    this.#changesets = await this.#loadRange(start, this.#size, start === 0 ? first : undefined);
    this.#start = start;
  }

  /** Loads the changesets after the first `length`, and the one before, which the next one is compared with. */
  async loadAfter(length: number): Promise<void> {
    const start = Math.max(0, length - 1);
    const first = await this.#fetch(start, pageSize);
    this.#size = first.total ?? start + first.items.length;
    this.#changesets = await this.#loadRange(start, this.#size, first);
    this.#start = start;
    // One that the user can't see may be the one before.
    if (this.#changesets.length < this.#size - start) await this.loadNewest();
  }

  /** Loads older pages until at least one more entry is known. */
  async loadOlder(): Promise<void> {
    const previousCount = this.entries.length;
    while (this.#start !== undefined && this.#start > 0 && this.entries.length === previousCount) {
      const start = Math.max(0, this.#start - pageSize);
      this.#changesets = [...(await this.#loadRange(start, this.#start)), ...this.#changesets];
      this.#start = start;
    }
  }

  /** Loads changesets by offset. A server may return fewer at a time than requested. */
  async #loadRange(
    start: number,
    end: number,
    known?: CollectionPage<Changeset>,
  ): Promise<readonly Changeset[]> {
    const changesets: Changeset[] = [];
    for (let offset: number | undefined = start; offset !== undefined && offset < end;) {
      const page: CollectionPage<Changeset> =
        offset === start && known !== undefined ? known : await this.#fetch(offset, end - offset);
      changesets.push(...page.items.filter((item) => item.kind === "changeset"));
      offset = page.nextOffset === undefined || page.nextOffset <= offset ? undefined : page.nextOffset;
    }
    return changesets;
  }
}

/**
 * Changes since the base was loaded, newest first; empty if the history isn't available. Times are whole seconds, so the
 * change that made the base itself may be included.
 */
export async function loadEntriesSinceBase(
  history: ArtifactHistory | undefined,
  { modifiedOn }: DraftBase,
): Promise<readonly HistoryEntry[]> {
  const since = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  if (history === undefined || Number.isNaN(since)) return [];
  try {
    await history.loadNewest();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return [];
  }
  return history.entries.filter(({ changeset: { on } }) => on !== undefined && Date.parse(on) >= since);
}

/**
 * Number of changesets; `undefined` if the server doesn't report it. A history that can't be loaded must not prevent
 * saving.
 */
export async function loadHistoryLength(history: ArtifactHistory | undefined): Promise<number | undefined> {
  try {
    return await history?.loadLength();
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "canceled" || failure.kind === "unreachable") throw failure;
    return undefined;
  }
}

/** Entries after the first `length` changesets, newest first. */
export async function loadEntriesAfter(
  history: ArtifactHistory,
  length: number,
): Promise<readonly HistoryEntry[]> {
  await history.loadAfter(length);
  return history.entriesAfter(length);
}

/** Entries since the base was loaded, by time and value. The base may already contain some of them. */
async function loadEntriesSince(
  history: ArtifactHistory,
  { form, modifiedOn }: DraftBase,
): Promise<readonly HistoryEntry[]> {
  const since = Date.parse(modifiedOn ?? "");
  await history.loadNewest();
  const isInBase = ({ fieldId, after }: ValueChange): boolean => {
    const field = findField(form, fieldId);
    return field === undefined || isSameInput(toInput(field.control, after), field.base);
  };
  return history.entries.filter(({ changeset: { on }, changes }) => {
    const changedAt = Date.parse(on ?? "");
    return changedAt > since || (changedAt === since && !changes.every(isInBase));
  });
}

interface SentChange {
  /** The base it was sent on, and the number of changesets then, if known. */
  readonly base: DraftBase;
  readonly historyLength?: number | undefined;
  readonly fieldIds: ReadonlySet<number>;
  readonly accountId: string | undefined;
}

/** A user who saves later than this after the sent change has loaded it before. */
const maxConcurrencyMs = 60_000;

/** Entries since then, without the one of the sent change and those that are clearly later. */
export async function loadEntriesExceptSent(
  history: ArtifactHistory,
  { base, historyLength: length, fieldIds, accountId }: SentChange,
): Promise<readonly HistoryEntry[]> {
  const entries = await (length === undefined
    ? loadEntriesSince(history, base)
    : loadEntriesAfter(history, length));
  const byThisAccount = entries.filter(
    ({ changeset: { by } }) => (by === undefined ? undefined : String(by.id)) === accountId,
  );
  const isSentChange = ({ changes }: HistoryEntry): boolean =>
    changes.length === fieldIds.size && changes.every(({ fieldId }) => fieldIds.has(fieldId));
  const sentEntry = byThisAccount.find(isSentChange) ?? byThisAccount[0];
  const latest = Date.parse(sentEntry?.changeset.on ?? "") + maxConcurrencyMs;
  return entries.filter((entry) => entry !== sentEntry && !(Date.parse(entry.changeset.on ?? "") > latest));
}

/**
 * Entries of others that were written at the same time as the sent change. If there is one, more with the same version
 * may follow until the current second is over, so the history is loaded again after it.
 */
export async function loadConcurrentEntries(
  history: ArtifactHistory,
  sent: SentChange,
  clock: MonotonicClock,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  const entries = await loadEntriesExceptSent(history, sent);
  const { revision } = sent.base;
  if (entries.length === 0 || revision === undefined) return entries;
  const seenAt = clock.now();
  const waitMs = getEarliestReliableLoadTime(revision, seenAt) - seenAt;
  if (waitMs <= 0) return entries;
  await clock.pause(waitMs, signal);
  return loadEntriesExceptSent(history, sent);
}
