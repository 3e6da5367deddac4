// What opens above the page at a place of it: one at a time.

/** An entry of a list to choose from. */
export interface ChoiceItem {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  /** Whether it is what stands there. */
  readonly isNow: boolean;
  /** Whether it leaves the field without a value: such an entry is never preselected. */
  readonly isEmptying: boolean;
}

/** The key of the entry that empties a field: it goes with no other one. */
export const nothingKey = "nothing";

export type ChoiceSource =
  | { readonly kind: "loading" }
  /** Why there is nothing to choose. */
  | { readonly kind: "note"; readonly text: string }
  | {
      readonly kind: "list";
      readonly items: readonly ChoiceItem[];
      readonly takesMany: boolean;
      /** Whether Enter may take the first entry before anybody has moved to one: not where that changes a value. */
      readonly preselectsFirst: boolean;
    }
  | {
      readonly kind: "search";
      readonly shortest: number;
      readonly find: (query: string) => Promise<readonly ChoiceItem[]>;
      /** What stands there now. */
      readonly held: readonly ChoiceItem[];
      readonly takesMany: boolean;
    };

interface Place {
  /** What it belongs to, on the screen; undefined once that is gone. */
  readonly anchor: () => DOMRect | undefined;
  readonly label: string;
  /** What gets the focus back; the grid if it is nothing. */
  readonly returnTo: HTMLElement | undefined;
}

export interface ChoicePopup extends Place {
  readonly kind: "choices";
  readonly source: ChoiceSource;
  readonly pick: (items: readonly ChoiceItem[]) => void;
}

export type Popup = ChoicePopup | (Place & { readonly kind: "columns" });

/** Below what it belongs to, or above it where there is more room; never out of the page. */
export function place(element: HTMLElement, anchor: DOMRect): void {
  const edge = 6;
  const below = window.innerHeight - anchor.bottom - edge;
  const above = anchor.top - edge;
  element.style.maxHeight = "";
  const isBelow = below >= Math.min(element.offsetHeight, 260) || below >= above;
  const room = Math.max(isBelow ? below : above, 80);
  element.style.maxHeight = `${Math.min(room, 420)}px`;
  const { offsetHeight: height, offsetWidth: width } = element;
  const left = Math.max(edge, Math.min(anchor.left, window.innerWidth - width - edge));
  element.style.left = `${left}px`;
  element.style.top = `${isBelow ? anchor.bottom + 2 : Math.max(edge, anchor.top - height - 2)}px`;
}
