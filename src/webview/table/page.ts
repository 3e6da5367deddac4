// The entry of the table's page: connects page and host, and draws.
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-ring/index.js";
import { html, render } from "lit";
import type { TableHostMethods, TableMemory, TablePageMethods } from "../../protocol/table.ts";
import { oncePerTurn } from "../oncePerTurn.ts";
import { createRpc, type Message } from "../../protocol/rpc.ts";
import { bulkBar } from "./bulkBar.ts";
import { Grid } from "./grid.ts";
import { headingView } from "./heading.ts";
import { pressed } from "./keys.ts";
import { emptiness, noticesView } from "./notices.ts";
import { PageMemory } from "./pageMemory.ts";
import { takeClicks } from "./pointer.ts";
import { closePopupOutside, placePopup, popupView } from "./popupView.ts";
import { reportSelection } from "./reportSelection.ts";
import { TablePage } from "./tablePage.ts";

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
