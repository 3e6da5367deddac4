// Entry point of the form page: connects it to the host and renders it.
import "../shared/picker.ts";
import { render } from "lit";
import type { FormHostMethods, FormWebviewState, FormPageMethods } from "../../protocol/formProtocol.ts";
import { RpcError, createRpc, type RpcMessage } from "../../protocol/rpc.ts";
import { findActiveControl } from "../shared/keyboard.ts";
import { coalesceCalls } from "../shared/timing.ts";
import "./activityElement.ts";
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import "@vscode-elements/elements/dist/vscode-option/index.js";
import "@vscode-elements/elements/dist/vscode-progress-ring/index.js";
import "@vscode-elements/elements/dist/vscode-radio/index.js";
import "@vscode-elements/elements/dist/vscode-single-select/index.js";
import "@vscode-elements/elements/dist/vscode-textarea/index.js";
import "@vscode-elements/elements/dist/vscode-textfield/index.js";
import "@vscode-elements/elements/dist/vscode-toolbar-button/index.js";
import "./fields/fieldElement.ts";
import "./fields/links.ts";
import "./linkComparisonElement.ts";
import "./richTextElement.ts";
import "./textCompletions.ts";
import { handleFileDrops } from "./droppedFiles.ts";
import { moveFocusOnRemoval } from "./focusOnRemoval.ts";
import { FormPage } from "./formPage.ts";
import { preserveScroll, ConflictViewScrollKeeper } from "./scroll.ts";
import { renderFormPage } from "./formView.ts";

// Notices about remote changes stay visible below the actions bar, but never cover the focused control.

/** Higher notices scroll with the page. */
const maxNoticesHeightRatio = 1 / 3;

function coversActiveControl(main: HTMLElement, height: number, bar: DOMRect): boolean {
  const control = findActiveControl(main)?.getBoundingClientRect();
  return control !== undefined && control.top < bar.bottom + height && control.bottom > bar.bottom;
}

function positionRemoteChanges(main: HTMLElement): void {
  const [notices, actionsBar] = [
    main.querySelector<HTMLElement>(".remote-changes"),
    main.querySelector(".actions-bar"),
  ];
  if (actionsBar === null) return;
  const bar = actionsBar.getBoundingClientRect();
  // Used as scroll padding, so that neither covers a focused control; a narrow page wraps the actions bar.
  setHeightVariable("--actions-bar-height", bar.height);
  if (notices === null) {
    setHeightVariable("--remote-changes-height", 0);
    return;
  }
  const height = notices.offsetHeight;
  const isStatic =
    height > window.innerHeight * maxNoticesHeightRatio || coversActiveControl(main, height, bar);
  notices.classList.toggle("is-static", isStatic);
  setHeightVariable("--remote-changes-height", isStatic ? 0 : height);
}

/** Sets only changed values, because setting a style always invalidates it. */
function setHeightVariable(name: string, height: number): void {
  const { style } = document.documentElement;
  const value = `${height}px`;
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

/** The returned function must be called after each rendering. */
function keepRemoteChangesVisible(main: HTMLElement): () => void {
  const update = (): void => positionRemoteChanges(main);
  for (const event of ["scroll", "resize"] as const) {
    window.addEventListener(event, update, { passive: true });
  }
  for (const event of ["focusin", "focusout"] as const) main.addEventListener(event, update);
  return () => requestAnimationFrame(update);
}

declare function acquireVsCodeApi(): {
  postMessage(message: RpcMessage): void;
  getState(): unknown;
  setState(state: FormWebviewState): void;
};

const api = acquireVsCodeApi();
const main = document.querySelector("main") ?? document.body;

/** Renders once for several changes in one task. */
const requestRender = coalesceCalls(() => {
  if (!page.isReady) return;
  const afterSwitch = viewSwitch.switchTo(page.activeView);
  if (page.activeView === "form" && main.querySelector(".form") === null) {
    firstRender = renderFirst().then(afterSwitch);
  } else {
    render(renderFormPage(page), main);
    afterSwitch();
  }
  restoreScroll();
  updateRemoteChangesPosition();
});

/** Resolves when the form is visible. */
let firstRender: Promise<void> = Promise.resolve();

/**
 * Some elements measure their size when they render, which would lay out a large form once for each of them. While the
 * form is hidden, there is no layout.
 */
function renderFirst(): Promise<void> {
  main.hidden = true;
  render(renderFormPage(page), main);
  return new Promise((resolve) => {
    window.setTimeout(() => {
      main.hidden = false;
      restoreScroll();
      resolve();
    });
  });
}

function isPageMemory(state: unknown): state is FormWebviewState {
  return typeof state === "object" && state !== null && "subject" in state && "scroll" in state;
}

function loadPageMemory(): FormWebviewState | undefined {
  const state = api.getState();
  return isPageMemory(state) ? state : undefined;
}

let memory = loadPageMemory();
let scrollToRestore = memory?.scroll;

/** Restores the scroll position of the previous page; may take several tries, because the page grows while it loads. */
function restoreScroll(): void {
  if (scrollToRestore === undefined || page.content?.kind !== "form") return;
  requestAnimationFrame(() => {
    if (scrollToRestore === undefined) return;
    window.scrollTo({ top: scrollToRestore });
    if (Math.abs(window.scrollY - scrollToRestore) < 1) scrollToRestore = undefined;
  });
}

/** Stop restoring as soon as the user scrolls, types or clicks. */
for (const eventName of ["wheel", "keydown", "pointerdown"] as const) {
  window.addEventListener(eventName, () => (scrollToRestore = undefined), { passive: true });
}

function toStorageKey({ subject }: FormWebviewState): string {
  return JSON.stringify(subject);
}

/**
 * Sends unconfirmed edits of an earlier page as soon as there is an editable form, before the user can type into it, so
 * that later edits come after them.
 */
function resendStoredEdits(): void {
  if (memory === undefined || page.content?.kind !== "form" || page.content.draft.isOpenInOtherWindow) return;
  page.pendingEdits.setStorageKey(toStorageKey(memory));
  page.resendStoredEdits();
}

/** VS Code's context menu shows artifact commands only for artifacts. */
function updateContextMenu(): void {
  const isArtifact = page.content?.kind === "form" && page.content.heading.isArtifact;
  document.body.dataset["vscodeContext"] = JSON.stringify(isArtifact ? { webviewSection: "artifact" } : {});
}

const pageMethods: FormPageMethods = {
  setTexts: (texts) => page.setTexts(texts),
  showContent: (content) => {
    preserveScroll(main);
    page.setContent(content);
    updateContextMenu();
    resendStoredEdits();
  },
  setDraft: (draft) => {
    preserveScroll(main);
    page.setDraft(draft);
  },
  setHistory: (history) => page.setHistory(history),
  setCommits: (commits) => {
    preserveScroll(main);
    page.setCommits(commits);
  },
  setFileReferences: (references) => {
    preserveScroll(main);
    page.setFileReferences(references);
  },
  revealField: ({ target }) => void firstRender.then(() => page.revealField(target)),
  announce: ({ text }) => page.announce(text),
  saveState: (state) => {
    memory = { ...state, scroll: scrollToRestore ?? window.scrollY };
    api.setState(memory);
    resendStoredEdits();
  },
};

const rpc = createRpc<FormPageMethods, FormHostMethods>({
  post: (message) => api.postMessage(message),
  methods: pageMethods,
  formatError: String,
});
const page = new FormPage((method, params) => rpc.call(method, params), requestRender);
const viewSwitch = new ConflictViewScrollKeeper(page, main);
const updateRemoteChangesPosition = keepRemoteChangesVisible(main);

window.addEventListener("message", ({ data }: MessageEvent<RpcMessage>) => void rpc.receive(data));
window.addEventListener(
  "scrollend",
  () => {
    if (memory === undefined || scrollToRestore !== undefined) return;
    memory = { ...memory, scroll: window.scrollY };
    api.setState(memory);
  },
  { passive: true },
);

moveFocusOnRemoval(main);
handleFileDrops(main);

/** Errors of calls to the host that no caller handles are shown in the page. */
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof RpcError)) return;
  event.preventDefault();
  preserveScroll(main);
  page.showError(event.reason.message);
});

if (memory !== undefined) page.pendingEdits.setStorageKey(toStorageKey(memory));
void rpc.call("ready", null);
