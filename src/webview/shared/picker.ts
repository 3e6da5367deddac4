// A line to find values with, and what was chosen so far before it. People, values of long lists, artifacts.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChoiceId } from "../../model/value.ts";
import type { PageTexts } from "../../protocol/pageTexts.ts";
import { filled } from "./format.ts";
import { dot, icon } from "./icons.ts";
import { steppedTo } from "./keys.ts";

export interface PickItem {
  readonly key: string;
  readonly label: string;
  /** Where it is shown as something else than its label. */
  readonly shown?: string;
  readonly detail?: string | undefined;
  readonly color?: string | undefined;
  /** Undefined for what was typed freely. */
  readonly value: ChoiceId | undefined;
}

/**
 * Takes what was typed freely, also while it is being typed: an empty text for nothing. Returns the key of what was
 * added, if it is not there already.
 */
export type PickTyped = (text: string, chosen: readonly PickItem[], isTyping: boolean) => string | undefined;

type Found =
  | { readonly kind: "items"; readonly items: readonly PickItem[] }
  | { readonly kind: "note"; readonly text: string };

export class Picker extends LitElement {
  static override properties = {
    texts: { attribute: false },
    label: {},
    description: {},
    placeholder: {},
    isInvalid: { attribute: false },
    isRequired: { attribute: false },
    chosen: { attribute: false },
    minimum: { attribute: false },
    typed: { state: true },
    found: { state: true },
    active: { state: true },
  };
  declare texts: PageTexts;
  declare label: string;
  declare description: string;
  declare placeholder: string;
  declare isInvalid: boolean;
  declare isRequired: boolean;
  declare chosen: readonly PickItem[];
  /** How many characters it takes to search; with none, all is offered at once. */
  declare minimum: number;
  /** These are told what is chosen, without what is still being typed. */
  declare find: (
    query: string,
    chosen: readonly PickItem[],
  ) => readonly PickItem[] | Promise<readonly PickItem[]>;
  declare pick: (item: PickItem, chosen: readonly PickItem[]) => void;
  declare drop: (item: PickItem, chosen: readonly PickItem[]) => void;
  declare pickTyped: PickTyped | undefined;
  declare private typed: string;
  declare private found: Found | undefined;
  declare private active: number;
  #asked = 0;
  /** The key of what is being typed: it is in the draft already, but not among the chips. */
  #pending: string | undefined;

  constructor() {
    super();
    this.chosen = [];
    this.minimum = 0;
    this.placeholder = "";
    this.description = "";
    this.typed = "";
    this.active = -1;
    this.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node) || !this.contains(event.relatedTarget)) this.#leave();
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override focus(): void {
    this.querySelector("input")?.focus();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Put back, undone: then nobody is typing it any more.
    if (this.#pending === undefined || !changed.has("chosen")) return;
    if (this.chosen.some(({ key }) => key === this.#pending)) return;
    this.#pending = undefined;
    this.typed = "";
    this.#close();
  }

  get #confirmed(): readonly PickItem[] {
    return this.chosen.filter(({ key }) => key !== this.#pending);
  }

  protected override render(): TemplateResult {
    const { found } = this;
    const isOpen = found !== undefined;
    const list = `${this.id}-list`;
    const hasActive = found?.kind === "items" && found.items[this.active] !== undefined;
    return html`<div
        class="picker-face ${this.isInvalid ? "is-invalid" : ""}"
        @click=${(event: Event) => {
          if (event.target === event.currentTarget) this.focus();
        }}
      >
        ${this.#confirmed.map((item) => this.#chip(item))}
        <input
          type="text"
          role="combobox"
          dir="auto"
          autocomplete="off"
          spellcheck="false"
          aria-label=${this.label}
          aria-autocomplete="list"
          aria-expanded=${isOpen ? "true" : "false"}
          aria-controls=${list}
          aria-activedescendant=${hasActive ? `${list}-${this.active}` : nothing}
          aria-description=${this.description === "" ? nothing : this.description}
          aria-invalid=${this.isInvalid ? "true" : nothing}
          aria-required=${this.isRequired ? "true" : nothing}
          placeholder=${this.placeholder}
          .value=${this.typed}
          @input=${this.#type}
          @click=${() => void this.#search()}
          @keydown=${this.#press}
        />
      </div>
      <div
        id=${list}
        class="suggestions"
        role="listbox"
        aria-label=${this.texts.list.suggestions}
        ?hidden=${!isOpen}
      >
        ${found?.kind === "items" ? found.items.map((item, index) => this.#option(item, index)) : nothing}
        ${found?.kind === "note" ? html`<div class="note" role="option" aria-disabled="true">${found.text}</div>` : nothing}
      </div>`;
  }

  #chip(item: PickItem): TemplateResult {
    const label = filled(this.texts.list.remove, item.label);
    return html`<span class="chip"
      >${dot(item.color)}<bdi>${item.shown ?? item.label}</bdi
      ><button type="button" title=${label} aria-label=${label} @click=${() => this.#drop(item)}>
        ${icon("close")}
      </button></span
    >`;
  }

  #option(item: PickItem, index: number): TemplateResult {
    return html`<div
      id="${this.id}-list-${index}"
      role="option"
      aria-selected=${index === this.active ? "true" : "false"}
      @pointerdown=${(event: Event) => {
        // The cursor stays in the line.
        event.preventDefault();
        this.#take(item);
      }}
    >
      ${dot(item.color)}<bdi>${item.shown ?? item.label}</bdi>${
        item.detail === undefined ? nothing : html`<bdi class="dim">${item.detail}</bdi>`
      }
    </div>`;
  }

  readonly #type = (event: InputEvent & { currentTarget: HTMLInputElement }): void => {
    this.typed = event.currentTarget.value;
    this.#pending = this.pickTyped?.(this.typed.trim(), this.#confirmed, true);
    void this.#search();
  };

  readonly #press = (event: KeyboardEvent): void => {
    const items = this.found?.kind === "items" ? this.found.items : [];
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        this.#move(event.key === "ArrowDown" ? 1 : -1, items.length);
        return;
      case "Enter": {
        event.preventDefault();
        const item = items[this.active];
        if (item !== undefined) this.#take(item);
        else if (this.found === undefined && this.typed === "") void this.#search();
        return;
      }
      case "Escape":
        if (this.found === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.#close();
        return;
      case "Backspace": {
        const last = this.#confirmed.at(-1);
        if (this.typed === "" && last !== undefined) this.#drop(last);
        return;
      }
      default:
    }
  };

  #move(by: number, count: number): void {
    if (this.found === undefined) {
      void this.#search();
      return;
    }
    if (count === 0) return;
    this.active = steppedTo(this.active, by, count);
    void this.updateComplete.then(() =>
      this.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    );
  }

  /** What was typed freely is meant; half a search is not. */
  #leave(): void {
    const text = this.typed.trim();
    const confirmed = this.#empty();
    if (text !== "") this.pickTyped?.(text, confirmed, false);
  }

  /** Empties the line, and gives what is chosen without what was in it. */
  #empty(): readonly PickItem[] {
    const confirmed = this.#confirmed;
    this.#pending = undefined;
    this.typed = "";
    this.#close();
    return confirmed;
  }

  #close(): void {
    this.#asked += 1;
    this.found = undefined;
    this.active = -1;
  }

  #take(item: PickItem): void {
    const confirmed = this.#empty();
    if (item.value === undefined) this.pickTyped?.(item.label, confirmed, false);
    else this.pick(item, confirmed);
  }

  #drop(item: PickItem): void {
    this.drop(item, this.#confirmed);
    this.focus();
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const query = this.typed.trim();
    if (query.length < this.minimum && !/^\d+$/.test(query)) {
      this.#show({ kind: "note", text: filled(this.texts.list.typeMore, this.minimum) });
      return;
    }
    const found = this.find(query, this.#confirmed);
    if (!(found instanceof Promise)) {
      this.#show({ kind: "items", items: found });
      return;
    }
    this.found ??= { kind: "note", text: this.texts.list.searching };
    try {
      const items = await found;
      if (asked === this.#asked) this.#show({ kind: "items", items });
    } catch (failure) {
      const text = failure instanceof Error ? failure.message : this.texts.list.nothingFound;
      if (asked === this.#asked) this.#show({ kind: "note", text });
    }
  }

  #show(found: Found): void {
    const query = this.typed.trim();
    const items = found.kind === "items" ? found.items : [];
    const known = items.findIndex(({ label }) => label.toLowerCase() === query.toLowerCase());
    const offersTyped = this.pickTyped !== undefined && query !== "" && known === -1;
    const all = [
      ...items,
      ...(offersTyped
        ? [{ key: "typed", label: query, shown: filled(this.texts.list.addTyped, query), value: undefined }]
        : []),
    ];
    if (all.length > 0) this.found = { kind: "items", items: all };
    else this.found = found.kind === "note" ? found : { kind: "note", text: this.texts.list.nothingFound };
    this.active = all.length > 0 && query !== "" ? Math.max(known, 0) : -1;
  }
}

customElements.define("artifact-picker", Picker);
