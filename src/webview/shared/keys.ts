// Arrow keys in lists, and the caret in text boxes.

/** How far an arrow goes along a row, in the direction of its text. */
export function sideStep(event: KeyboardEvent): number {
  const isBackwards = getComputedStyle(event.currentTarget as Element).direction === "rtl";
  if (event.key === "ArrowRight") return isBackwards ? -1 : 1;
  if (event.key === "ArrowLeft") return isBackwards ? 1 : -1;
  return 0;
}

/** In a group of radio buttons all four arrows lead somewhere. */
export function radioStep(event: KeyboardEvent): number {
  if (event.key === "ArrowDown") return 1;
  if (event.key === "ArrowUp") return -1;
  return sideStep(event);
}

/** Where a step leads, round and round; down from none of them (-1) comes the first. */
export function steppedTo(at: number, step: number, count: number): number {
  const from = at === -1 && step < 0 ? 0 : at;
  return (from + step + count) % count;
}

// The place of the cursor in a text, over a change of the text from outside.

// Arrow keys in a row of things that is one stop of the Tab key.

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What has the focus, looked for inside of elements that hide it. */
function focusedControl(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** What somebody types into or chooses in; buttons that stay in sight, or go away when they are pressed, are not. */
export function controlInUse(main: HTMLElement): Element | undefined {
  const { activeElement } = document;
  if (activeElement === null || !main.contains(activeElement)) return undefined;
  return activeElement.closest(".actions-bar, .notice") === null
    ? (focusedControl() ?? undefined)
    : undefined;
}

function isTextControl(element: Element | null): element is TextControl {
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text")
  );
}

type Drawn = Element & { readonly updateComplete?: Promise<boolean> };

/**
 * Keeps the cursor where it stands while something else than typing changes the text. It is put back before the next
 * key can arrive: elements draw themselves in the same task.
 */
export async function keepingCaret(change: () => void): Promise<void> {
  const control = focusedControl();
  if (!isTextControl(control)) {
    change();
    return;
  }
  const { value, selectionStart, selectionEnd, scrollTop, scrollLeft } = control;
  const root = control.getRootNode();
  const element: Drawn = root instanceof ShadowRoot ? root.host : control;
  const field: Drawn | null = element.closest("artifact-field");
  change();
  await field?.updateComplete;
  await element.updateComplete;
  if (control.value === value) return;
  control.setSelectionRange(selectionStart, selectionEnd);
  control.scrollTop = scrollTop;
  control.scrollLeft = scrollLeft;
}
