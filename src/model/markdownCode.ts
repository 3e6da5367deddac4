// Code in Markdown. Its fence is longer than any in the code.

function createFence(code: string, minLength: number): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(minLength, longest + 1));
}

/** The code may end with a line break. */
export function toCodeBlock(code: string, language: string): string {
  const fence = createFence(code, 3);
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}\n`;
}

/** Such as the path of a file, in one line. */
export function toInlineCode(code: string): string {
  const line = code.replaceAll(/[\r\n]+/g, " ");
  const fence = createFence(line, 1);
  // Markdown removes the blank.
  const blank = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${blank}${line}${blank}${fence}`;
}
