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
  const characters = Array.from(line);
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join("")}…`;
}

/** An artifact in one short line, for a button or a list. */
export function artifactLabel(artifactId: number, title: string | undefined): string {
  return title === undefined ? `#${artifactId}` : `#${artifactId} ${oneLine(title, 60)}`;
}
