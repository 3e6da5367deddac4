// The options that an input or a menu offers: found items with an active one, or a note instead of them.
import type { ReactiveControllerHost } from "lit";
import { wrapIndex } from "./keyboard.ts";

type OptionListContent<Item> =
  | { readonly kind: "items"; readonly items: readonly Item[] }
  | { readonly kind: "note"; readonly text: string };

export class OptionList<Item> {
  readonly #host: ReactiveControllerHost & Element;
  /** `undefined` while it is closed. */
  #content: OptionListContent<Item> | undefined;
  #activeIndex = -1;
  #searchId = 0;

  /** `host` renders the list, with the class `is-active` for the active option. */
  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#content !== undefined;
  }

  get items(): readonly Item[] {
    return this.#content?.kind === "items" ? this.#content.items : [];
  }

  get note(): string | undefined {
    return this.#content?.kind === "note" ? this.#content.text : undefined;
  }

  /** -1 if no option is active. */
  get activeIndex(): number {
    return this.#activeIndex;
  }

  get activeItem(): Item | undefined {
    return this.items[this.#activeIndex];
  }

  show(items: readonly Item[], activeIndex: number): void {
    this.#set({ kind: "items", items }, activeIndex);
  }

  showNote(text: string): void {
    this.#set({ kind: "note", text }, -1);
  }

  close(): void {
    this.#set(undefined, -1);
  }

  activate(index: number): void {
    this.#activeIndex = index;
    this.#host.requestUpdate();
    void this.#revealActive();
  }

  /** From the last option to the first, and back. */
  move(step: number): void {
    if (this.items.length > 0) this.activate(wrapIndex(this.#activeIndex, step, this.items.length));
  }

  /** Calls `show` with the found items, or without items and with the error, unless something else was shown meanwhile. */
  async search(
    found: Promise<readonly Item[]>,
    searchingNote: string,
    show: (items: readonly Item[], error?: string) => void,
  ): Promise<void> {
    // Keep the previous items until the new ones are found.
    if (this.items.length === 0) this.showNote(searchingNote);
    this.#searchId += 1;
    const searchId = this.#searchId;
    try {
      const items = await found;
      if (searchId === this.#searchId) show(items);
    } catch (failure) {
      if (searchId === this.#searchId) show([], failure instanceof Error ? failure.message : String(failure));
    }
  }

  #set(content: OptionListContent<Item> | undefined, activeIndex: number): void {
    this.#searchId += 1;
    this.#content = content;
    this.#activeIndex = activeIndex;
    this.#host.requestUpdate();
  }

  async #revealActive(): Promise<void> {
    await this.#host.updateComplete;
    this.#host.querySelector(".is-active")?.scrollIntoView({ block: "nearest" });
  }
}
