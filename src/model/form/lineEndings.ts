// Keeps the server's line endings, because browser controls normalize them.

const anyLineEnding = /\r\n|\r|\n/g;
const hasLineEnding = /[\r\n]/;

/** The most frequent line ending, or the first of equally frequent ones. */
function findDominantLineEnding(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["\n", 0])[0];
}

/**
 * Applies the original line endings to an edited text: lines before and after the edit keep theirs, new lines
 * get the dominant one.
 */
export function restoreLineEndings(original: string, edited: string): string {
  if (!original.includes("\r")) return edited;
  const ends: readonly string[] = original.match(anyLineEnding) ?? [];
  const before = original.split(anyLineEnding);
  const lines = edited.split(anyLineEnding);
  const firstChanged = lines.findIndex((line, index) => line !== before[index]);
  const same = firstChanged === -1 ? lines.length : firstChanged;
  const dominant = findDominantLineEnding(ends);
  const shift = before.length - lines.length;
  const endAt = (index: number): string => {
    // Lines from the edit on are aligned with the end of the original.
    const at = index < same ? index : index + shift;
    return (index < same || at >= same ? ends[at] : undefined) ?? dominant;
  };
  let text = "";
  for (const [index, line] of lines.entries()) {
    text += line;
    if (index === lines.length - 1) break;
    const end = endAt(index);
    // Keep "\r" and "\n" of two lines from becoming one line ending.
    text += line === "" && end === "\n" && text.endsWith("\r") ? "\r" : end;
  }
  return text;
}

/** `serverTexts` are the server's versions: typing one of them restores it exactly. */
export function preserveLineEndings(current: string, typed: string, serverTexts: readonly string[]): string {
  const candidates = [current, ...serverTexts].filter((text) => text.includes("\r"));
  const same = serverTexts.find(
    (text) => candidates.includes(text) && text.replaceAll(anyLineEnding, "\n") === typed,
  );
  const template = [current, ...candidates].find((text) => hasLineEnding.test(text)) ?? "";
  return same ?? restoreLineEndings(template, typed);
}
