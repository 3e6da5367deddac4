// What stands above the rows: what they are, what narrows them down, and what can be done with all of them.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Chip, Reading } from "../../protocol/table.ts";
import { filled } from "../filled.ts";
import { icon, iconButton } from "../icon.ts";
import { isField } from "./facts.ts";
import type { TablePage } from "./tablePage.ts";

function chip(page: TablePage, { id, label }: Chip, canFilter: boolean): TemplateResult {
  const { heading: texts } = page.texts;
  if (!canFilter) return html`<span class="chip is-fixed"><bdi>${label}</bdi></span>`;
  return html`<span class="chip">
    <button
      type="button"
      title=${filled(texts.edit, label)}
      aria-label=${filled(texts.edit, label)}
      @click=${() => page.tell(page.call("editFilter", { id }))}
    >
      <bdi>${label}</bdi></button
    >${iconButton("close", filled(texts.remove, label), () => page.tell(page.call("removeFilter", { id })))}
  </span>`;
}

function conditions(page: TablePage): TemplateResult {
  const { chips, canFilter, openOnly } = page.state.heading;
  const { heading: texts } = page.texts;
  return html`<div class="conditions" role="group" aria-label=${texts.conditions}>
    ${repeat(
      chips,
      ({ id }) => id,
      (each) => chip(page, each, canFilter),
    )}
    ${
      canFilter
        ? html`<button type="button" class="soft" @click=${() => page.tell(page.call("addFilter", null))}>
            ${icon("add")}${texts.add}
          </button>`
        : nothing
    }
    ${
      openOnly === undefined
        ? nothing
        : html`<button
            type="button"
            class="switch"
            role="switch"
            aria-checked=${openOnly ? "true" : "false"}
            @click=${() => page.tell(page.call("openOnly", { isOn: !openOnly }))}
          >
            <span class="track" aria-hidden="true"></span>${texts.openOnly}
          </button>`
    }
  </div>`;
}

/** How many rows there are, and how far they are read. */
function count(page: TablePage, reading: Reading): string {
  const { reading: texts } = page.texts;
  const { formats } = page;
  const [shown, all] = [page.shown.rows.length, page.allRows.length];
  switch (reading.kind) {
    case "reading":
    case "stopped": {
      const [plain, withSize] =
        reading.kind === "reading" ? [texts.reading, texts.readingOf] : [texts.stopped, texts.stoppedOf];
      return reading.size === undefined
        ? filled(plain, formats.number(reading.read))
        : filled(withSize, formats.number(reading.read), formats.number(reading.size));
    }
    case "read": {
      const whole = all + (reading.rest ?? 0);
      const rows =
        shown === whole
          ? filled(shown === 1 ? texts.one : texts.many, formats.number(shown))
          : filled(texts.some, formats.number(shown), formats.number(whole));
      return `${rows} · ${filled(texts.at, formats.recent(reading.at))}`;
    }
    case "problem":
      return "";
  }
}

function quiet(label: string, title: string, act: (event: Event) => void): TemplateResult {
  return html`<button type="button" class="quiet" title=${title} @click=${act}>${label}</button>`;
}

function readingState(page: TablePage): TemplateResult {
  const { reading } = page.state;
  const { reading: texts } = page.texts;
  return html`<span class="count">
      ${reading.kind === "reading" ? html`<vscode-progress-ring></vscode-progress-ring>` : nothing}
      <span>${count(page, reading)}</span>
    </span>
    ${
      reading.kind === "reading"
        ? iconButton("stop-circle", texts.stop, () => page.tell(page.call("stopReading", null)))
        : nothing
    }
    ${
      reading.kind === "stopped"
        ? quiet(texts.readOn, texts.readOn, () => page.tell(page.call("readOn", null)))
        : nothing
    }`;
}

function openColumns(page: TablePage, { currentTarget }: Event): void {
  const button = currentTarget instanceof HTMLElement ? currentTarget : undefined;
  page.open({
    kind: "columns",
    anchor: () => button?.getBoundingClientRect(),
    label: page.texts.heading.columns,
    returnTo: button,
  });
}

function exportCsv(page: TablePage): void {
  const { ids } = page.shown;
  const keys = page.columns.map(({ key }) => key);
  page.tell(page.values.keep(ids, keys.filter(isField), page.call("exportCsv", { ids, keys })));
}

function actions(page: TablePage): TemplateResult {
  const { heading: texts } = page.texts;
  return html`<div class="table-actions" role="group" aria-label=${texts.actions}>
    ${readingState(page)} ${quiet(texts.columns, texts.columns, (event) => openColumns(page, event))}
    ${quiet(texts.csv, texts.exportCsv, () => exportCsv(page))}
    ${iconButton("refresh", texts.refresh, () => page.tell(page.call("refresh", null)))}
    ${
      page.state.heading.canSave
        ? html`<vscode-button secondary @click=${() => page.tell(page.call("saveQuery", null))}
            >${texts.save}</vscode-button
          >`
        : nothing
    }
  </div>`;
}

/** Narrows down what is there, without asking the server. */
function find(page: TablePage): TemplateResult {
  const { heading: texts } = page.texts;
  const { search } = page;
  const { offer } = page.columnLoading;
  const column = offer?.purpose.kind === "find" ? offer.key : search.column;
  return html`<div class="find" role="search">
    ${icon("search")}
    <input
      type="text"
      dir="auto"
      autocomplete="off"
      spellcheck="false"
      aria-label=${texts.find}
      placeholder=${texts.findHint}
      .value=${search.text}
      @input=${({ currentTarget }: InputEvent & { currentTarget: HTMLInputElement }) =>
        page.searchFor({ ...page.search, text: currentTarget.value })}
      @keydown=${(event: KeyboardEvent) => findKey(page, event)}
    />
    ${search.text === "" ? nothing : iconButton("close", texts.clear, () => page.searchFor({ ...search, text: "" }))}
    <select
      aria-label=${texts.findIn}
      title=${texts.findIn}
      @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) =>
        chooseColumn(page, currentTarget.value)}
    >
      <option value="" .selected=${column === undefined}>${texts.anywhere}</option>
      ${page.columns.map(
        ({ key, label }) => html`<option value=${key} .selected=${key === column}>${label}</option>`,
      )}
    </select>
  </div>`;
}

function chooseColumn(page: TablePage, value: string): void {
  const column = page.columns.find(({ key }) => key === value);
  if (column === undefined) {
    page.columnLoading.decline();
    page.searchFor({ ...page.search, column: undefined });
  } else page.tell(page.columnLoading.findIn(column.key));
}

function findKey(page: TablePage, event: KeyboardEvent): void {
  if (event.key === "Escape") page.searchFor({ ...page.search, text: "" });
  if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  page.moveTo({ row: Math.min(0, page.shown.rows.length - 1), column: page.cursor.column });
  page.sight?.takeFocus();
}

export function headingView(page: TablePage): TemplateResult {
  const { title, origin } = page.state.heading;
  return html`<header class="table-heading">
    <h1 dir="auto" title=${[title, ...origin].join(" · ")}>${title}</h1>
    ${conditions(page)} ${find(page)} ${actions(page)}
  </header>`;
}
