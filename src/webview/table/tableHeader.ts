// Renders what is above the rows: title, conditions, search box, actions and notices.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ConditionChip, TableLoadState } from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon, renderIconButton } from "../shared/icons.ts";
import { isFieldColumn } from "./builtInColumnValues.ts";
import type { TablePage } from "./tablePage.ts";

type Severity = "info" | "warning" | "error";

function renderNotice(
  severity: Severity,
  text: string,
  ...actions: readonly TemplateResult[]
): TemplateResult {
  return html`<div class="notice is-${severity}" role=${severity === "error" ? "alert" : "status"}>
    ${renderIcon(severity)}<span class="notice-text" dir="auto">${text}</span>${actions}
  </div>`;
}

function renderButton(label: string, variant: "primary" | "secondary", onClick: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${variant === "secondary"} @click=${onClick}
    >${label}</vscode-button
  >`;
}

function renderLoadNotice(page: TablePage): TemplateResult | typeof nothing {
  const { loadState } = page.state;
  const { rowLoad: texts } = page.texts;
  if (loadState.kind === "problem") {
    return renderNotice(
      "error",
      loadState.text,
      renderButton(texts.retry, "secondary", () => page.reportErrors(page.call("refresh", null))),
    );
  }
  if (loadState.kind !== "loaded" || loadState.notLoadedCount === undefined) return nothing;
  return renderNotice(
    "warning",
    fillPlaceholders(texts.notLoaded, page.formatter.formatNumber(loadState.notLoadedCount)),
  );
}

/** Offers to load a column, or shows the progress. */
function renderColumnLoadNotice(page: TablePage): TemplateResult | typeof nothing {
  const { columnLoad: texts } = page.texts;
  const { formatter } = page;
  const { offer } = page.columnLoader;
  if (offer !== undefined) {
    const text = fillPlaceholders(
      offer.purpose.kind === "sort" ? texts.offerSort : texts.offerFind,
      page.getColumnLabel(offer.key),
      formatter.formatNumber(offer.count),
      fillPlaceholders(texts.about, formatter.formatDuration(offer.seconds)),
    );
    return renderNotice(
      "info",
      text,
      renderButton(texts.load, "primary", () => page.reportErrors(page.columnLoader.accept())),
      renderButton(texts.dismiss, "secondary", () => page.columnLoader.decline()),
    );
  }
  const { loading } = page.fieldValues;
  // A single batch needs no progress bar.
  if (loading === undefined || loading.ids.length <= 100) return nothing;
  const { key, ids, done } = loading;
  const text = fillPlaceholders(
    texts.loading,
    page.getColumnLabel(key),
    formatter.formatNumber(done),
    formatter.formatNumber(ids.length),
  );
  return html`<div class="notice is-progress">
    <span class="notice-text" dir="auto">${text}</span>
    <progress max=${ids.length} value=${done} aria-label=${text}></progress>
    ${renderButton(texts.cancel, "secondary", () => {
      page.fieldValues.stopLoading();
      page.announce(
        fillPlaceholders(texts.canceled, formatter.formatNumber(done), formatter.formatNumber(ids.length)),
      );
    })}
  </div>`;
}

export function renderEmptyState(page: TablePage): TemplateResult | typeof nothing {
  const { rowLoad: texts } = page.texts;
  const { loadState } = page.state;
  if (page.visibleRows.rows.length > 0 || loadState.kind === "problem") return nothing;
  if (page.allRows.length > 0) return html`<p>${fillPlaceholders(texts.nothingFound, page.search.text)}</p>`;
  return loadState.kind === "loaded" ? html`<p>${texts.noRows}</p>` : nothing;
}

export function renderTableNotices(page: TablePage): TemplateResult {
  const { errorText } = page;
  return html`${
    errorText === undefined
      ? nothing
      : renderNotice(
          "error",
          errorText,
          renderIconButton("close", page.texts.dismiss, () => page.showError(undefined)),
        )
  }
  ${renderLoadNotice(page)} ${page.state.notes.map((note) => renderNotice("warning", note))}
  ${renderColumnLoadNotice(page)}`;
}

function renderConditionChip(
  page: TablePage,
  { id, label }: ConditionChip,
  canEdit: boolean,
): TemplateResult {
  const { heading: texts } = page.texts;
  if (!canEdit) return html`<span class="chip is-read-only"><bdi>${label}</bdi></span>`;
  return html`<span class="chip">
    <button
      type="button"
      title=${fillPlaceholders(texts.edit, label)}
      aria-label=${fillPlaceholders(texts.edit, label)}
      @click=${() => page.reportErrors(page.call("editCondition", { id }))}
    >
      <bdi>${label}</bdi></button
    >${renderIconButton("close", fillPlaceholders(texts.remove, label), () => page.reportErrors(page.call("removeCondition", { id })))}
  </span>`;
}

function renderConditions(page: TablePage): TemplateResult {
  const { chips, canEditConditions, openOnly } = page.state.heading;
  const { heading: texts } = page.texts;
  return html`<div class="conditions" role="group" aria-label=${texts.conditions}>
    ${repeat(
      chips,
      ({ id }) => id,
      (chip) => renderConditionChip(page, chip, canEditConditions),
    )}
    ${
      canEditConditions
        ? html`<button
            type="button"
            class="outline-button"
            @click=${() => page.reportErrors(page.call("addCondition", null))}
          >
            ${renderIcon("add")}${texts.add}
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
            @click=${() => page.reportErrors(page.call("setOpenOnly", { isOn: !openOnly }))}
          >
            <span class="track" aria-hidden="true"></span>${texts.openOnly}
          </button>`
    }
  </div>`;
}

/** The number of rows and the load state. */
function formatRowCount(page: TablePage, loadState: TableLoadState): string {
  const { rowLoad: texts } = page.texts;
  const { formatter } = page;
  const [shown, all] = [page.visibleRows.rows.length, page.allRows.length];
  switch (loadState.kind) {
    case "loading":
    case "stopped": {
      const [textWithoutTotal, textWithTotal] =
        loadState.kind === "loading" ? [texts.loading, texts.loadingOf] : [texts.stopped, texts.stoppedOf];
      return loadState.totalCount === undefined
        ? fillPlaceholders(textWithoutTotal, formatter.formatNumber(loadState.loadedCount))
        : fillPlaceholders(
            textWithTotal,
            formatter.formatNumber(loadState.loadedCount),
            formatter.formatNumber(loadState.totalCount),
          );
    }
    case "loaded": {
      const total = all + (loadState.notLoadedCount ?? 0);
      const rows =
        shown === total
          ? fillPlaceholders(shown === 1 ? texts.oneRow : texts.manyRows, formatter.formatNumber(shown))
          : fillPlaceholders(
              texts.shownOfTotal,
              formatter.formatNumber(shown),
              formatter.formatNumber(total),
            );
      return `${rows} · ${fillPlaceholders(texts.loadedAt, formatter.formatRecentTime(loadState.loadedAt))}`;
    }
    case "problem":
      return "";
  }
}

function renderTextButton(label: string, title: string, onClick: (event: Event) => void): TemplateResult {
  return html`<button type="button" class="text-button" title=${title} @click=${onClick}>${label}</button>`;
}

function renderLoadState(page: TablePage): TemplateResult {
  const { loadState } = page.state;
  const { rowLoad: texts } = page.texts;
  return html`<span class="count">
      ${loadState.kind === "loading" ? html`<vscode-progress-ring></vscode-progress-ring>` : nothing}
      <span>${formatRowCount(page, loadState)}</span>
    </span>
    ${
      loadState.kind === "loading"
        ? renderIconButton("stop-circle", texts.stop, () => page.reportErrors(page.call("stopLoading", null)))
        : nothing
    }
    ${
      loadState.kind === "stopped"
        ? renderTextButton(texts.loadMore, texts.loadMore, () =>
            page.reportErrors(page.call("loadMore", null)),
          )
        : nothing
    }`;
}

function openColumnsMenu(page: TablePage, { currentTarget }: Event): void {
  const button = currentTarget instanceof HTMLElement ? currentTarget : undefined;
  page.openPopup({
    kind: "columns",
    anchor: () => button?.getBoundingClientRect(),
    label: page.texts.heading.columns,
    focusOnClose: button,
  });
}

function exportCsv(page: TablePage): void {
  const { ids } = page.visibleRows;
  const keys = page.columns.map(({ key }) => key);
  page.reportErrors(
    page.fieldValues.addFromResponse(ids, keys.filter(isFieldColumn), page.call("exportCsv", { ids, keys })),
  );
}

function renderTableActions(page: TablePage): TemplateResult {
  const { heading: texts } = page.texts;
  return html`<div class="table-actions" role="group" aria-label=${texts.actions}>
    ${renderLoadState(page)}
    ${renderTextButton(texts.columns, texts.columns, (event) => openColumnsMenu(page, event))}
    ${renderTextButton(texts.csv, texts.exportCsv, () => exportCsv(page))}
    ${renderIconButton("refresh", texts.refresh, () => page.reportErrors(page.call("refresh", null)))}
    ${
      page.state.heading.canSave
        ? html`<vscode-button secondary @click=${() => page.reportErrors(page.call("saveQuery", null))}
            >${texts.save}</vscode-button
          >`
        : nothing
    }
  </div>`;
}

/** Filters the loaded rows without a request to the server. */
function renderSearchBox(page: TablePage): TemplateResult {
  const { heading: texts } = page.texts;
  const { search } = page;
  const { offer } = page.columnLoader;
  const column = offer?.purpose.kind === "search" ? offer.key : search.column;
  return html`<div class="search-box" role="search">
    ${renderIcon("search")}
    <input
      type="text"
      dir="auto"
      autocomplete="off"
      spellcheck="false"
      aria-label=${texts.find}
      placeholder=${texts.findHint}
      .value=${search.text}
      @input=${({ currentTarget }: InputEvent & { currentTarget: HTMLInputElement }) =>
        page.setSearch({ ...page.search, text: currentTarget.value })}
      @keydown=${(event: KeyboardEvent) => handleSearchKey(page, event)}
    />
    ${search.text === "" ? nothing : renderIconButton("close", texts.clear, () => page.setSearch({ ...search, text: "" }))}
    <select
      aria-label=${texts.findIn}
      title=${texts.findIn}
      @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) =>
        setSearchColumn(page, currentTarget.value)}
    >
      <option value="" .selected=${column === undefined}>${texts.anywhere}</option>
      ${page.columns.map(
        ({ key, label }) => html`<option value=${key} .selected=${key === column}>${label}</option>`,
      )}
    </select>
  </div>`;
}

function setSearchColumn(page: TablePage, value: string): void {
  const column = page.columns.find(({ key }) => key === value);
  if (column === undefined) {
    page.columnLoader.decline();
    page.setSearch({ ...page.search, column: undefined });
  } else page.reportErrors(page.columnLoader.searchIn(column.key));
}

function handleSearchKey(page: TablePage, event: KeyboardEvent): void {
  if (event.key === "Escape") page.setSearch({ ...page.search, text: "" });
  if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  page.moveCursor({ row: Math.min(0, page.visibleRows.rows.length - 1), column: page.cursor.column });
  page.grid?.focus();
}

/** `controls` are shown next to the search box. */
export function renderTableHeader(
  page: TablePage,
  controls: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { title, breadcrumbs } = page.state.heading;
  return html`<header class="table-heading">
    <h1 dir="auto" title=${[title, ...breadcrumbs].join(" · ")}>${title}</h1>
    ${renderConditions(page)} ${renderSearchBox(page)} ${controls} ${renderTableActions(page)}
  </header>`;
}
