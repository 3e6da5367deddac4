/** Cuts between words, because a partial number would be another one. A loop, because a regular expression is slow on long runs without whitespace. */
export function truncateAtWhitespace(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = maxLength + 1;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Every reference that `model/reference` recognizes matches this, except those of the user's patterns. */
const referenceHint = /\w\s#[\w&]|tuleap-\d/i;
const todoHint = /\b(?:TODO|FIXME|HACK)\b/;

/** A quick check, so that the feature is not loaded for most texts. */
export function mayContainReference(text: string): boolean {
  return referenceHint.test(text);
}

/** The same for comments that can become artifacts. */
export function mayContainTodo(text: string): boolean {
  return todoHint.test(text);
}
