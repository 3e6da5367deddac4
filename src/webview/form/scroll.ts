// Keeps what the user looks at in view, also when form and conflict view replace each other.
import type { InputTarget } from "../../model/form/draft.ts";
import { findActiveControl } from "../shared/keyboard.ts";
import type { FieldWidget } from "./formPageContext.ts";
import type { FormPage, FormPageView } from "./formPage.ts";

/** Later changes of the page are no longer those of opening it. */
const maxCenteringMs = 3000;

/** Calls the function once, when the element first becomes visible. The returned function stops waiting. */
export function runWhenVisible(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    callback();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Scrolls to an element, and again while texts before it are rendered, until the user does something. */
export function keepInCenter(element: Element): void {
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: "center" }));
  observer.observe(document.body);
  const stop = (): void => observer.disconnect();
  for (const event of ["wheel", "keydown", "pointerdown"]) addEventListener(event, stop, { once: true });
  setTimeout(stop, maxCenteringMs);
}

/** Whether a part of the element is visible below the actions bar. */
function isVisible(main: HTMLElement, element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > getActionsBarBottom(main) && top < window.innerHeight;
}

/** Whether the top of the element is visible, so that nothing has to be scrolled for it. */
export function isTopVisible(main: HTMLElement, element: Element): boolean {
  if (element.closest(".actions-bar") !== null) return true;
  const { top } = element.getBoundingClientRect();
  return top >= getActionsBarBottom(main) && top < window.innerHeight;
}

function getActionsBarBottom(main: HTMLElement): number {
  return main.querySelector(".actions-bar")?.getBoundingClientRect().bottom ?? 0;
}

// When content above what the user types into or reads appears or disappears, it stays at its position on the screen.

interface ScrollAnchor {
  readonly element: Element;
  readonly screenTop: number;
  readonly pageTop: number;
  /** Whether the actions bar covered none of it. */
  readonly isTopVisible: boolean;
}

let isPreserving = false;

function getScreenTop(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** Returns the focused control, otherwise the first visible element. */
function findScrollAnchor(main: HTMLElement): Element | undefined {
  const control = findActiveControl(main);
  if (control !== undefined && isVisible(main, control)) return control;
  // At the top of the page, new content may push down the rest.
  if (window.scrollY === 0) return undefined;
  return [...main.querySelectorAll("artifact-field, .conflicts tr, .entry")].find((element) =>
    isVisible(main, element),
  );
}

/** Keeps the scroll anchor in place over everything that is rendered before the next frame. */
export function preserveScroll(main: HTMLElement): void {
  if (isPreserving) return;
  const element = findScrollAnchor(main);
  if (element === undefined) {
    removePadding(main);
    return;
  }
  const screenTop = getScreenTop(element);
  const anchor = {
    element,
    screenTop,
    pageTop: screenTop + window.scrollY,
    isTopVisible: isTopVisible(main, element),
  };
  isPreserving = true;
  // Turn off the browser's scroll anchoring, which would add to ours. The viewport takes this property from the body; on
  // the root element it would only exclude the content, so that the browser keeps a hidden, absolutely positioned text in
  // place instead, such as one in the history.
  document.body.style.overflowAnchor = "none";
  requestAnimationFrame(() => {
    isPreserving = false;
    if (element.isConnected) restoreScrollAnchor(main, anchor);
    else removePadding(main);
    document.body.style.overflowAnchor = "";
  });
}

function removePadding(main: HTMLElement): void {
  for (const name of ["--padding-above", "--padding-below"]) main.style.removeProperty(name);
}

function restoreScrollAnchor(main: HTMLElement, anchor: ScrollAnchor): void {
  const { element, pageTop } = anchor;
  // The actions bar may have become higher, such as by the first change.
  const screenTop = anchor.isTopVisible
    ? Math.max(anchor.screenTop, getActionsBarBottom(main))
    : anchor.screenTop;
  main.style.removeProperty("--padding-above");
  const now = getScreenTop(element);
  // If the position in the page is unchanged, the user scrolled.
  if (Math.abs(now + window.scrollY - pageTop) < 0.5) return;
  const scroll = window.scrollY + now - screenTop;
  // Add padding where the page can't be scrolled far enough.
  if (scroll < 0) main.style.setProperty("--padding-above", `${-scroll}px`);
  main.style.setProperty("--padding-below", `${Math.max(scroll, 0)}px`);
  window.scrollTo({ top: scroll, behavior: "instant" });
}

// Form and conflict view replace each other. Each gets the focus when it is shown; the form is restored to its position.

interface FormPosition {
  readonly scroll: number;
  readonly focusedTarget: InputTarget | undefined;
}

function getFormPosition(): FormPosition {
  const field = document.activeElement?.closest<HTMLElement & FieldWidget>("artifact-field");
  return { scroll: window.scrollY, focusedTarget: field?.target };
}

export class ConflictViewScrollKeeper {
  readonly #page: FormPage;
  readonly #main: HTMLElement;
  #view: FormPageView | undefined;
  #formPosition: FormPosition | undefined;
  /** Sets the focus as soon as the page has it. */
  #focus: (() => void) | undefined;

  constructor(page: FormPage, main: HTMLElement) {
    this.#page = page;
    this.#main = main;
    window.addEventListener("focus", () => this.#applyFocus());
  }

  /** Must be called before rendering; the returned function must be called once the view is visible. */
  switchTo(view: FormPageView | undefined): () => void {
    const before = this.#view;
    this.#view = view;
    if (before === view) return () => undefined;
    if (view === "conflict") {
      this.#formPosition = before === "form" ? getFormPosition() : undefined;
      return () => this.#focusConflictView();
    }
    return before === "conflict" ? () => this.#restoreForm() : () => undefined;
  }

  #focusConflictView(): void {
    const heading = this.#main.querySelector<HTMLElement>("#conflict-title");
    window.scrollTo({ top: 0 });
    this.#page.announce(heading?.textContent ?? "");
    this.#focus = () => heading?.focus();
    this.#applyFocus();
  }

  #restoreForm(): void {
    const { scroll, focusedTarget } = this.#formPosition ?? { scroll: 0, focusedTarget: undefined };
    window.scrollTo({ top: scroll });
    this.#focus = () => {
      if (focusedTarget !== undefined) this.#page.focusField(focusedTarget);
      // The field may no longer exist.
      if (document.activeElement === document.body) this.#saveButton?.focus();
    };
    this.#applyFocus();
  }

  get #saveButton(): HTMLElement | null {
    return this.#main.querySelector<HTMLElement>(".actions vscode-button:last-of-type");
  }

  /** Does nothing while another part of the window has the focus. */
  #applyFocus(): void {
    if (!document.hasFocus()) return;
    const focus = this.#focus;
    this.#focus = undefined;
    focus?.();
  }
}
