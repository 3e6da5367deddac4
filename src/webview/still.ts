// When something comes or goes above what somebody types into, or reads, that stays where it is on the screen.
import { controlInUse } from "./caret.ts";
import { isInSight } from "./inView.ts";

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
