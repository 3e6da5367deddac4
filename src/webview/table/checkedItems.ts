// What is checked in a list that takes several.
import { type ChoiceItem, type ChoiceSource, nothingKey } from "./popup.ts";

/** What stands there at first, where others come to it. */
export function heldIn(source: ChoiceSource): readonly ChoiceItem[] {
  if (source.kind === "list") return source.items.filter(({ isNow }) => isNow);
  return source.kind === "search" && source.takesMany ? source.held : [];
}

export function withOne(
  checked: ReadonlyMap<string, ChoiceItem>,
  item: ChoiceItem,
): ReadonlyMap<string, ChoiceItem> {
  if (item.key === nothingKey) return new Map([[item.key, item]]);
  return new Map([...checked, [item.key, item] as const].filter(([key]) => key !== nothingKey));
}
