// The custom element artifact-picker: an input that searches values, with the selected values as chips.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChoiceId } from "../../model/valueTypes.ts";
import type { FormTexts } from "../../protocol/formTexts.ts";
import { fillPlaceholders } from "./localization.ts";
import { renderColorDot, renderIcon } from "./icons.ts";
import { OptionList } from "./optionList.ts";

export interface PickerItem {
  readonly key: string;
  readonly label: string;
  /** Shown instead of the label. */
  readonly displayLabel?: string;
  readonly detail?: string | undefined;
  readonly color?: string | undefined;
  /** `undefined` for a typed value. */
  readonly value: ChoiceId | undefined;
}

/**
 * Handles a typed value, also while it is being typed; an empty text means no value. Returns the key of the item that
 * was added, `undefined` if the selection already has it.
 */
export type TypedValueHandler = (
  text: string,
  selected: readonly PickerItem[],
  isTyping: boolean,
) => string | undefined;

export class Picker extends LitElement {
  static override properties = {
    texts: { attribute: false },
    label: {},
    description: {},
    placeholder: {},
    isInvalid: { attribute: false },
    isRequired: { attribute: false },
    selected: { attribute: false },
    minQueryLength: { attribute: false },
    typedText: { state: true },
  };
  declare texts: FormTexts;
  declare label: string;
  declare description: string;
  declare placeholder: string;
  declare isInvalid: boolean;
  declare isRequired: boolean;
  declare selected: readonly PickerItem[];
  /** With 0, all items are offered at once. */
  declare minQueryLength: number;
  /** The callbacks get the selected items without the one that is still being typed. */
  declare findItems: (
    query: string,
    selected: readonly PickerItem[],
  ) => readonly PickerItem[] | Promise<readonly PickerItem[]>;
  declare onPick: (item: PickerItem, selected: readonly PickerItem[]) => void;
  declare onRemove: (item: PickerItem, selected: readonly PickerItem[]) => void;
  declare onPickTyped: TypedValueHandler | undefined;
  declare private typedText: string;
  readonly #options = new OptionList<PickerItem>(this);
  /** The key of the value that is being typed: it is in the draft, but not shown as a chip. */
  #pendingKey: string | undefined;

  constructor() {
    super();
    this.selected = [];
    this.minQueryLength = 0;
    this.placeholder = "";
    this.description = "";
    this.typedText = "";
    this.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node) || !this.contains(event.relatedTarget)) this.#handleBlur();
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override focus(): void {
    this.querySelector("input")?.focus();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Reverting or undoing removes the pending value, so the typed text is cleared.
    if (this.#pendingKey === undefined || !changed.has("selected")) return;
    if (this.selected.some(({ key }) => key === this.#pendingKey)) return;
    this.#pendingKey = undefined;
    this.typedText = "";
    this.#options.close();
  }

  get #confirmed(): readonly PickerItem[] {
    return this.selected.filter(({ key }) => key !== this.#pendingKey);
  }

  protected override render(): TemplateResult {
    const { isOpen, items, note, activeIndex, activeItem } = this.#options;
    const list = `${this.id}-list`;
    return html`<div
        class="picker-input ${this.isInvalid ? "is-invalid" : ""}"
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
          aria-activedescendant=${activeItem === undefined ? nothing : `${list}-${activeIndex}`}
          aria-description=${this.description === "" ? nothing : this.description}
          aria-invalid=${this.isInvalid ? "true" : nothing}
          aria-required=${this.isRequired ? "true" : nothing}
          placeholder=${this.placeholder}
          .value=${this.typedText}
          @input=${this.#handleInput}
          @click=${() => void this.#search()}
          @keydown=${this.#handleKey}
        />
      </div>
      <div
        id=${list}
        class="suggestions"
        role="listbox"
        aria-label=${this.texts.list.suggestions}
        ?hidden=${!isOpen}
      >
        ${items.map((item, index) => this.#option(item, index))}
        ${note === undefined ? nothing : html`<div class="note" role="option" aria-disabled="true">${note}</div>`}
      </div>`;
  }

  #chip(item: PickerItem): TemplateResult {
    const label = fillPlaceholders(this.texts.list.remove, item.label);
    return html`<span class="chip"
      >${renderColorDot(item.color)}<bdi>${item.displayLabel ?? item.label}</bdi
      ><button type="button" title=${label} aria-label=${label} @click=${() => this.#remove(item)}>
        ${renderIcon("close")}
      </button></span
    >`;
  }

  #option(item: PickerItem, index: number): TemplateResult {
    const isActive = index === this.#options.activeIndex;
    return html`<div
      id="${this.id}-list-${index}"
      role="option"
      class=${isActive ? "is-active" : nothing}
      aria-selected=${isActive ? "true" : "false"}
      @pointerdown=${(event: Event) => {
        // Keep the focus in the input.
        event.preventDefault();
        this.#pickItem(item);
      }}
    >
      ${renderColorDot(item.color)}<bdi>${item.displayLabel ?? item.label}</bdi>${
        item.detail === undefined ? nothing : html`<bdi class="dim">${item.detail}</bdi>`
      }
    </div>`;
  }

  readonly #handleInput = (event: InputEvent & { currentTarget: HTMLInputElement }): void => {
    this.typedText = event.currentTarget.value;
    this.#pendingKey = this.onPickTyped?.(this.typedText.trim(), this.#confirmed, true);
    void this.#search();
  };

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { isOpen, activeItem } = this.#options;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (isOpen) this.#options.move(event.key === "ArrowDown" ? 1 : -1);
        else void this.#search();
        return;
      case "Enter":
        event.preventDefault();
        if (activeItem !== undefined) this.#pickItem(activeItem);
        else if (!isOpen && this.typedText === "") void this.#search();
        return;
      case "Escape":
        if (!isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        this.#options.close();
        return;
      case "Backspace": {
        const last = this.#confirmed.at(-1);
        if (this.typedText === "" && last !== undefined) this.#remove(last);
        return;
      }
      default:
    }
  };

  /** Picks the typed text if typed values are allowed; otherwise it was only a search and is dropped. */
  #handleBlur(): void {
    const text = this.typedText.trim();
    const confirmed = this.#clearInput();
    if (text !== "") this.onPickTyped?.(text, confirmed, false);
  }

  /** Clears the input and returns the selected items without the pending one. */
  #clearInput(): readonly PickerItem[] {
    const confirmed = this.#confirmed;
    this.#pendingKey = undefined;
    this.typedText = "";
    this.#options.close();
    return confirmed;
  }

  #pickItem(item: PickerItem): void {
    const confirmed = this.#clearInput();
    if (item.value === undefined) this.onPickTyped?.(item.label, confirmed, false);
    else this.onPick(item, confirmed);
  }

  #remove(item: PickerItem): void {
    this.onRemove(item, this.#confirmed);
    this.focus();
  }

  async #search(): Promise<void> {
    const query = this.typedText.trim();
    if (query.length < this.minQueryLength && !/^\d+$/.test(query)) {
      this.#show(query, [], fillPlaceholders(this.texts.list.typeMore, this.minQueryLength));
      return;
    }
    const found = this.findItems(query, this.#confirmed);
    const show = (items: readonly PickerItem[], error?: string): void => this.#show(query, items, error);
    if (found instanceof Promise) await this.#options.search(found, this.texts.list.searching, show);
    else show(found);
  }

  /** Offers the typed text too, unless an item has that label. `note` is for an empty list. */
  #show(query: string, items: readonly PickerItem[], note = this.texts.list.nothingFound): void {
    const exactMatch = items.findIndex(({ label }) => label.toLowerCase() === query.toLowerCase());
    const offersTyped = this.onPickTyped !== undefined && query !== "" && exactMatch === -1;
    const displayLabel = fillPlaceholders(this.texts.list.addTyped, query);
    const typed = offersTyped ? [{ key: "typed", label: query, displayLabel, value: undefined }] : [];
    const all = [...items, ...typed];
    if (all.length === 0) this.#options.showNote(note);
    else this.#options.show(all, query === "" ? -1 : Math.max(exactMatch, 0));
  }
}

customElements.define("artifact-picker", Picker);
