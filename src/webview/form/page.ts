// The page's entry: connects page and host, and draws.
import { render } from "lit";
import type { HostMethods, PageMemory, PageMethods } from "../../protocol/page.ts";
import { CallFailed, createRpc, type Message } from "../../protocol/rpc.ts";
import { controlInUse } from "../shared/keys.ts";
import { oncePerTurn } from "../shared/timing.ts";
import "./activity.ts";
import "./elements.ts";
import { takeDroppedFiles } from "./fileTransfer.ts";
import { keepFocus } from "./focus.ts";
import { FormPage } from "./formPage.ts";
import { holdStill, Turns } from "./scroll.ts";
import { view } from "./view.ts";

// What others have done meanwhile stays in sight below the first row, but never lies over what somebody types into.

/** More of the page than this, as a part of its height, is not given away. */
const largest = 1 / 3;

function isCovering(main: HTMLElement, height: number, bar: DOMRect): boolean {
  const control = controlInUse(main)?.getBoundingClientRect();
  return control !== undefined && control.top < bar.bottom + height && control.bottom > bar.bottom;
}

function place(main: HTMLElement): void {
  const [news, row] = [main.querySelector<HTMLElement>(".news"), main.querySelector(".actions-bar")];
  if (row === null) return;
  const bar = row.getBoundingClientRect();
  // What gets the focus is not hidden below either of them; the row has several lines where there is little room.
  measure("--bar", bar.height);
  if (news === null) {
    measure("--news", 0);
    return;
  }
  const height = news.offsetHeight;
  const isInTheWay = height > window.innerHeight * largest || isCovering(main, height, bar);
  news.classList.toggle("is-flowing", isInTheWay);
  measure("--news", isInTheWay ? 0 : height);
}

/** Only what is new: a style that is set counts as changed. */
function measure(name: string, height: number): void {
  const { style } = document.documentElement;
  const value = `${height}px`;
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

/** What comes back is to be called whenever something was drawn. */
function keepNewsInSight(main: HTMLElement): () => void {
  const look = (): void => place(main);
  for (const event of ["scroll", "resize"] as const) window.addEventListener(event, look, { passive: true });
  for (const event of ["focusin", "focusout"] as const) main.addEventListener(event, look);
  return () => requestAnimationFrame(look);
}

declare function acquireVsCodeApi(): {
  postMessage(message: Message): void;
  getState(): unknown;
  setState(state: PageMemory): void;
};

const api = acquireVsCodeApi();
const main = document.querySelector("main") ?? document.body;

/** Several changes at once are one drawing. */
const draw = oncePerTurn(() => {
  if (!page.isReady) return;
  const arrive = turns.leaveFor(page.turn);
  if (page.turn === "form" && main.querySelector(".form") === null) {
    drawn = drawFirst().then(arrive);
  } else {
    render(view(page), main);
    arrive();
  }
  restoreScroll();
  placeNews();
});

/** Over as soon as the form can be seen. */
let drawn: Promise<void> = Promise.resolve();

/**
 * Some elements ask for their size whenever they draw themselves, which would lay out a large form once for each of
 * them. While nothing of it is shown there is nothing to lay out.
 */
function drawFirst(): Promise<void> {
  main.hidden = true;
  render(view(page), main);
  return new Promise((resolve) => {
    window.setTimeout(() => {
      main.hidden = false;
      restoreScroll();
      resolve();
    });
  });
}

function isMemory(state: unknown): state is PageMemory {
  return typeof state === "object" && state !== null && "subject" in state && "scroll" in state;
}

function earlierMemory(): PageMemory | undefined {
  const state = api.getState();
  return isMemory(state) ? state : undefined;
}

let memory = earlierMemory();
let scrollTo = memory?.scroll;

/** Where somebody was before the page went away. It grows as what it shows arrives, so it may take several tries. */
function restoreScroll(): void {
  if (scrollTo === undefined || page.content?.kind !== "form") return;
  requestAnimationFrame(() => {
    if (scrollTo === undefined) return;
    window.scrollTo({ top: scrollTo });
    if (Math.abs(window.scrollY - scrollTo) < 1) scrollTo = undefined;
  });
}

/** Whoever goes elsewhere meanwhile is left there. */
for (const way of ["wheel", "keydown", "pointerdown"] as const) {
  window.addEventListener(way, () => (scrollTo = undefined), { passive: true });
}

function keyOf({ subject }: PageMemory): string {
  return JSON.stringify(subject);
}

/**
 * What an earlier page could not hand over goes to the host as soon as there is a form that takes it: nobody has typed
 * into it by then, and whatever is typed from now on comes after it.
 */
function handOver(): void {
  if (memory === undefined || page.content?.kind !== "form" || page.content.draft.isElsewhere) return;
  page.unheard.keepUnder(keyOf(memory));
  page.handOver();
}

/** VS Code's menu over the page has decisions where there is an artifact to decide about. */
function offerDecisions(): void {
  const isArtifact = page.content?.kind === "form" && page.content.heading.isArtifact;
  document.body.dataset["vscodeContext"] = JSON.stringify(isArtifact ? { webviewSection: "artifact" } : {});
}

const ours: PageMethods = {
  texts: (texts) => page.takeTexts(texts),
  show: (content) => {
    holdStill(main);
    page.show(content);
    offerDecisions();
    handOver();
  },
  draft: (draft) => {
    holdStill(main);
    page.takeDraft(draft);
  },
  history: (history) => page.takeHistory(history),
  commits: (commits) => {
    holdStill(main);
    page.takeCommits(commits);
  },
  reveal: ({ target }) => void drawn.then(() => page.reveal(target)),
  announce: ({ text }) => page.say(text),
  remember: (told) => {
    memory = { ...told, scroll: scrollTo ?? window.scrollY };
    api.setState(memory);
    handOver();
  },
};

const rpc = createRpc<PageMethods, HostMethods>({
  post: (message) => api.postMessage(message),
  ours,
  explain: String,
});
const page = new FormPage((method, params) => rpc.call(method, params), draw);
const turns = new Turns(page, main);
const placeNews = keepNewsInSight(main);

window.addEventListener("message", ({ data }: MessageEvent<Message>) => void rpc.receive(data));
window.addEventListener(
  "scrollend",
  () => {
    if (memory === undefined || scrollTo !== undefined) return;
    memory = { ...memory, scroll: window.scrollY };
    api.setState(memory);
  },
  { passive: true },
);

keepFocus(main);
takeDroppedFiles(main);

/** What nobody else has an answer to, the person gets to see. */
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof CallFailed)) return;
  event.preventDefault();
  holdStill(main);
  page.complain(event.reason.message);
});

if (memory !== undefined) page.unheard.keepUnder(keyOf(memory));
void rpc.call("ready", null);
