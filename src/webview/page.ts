// The page's entry: connects page and host, and draws.
import { render } from "lit";
import type { HostMethods, PageMemory, PageMethods } from "../protocol/page.ts";
import { CallFailed, createRpc, type Message } from "../protocol/rpc.ts";
import "./elements.ts";
import "./activity.ts";
import { takeDroppedFiles } from "./fileDrop.ts";
import { keepFocus } from "./focus.ts";
import { FormPage } from "./formPage.ts";
import { keepNewsInSight } from "./news.ts";
import { oncePerTurn } from "./oncePerTurn.ts";
import { holdStill } from "./still.ts";
import { Turns } from "./turns.ts";
import { view } from "./view.ts";

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
