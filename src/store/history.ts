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
