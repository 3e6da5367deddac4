// A line to find values with, and what was chosen so far before it. People, values of long lists, artifacts.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { ChoiceId } from "../model/value.ts";
import type { PageTexts } from "../protocol/pageTexts.ts";
import { dot } from "./dot.ts";
import { filled } from "./filled.ts";
import { icon } from "./icon.ts";

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

type Found =
  | { readonly kind: "items"; readonly items: readonly PickItem[] }
  | { readonly kind: "note"; readonly text: string };

/** Before somebody who types is taken to have typed all, in milliseconds. */
const debounce = 200;

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
  declare find: (query: string) => readonly PickItem[] | Promise<readonly PickItem[]>;
  declare pick: (item: PickItem) => void;
  declare drop: (item: PickItem) => void;
  /** Whether anything can be typed, and what becomes of it. */
  declare pickTyped: ((text: string) => void) | undefined;
  declare private typed: string;
  declare private found: Found | undefined;
  declare private active: number;
  #asked = 0;
  #timer = 0;

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
        ${this.chosen.map((item) => this.#chip(item))}
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
        const last = this.chosen.at(-1);
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
    // Upwards from the line itself comes the last one.
    this.active = (Math.max(this.active, by > 0 ? -1 : 0) + by + count) % count;
    void this.updateComplete.then(() =>
      this.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    );
  }

  /** What was typed freely is meant; half a search is not. */
  #leave(): void {
    const text = this.typed.trim();
    this.typed = "";
    this.#close();
    if (text !== "") this.pickTyped?.(text);
  }

  #close(): void {
    this.#asked += 1;
    window.clearTimeout(this.#timer);
    this.found = undefined;
    this.active = -1;
  }

  #take(item: PickItem): void {
    this.typed = "";
    this.#close();
    if (item.value === undefined) this.pickTyped?.(item.label);
    else this.pick(item);
  }

  #drop(item: PickItem): void {
    this.drop(item);
    this.focus();
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    window.clearTimeout(this.#timer);
    const query = this.typed.trim();
    if (query.length < this.minimum && !/^\d+$/.test(query)) {
      this.#show({ kind: "note", text: filled(this.texts.list.typeMore, this.minimum) });
      return;
    }
    const found = this.find(query);
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
    const isKnown = items.some(({ label }) => label.toLowerCase() === query.toLowerCase());
    const offersTyped = this.pickTyped !== undefined && query !== "" && !isKnown;
    const all = [
      ...items,
      ...(offersTyped
        ? [{ key: "typed", label: query, shown: filled(this.texts.list.addTyped, query), value: undefined }]
        : []),
    ];
    if (all.length > 0) this.found = { kind: "items", items: all };
    else this.found = found.kind === "note" ? found : { kind: "note", text: this.texts.list.nothingFound };
    this.active = all.length > 0 && query !== "" ? 0 : -1;
  }
}

customElements.define("artifact-picker", Picker);

/** Waits until somebody has stopped typing. Only the last of several calls gets an answer. */
export function unhurried<T>(ask: (query: string) => Promise<T>): (query: string) => Promise<T> {
  let timer = 0;
  return (query) =>
    new Promise((resolve, reject) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => ask(query).then(resolve, reject), debounce);
    });
}
