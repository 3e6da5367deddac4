// Types and positioning of popups. Only one is open at a time.

export interface ChoiceItem {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  /** Whether it is the current value. */
  readonly isCurrent: boolean;
  /** Items that clear the value are never preselected. */
  readonly clearsValue: boolean;
}

/** The key of the item that clears the value; it can't be combined with other items. */
export const clearValueKey = "nothing";

export type ChoicePopupContent =
  | { readonly kind: "loading" }
  /** Why there is nothing to select. */
  | { readonly kind: "note"; readonly text: string }
  | {
      readonly kind: "list";
      readonly items: readonly ChoiceItem[];
      readonly isMultiSelect: boolean;
      /** Whether Enter selects the first item before the user has moved to one; not if that would change a value. */
      readonly preselectsFirst: boolean;
    }
  | {
      readonly kind: "search";
      readonly minQueryLength: number;
      readonly find: (query: string) => Promise<readonly ChoiceItem[]>;
      readonly currentItems: readonly ChoiceItem[];
      readonly isMultiSelect: boolean;
    };

/** A list of actions, or of other items without a current value. */
export function createMenu(
  items: readonly Pick<ChoiceItem, "key" | "label">[],
  { preselectsFirst }: { readonly preselectsFirst: boolean },
): ChoicePopupContent {
  return {
    kind: "list",
    items: items.map(({ key, label }) => ({
      key,
      label,
      detail: "",
      isCurrent: false,
      clearsValue: false,
    })),
    isMultiSelect: false,
    preselectsFirst,
  };
}

interface PopupBase {
  /** The element that the popup belongs to; `undefined` once that is removed. */
  readonly anchor: () => DOMRect | undefined;
  readonly label: string;
  /** `undefined` for the grid. */
  readonly focusOnClose: HTMLElement | undefined;
}

export interface ChoicePopup extends PopupBase {
  readonly kind: "choices";
  readonly source: ChoicePopupContent;
  readonly onSelect: (items: readonly ChoiceItem[]) => void;
}

export type Popup = ChoicePopup | (PopupBase & { readonly kind: "columns" });

/** Places the popup below its anchor, or above if there is more space, and inside the page. */
export function positionPopup(element: HTMLElement, anchor: DOMRect): void {
  const margin = 6;
  const below = window.innerHeight - anchor.bottom - margin;
  const above = anchor.top - margin;
  element.style.maxHeight = "";
  const isBelow = below >= Math.min(element.offsetHeight, 260) || below >= above;
  const maxHeight = Math.max(isBelow ? below : above, 80);
  element.style.maxHeight = `${Math.min(maxHeight, 420)}px`;
  const { offsetHeight: height, offsetWidth: width } = element;
  const left = Math.max(margin, Math.min(anchor.left, window.innerWidth - width - margin));
  element.style.left = `${left}px`;
  element.style.top = `${isBelow ? anchor.bottom + 2 : Math.max(margin, anchor.top - height - 2)}px`;
}
