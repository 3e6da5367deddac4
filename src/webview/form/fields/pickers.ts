// Fields whose values are found by typing: people, open lists, long lists.
import { html, type TemplateResult } from "lit";
import type { Chosen } from "../../../model/value.ts";
import type { Picker, PickItem, PickTyped } from "../../shared/picker.ts";
import { unhurried } from "../../shared/timing.ts";
import type { Page } from "../context.ts";
import { descriptionOf, isInvalid, type Place } from "./place.ts";

/** Searching people takes this many characters. */
export const fewest = 3;

interface PickerOptions {
  readonly chosen: readonly PickItem[];
  readonly takes: "one" | "many";
  /** What there is to choose from; more can be found by asking. */
  readonly items: readonly PickItem[];
  readonly ask?: (query: string) => Promise<readonly PickItem[]>;
  readonly minimum?: number;
  readonly placeholder?: string;
  readonly takesTyped?: boolean;
  /** Whether small and capital letters count. */
  readonly isExact?: boolean;
  readonly set: (chosen: readonly PickItem[], isTyping?: boolean) => void;
}

function comparable(text: string, isExact = false): string {
  return isExact ? text : text.toLowerCase();
}

function matching(
  items: readonly PickItem[],
  chosen: readonly PickItem[],
  query: string,
  isExact?: boolean,
): readonly PickItem[] {
  const taken = new Set(chosen.map(({ key }) => key));
  const wanted = comparable(query, isExact);
  return items.filter(({ key, label }) => !taken.has(key) && comparable(label, isExact).includes(wanted));
}

/** What was typed freely: one of the values, if it is called so. */
function typedItem({ items, isExact }: PickerOptions, label: string): PickItem {
  const wanted = comparable(label, isExact);
  const known = items.find((item) => comparable(item.label, isExact) === wanted);
  return known ?? { key: `typed ${label}`, label, value: undefined };
}

function typedPicker(options: PickerOptions): PickTyped {
  return (text, chosen, isTyping) => {
    const item = text === "" ? undefined : typedItem(options, text);
    const isNew = item !== undefined && !chosen.some(({ key }) => key === item.key);
    options.set(isNew ? [...chosen, item] : chosen, isTyping);
    return isNew ? item.key : undefined;
  };
}

export function pickerControl(place: Place, options: PickerOptions): TemplateResult {
  const { chosen, takes, items, ask, set, minimum = 0, placeholder, takesTyped = false } = options;
  const { view, id } = place;
  const find: Picker["find"] = (query, chosen) => {
    const near = matching(items, chosen, query, options.isExact);
    if (ask === undefined || query.length < fewest) return near;
    return ask(query).then((far) => [...near, ...matching(far, [...chosen, ...near], "")]);
  };
  return html`<artifact-picker
    id=${id}
    class="look-${place.look}"
    .texts=${view.texts}
    .label=${view.field.label}
    .description=${descriptionOf(place)}
    .isInvalid=${isInvalid(place)}
    .isRequired=${view.field.isRequired}
    .chosen=${chosen}
    .minimum=${minimum}
    .placeholder=${placeholder ?? view.texts.list.add}
    .find=${find}
    .pick=${(item: PickItem, chosen: readonly PickItem[]) => set(takes === "one" ? [item] : [...chosen, item])}
    .drop=${(item: PickItem, chosen: readonly PickItem[]) => set(chosen.filter(({ key }) => key !== item.key))}
    .pickTyped=${takesTyped ? typedPicker(options) : undefined}
  ></artifact-picker>`;
}

export function choiceItem({ id, label }: Chosen): PickItem {
  return { key: String(id), label, value: id };
}

export function pickedValues(picked: readonly PickItem[]): readonly Chosen[] {
  return picked.flatMap(({ value, label }) => (value === undefined ? [] : { id: value, label }));
}

const searches = new WeakMap<Page, (query: string) => Promise<readonly PickItem[]>>();

/** One search for all fields of a page: nobody types into two of them at once. */
export function peopleSearch(page: Page): (query: string) => Promise<readonly PickItem[]> {
  const known = searches.get(page);
  if (known !== undefined) return known;
  const search = unhurried(async (query) => {
    const people = await page.call("findPeople", { query });
    return people.map(({ id, label, detail }) => ({ key: String(id), label, detail, value: id }));
  });
  searches.set(page, search);
  return search;
}

/** What it takes to find people. */
export function peoplePicker({ page, view }: Place): Pick<PickerOptions, "ask" | "minimum" | "placeholder"> {
  return { ask: peopleSearch(page), minimum: fewest, placeholder: view.texts.list.findPeople };
}
