// Controls of a browser end all lines alike; what the server ends otherwise stays so.

const anyEnd = /\r\n|\r|\n/g;
const hasEnd = /[\r\n]/;

/** The end that most lines have; of several the one that comes first. */
function dominantEnd(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["\n", 0])[0];
}

/**
 * An edited text, with the line ends of the one that was edited: lines before and after the edit keep their own, and
 * new ones get the end that most have.
 */
export function withLineEndsOf(original: string, edited: string): string {
  if (!original.includes("\r")) return edited;
  const ends: readonly string[] = original.match(anyEnd) ?? [];
  const before = original.split(anyEnd);
  const lines = edited.split(anyEnd);
  const firstChanged = lines.findIndex((line, index) => line !== before[index]);
  const same = firstChanged === -1 ? lines.length : firstChanged;
  const usual = dominantEnd(ends);
  const shift = before.length - lines.length;
  const endAt = (index: number): string => {
    // What follows the edit is counted from the end; so is what was changed, whose end was not.
    const at = index < same ? index : index + shift;
    return (index < same || at >= same ? ends[at] : undefined) ?? usual;
  };
  let text = "";
  for (const [index, line] of lines.entries()) {
    text += line;
    if (index === lines.length - 1) break;
    const end = endAt(index);
    // Two ends that come together must not become one.
    text += line === "" && end === "\n" && text.endsWith("\r") ? "\r" : end;
  }
  return text;
}

/**
 * What becomes of a text when something else is typed over it. `held` is what the server has there: typed again, it is
 * that same text.
 */
export function typedOver(current: string, typed: string, held: readonly string[]): string {
  const known = [current, ...held].filter((text) => text.includes("\r"));
  const same = held.find((text) => known.includes(text) && text.replaceAll(anyEnd, "\n") === typed);
  const like = [current, ...known].find((text) => hasEnd.test(text)) ?? "";
  return same ?? withLineEndsOf(like, typed);
}
