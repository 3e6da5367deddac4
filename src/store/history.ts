// The history of one artifact, newest first. Servers list it oldest first, and reverse only inside a page, so it
// is read from its end.
import { type Changeset, entriesAfterFirst, type HistoryEntry } from "../model/history.ts";
import type { Page } from "../model/page.ts";

const pageLength = 50;

type FetchStates = (offset: number, limit: number) => Promise<Page<Changeset>>;

export class History {
  readonly #fetch: FetchStates;
  /** As far as read, oldest first. */
  #states: readonly Changeset[] = [];
  /** Where in the server's list our oldest state stands; undefined before the first look. */
  #start: number | undefined;

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

  /** How many writes there were when the newest ones were read. */
  get length(): number {
    return (this.#start ?? 0) + this.#states.length;
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
    const start = Math.max(0, (first.size ?? 0) - pageLength);
    const page = start === 0 ? first : await this.#fetch(start, pageLength);
    this.#states = statesIn(page);
    this.#start = start;
  }

  /** Reads on towards the beginning, at least until something new can be told. */
  async readOlder(): Promise<void> {
    const told = this.entries.length;
    while (this.#start !== undefined && this.#start > 0 && this.entries.length === told) {
      const start = Math.max(0, this.#start - pageLength);
      const page = await this.#fetch(start, this.#start - start);
      this.#states = [...statesIn(page), ...this.#states];
      this.#start = start;
    }
  }
}

function statesIn({ items }: Page<Changeset>): readonly Changeset[] {
  return items.filter((item) => item.kind === "changeset");
}
