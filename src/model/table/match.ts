// Rows narrowed down by what is typed: every word has to be found, in whichever order and case.

export function wordsOf(typed: string): readonly string[] {
  return searchable(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** A text in the form that words are looked for in. */
export function searchable(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
