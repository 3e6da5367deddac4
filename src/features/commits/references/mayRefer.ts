/** Cut between words: half a number would be another one. By hand: a pattern takes its time over a long run without blanks. */
export function upTo(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most + 1;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Everything that `model/reference` accepts has one of these in it, but for what comes of a person's patterns. */
const sign = /\w\s#[\w&]|tuleap-\d/i;

/** Whether a text is worth a closer look. Most are not: then nothing more is loaded for them. */
export function mayRefer(text: string): boolean {
  return sign.test(text);
}
