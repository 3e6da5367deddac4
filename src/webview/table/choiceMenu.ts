// A list to choose from, with a line to narrow it down where it is long. One is taken at once; of a list that takes
// several, what is checked is taken together.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { hasAll, searchable, wordsOf } from "../../model/table.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import { filled } from "../shared/format.ts";
import { icon } from "../shared/icons.ts";
import { steppedTo } from "../shared/keys.ts";
import { type ChoiceItem, type ChoiceSource, nothingKey } from "./popup.ts";

// What is checked in a list that takes several.

/** What stands there at first, where others come to it. */
function heldIn(source: ChoiceSource): readonly ChoiceItem[] {
  if (source.kind === "list") return source.items.filter(({ isNow }) => isNow);
  return source.kind === "search" && source.takesMany ? source.held : [];
}

function withOne(
  checked: ReadonlyMap<string, ChoiceItem>,
  item: ChoiceItem,
): ReadonlyMap<string, ChoiceItem> {
  if (item.key === nothingKey) return new Map([[item.key, item]]);
  return new Map([...checked, [item.key, item] as const].filter(([key]) => key !== nothingKey));
}

/** Lists up to here are seen at a glance. */
const fewItems = 8;

/** More are not drawn: typing is the way through so many. */
const mostItems = 300;

type Found =
  | { readonly kind: "items"; readonly items: readonly ChoiceItem[] }
  | { readonly kind: "note"; readonly text: string };

class ChoiceMenu extends LitElement {
  static override properties = {
    texts: { attribute: false },
    label: {},
    source: { attribute: false },
    typed: { state: true },
    found: { state: true },
    active: { state: true },
    checked: { state: true },
  };
  declare texts: TableTexts;
  declare label: string;
  declare source: ChoiceSource;
  declare pick: (items: readonly ChoiceItem[]) => void;
  declare leave: () => void;
  declare private typed: string;
  declare private found: Found;
  declare private active: number;
  declare private checked: ReadonlyMap<string, ChoiceItem>;
  /** Enter takes what is checked only if somebody has checked something. */
  #isChecking = false;
  #asked = 0;

  constructor() {
    super();
    this.typed = "";
    this.found = { kind: "items", items: [] };
    this.active = -1;
    this.checked = new Map();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override focus(): void {
    (this.querySelector<HTMLElement>("input") ?? this.querySelector<HTMLElement>("[role=listbox]"))?.focus();
  }

  get #takesMany(): boolean {
    return (this.source.kind === "list" || this.source.kind === "search") && this.source.takesMany;
  }

  get #hasLine(): boolean {
    return (
      this.source.kind === "search" || (this.source.kind === "list" && this.source.items.length > fewItems)
    );
  }

  get #items(): readonly ChoiceItem[] {
    return this.found.kind === "items" ? this.found.items : [];
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("source")) return;
    this.#isChecking = false;
    this.checked = new Map(heldIn(this.source).map((item) => [item.key, item]));
    this.#find("");
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("source")) this.focus();
    if (changed.has("active") || changed.has("found")) {
      this.querySelector(".is-active")?.scrollIntoView({ block: "nearest" });
    }
  }

  protected override render(): TemplateResult {
    const hasActive = this.#items[this.active] !== undefined;
    const active = hasActive ? `choice-${this.active}` : nothing;
    return html`${this.#hasLine ? this.#line(active) : nothing}
      <div
        id="choices"
        role="listbox"
        tabindex=${this.#hasLine ? "-1" : "0"}
        aria-label=${this.label}
        aria-multiselectable=${this.#takesMany ? "true" : nothing}
        aria-activedescendant=${this.#hasLine ? nothing : active}
        aria-busy=${this.source.kind === "loading" ? "true" : nothing}
        @keydown=${this.#press}
      >
        ${
          this.found.kind === "note"
            ? html`<div class="note" role="option" aria-disabled="true" aria-selected="false">
                ${this.source.kind === "loading" ? html`<vscode-progress-ring></vscode-progress-ring>` : nothing}
                <span dir="auto">${this.found.text}</span>
              </div>`
            : this.#items.map((item, index) => this.#option(item, index))
        }
      </div>
      ${
        this.#takesMany
          ? html`<div class="menu-end">
              <span class="dim">${filled(this.texts.choice.several, this.checked.size)}</span>
              <vscode-button @click=${() => this.#take([...this.checked.values()])}
                >${this.texts.choice.apply}</vscode-button
              >
            </div>`
          : nothing
      }`;
  }

  #line(active: unknown): TemplateResult {
    const hint = this.source.kind === "search" ? this.texts.choice.findPeople : this.texts.choice.find;
    return html`<input
      type="text"
      class="line"
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
      .value=${this.typed}
      @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) => {
        this.typed = event.currentTarget.value;
        this.#find(this.typed.trim());
      }}
      @keydown=${this.#press}
    />`;
  }

  #option(item: ChoiceItem, index: number): TemplateResult {
    const isChecked = this.#takesMany ? this.checked.has(item.key) : item.isNow;
    return html`<div
      id="choice-${index}"
      role="option"
      class=${index === this.active ? "is-active" : ""}
      aria-selected=${isChecked ? "true" : "false"}
      @pointerdown=${(event: Event) => {
        // The cursor stays where it is.
        event.preventDefault();
      }}
      @click=${() => this.#pressOption(item, index)}
    >
      <span class="mark">${isChecked ? icon("check") : nothing}</span><bdi>${item.label}</bdi>${
        item.isNow ? html`<span class="visually-hidden">${this.texts.choice.isNow}</span>` : nothing
      }${item.detail === "" ? nothing : html`<bdi class="dim">${item.detail}</bdi>`}
    </div>`;
  }

  #pressOption(item: ChoiceItem, index: number): void {
    this.active = index;
    if (this.#takesMany) this.#check(item);
    else this.#take([item]);
  }

  readonly #press = (event: KeyboardEvent): void => {
    const count = this.#items.length;
    const item = this.#items[this.active];
    const isInLine = event.target instanceof HTMLInputElement;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (count > 0) this.active = steppedTo(this.active, event.key === "ArrowDown" ? 1 : -1, count);
        break;
      case "PageDown":
        this.active = Math.min(this.active + 8, count - 1);
        break;
      case "PageUp":
        this.active = Math.max(this.active - 8, 0);
        break;
      case "Enter":
        this.#enter(item);
        break;
      case "Escape":
        event.stopPropagation();
        this.leave();
        break;
      default:
        if (isInLine && this.typed !== "") return;
        if (event.key === " " && this.#takesMany && item !== undefined) this.#check(item);
        else if (isInLine || !this.#jump(event)) return;
    }
    event.preventDefault();
  };

  /** Of several, one more comes to what stands there; where nothing is another, nothing is taken. */
  #enter(item: ChoiceItem | undefined): void {
    if (!this.#takesMany) {
      if (item !== undefined) this.#take([item]);
      return;
    }
    // Who has checked some and typed on means the one that was found, too.
    const isMeant = item !== undefined && (!this.#isChecking || this.typed !== "");
    if (isMeant && !this.checked.has(item.key)) this.#take([...withOne(this.checked, item).values()]);
    else if (this.#isChecking) this.#take([...this.checked.values()]);
    else if (item !== undefined) this.leave();
  }

  /** To the next entry that begins with a letter. */
  #jump({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const items = this.#items;
    if (key === "Home" || key === "End") {
      this.active = key === "Home" ? 0 : items.length - 1;
      return true;
    }
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
    const order = items.map((_, index) => (this.active + 1 + index) % items.length);
    const next = order.find((index) => searchable(items[index]?.label ?? "").startsWith(searchable(key)));
    if (next !== undefined) this.active = next;
    return true;
  }

  #check(item: ChoiceItem): void {
    this.#isChecking = true;
    const without = new Map(this.checked);
    this.checked = without.delete(item.key) ? without : withOne(this.checked, item);
  }

  #take(items: readonly ChoiceItem[]): void {
    this.leave();
    this.pick(items);
  }

  #find(query: string): void {
    const { source, texts } = this;
    this.#asked += 1;
    switch (source.kind) {
      case "loading":
        this.found = { kind: "note", text: texts.choice.loading };
        return;
      case "note":
        this.found = { kind: "note", text: source.text };
        return;
      case "list": {
        const words = wordsOf(query);
        this.#show(
          source.items.filter(({ label, detail }) => hasAll(searchable(`${label}\n${detail}`), words)),
        );
        return;
      }
      case "search":
        void this.#search(source, query);
    }
  }

  async #search(source: ChoiceSource & { kind: "search" }, query: string): Promise<void> {
    const asked = this.#asked;
    if (query.length < source.shortest) {
      const chosen = [...this.checked.values()];
      if (chosen.length > 0) this.#show(chosen);
      else this.found = { kind: "note", text: filled(this.texts.choice.typeMore, source.shortest) };
      return;
    }
    if (this.#items.length === 0) this.found = { kind: "note", text: this.texts.choice.searching };
    try {
      const items = await source.find(query);
      if (asked === this.#asked) this.#show(items);
    } catch (failure) {
      const text = failure instanceof Error ? failure.message : String(failure);
      if (asked === this.#asked) this.found = { kind: "note", text };
    }
  }

  #show(items: readonly ChoiceItem[]): void {
    this.found =
      items.length === 0
        ? { kind: "note", text: this.texts.choice.nothingFound }
        : { kind: "items", items: items.slice(0, mostItems) };
    this.active = this.#preselected(items);
  }

  /** Where Enter would choose from: what stands there or was typed; never what would empty a field that nobody meant to empty. */
  #preselected(items: readonly ChoiceItem[]): number {
    const { source } = this;
    const isList = source.kind === "list";
    if (this.typed.trim() === "") {
      const now = items.findIndex(({ isNow }) => isNow);
      return now === -1 && isList && source.preselectsFirst && items.length > 0 ? 0 : now;
    }
    const first = items.findIndex(({ isEmptying }) => !isEmptying);
    // A list shows only what was typed, so an entry that empties is meant where it is the only one.
    return first === -1 && isList && items.length > 0 ? 0 : first;
  }
}

customElements.define("table-choices", ChoiceMenu);
