// Helpers for arrow keys, for the focused control and for the caret in text controls.

/** Returns 1 for the arrow key towards the end of the text direction, -1 for the opposite one, 0 for other keys. */
export function getHorizontalStep(event: KeyboardEvent): number {
  const isRightToLeft = getComputedStyle(event.currentTarget as Element).direction === "rtl";
  if (event.key === "ArrowRight") return isRightToLeft ? -1 : 1;
  if (event.key === "ArrowLeft") return isRightToLeft ? 1 : -1;
  return 0;
}

/** Radio groups use all four arrow keys. */
export function getArrowKeyStep(event: KeyboardEvent): number {
  if (event.key === "ArrowDown") return 1;
  if (event.key === "ArrowUp") return -1;
  return getHorizontalStep(event);
}

/** Moves an index by a step and wraps around; without an index (-1), a step forward gives the first one. */
export function wrapIndex(index: number, step: number, count: number): number {
  const start = index === -1 && step < 0 ? 0 : index;
  return (start + step + count) % count;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Returns the focused element, also inside shadow roots. */
function findFocusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** Returns the focused control of the form; buttons of the actions bar and of notices don't count. */
export function findActiveControl(main: HTMLElement): Element | undefined {
  const { activeElement } = document;
  if (activeElement === null || !main.contains(activeElement)) return undefined;
  return activeElement.closest(".actions-bar, .notice") === null
    ? (findFocusedElement() ?? undefined)
    : undefined;
}

function isTextControl(element: Element | null): element is TextControl {
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text")
  );
}

type UpdatingElement = Element & { readonly updateComplete?: Promise<boolean> };

/**
 * Keeps the caret in place while something other than typing changes the text. The caret is restored before the next
 * key event, because elements render in the same task.
 */
export async function preserveCaret(change: () => void): Promise<void> {
  const control = findFocusedElement();
  if (!isTextControl(control)) {
    change();
    return;
  }
  const { value, selectionStart, selectionEnd, scrollTop, scrollLeft } = control;
  const root = control.getRootNode();
  const element: UpdatingElement = root instanceof ShadowRoot ? root.host : control;
  const field: UpdatingElement | null = element.closest("artifact-field");
  change();
  await field?.updateComplete;
  await element.updateComplete;
  if (control.value === value) return;
  control.setSelectionRange(selectionStart, selectionEnd);
  control.scrollTop = scrollTop;
  control.scrollLeft = scrollLeft;
}
