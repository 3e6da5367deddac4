// Starts the page of a table or board: connects it to the host and renders it.
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-ring/index.js";
import { html, nothing, render, type TemplateResult } from "lit";
import { selectRows } from "../../model/table.ts";
import { createRpc, type Rpc, type RpcMessage, type RpcMethods } from "../../protocol/rpc.ts";
import type { StoredSelection, TableWebviewState, TablePageMethods } from "../../protocol/tableProtocol.ts";
import { coalesceCalls } from "../shared/timing.ts";
import { renderBulkEditBar } from "./bulkEditBar.ts";
import "./choiceMenuElement.ts";
import "./columnsMenu.ts";
import { renderTableNotices } from "./tableHeader.ts";
import { positionPopup } from "./popup.ts";
import type { GridView, TablePage } from "./tablePage.ts";

// Popups: rendering, position, closing.

function renderPopup(page: TablePage): TemplateResult | typeof nothing {
  const { popup } = page;
  if (popup === undefined) return nothing;
  const onClose = (): void => page.closePopup();
  return html`<div class="popup is-${popup.kind}" role="dialog" aria-label=${popup.label}>
    ${
      popup.kind === "columns"
        ? html`<table-columns-menu .page=${page} .onClose=${onClose}></table-columns-menu>`
        : html`<table-choice-menu
            .texts=${page.texts}
            .label=${popup.label}
            .source=${popup.source}
            .onSelect=${popup.onSelect}
            .onClose=${onClose}
          ></table-choice-menu>`
    }
  </div>`;
}

type UpdatingElement = Element & { readonly updateComplete?: Promise<boolean> };

/** Must be called after each rendering, because the content or the anchor may have changed. */
async function updatePopupPosition(page: TablePage, container: HTMLElement): Promise<void> {
  const element = container.querySelector<HTMLElement>(".popup");
  if (element === null) return;
  const content: UpdatingElement | null = element.firstElementChild;
  await content?.updateComplete;
  const anchor = page.popup?.anchor();
  if (!element.isConnected) return;
  const isAnchorVisible = anchor !== undefined && anchor.bottom > 0 && anchor.top < window.innerHeight;
  if (!isAnchorVisible) page.closePopup();
  else positionPopup(element, anchor);
}

/** Closes the popup when the user clicks outside or moves the focus. */
function closePopupOnOutsideClick(page: TablePage, container: HTMLElement): void {
  const isInside = (target: EventTarget | null): boolean =>
    target instanceof Node && container.contains(target);
  window.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!isInside(target)) page.dismissPopup();
    },
    { capture: true },
  );
  container.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== null && !isInside(relatedTarget)) page.dismissPopup();
  });
  window.addEventListener("blur", () => page.dismissPopup());
}

// State that survives when VS Code unloads the page of a hidden tab.

interface WebviewStateApi {
  getState(): unknown;
  setState(state: TableWebviewState): void;
}

function isTableMemory(state: unknown): state is TableWebviewState {
  return typeof state === "object" && state !== null && "source" in state && "scroll" in state;
}

function getChosenRows({ bulk, selection }: TablePage): StoredSelection {
  return { ids: [...selection.ids], change: bulk.preparedChange };
}

class TableMemoryStore {
  readonly #stateApi: WebviewStateApi;
  #memory: TableWebviewState | undefined;
  /** The values that were saved last, compared by identity because a selection may be long. */
  #savedValues: readonly unknown[] = [];

  constructor(stateApi: WebviewStateApi) {
    this.#stateApi = stateApi;
    const state = stateApi.getState();
    this.#memory = isTableMemory(state) ? state : undefined;
  }

  get scroll(): number | undefined {
    return this.#memory?.scroll;
  }

  restore(page: TablePage): void {
    const { ids = [], change } = this.#memory?.chosen ?? {};
    if (ids.length > 0) page.setSelection(selectRows(ids));
    page.bulk.restore(change);
  }

  /** Saves what the table shows. */
  setSource({ source }: Pick<TableWebviewState, "source">, page: TablePage, scroll: number): void {
    this.#set({ source, scroll, chosen: getChosenRows(page) });
  }

  saveScroll(scroll: number): void {
    if (this.#memory !== undefined) this.#set({ ...this.#memory, scroll });
  }

  /** Must be called after each rendering. */
  saveSelection(page: TablePage): void {
    const { selection, bulk } = page;
    const { field, operation, value, typedText, offers, state } = bulk;
    const values = [selection, field, operation, value, typedText, offers, state?.kind];
    if (this.#memory === undefined || values.every((value, index) => value === this.#savedValues[index])) {
      return;
    }
    this.#savedValues = values;
    this.#set({ ...this.#memory, chosen: getChosenRows(page) });
  }

  #set(memory: TableWebviewState): void {
    this.#memory = memory;
    this.#stateApi.setState(memory);
  }
}

/** A selection that is still growing isn't reported. */
const selectionReportDelayMs = 100;

/** Reports the selection to the host, whose commands act on it. The returned function must be called after each rendering. */
function reportSelection(page: TablePage): () => void {
  let reported = "";
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const ids = page.selection.ids.size > 0 ? page.selectedIds : page.targetIds;
      const text = ids.join(" ");
      if (text === reported) return;
      reported = text;
      page.reportErrors(page.call("setSelection", { ids }));
    }, selectionReportDelayMs);
  };
}

declare function acquireVsCodeApi(): {
  postMessage(message: RpcMessage): void;
  getState(): unknown;
  setState(state: TableWebviewState): void;
};

function createPart(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

/** What shows the rows: the grid of a table, or the columns of a board. */
export interface RowsView extends GridView {
  readonly element: HTMLElement;
  readonly scrollTop: number;
  scrollTo(top: number): void;
  /** Renders everything in sight. */
  update(): void;
}

interface PageParts<Page extends TablePage, Remote extends RpcMethods<Remote>, Methods> {
  readonly createPage: (call: Rpc<Remote>["call"], render: () => void) => Page;
  readonly createView: (page: Page) => RowsView;
  readonly renderHeader: (page: Page) => TemplateResult;
  /** Shown if there are no rows. */
  readonly renderEmpty: (page: Page) => TemplateResult | typeof nothing;
  /** Methods beyond those of every table. */
  readonly createMethods: (page: Page) => Methods;
}

export function startTablePage<
  Page extends TablePage,
  Remote extends RpcMethods<Remote> & { readonly ready: (params: null) => unknown },
  Methods extends RpcMethods<Methods>,
>({
  createPage,
  createView,
  renderHeader,
  renderEmpty,
  createMethods,
}: PageParts<Page, Remote, Methods>): void {
  const api = acquireVsCodeApi();
  const main = document.querySelector("main") ?? document.body;
  const top = createPart("table-top");
  const rows = createPart("table-rows");
  const emptyState = createPart("empty-state");
  const bottom = createPart("table-bottom");
  const popupLayer = createPart("popup-layer");
  const liveRegion = createPart("visually-hidden");
  liveRegion.setAttribute("role", "status");

  /** Renders once for several changes in one task. */
  const requestRender = coalesceCalls(() => {
    if (!page.isReady) return;
    if (!main.contains(top)) main.append(top, rows, bottom, popupLayer, liveRegion);
    const focused = document.activeElement;
    render(html`${renderHeader(page)}${renderTableNotices(page)}`, top);
    render(renderBulkEditBar(page), bottom);
    view.update();
    render(renderEmpty(page), emptyState);
    render(renderPopup(page), popupLayer);
    if (liveRegion.textContent !== page.announcement) liveRegion.textContent = page.announcement;
    void updatePopupPosition(page, popupLayer);
    // If the focused button was removed, the rows get the focus.
    if (focused?.isConnected === false && page.popup === undefined) view.focus();
    restoreScroll();
    scheduleSelectionReport();
    memory.saveSelection(page);
  });

  const memory = new TableMemoryStore(api);
  let scrollToRestore = memory.scroll;

  /** Restores the scroll position of the previous page; may take several tries, because rows arrive in chunks. */
  function restoreScroll(): void {
    if (scrollToRestore === undefined || page.allRows.length === 0) return;
    const target = scrollToRestore;
    view.scrollTo(target);
    const isRestored = Math.abs(view.scrollTop - target) < 1;
    if (isRestored || page.state.loadState.kind !== "loading") scrollToRestore = undefined;
  }

  /** Stop restoring as soon as the user scrolls, types or clicks. */
  for (const eventName of ["wheel", "keydown", "pointerdown"] as const) {
    window.addEventListener(eventName, () => (scrollToRestore = undefined), { passive: true });
  }

  const createTableMethods = (): TablePageMethods => ({
    setTexts: (texts) => page.setTexts(texts),
    setTableState: (state) => {
      page.setState(state);
      const { kind } = state.loadState;
      if (kind === "loaded" || kind === "stopped") page.reportErrors(page.bulk.resume());
    },
    addRows: (chunk) => page.addRows(chunk),
    updateRows: ({ rows: updated, removed: gone }) => page.updateRows(updated, gone),
    setBulkEditState: (state) => page.bulk.setState(state),
    openBulkEdit: ({ ids, field, values }) => page.reportErrors(page.bulk.openForRows(ids, field, values)),
    announce: ({ text }) => page.announce(text),
    saveState: (state) => memory.setSource(state, page, scrollToRestore ?? view.scrollTop),
  });

  const page = createPage((method, params) => rpc.call(method, params), requestRender);
  const rpc: Rpc<Remote> = createRpc<RpcMethods<TablePageMethods & Methods>, Remote>({
    post: (message) => api.postMessage(message),
    methods: { ...createTableMethods(), ...createMethods(page) },
    formatError: String,
  });
  const view = createView(page);
  const scheduleSelectionReport = reportSelection(page);
  page.grid = view;
  memory.restore(page);
  rows.append(view.element, emptyState);
  closePopupOnOutsideClick(page, popupLayer);

  bottom.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) page.handleEscape();
  });

  // The keys of the rows work as soon as the tab has the focus. Only a key moves it to the rows: when the page gets the focus,
  // VS Code may be giving it to a quick pick already. The copy doesn't bubble, because VS Code would run keybindings twice.
  window.addEventListener("keydown", (event) => {
    if (event.target !== document.body || event.key === "Tab" || !page.isReady) return;
    const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
    const copy = new KeyboardEvent("keydown", { key, ctrlKey, shiftKey, altKey, metaKey, cancelable: true });
    view.focus();
    document.activeElement?.dispatchEvent(copy);
    if (copy.defaultPrevented) event.preventDefault();
  });

  view.element.addEventListener(
    "scrollend",
    () => {
      if (scrollToRestore === undefined) memory.saveScroll(view.scrollTop);
    },
    { passive: true },
  );
  /** The popup stays at its anchor. */
  view.element.addEventListener("scroll", () => void updatePopupPosition(page, popupLayer), {
    passive: true,
  });
  window.addEventListener("resize", () => void updatePopupPosition(page, popupLayer));
  window.addEventListener("message", ({ data }: MessageEvent<RpcMessage>) => void rpc.receive(data));

  /** Refresh relative times every minute. */
  window.setInterval(requestRender, 60_000);

  page.reportErrors(page.call("ready", null));
}
