// What several types of fields have in common.
import type { Choice } from "../tracker.ts";
import type { ChoiceId, OpenEntry } from "../value.ts";
import type { Facts, Problem } from "./fieldType.ts";

// What the types that hold texts have in common.

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Not by a pattern: one would look for the end of a tag from every `<` to the end of the text. */
function spacesForTags(html: string): string {
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

/** For reading only; whoever edits gets the source. */
export function withoutTags(html: string): string {
  return spacesForTags(html).replace(
    /&(?:lt|gt|quot|#39|nbsp|amp);/g,
    (entity) => entities[entity] ?? entity,
  );
}

interface Typed {
  readonly text: string;
}

export function isBlankText(text: string): boolean {
  return text.trim() === "";
}

/** What inputs that are one text have in common. */
export const typedText = {
  isEmpty: ({ text }: Typed): boolean => isBlankText(text),
  text: ({ text }: Typed): string => text,
  texts: ({ text }: Typed): readonly string[] => [text],
};

/** Blanks around a text, and how its lines end, are left to the server. */
export function plain(text: string): string {
  return text.trim().replaceAll(/\r\n?/g, "\n");
}

// What the types that hold several values have in common.

type Identified = { readonly id: ChoiceId };
type Labelled = { readonly label: string };

export function labelsOf(some: readonly Labelled[]): readonly string[] {
  return some.map(({ label }) => label);
}

export function names(some: readonly Labelled[]): string {
  return labelsOf(some).join(", ");
}

export function idOf({ id }: Identified): string {
  return String(id);
}

/** The same for two lists with the same elements, in whichever order and however often. */
export function setOf(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)].sort());
}

export function idSet(some: readonly Identified[]): string {
  return setOf(some.map(idOf));
}

/** The same for two lists with the same elements as often, in whichever order. */
export function sorted(some: readonly unknown[]): string {
  return JSON.stringify(some.map(String).toSorted((a, b) => a.localeCompare(b)));
}

/** What neither has removed, and what either has added. */
export function together<T>(
  keyOf: (element: T) => string,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): readonly T[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Set(list.map(keyOf)));
  const all = new Map(
    [...theirs, ...mine.filter((each) => there?.has(keyOf(each)) !== true)].map((each) => [
      keyOf(each),
      each,
    ]),
  );
  return [...all]
    .filter(([key]) => before?.has(key) !== true || (here?.has(key) === true && there?.has(key) === true))
    .map(([, element]) => element);
}

export function relabelled<T extends OpenEntry>(
  some: readonly T[],
  labels: ReadonlyMap<string, string>,
): readonly T[] {
  return some.map((each) => {
    const label = labels.get(String(each.id));
    return label === undefined ? each : { ...each, label };
  });
}

export function offered(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ isHidden }) => !isHidden);
}

/** Longer lists are told in part. */
const mostChoices = 100;

export function choiceFacts(choices: readonly Choice[]): Facts {
  const labels = labelsOf(offered(choices));
  return {
    choices: labels.slice(0, mostChoices),
    choicesLeftOut: labels.length > mostChoices ? labels.length - mostChoices : undefined,
  };
}

/** However it is written, a number is the same number. */
export function numberEssence(text: string): string {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text.trim() : String(number);
}

const largestWhole = 2_147_483_647;
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

export function numberProblem(typed: string, isWhole: boolean): Problem | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  if (!decimal.test(text) || !Number.isFinite(Number(text))) return { kind: "notANumber" };
  if (!isWhole) return undefined;
  if (!/^[-+]?\d+$/.test(text)) return { kind: "notWhole" };
  const isIn = Number(text) <= largestWhole && Number(text) >= -largestWhole - 1;
  return isIn ? undefined : { kind: "tooLarge" };
}
