// Moves the focus when the focused element is removed, such as a dismissed notice or the last link of a list: to the element
// that follows its position, or from a notice back to the field that had the focus before.
import { isTopVisible } from "./scroll.ts";

const focusableSelector = [
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

function isFocusable(element: HTMLElement): boolean {
  return (
    element.matches(":not([tabindex='-1'], [disabled], [aria-hidden=true])") && element.checkVisibility()
  );
}

type RemovalPosition = Pick<MutationRecord, "target" | "previousSibling" | "nextSibling">;

function isAfterRemoval(
  element: Element,
  { target, previousSibling, nextSibling }: RemovalPosition,
): boolean {
  const isAfter = (node: Node, flags: number): boolean =>
    node === element || (node.compareDocumentPosition(element) & flags) !== 0;
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_CONTAINED_BY: containedBy } = Node;
  if (nextSibling?.isConnected === true) return isAfter(nextSibling, following | containedBy);
  if (previousSibling?.isConnected !== true) return isAfter(target, following | containedBy);
  return (
    isAfter(previousSibling, following) &&
    (previousSibling.compareDocumentPosition(element) & containedBy) === 0
  );
}

/** Returns the record of the removal of an element or of one of its ancestors. */
function findRemoval(element: Node, records: readonly MutationRecord[]): MutationRecord | undefined {
  const record = records.findLast(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(element)),
  );
  return record === undefined || record.target.isConnected ? record : findRemoval(record.target, records);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

class FocusPreserver {
  readonly #root: HTMLElement;
  #focused: HTMLElement | undefined;
  #removalPosition: RemovalPosition | undefined;
  /** The field that had the focus before a notice got it. */
  #previousField: HTMLElement | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    new MutationObserver((records) => this.#handleMutations(records)).observe(root, {
      childList: true,
      subtree: true,
    });
    root.addEventListener("focusin", ({ target }) => {
      const isInNotice = target instanceof HTMLElement && target.closest(".notice") !== null;
      if (!isInNotice) this.#previousField = undefined;
      else if (this.#focused?.closest("artifact-field")) this.#previousField = this.#focused;
      this.#focused = target instanceof HTMLElement ? target : undefined;
      this.#removalPosition = undefined;
    });
    root.addEventListener("focusout", () => window.setTimeout(() => this.#handleFocusOut()));
    window.addEventListener("focus", () => this.#restoreFocus());
  }

  /** A click beside all controls clears the focus; then there is nothing to restore. */
  #handleFocusOut(): void {
    if (this.#removalPosition !== undefined || !isFocusLost() || !document.hasFocus()) return;
    if (this.#focused?.isConnected === true) this.#focused = undefined;
  }

  #handleMutations(records: readonly MutationRecord[]): void {
    if (this.#focused === undefined || !isFocusLost()) return;
    const record = findRemoval(this.#focused, records);
    if (record === undefined) return;
    this.#removalPosition = record;
    // Wait until the replacement is rendered.
    window.setTimeout(() => this.#restoreFocus());
  }

  /** Does nothing while another part of the window has the focus. */
  #restoreFocus(): void {
    const position = this.#removalPosition;
    if (position === undefined || !isFocusLost() || !document.hasFocus()) return;
    this.#removalPosition = undefined;
    if (this.#focused?.isConnected === true) {
      this.#focused.focus();
      return;
    }
    if (this.#previousField?.isConnected === true) {
      this.#previousField.focus({ preventScroll: true });
      return;
    }
    const candidates = [...this.#root.querySelectorAll<HTMLElement>(focusableSelector)].filter(isFocusable);
    const following = candidates.filter((element) => isAfterRemoval(element, position));
    const visible = following.find((element) => isTopVisible(this.#root, element));
    if (visible === undefined) (following[0] ?? candidates.at(-1))?.focus();
    else visible.focus({ preventScroll: true });
  }
}

export function moveFocusOnRemoval(root: HTMLElement): void {
  // The listeners keep it alive.
  void new FocusPreserver(root);
}
