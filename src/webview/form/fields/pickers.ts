// Renders pickers, for fields with users, open lists and long lists.
import { html, type TemplateResult } from "lit";
import type { LabeledId } from "../../../model/valueTypes.ts";
import type { Picker, PickerItem, TypedValueHandler } from "../../shared/picker.ts";
import { debounceSearch } from "../../shared/timing.ts";
import type { FormPageContext } from "../formPageContext.ts";
import { getAriaDescription, hasProblem, type FieldContext } from "./fieldContext.ts";

/** Minimum length of a search for users. */
export const minUserSearchLength = 3;

interface PickerOptions {
  readonly selected: readonly PickerItem[];
  readonly selectionMode: "one" | "many";
  /** More items can be found by `search`. */
  readonly items: readonly PickerItem[];
  readonly search?: (query: string) => Promise<readonly PickerItem[]>;
  readonly minQueryLength?: number;
  readonly placeholder?: string;
  readonly allowsTyped?: boolean;
  readonly isCaseSensitive?: boolean;
  readonly onChange: (selected: readonly PickerItem[], isTyping?: boolean) => void;
}

function toComparable(text: string, isCaseSensitive = false): string {
  return isCaseSensitive ? text : text.toLowerCase();
}

function filterItems(
  items: readonly PickerItem[],
  selected: readonly PickerItem[],
  query: string,
  isCaseSensitive?: boolean,
): readonly PickerItem[] {
  const excludedKeys = new Set(selected.map(({ key }) => key));
  const pattern = toComparable(query, isCaseSensitive);
  return items.filter(
    ({ key, label }) => !excludedKeys.has(key) && toComparable(label, isCaseSensitive).includes(pattern),
  );
}

/** Returns the item with this label, or a new item for the typed text. */
function toTypedItem({ items, isCaseSensitive }: PickerOptions, label: string): PickerItem {
  const pattern = toComparable(label, isCaseSensitive);
  const existing = items.find((item) => toComparable(item.label, isCaseSensitive) === pattern);
  return existing ?? { key: `typed ${label}`, label, value: undefined };
}

function createTypedValueHandler(options: PickerOptions): TypedValueHandler {
  return (text, selected, isTyping) => {
    const item = text === "" ? undefined : toTypedItem(options, text);
    const isNew = item !== undefined && !selected.some(({ key }) => key === item.key);
    options.onChange(isNew ? [...selected, item] : selected, isTyping);
    return isNew ? item.key : undefined;
  };
}

export function renderPicker(context: FieldContext, options: PickerOptions): TemplateResult {
  const {
    selected,
    selectionMode,
    items,
    search,
    onChange,
    minQueryLength = 0,
    placeholder,
    allowsTyped = false,
  } = options;
  const { view, id } = context;
  const findItems: Picker["findItems"] = (query, selected) => {
    const localItems = filterItems(items, selected, query, options.isCaseSensitive);
    if (search === undefined || query.length < minUserSearchLength) return localItems;
    return search(query).then((remoteItems) => [
      ...localItems,
      ...filterItems(remoteItems, [...selected, ...localItems], ""),
    ]);
  };
  return html`<artifact-picker
    id=${id}
    class="variant-${context.variant}"
    .texts=${view.texts}
    .label=${view.field.label}
    .description=${getAriaDescription(context)}
    .isInvalid=${hasProblem(context)}
    .isRequired=${view.field.isRequired}
    .selected=${selected}
    .minQueryLength=${minQueryLength}
    .placeholder=${placeholder ?? view.texts.list.add}
    .findItems=${findItems}
    .onPick=${(item: PickerItem, selected: readonly PickerItem[]) => onChange(selectionMode === "one" ? [item] : [...selected, item])}
    .onRemove=${(item: PickerItem, selected: readonly PickerItem[]) => onChange(selected.filter(({ key }) => key !== item.key))}
    .onPickTyped=${allowsTyped ? createTypedValueHandler(options) : undefined}
  ></artifact-picker>`;
}

export function toPickerItem({ id, label }: LabeledId): PickerItem {
  return { key: String(id), label, value: id };
}

export function toChosenValues(items: readonly PickerItem[]): readonly LabeledId[] {
  return items.flatMap(({ value, label }) => (value === undefined ? [] : { id: value, label }));
}

const userSearches = new WeakMap<FormPageContext, (query: string) => Promise<readonly PickerItem[]>>();

/** One debounced search is shared by all fields of a page, because the user types into one at a time. */
export function getUserSearch(page: FormPageContext): (query: string) => Promise<readonly PickerItem[]> {
  const existing = userSearches.get(page);
  if (existing !== undefined) return existing;
  const search = debounceSearch(async (query) => {
    const users = await page.call("findPeople", { query });
    return users.map(({ id, label, detail }) => ({ key: String(id), label, detail, value: id }));
  });
  userSearches.set(page, search);
  return search;
}

export function getUserPickerOptions({
  page,
  view,
}: FieldContext): Pick<PickerOptions, "search" | "minQueryLength" | "placeholder"> {
  return {
    search: getUserSearch(page),
    minQueryLength: minUserSearchLength,
    placeholder: view.texts.list.findPeople,
  };
}
