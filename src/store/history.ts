// The history of one artifact, and who has written what of it.
import { isFailure } from "../model/failure.ts";
import { inputOf } from "../model/form/build.ts";
import { fieldOf } from "../model/form/form.ts";
import { sameInput } from "../model/form/input.ts";
import {
  type Changeset,
  entriesAfterFirst,
  type HistoryEntry,
  type ValueChange,
  type Writing,
  writingOf,
} from "../model/history.ts";
import type { Page } from "../model/page.ts";
import { sureFrom } from "./certainty.ts";
import type { OwnTime } from "./clock.ts";
import type { Base } from "./keptDraft.ts";

// The history of one artifact, newest first. Servers list it oldest first, and reverse only inside a page, so it
// is read from its end.

const pageLength = 50;

type FetchStates = (offset: number, limit: number) => Promise<Page<Changeset>>;

export class History {
  readonly #fetch: FetchStates;
  /** As far as read, oldest first. */
  #states: readonly Changeset[] = [];
  /** Where in the server's list our oldest state stands; undefined before the first look. */
  #start: number | undefined;
  /** How many there are, also of those that may not be seen. */
  #size = 0;

  constructor(fetch: FetchStates) {
    this.#fetch = fetch;
  }

  /** What can be told: of the oldest state read it is unknown what it changed, unless it is the first of all. */
  get entries(): readonly HistoryEntry[] {
    const [first] = this.#states;
    const later = entriesAfterFirst(this.#states);
    return first === undefined || this.hasOlder
      ? later
      : [...later, { changeset: first, isCreation: true, changes: [] }];
  }

  /** The entries that came after so many writes; one before them too for each that may not be seen. */
  entriesAfter(length: number): readonly HistoryEntry[] {
    return this.entries.slice(0, Math.max(0, this.#size - length));
  }

  /** How many writes there are; undefined where the server does not count them. */
  async readLength(): Promise<number | undefined> {
    return (await this.#fetch(0, 1)).size;
  }

  get hasOlder(): boolean {
    return this.#start !== undefined && this.#start > 0;
  }

  /** Reads the newest states anew. A history of one page takes one request, a longer one two. */
  async readNewest(): Promise<void> {
    const first = await this.#fetch(0, pageLength);
    this.#size = first.size ?? first.items.length;
    const start = Math.max(0, this.#size - pageLength);
    this.#states = await this.#read(start, this.#size, start === 0 ? first : undefined);
    this.#start = start;
  }

  /** Reads on towards the beginning, at least until something new can be told. */
  async readOlder(): Promise<void> {
    const told = this.entries.length;
    while (this.#start !== undefined && this.#start > 0 && this.entries.length === told) {
      const start = Math.max(0, this.#start - pageLength);
      this.#states = [...(await this.#read(start, this.#start)), ...this.#states];
      this.#start = start;
    }
  }

  /** The states from one place to another; a server may hand out fewer at a time than it is asked for. */
  async #read(start: number, end: number, known?: Page<Changeset>): Promise<readonly Changeset[]> {
    const states: Changeset[] = [];
    for (let place: number | undefined = start; place !== undefined && place < end;) {
      const page: Page<Changeset> =
        place === start && known !== undefined ? known : await this.#fetch(place, end - place);
      states.push(...page.items.filter((item) => item.kind === "changeset"));
      place = page.next === undefined || page.next <= place ? undefined : page.next;
    }
    return states;
  }
}

// Who has been at an artifact, as its history tells.

/**
 * Who wrote since a state was read, the newest first; nobody where the server does not tell, or not now. Times are
 * whole seconds, so the write that made the state itself may be among them.
 */
export async function writingsSince(
  history: History | undefined,
  { modifiedOn }: Base,
): Promise<readonly Writing[]> {
  const since = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  if (history === undefined || Number.isNaN(since)) return [];
  try {
    await history.readNewest();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return [];
  }
  return history.entries
    .filter(({ changeset: { on } }) => on !== undefined && Date.parse(on) >= since)
    .map(writingOf);
}

/**
 * How many writes there are; undefined where the server does not count them, or keeps its history to itself. A history
 * that can't be read keeps nobody from saving.
 */
export async function historyLength(history: History | undefined): Promise<number | undefined> {
  try {
    return await history?.readLength();
  } catch (failure) {
    if (!isFailure(failure) || failure.kind === "cancelled" || failure.kind === "unreachable") throw failure;
    return undefined;
  }
}

/** What was written after so many writes, the newest first. */
export async function writtenAfter(history: History, length: number): Promise<readonly HistoryEntry[]> {
  await history.readNewest();
  return history.entriesAfter(length);
}

/** What was written since a state was read, as far as times and values tell: the state may hold some of it. */
async function writtenSince(history: History, { form, modifiedOn }: Base): Promise<readonly HistoryEntry[]> {
  const since = Date.parse(modifiedOn ?? "");
  await history.readNewest();
  const isHeld = ({ fieldId, after }: ValueChange): boolean => {
    const field = fieldOf(form, fieldId);
    return field === undefined || sameInput(inputOf(field.control, after), field.base);
  };
  return history.entries.filter(({ changeset: { on }, changes }) => {
    const at = Date.parse(on ?? "");
    return at > since || (at === since && !changes.every(isHeld));
  });
}

/** Something that we have sent. */
interface Sent {
  /** The state that it was sent over, and how many writes there were by then, where that is known. */
  readonly base: Base;
  readonly historyLength?: number | undefined;
  readonly fieldIds: ReadonlySet<number>;
  readonly accountId: string | undefined;
}

/** What others have written since, as far as the history has it by now. */
export async function writtenByOthers(
  history: History,
  { base, historyLength: length, fieldIds, accountId }: Sent,
): Promise<readonly HistoryEntry[]> {
  const fresh = await (length === undefined ? writtenSince(history, base) : writtenAfter(history, length));
  const own = fresh.filter(
    ({ changeset: { by } }) => (by === undefined ? undefined : String(by.id)) === accountId,
  );
  const isOurs = ({ changes }: HistoryEntry): boolean =>
    changes.length === fieldIds.size && changes.every(({ fieldId }) => fieldIds.has(fieldId));
  const ours = own.find(isOurs) ?? own[0];
  return fresh.filter((entry) => entry !== ours);
}

/**
 * What was written by others in the moment in which we have sent something. Where there is such a write, more of them may
 * follow under the same name until its second is over: only then the history has them all.
 */
export async function writtenBeside(
  history: History,
  sent: Sent,
  time: OwnTime,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  const entries = await writtenByOthers(history, sent);
  const { revision } = sent.base;
  if (entries.length === 0 || revision === undefined) return entries;
  const seenAt = time.now();
  const left = sureFrom(revision, seenAt) - seenAt;
  if (left <= 0) return entries;
  await time.pause(left, signal);
  return writtenByOthers(history, sent);
}
