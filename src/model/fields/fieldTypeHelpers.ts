// Helpers shared by several field types.
import type { Choice } from "../tracker.ts";
import type { ChoiceId, OpenListEntry } from "../valueTypes.ts";
import type { JsonObject, Problem } from "./fieldType.ts";

// Helpers for types with text values.

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Not a regular expression: it would search from each `<` to the end of the text. */
function replaceTagsWithSpaces(html: string): string {
  let text = "";
  let after = 0;
  for (;;) {
    const start = html.indexOf("<", after);
    const end = start < 0 ? -1 : html.indexOf(">", start);
    if (end < 0) return text + html.slice(after);
    text += `${html.slice(after, start)} `;
    after = end + 1;
  }
}

/** For display only; editors get the source. */
export function stripHtmlTags(html: string): string {
  return replaceTagsWithSpaces(html).replace(
    /&(?:lt|gt|quot|#39|nbsp|amp);/g,
    (entity) => entities[entity] ?? entity,
  );
}

interface TextInput {
  readonly text: string;
}

export function isBlankText(text: string): boolean {
  return text.trim() === "";
}

/** Methods of inputs with a single `text`. */
export const textInputMethods = {
  isEmpty: ({ text }: TextInput): boolean => isBlankText(text),
  toText: ({ text }: TextInput): string => text,
  getFreeTexts: ({ text }: TextInput): readonly string[] => [text],
};

/** Ignores surrounding blanks and line endings, which servers change. */
export function normalizePlainText(text: string): string {
  return text.trim().replaceAll(/\r\n?/g, "\n");
}

// Helpers for types with several values.

type Identified = { readonly id: ChoiceId };
type Labeled = { readonly label: string };

export function labelsOf(items: readonly Labeled[]): readonly string[] {
  return items.map(({ label }) => label);
}

export function joinLabels(items: readonly Labeled[]): string {
  return labelsOf(items).join(", ");
}

export function idOf({ id }: Identified): string {
  return String(id);
}

/** Equal for lists with the same elements, regardless of order and duplicates. */
export function toSetKey(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)].sort());
}

export function toIdSetKey(items: readonly Identified[]): string {
  return toSetKey(items.map(idOf));
}

/** Equal for lists with the same elements and duplicates, regardless of order. */
export function toSortedKey(items: readonly unknown[]): string {
  return JSON.stringify(items.map(String).toSorted((a, b) => a.localeCompare(b)));
}

/** Elements that neither side removed, plus those that either side added. */
export function mergeLists<T>(
  getKey: (element: T) => string,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): readonly T[] {
  const [baseKeys, myKeys, theirKeys] = [base, mine, theirs].map((list) => new Set(list.map(getKey)));
  const merged = new Map(
    [...theirs, ...mine.filter((each) => theirKeys?.has(getKey(each)) !== true)].map((each) => [
      getKey(each),
      each,
    ]),
  );
  return [...merged]
    .filter(
      ([key]) => baseKeys?.has(key) !== true || (myKeys?.has(key) === true && theirKeys?.has(key) === true),
    )
    .map(([, element]) => element);
}

export function relabel<T extends OpenListEntry>(
  items: readonly T[],
  labels: ReadonlyMap<string, string>,
): readonly T[] {
  return items.map((each) => {
    const label = labels.get(String(each.id));
    return label === undefined ? each : { ...each, label };
  });
}

export function filterVisibleChoices(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ isHidden }) => !isHidden);
}

/** Longer lists are truncated. */
const maxListedChoices = 100;

export function toChoicesJson(choices: readonly Choice[]): JsonObject {
  const labels = labelsOf(filterVisibleChoices(choices));
  return {
    choices: labels.slice(0, maxListedChoices),
    choicesLeftOut: labels.length > maxListedChoices ? labels.length - maxListedChoices : undefined,
  };
}

/** Equal for different spellings of the same number. */
export function normalizeNumber(text: string): string {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text.trim() : String(number);
}

const maxInteger = 2_147_483_647;
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

export function checkNumber(typed: string, isWhole: boolean): Problem | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  if (!decimal.test(text) || !Number.isFinite(Number(text))) return { kind: "notANumber" };
  if (!isWhole) return undefined;
  if (!/^[-+]?\d+$/.test(text)) return { kind: "notAnInteger" };
  const isInRange = Number(text) <= maxInteger && Number(text) >= -maxInteger - 1;
  return isInRange ? undefined : { kind: "tooLarge" };
}
