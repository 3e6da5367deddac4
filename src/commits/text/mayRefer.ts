/** Everything that `model/reference` accepts has one of these in it, but for what comes of a person's patterns. */
const sign = /\w\s#[\w&]|tuleap-\d/i;

/** Whether a text is worth a closer look. Most are not: then nothing more is loaded for them. */
export function mayRefer(text: string): boolean {
  return sign.test(text);
}
