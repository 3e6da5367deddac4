// What has the focus can go away: a notice that is dismissed, the last link of a list. Then it goes on to what follows
// there, and not back to the top of the page. From a notice it goes back to the field that somebody came from.
import { beginsInSight } from "./scroll.ts";

const stops = [
  "button",
  "input",
  "vscode-button",
  "vscode-checkbox",
  "vscode-radio",
  "vscode-single-select",
  "vscode-textarea",
  "vscode-textfield",
  "vscode-toolbar-button",
].join(", ");

function isStop(element: HTMLElement): boolean {
  return (
    element.matches(":not([tabindex='-1'], [disabled], [aria-hidden=true])") && element.checkVisibility()
  );
}

/** Where something was taken out. */
type Place = Pick<MutationRecord, "target" | "previousSibling" | "nextSibling">;

function follows(element: Element, { target, previousSibling, nextSibling }: Place): boolean {
  const isAfter = (node: Node, flags: number): boolean =>
    node === element || (node.compareDocumentPosition(element) & flags) !== 0;
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_CONTAINED_BY: within } = Node;
  if (nextSibling?.isConnected === true) return isAfter(nextSibling, following | within);
  if (previousSibling?.isConnected !== true) return isAfter(target, following | within);
  return (
    isAfter(previousSibling, following) && (previousSibling.compareDocumentPosition(element) & within) === 0
  );
}

/** The record of how an element left the document: of itself, or of what it was in. */
function departure(element: Node, records: readonly MutationRecord[]): MutationRecord | undefined {
  const record = records.findLast(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(element)),
  );
  return record === undefined || record.target.isConnected ? record : departure(record.target, records);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

class FocusKeeper {
  readonly #root: HTMLElement;
  #focused: HTMLElement | undefined;
  #place: Place | undefined;
  /** The field that somebody has left for a notice. */
  #cameFrom: HTMLElement | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    new MutationObserver((records) => this.#look(records)).observe(root, { childList: true, subtree: true });
    root.addEventListener("focusin", ({ target }) => {
      const isInNotice = target instanceof HTMLElement && target.closest(".notice") !== null;
      if (!isInNotice) this.#cameFrom = undefined;
      else if (this.#focused?.closest("artifact-field")) this.#cameFrom = this.#focused;
      this.#focused = target instanceof HTMLElement ? target : undefined;
      this.#place = undefined;
    });
    root.addEventListener("focusout", () => window.setTimeout(() => this.#left()));
    window.addEventListener("focus", () => this.#goOn());
  }

  /** Whoever has left it for nothing in particular, with the mouse, is left there. */
  #left(): void {
    if (this.#place !== undefined || !isNowhere() || !document.hasFocus()) return;
    if (this.#focused?.isConnected === true) this.#focused = undefined;
  }

  #look(records: readonly MutationRecord[]): void {
    if (this.#focused === undefined || !isNowhere()) return;
    const record = departure(this.#focused, records);
    if (record === undefined) return;
    this.#place = record;
    // Whatever comes in its place has been drawn by then.
    window.setTimeout(() => this.#goOn());
  }

  /** While another part of the window has the focus it stays there. */
  #goOn(): void {
    const place = this.#place;
    if (place === undefined || !isNowhere() || !document.hasFocus()) return;
    this.#place = undefined;
    if (this.#focused?.isConnected === true) {
      this.#focused.focus();
      return;
    }
    if (this.#cameFrom?.isConnected === true) {
      this.#cameFrom.focus({ preventScroll: true });
      return;
    }
    const all = [...this.#root.querySelectorAll<HTMLElement>(stops)].filter(isStop);
    const following = all.filter((element) => follows(element, place));
    const seen = following.find((element) => beginsInSight(this.#root, element));
    if (seen === undefined) (following[0] ?? all.at(-1))?.focus();
    else seen.focus({ preventScroll: true });
  }
}

export function keepFocus(root: HTMLElement): void {
  // It lives as long as what it listens to.
  void new FocusKeeper(root);
}
