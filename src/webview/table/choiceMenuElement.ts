// The custom element table-choice-menu: a list to select from, with a filter if it is long. A single selection applies
// immediately; a multiple selection applies when it is confirmed.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { containsAllWords, normalizeForSearch, splitSearchWords } from "../../model/table.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon } from "../shared/icons.ts";
import { OptionList } from "../shared/optionList.ts";
import { type ChoiceItem, type ChoicePopupContent, clearValueKey } from "./popup.ts";

// Checked items of a multiple selection.

/** The current value, which a multiple selection starts with. */
function getCurrentItems(source: ChoicePopupContent): readonly ChoiceItem[] {
  if (source.kind === "list") return source.items.filter(({ isCurrent }) => isCurrent);
  return source.kind === "search" && source.isMultiSelect ? source.currentItems : [];
}

function addChecked(
  checked: ReadonlyMap<string, ChoiceItem>,
  item: ChoiceItem,
): ReadonlyMap<string, ChoiceItem> {
  if (item.key === clearValueKey) return new Map([[item.key, item]]);
  return new Map([...checked, [item.key, item] as const].filter(([key]) => key !== clearValueKey));
}

/** Longer lists get a filter. */
const maxItemsWithoutFilter = 8;

/** More items are not rendered; the filter finds them. */
const maxItems = 300;

class ChoiceMenu extends LitElement {
  static override properties = {
    texts: { attribute: false },
    label: {},
    source: { attribute: false },
    typedText: { state: true },
    checked: { state: true },
  };
  declare texts: TableTexts;
  declare label: string;
  declare source: ChoicePopupContent;
  declare onSelect: (items: readonly ChoiceItem[]) => void;
  declare onClose: () => void;
  declare private typedText: string;
  declare private checked: ReadonlyMap<string, ChoiceItem>;
  /** Enter applies the checked items only if the user has checked or unchecked one. */
  #hasToggled = false;
  readonly #options = new OptionList<ChoiceItem>(this);

  constructor() {
    super();
    this.typedText = "";
    this.checked = new Map();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override focus(): void {
    (this.querySelector<HTMLElement>("input") ?? this.querySelector<HTMLElement>("[role=listbox]"))?.focus();
  }

  get #isMultiSelect(): boolean {
    return (this.source.kind === "list" || this.source.kind === "search") && this.source.isMultiSelect;
  }

  get #hasFilter(): boolean {
    return (
      this.source.kind === "search" ||
      (this.source.kind === "list" && this.source.items.length > maxItemsWithoutFilter)
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("source")) return;
    this.#hasToggled = false;
    this.checked = new Map(getCurrentItems(this.source).map((item) => [item.key, item]));
    this.#find("");
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("source")) this.focus();
  }

  protected override render(): TemplateResult {
    const { items, note, activeIndex, activeItem } = this.#options;
    const active = activeItem === undefined ? nothing : `choice-${activeIndex}`;
    return html`${this.#hasFilter ? this.#filterInput(active) : nothing}
      <div
        id="choices"
        role="listbox"
        tabindex=${this.#hasFilter ? "-1" : "0"}
        aria-label=${this.label}
        aria-multiselectable=${this.#isMultiSelect ? "true" : nothing}
        aria-activedescendant=${this.#hasFilter ? nothing : active}
        aria-busy=${this.source.kind === "loading" ? "true" : nothing}
        @keydown=${this.#handleKey}
      >
        ${
          note !== undefined
            ? html`<div class="note" role="option" aria-disabled="true" aria-selected="false">
                ${this.source.kind === "loading" ? html`<vscode-progress-ring></vscode-progress-ring>` : nothing}
                <span dir="auto">${note}</span>
              </div>`
            : items.map((item, index) => this.#option(item, index))
        }
      </div>
      ${
        this.#isMultiSelect
          ? html`<div class="menu-footer">
              <span class="dim">${fillPlaceholders(this.texts.choice.several, this.checked.size)}</span>
              <vscode-button @click=${() => this.#apply([...this.checked.values()])}
                >${this.texts.choice.apply}</vscode-button
              >
            </div>`
          : nothing
      }`;
  }

  #filterInput(active: unknown): TemplateResult {
    const hint = this.source.kind === "search" ? this.texts.choice.findPeople : this.texts.choice.find;
    return html`<input
      type="text"
      class="text-input"
      role="combobox"
      dir="auto"
      autocomplete="off"
      spellcheck="false"
      aria-label=${this.label}
      aria-autocomplete="list"
      aria-expanded="true"
      aria-controls="choices"
      aria-activedescendant=${active}
      placeholder=${hint}
      .value=${this.typedText}
      @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) => {
        this.typedText = event.currentTarget.value;
        this.#find(this.typedText.trim());
      }}
      @keydown=${this.#handleKey}
    />`;
  }

  #option(item: ChoiceItem, index: number): TemplateResult {
    const isChecked = this.#isMultiSelect ? this.checked.has(item.key) : item.isCurrent;
    return html`<div
      id="choice-${index}"
      role="option"
      class=${index === this.#options.activeIndex ? "is-active" : ""}
      aria-selected=${isChecked ? "true" : "false"}
      @pointerdown=${(event: Event) => {
        // Keep the focus where it is.
        event.preventDefault();
      }}
      @click=${() => this.#handleOptionClick(item, index)}
    >
      <span class="check-mark">${isChecked ? renderIcon("check") : nothing}</span><bdi>${item.label}</bdi>${
        item.isCurrent ? html`<span class="visually-hidden">${this.texts.choice.isCurrent}</span>` : nothing
      }${item.detail === "" ? nothing : html`<bdi class="dim">${item.detail}</bdi>`}
    </div>`;
  }

  #handleOptionClick(item: ChoiceItem, index: number): void {
    this.#options.activate(index);
    if (this.#isMultiSelect) this.#toggle(item);
    else this.#apply([item]);
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { items, activeIndex, activeItem: item } = this.#options;
    const isInFilter = event.target instanceof HTMLInputElement;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        this.#options.move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "PageDown":
        this.#options.activate(Math.min(activeIndex + 8, items.length - 1));
        break;
      case "PageUp":
        this.#options.activate(Math.max(activeIndex - 8, 0));
        break;
      case "Enter":
        this.#handleEnter(item);
        break;
      case "Escape":
        event.stopPropagation();
        this.onClose();
        break;
      default:
        if (isInFilter && this.typedText !== "") return;
        if (event.key === " " && this.#isMultiSelect && item !== undefined) this.#toggle(item);
        else if (isInFilter || !this.#jumpTo(event)) return;
    }
    event.preventDefault();
  };

  /** In a multiple selection, adds the active item or applies the toggled items; if nothing changed, only closes. */
  #handleEnter(item: ChoiceItem | undefined): void {
    if (!this.#isMultiSelect) {
      if (item !== undefined) this.#apply([item]);
      return;
    }
    // After checking items, a typed filter selects the active item as well.
    const addsActive = item !== undefined && (!this.#hasToggled || this.typedText !== "");
    if (addsActive && !this.checked.has(item.key)) this.#apply([...addChecked(this.checked, item).values()]);
    else if (this.#hasToggled) this.#apply([...this.checked.values()]);
    else if (item !== undefined) this.onClose();
  }

  /** Moves to the first or last item, or to the next item that starts with the typed letter. */
  #jumpTo({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const { items, activeIndex } = this.#options;
    if (key === "Home" || key === "End") {
      this.#options.activate(key === "Home" ? 0 : items.length - 1);
      return true;
    }
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
    const order = items.map((_, index) => (activeIndex + 1 + index) % items.length);
    const next = order.find((index) =>
      normalizeForSearch(items[index]?.label ?? "").startsWith(normalizeForSearch(key)),
    );
    if (next !== undefined) this.#options.activate(next);
    return true;
  }

  #toggle(item: ChoiceItem): void {
    this.#hasToggled = true;
    const remaining = new Map(this.checked);
    this.checked = remaining.delete(item.key) ? remaining : addChecked(this.checked, item);
  }

  #apply(items: readonly ChoiceItem[]): void {
    this.onClose();
    this.onSelect(items);
  }

  #find(query: string): void {
    const { source, texts } = this;
    switch (source.kind) {
      case "loading":
        this.#options.showNote(texts.choice.loading);
        return;
      case "note":
        this.#options.showNote(source.text);
        return;
      case "list": {
        const words = splitSearchWords(query);
        this.#show(
          source.items.filter(({ label, detail }) =>
            containsAllWords(normalizeForSearch(`${label}\n${detail}`), words),
          ),
        );
        return;
      }
      case "search":
        void this.#search(source, query);
    }
  }

  async #search(source: ChoicePopupContent & { kind: "search" }, query: string): Promise<void> {
    if (query.length < source.minQueryLength) {
      const note = fillPlaceholders(this.texts.choice.typeMore, source.minQueryLength);
      this.#show([...this.checked.values()], note);
      return;
    }
    await this.#options.search(source.find(query), this.texts.choice.searching, (items, error) =>
      this.#show(items, error),
    );
  }

  /** `note` is for an empty list. */
  #show(items: readonly ChoiceItem[], note = this.texts.choice.nothingFound): void {
    if (items.length === 0) this.#options.showNote(note);
    else {
      this.#options.show(items.slice(0, maxItems), -1);
      this.#options.activate(this.#getPreselectedIndex(items));
    }
  }

  /** The item that Enter would select: the current value or the first match, never one that clears the field by accident. */
  #getPreselectedIndex(items: readonly ChoiceItem[]): number {
    const { source } = this;
    const isList = source.kind === "list";
    if (this.typedText.trim() === "") {
      const current = items.findIndex(({ isCurrent }) => isCurrent);
      return current === -1 && isList && source.preselectsFirst && items.length > 0 ? 0 : current;
    }
    const first = items.findIndex(({ clearsValue }) => !clearsValue);
    // In a filtered list, an item that clears the value is intended if it is the only match.
    return first === -1 && isList && items.length > 0 ? 0 : first;
  }
}

customElements.define("table-choice-menu", ChoiceMenu);
