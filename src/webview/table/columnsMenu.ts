// The custom element table-columns-menu: selects visible columns and their order.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { containsAllWords, normalizeForSearch, splitSearchWords } from "../../model/table.ts";
import type { TableColumn } from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIconButton } from "../shared/icons.ts";
import { moveColumn, toggleColumn } from "./tableLayout.ts";
import type { TablePage } from "./tablePage.ts";

export class ColumnsMenu extends LitElement {
  static override properties = { page: { attribute: false }, typedText: { state: true }, version: {} };
  declare page: TablePage;
  declare onClose: () => void;
  declare private typedText: string;

  constructor() {
    super();
    this.typedText = "";
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      this.onClose();
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override focus(): void {
    this.querySelector("input")?.focus();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override render(): TemplateResult {
    const { page } = this;
    const { columns: texts } = page.texts;
    const shown = page.columns;
    const hidden = page.state.columns.filter((column) => !shown.includes(column));
    return html`<input
        type="text"
        class="text-input"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.find}
        placeholder=${texts.find}
        .value=${this.typedText}
        @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) => {
          this.typedText = event.currentTarget.value;
        }}
      />
      <div class="column-lists">
        ${this.#list(texts.shown, shown, true)} ${this.#list(texts.others, hidden, false)}
      </div>`;
  }

  #list(heading: string, columns: readonly TableColumn[], isShown: boolean): TemplateResult | typeof nothing {
    const words = splitSearchWords(this.typedText);
    const matching = columns.filter(({ label }) => containsAllWords(normalizeForSearch(label), words));
    if (matching.length === 0) return nothing;
    return html`<h2>${heading}</h2>
      <ul>
        ${repeat(
          matching,
          ({ key }) => key,
          (column) => this.#entry(column, isShown),
        )}
      </ul>`;
  }

  #entry({ key, label }: TableColumn, isShown: boolean): TemplateResult {
    const { page } = this;
    const { columns: texts } = page.texts;
    const keys = page.columns.map((column) => column.key);
    const move = (step: number): void => {
      page.setLayout(moveColumn(page.layout, keys, key, step));
      this.requestUpdate();
    };
    // The last visible column can't be hidden, because a table without columns shows nothing.
    const isLastColumn = isShown && keys.length === 1;
    return html`<li>
      <label
        ><input
          type="checkbox"
          .checked=${isShown}
          ?disabled=${isLastColumn}
          aria-label=${fillPlaceholders(isShown ? texts.hide : texts.show, label)}
          @change=${() => {
            page.setLayout(toggleColumn(page.layout, keys, key));
            this.requestUpdate();
          }}
        /><bdi>${label}</bdi></label
      >
      ${
        isShown
          ? html`${renderIconButton("arrow-up", fillPlaceholders(texts.moveUp, label), () => move(-1))}
            ${renderIconButton("arrow-down", fillPlaceholders(texts.moveDown, label), () => move(1))}`
          : nothing
      }
    </li>`;
  }
}

customElements.define("table-columns-menu", ColumnsMenu);
