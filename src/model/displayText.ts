// Server text on its way into labels: one line, no characters that reorder or hide what follows them.

const lineBreaksAndControls = /[\s\p{Cc}\u2028\u2029]+/gu;
// Overrides and embeddings can make "exe.txt" out of "txt.exe"; isolates and marks are kept, since
// right-to-left titles need them.
const directionOverrides = /[\u202a-\u202e]/gu;

/** VS Code makes links of `[text](address)` in messages, commands included; server text gets none. */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "]\u200b(");
}

/** VS Code draws icons for `$(name)` in labels; server text gets none. */
export function withoutIcons(text: string): string {
  return text.replaceAll("$(", "$\u200b(");
}

/** Markdown reads `<scheme:…>` as a link and `&name;` as a character, even in what VS Code is told to append as text. */
export function literal(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** More than a line, without what reorders or hides the rest. */
export function plainLines(text: string, maximum = 2000): string {
  return text
    .replace(directionOverrides, "")
    .replace(/\r\n?|[^\P{Cc}\n\t]|[\u2028\u2029]/gu, "\n")
    .slice(0, maximum);
}

export function oneLine(text: string, maximum = 300): string {
  const line = text.replace(directionOverrides, "").replace(lineBreaksAndControls, " ").trim();
  // A character takes two units at most, so that more of them would only cost time and memory.
  const characters = Array.from(line.slice(0, 2 * maximum + 1));
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join("")}…`;
}

/** Also the first half of a character that takes two units. */
const wordCharacter = /[\w.%+=~\uD800-\uDBFF-]/;
const lastAddress = /(\/\/)[^\s@:/]{1,2000}:\S{0,2000}$/;

function withoutLastWord(text: string): string {
  let end = text.length;
  while (wordCharacter.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * The first characters of a text. The word that the cut goes through is left away, since it could be the beginning of a
 * secret that can't be recognized without its end; so is a password in an address, which only the @ after it tells.
 */
export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${withoutLastWord(text.slice(0, maximum)).replace(lastAddress, "$1")}…`;
}

/** An artifact in one short line, for a button or a list. */
export function artifactLabel(artifactId: number, title: string | undefined): string {
  return title === undefined ? `#${artifactId}` : `#${artifactId} ${oneLine(title, 60)}`;
}
