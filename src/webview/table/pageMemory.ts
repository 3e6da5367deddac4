// What the page remembers of itself: it is gone when its tab is hidden, and comes back with nothing else.
import { these } from "../../model/table/selection.ts";
import type { ChosenRows, TableMemory } from "../../protocol/table.ts";
import type { TablePage } from "./tablePage.ts";

interface Kept {
  getState(): unknown;
  setState(state: TableMemory): void;
}

function isMemory(state: unknown): state is TableMemory {
  return typeof state === "object" && state !== null && "source" in state && "scroll" in state;
}

function chosenOn({ bulk, selection }: TablePage): ChosenRows {
  return { ids: [...selection.ids], change: bulk.prepared };
}

export class PageMemory {
  readonly #kept: Kept;
  #memory: TableMemory | undefined;
  /** What it was made from, by identity: a selection may be long. */
  #seen: readonly unknown[] = [];

  constructor(kept: Kept) {
    this.#kept = kept;
    const state = kept.getState();
    this.#memory = isMemory(state) ? state : undefined;
  }

  get scroll(): number | undefined {
    return this.#memory?.scroll;
  }

  /** To a page that has just begun. */
  restore(page: TablePage): void {
    const { ids = [], change } = this.#memory?.chosen ?? {};
    if (ids.length > 0) page.select(these(ids));
    page.bulk.restore(change);
  }

  /** What the host says is shown. */
  take({ source }: Pick<TableMemory, "source">, page: TablePage, scroll: number): void {
    this.#set({ source, scroll, chosen: chosenOn(page) });
  }

  keepScroll(scroll: number): void {
    if (this.#memory !== undefined) this.#set({ ...this.#memory, scroll });
  }

  /** After each drawing. */
  keepChosen(page: TablePage): void {
    const { selection, bulk } = page;
    const { field, how, value, typed, offers, state } = bulk;
    const seen = [selection, field, how, value, typed, offers, state?.kind];
    if (this.#memory === undefined || seen.every((each, place) => each === this.#seen[place])) return;
    this.#seen = seen;
    this.#set({ ...this.#memory, chosen: chosenOn(page) });
  }

  #set(memory: TableMemory): void {
    this.#memory = memory;
    this.#kept.setState(memory);
  }
}
