// The form, and the choices between one's own and what others have saved, take turns in the page. Each comes with the
// focus; the form comes back as it was left.
import type { Target } from "../model/form/draft.ts";
import type { FieldPlace } from "./context.ts";
import type { FormPage, Turn } from "./formPage.ts";

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
