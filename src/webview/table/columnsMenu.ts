// Which columns are shown, and in which order.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { hasAll, searchable, wordsOf } from "../../model/table.ts";
import type { Column } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { iconButton } from "../shared/icons.ts";
import { moved, withColumn } from "./layout.ts";
import type { TablePage } from "./tablePage.ts";

export class ColumnsMenu extends LitElement {
  static override properties = { page: { attribute: false }, typed: { state: true }, version: {} };
  declare page: TablePage;
  declare leave: () => void;
  declare private typed: string;

  constructor() {
    super();
    this.typed = "";
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      this.leave();
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
    const others = page.state.columns.filter((column) => !shown.includes(column));
    return html`<input
        type="text"
        class="line"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.find}
        placeholder=${texts.find}
        .value=${this.typed}
        @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) => {
          this.typed = event.currentTarget.value;
        }}
      />
      <div class="column-lists">
        ${this.#list(texts.shown, shown, true)} ${this.#list(texts.others, others, false)}
      </div>`;
  }

  #list(heading: string, columns: readonly Column[], isShown: boolean): TemplateResult | typeof nothing {
    const words = wordsOf(this.typed);
    const found = columns.filter(({ label }) => hasAll(searchable(label), words));
    if (found.length === 0) return nothing;
    return html`<h2>${heading}</h2>
      <ul>
        ${repeat(
          found,
          ({ key }) => key,
          (column) => this.#entry(column, isShown),
        )}
      </ul>`;
  }

  #entry({ key, label }: Column, isShown: boolean): TemplateResult {
    const { page } = this;
    const { columns: texts } = page.texts;
    const keys = page.columns.map((column) => column.key);
    const move = (by: number): void => {
      page.arrange(moved(page.layout, keys, key, by));
      this.requestUpdate();
    };
    // The last one stays: a table without columns shows nothing.
    const isFixed = isShown && keys.length === 1;
    return html`<li>
      <label
        ><input
          type="checkbox"
          .checked=${isShown}
          ?disabled=${isFixed}
          aria-label=${filled(isShown ? texts.hide : texts.show, label)}
          @change=${() => {
            page.arrange(withColumn(page.layout, keys, key));
            this.requestUpdate();
          }}
        /><bdi>${label}</bdi></label
      >
      ${
        isShown
          ? html`${iconButton("arrow-up", filled(texts.moveUp, label), () => move(-1))}
            ${iconButton("arrow-down", filled(texts.moveDown, label), () => move(1))}`
          : nothing
      }
    </li>`;
  }
}

customElements.define("table-columns", ColumnsMenu);
