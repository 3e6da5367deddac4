// What stands above the rows: what they are, what narrows them down, and what can be done with all of them.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Chip, Reading } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { icon, iconButton } from "../shared/icons.ts";
import { isField } from "./facts.ts";
import type { TablePage } from "./tablePage.ts";

// Between heading and rows: what went wrong, what to know about the result, what loading a column would take.

type Severity = "info" | "warning" | "error";

function notice(severity: Severity, text: string, ...actions: readonly TemplateResult[]): TemplateResult {
  return html`<div class="notice is-${severity}" role=${severity === "error" ? "alert" : "status"}>
    ${icon(severity)}<span class="notice-text" dir="auto">${text}</span>${actions}
  </div>`;
}

function button(label: string, look: "primary" | "secondary", act: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${look === "secondary"} @click=${act}>${label}</vscode-button>`;
}

function reading(page: TablePage): TemplateResult | typeof nothing {
  const { reading } = page.state;
  const { reading: texts } = page.texts;
  if (reading.kind === "problem") {
    return notice(
      "error",
      reading.text,
      button(texts.again, "secondary", () => page.tell(page.call("refresh", null))),
    );
  }
  if (reading.kind !== "read" || reading.rest === undefined) return nothing;
  return notice("warning", filled(texts.rest, page.formats.number(reading.rest)));
}

/** What it would take to load a column, or how far it has got. */
function loading(page: TablePage): TemplateResult | typeof nothing {
  const { load: texts } = page.texts;
  const { formats } = page;
  const { offer } = page.columnLoading;
  if (offer !== undefined) {
    const text = filled(
      offer.purpose.kind === "sort" ? texts.offerSort : texts.offerFind,
      page.labelOf(offer.key),
      formats.number(offer.count),
      filled(texts.about, formats.duration(offer.seconds)),
    );
    return notice(
      "info",
      text,
      button(texts.load, "primary", () => page.tell(page.columnLoading.accept())),
      button(texts.dismiss, "secondary", () => page.columnLoading.decline()),
    );
  }
  const { loading } = page.values;
  // What is there in a moment needs no bar.
  if (loading === undefined || loading.ids.length <= 100) return nothing;
  const { key, ids, done } = loading;
  const text = filled(texts.loading, page.labelOf(key), formats.number(done), formats.number(ids.length));
  return html`<div class="notice is-progress">
    <span class="notice-text" dir="auto">${text}</span>
    <progress max=${ids.length} value=${done} aria-label=${text}></progress>
    ${button(texts.cancel, "secondary", () => {
      page.values.stopLoading();
      page.say(filled(texts.cancelled, formats.number(done), formats.number(ids.length)));
    })}
  </div>`;
}

/** In place of rows. */
export function emptiness(page: TablePage): TemplateResult | typeof nothing {
  const { reading: texts } = page.texts;
  const { reading } = page.state;
  if (page.shown.rows.length > 0 || reading.kind === "problem") return nothing;
  if (page.allRows.length > 0) return html`<p>${filled(texts.nothingFound, page.search.text)}</p>`;
  return reading.kind === "read" ? html`<p>${texts.nothing}</p>` : nothing;
}

export function noticesView(page: TablePage): TemplateResult {
  const { trouble } = page;
  return html`${
    trouble === undefined
      ? nothing
      : notice(
          "error",
          trouble,
          iconButton("close", page.texts.dismiss, () => page.complain(undefined)),
        )
  }
  ${reading(page)} ${page.state.notes.map((note) => notice("warning", note))} ${loading(page)}`;
}

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
