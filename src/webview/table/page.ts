// The entry of the table's page: connects page and host, and draws.
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-ring/index.js";
import { html, nothing, render, type TemplateResult } from "lit";
import { these } from "../../model/table.ts";
import { createRpc, type Message } from "../../protocol/rpc.ts";
import type { ChosenRows, TableHostMethods, TableMemory, TablePageMethods } from "../../protocol/table.ts";
import { oncePerTurn } from "../shared/timing.ts";
import { bulkBar } from "./bulkBar.ts";
import "./choiceMenu.ts";
import "./columnsMenu.ts";
import { Grid } from "./grid.ts";
import { emptiness, headingView, noticesView } from "./heading.ts";
import { pressed, takeClicks } from "./input.ts";
import { place } from "./popup.ts";
import { TablePage } from "./tablePage.ts";

// Draws what opens above the page, puts it in its place and closes it when somebody goes elsewhere.

function popupView(page: TablePage): TemplateResult | typeof nothing {
  const { popup } = page;
  if (popup === undefined) return nothing;
  const leave = (): void => page.close();
  return html`<div class="popup is-${popup.kind}" role="dialog" aria-label=${popup.label}>
    ${
      popup.kind === "columns"
        ? html`<table-columns .page=${page} .leave=${leave}></table-columns>`
        : html`<table-choices
            .texts=${page.texts}
            .label=${popup.label}
            .source=${popup.source}
            .pick=${popup.pick}
            .leave=${leave}
          ></table-choices>`
    }
  </div>`;
}

type Drawn = Element & { readonly updateComplete?: Promise<boolean> };

/** After each drawing: its content may be another one, and what it belongs to elsewhere. */
async function placePopup(page: TablePage, container: HTMLElement): Promise<void> {
  const element = container.querySelector<HTMLElement>(".popup");
  if (element === null) return;
  const content: Drawn | null = element.firstElementChild;
  await content?.updateComplete;
  const anchor = page.popup?.anchor();
  if (!element.isConnected) return;
  const isInSight = anchor !== undefined && anchor.bottom > 0 && anchor.top < window.innerHeight;
  if (!isInSight) page.close();
  else place(element, anchor);
}

/** Whoever points or goes elsewhere is done with it. */
function closePopupOutside(page: TablePage, container: HTMLElement): void {
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

// What the page remembers of itself: it is gone when its tab is hidden, and comes back with nothing else.

interface Kept {
  getState(): unknown;
  setState(state: TableMemory): void;
}

function isMemory(state: unknown): state is TableMemory {
  return typeof state === "object" && state !== null && "source" in state && "scroll" in state;
}

function chosenOn({ bulk, selection }: TablePage): ChosenRows {
  return { ids: [...selection.ids], change: bulk.prepared };
}

class PageMemory {
  readonly #kept: Kept;
  #memory: TableMemory | undefined;
  /** What it was made from, by identity: a selection may be long. */
  #seen: readonly unknown[] = [];

  constructor(kept: Kept) {
    this.#kept = kept;
    const state = kept.getState();
    this.#memory = isMemory(state) ? state : undefined;
  }

  get scroll(): number | undefined {
    return this.#memory?.scroll;
  }

  /** To a page that has just begun. */
  restore(page: TablePage): void {
    const { ids = [], change } = this.#memory?.chosen ?? {};
    if (ids.length > 0) page.select(these(ids));
    page.bulk.restore(change);
  }

  /** What the host says is shown. */
  take({ source }: Pick<TableMemory, "source">, page: TablePage, scroll: number): void {
    this.#set({ source, scroll, chosen: chosenOn(page) });
  }

  keepScroll(scroll: number): void {
    if (this.#memory !== undefined) this.#set({ ...this.#memory, scroll });
  }

  /** After each drawing. */
  keepChosen(page: TablePage): void {
    const { selection, bulk } = page;
    const { field, how, value, typed, offers, state } = bulk;
    const seen = [selection, field, how, value, typed, offers, state?.kind];
    if (this.#memory === undefined || seen.every((each, place) => each === this.#seen[place])) return;
    this.#seen = seen;
    this.#set({ ...this.#memory, chosen: chosenOn(page) });
  }

  #set(memory: TableMemory): void {
    this.#memory = memory;
    this.#kept.setState(memory);
  }
}

/** A selection that still grows is not told yet, in milliseconds. */
const patience = 100;

/** Tells the host, whose commands are about what is selected here. Called after each drawing. */
function reportSelection(page: TablePage): () => void {
  let told = "";
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const ids = page.selection.ids.size > 0 ? page.selectedIds : page.targets;
      const text = ids.join(" ");
      if (text === told) return;
      told = text;
      page.tell(page.call("selection", { ids }));
    }, patience);
  };
}

declare function acquireVsCodeApi(): {
  postMessage(message: Message): void;
  getState(): unknown;
  setState(state: TableMemory): void;
};

const api = acquireVsCodeApi();
const main = document.querySelector("main") ?? document.body;

function part(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

const top = part("table-top");
const rows = part("table-rows");
const empty = part("emptiness");
const bottom = part("table-bottom");
const above = part("above");
const voice = part("visually-hidden");
voice.setAttribute("role", "status");

/** Several changes at once are one drawing. */
const draw = oncePerTurn(() => {
  if (!page.isReady) return;
  if (!main.contains(top)) main.append(top, rows, bottom, above, voice);
  const focused = document.activeElement;
  render(html`${headingView(page)}${noticesView(page)}`, top);
  render(bulkBar(page), bottom);
  grid.update();
  render(emptiness(page), empty);
  render(popupView(page), above);
  if (voice.textContent !== page.said) voice.textContent = page.said;
  void placePopup(page, above);
  // A button that went away when it was pressed leaves the focus to the rows.
  if (focused?.isConnected === false && page.popup === undefined) grid.takeFocus();
  restoreScroll();
  report();
  memory.keepChosen(page);
});

const memory = new PageMemory(api);
let scrollTo = memory.scroll;

/** Where somebody was before the page went away. Rows arrive page by page, so it may take several tries. */
function restoreScroll(): void {
  if (scrollTo === undefined || page.allRows.length === 0) return;
  const wanted = scrollTo;
  grid.scrollTo(wanted);
  const isThere = Math.abs(grid.scroll - wanted) < 1;
  if (isThere || page.state.reading.kind !== "reading") scrollTo = undefined;
}

/** Whoever goes elsewhere meanwhile is left there. */
for (const way of ["wheel", "keydown", "pointerdown"] as const) {
  window.addEventListener(way, () => (scrollTo = undefined), { passive: true });
}

const ours: TablePageMethods = {
  texts: (texts) => page.takeTexts(texts),
  state: (state) => {
    page.takeState(state);
    const { kind } = state.reading;
    if (kind === "read" || kind === "stopped") page.tell(page.bulk.resume());
  },
  rows: (piece) => page.takeRows(piece),
  changed: (changed) => page.takeChanged(changed.rows, changed.gone),
  bulk: (state) => page.bulk.take(state),
  openBulk: ({ ids, field, values }) => page.tell(page.bulk.openFor(ids, field, values)),
  announce: ({ text }) => page.say(text),
  remember: (told) => memory.take(told, page, scrollTo ?? grid.scroll),
};

const rpc = createRpc<TablePageMethods, TableHostMethods>({
  post: (message) => api.postMessage(message),
  ours,
  explain: String,
});
const page = new TablePage((method, params) => rpc.call(method, params), draw);
const grid = new Grid(page);
const report = reportSelection(page);
page.sight = grid;
memory.restore(page);
rows.append(grid.element, empty);
takeClicks(page, grid);
closePopupOutside(page, above);

grid.element.addEventListener("keydown", (event) => {
  if (event.target === grid.element) pressed(page, grid, event);
});
grid.element.addEventListener(
  "scrollend",
  () => {
    if (scrollTo === undefined) memory.keepScroll(grid.scroll);
  },
  { passive: true },
);
/** It stays with what it belongs to. */
grid.element.addEventListener("scroll", () => void placePopup(page, above), { passive: true });
window.addEventListener("resize", () => void placePopup(page, above));
window.addEventListener("message", ({ data }: MessageEvent<Message>) => void rpc.receive(data));

/** Ages grow. */
window.setInterval(draw, 60_000);

void rpc.call("ready", null);
