// Keeps what the user looks at in view, also when form and conflict view replace each other.
import type { Target } from "../../model/form/draft.ts";
import { controlInUse } from "../shared/keys.ts";
import type { FieldPlace } from "./context.ts";
import type { FormPage, Turn } from "./formPage.ts";

/** Calls once, when an element is first seen. The returned function gives up waiting. */
export function whenInView(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Whether something of it is seen below the row that stays in sight. */
function isInSight(main: HTMLElement, element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > barEnd(main) && top < window.innerHeight;
}

/** Whether it begins there, or in that row: nothing has to be scrolled for it. */
export function beginsInSight(main: HTMLElement, element: Element): boolean {
  if (element.closest(".actions-bar") !== null) return true;
  const { top } = element.getBoundingClientRect();
  return top >= barEnd(main) && top < window.innerHeight;
}

function barEnd(main: HTMLElement): number {
  return main.querySelector(".actions-bar")?.getBoundingClientRect().bottom ?? 0;
}

// When something comes or goes above what somebody types into, or reads, that stays where it is on the screen.

interface Held {
  readonly element: Element;
  /** Where it is on the screen, and in the page. */
  readonly top: number;
  readonly place: number;
}

let isHolding = false;

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** Where people look: at what they type into, else at the first that they see. */
function lookedAt(main: HTMLElement): Element | undefined {
  const control = controlInUse(main);
  if (control !== undefined && isInSight(main, control)) return control;
  // At the top of the page things come in where they stand.
  if (window.scrollY === 0) return undefined;
  return [...main.querySelectorAll("artifact-field, .questions tr, .entry")].find((element) =>
    isInSight(main, element),
  );
}

/** Holds it over all that is drawn before the next frame. */
export function holdStill(main: HTMLElement): void {
  if (isHolding) return;
  const element = lookedAt(main);
  if (element === undefined) {
    giveBackRoom(main);
    return;
  }
  const top = topOf(element);
  const held = { element, top, place: top + window.scrollY };
  isHolding = true;
  // The browser's own way would come on top of ours.
  document.documentElement.style.overflowAnchor = "none";
  requestAnimationFrame(() => {
    isHolding = false;
    if (element.isConnected) settle(main, held);
    else giveBackRoom(main);
    document.documentElement.style.overflowAnchor = "";
  });
}

function giveBackRoom(main: HTMLElement): void {
  for (const room of ["--room-above", "--room-below"]) main.style.removeProperty(room);
}

function settle(main: HTMLElement, { element, top, place }: Held): void {
  main.style.removeProperty("--room-above");
  const now = topOf(element);
  // Without a change it was the person who scrolled.
  if (Math.abs(now + window.scrollY - place) < 0.5) return;
  const scroll = window.scrollY + now - top;
  // Where there is nothing to scroll, there has to be room.
  if (scroll < 0) main.style.setProperty("--room-above", `${-scroll}px`);
  main.style.setProperty("--room-below", `${Math.max(scroll, 0)}px`);
  window.scrollTo({ top: scroll, behavior: "instant" });
}

// The form, and the choices between one's own and what others have saved, take turns in the page. Each comes with the
// focus; the form comes back as it was left.

/** Where somebody was in the form. */
interface Left {
  readonly scroll: number;
  readonly target: Target | undefined;
}

function leftBehind(): Left {
  const field = document.activeElement?.closest<HTMLElement & FieldPlace>("artifact-field");
  return { scroll: window.scrollY, target: field?.target };
}

export class Turns {
  readonly #page: FormPage;
  readonly #main: HTMLElement;
  #turn: Turn | undefined;
  #left: Left | undefined;
  /** Puts the focus where it belongs, once the page has it. */
  #focus: (() => void) | undefined;

  constructor(page: FormPage, main: HTMLElement) {
    this.#page = page;
    this.#main = main;
    window.addEventListener("focus", () => this.#giveFocus());
  }

  /** Before something is drawn; what comes back is to be done once it can be seen. */
  leaveFor(turn: Turn | undefined): () => void {
    const before = this.#turn;
    this.#turn = turn;
    if (before === turn) return () => undefined;
    if (turn === "conflict") {
      this.#left = before === "form" ? leftBehind() : undefined;
      return () => this.#arriveAtConflict();
    }
    return before === "conflict" ? () => this.#arriveAtForm() : () => undefined;
  }

  #arriveAtConflict(): void {
    const heading = this.#main.querySelector<HTMLElement>("#conflict-title");
    window.scrollTo({ top: 0 });
    this.#page.say(heading?.textContent ?? "");
    this.#focus = () => heading?.focus();
    this.#giveFocus();
  }

  #arriveAtForm(): void {
    const { scroll, target } = this.#left ?? { scroll: 0, target: undefined };
    window.scrollTo({ top: scroll });
    this.#focus = () => {
      if (target !== undefined) this.#page.focus(target);
      // The field may be gone, too.
      if (document.activeElement === document.body) this.#save?.focus();
    };
    this.#giveFocus();
  }

  get #save(): HTMLElement | null {
    return this.#main.querySelector<HTMLElement>(".actions vscode-button:last-of-type");
  }

  /** While another part of the window has the focus it stays there. */
  #giveFocus(): void {
    if (!document.hasFocus()) return;
    const focus = this.#focus;
    this.#focus = undefined;
    focus?.();
  }
}
