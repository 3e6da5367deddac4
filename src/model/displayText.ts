// Server text on its way to the screen: no characters that reorder or hide what follows them, and right-to-left text isolated
// from the text around it.

/**
 * Default ignorable characters, direction controls among them. Variation selectors, joiners and U+034F are part of words and emoji;
 * isolates are removed apart.
 */
const invisible = /(?!\p{VS}|\p{Join_C}|[\u034f\u2068\u2069])\p{DI}/gu;
const isolates = /[\u2068\u2069]/gu;
const whiteSpaceAndControls = /[\s\p{Cc}\u2028\u2029]+/gu;
const controlsInLine = /(?![\t\n])\p{Cc}|[\u2028\u2029]/gu;

const isolate = /\u2068[^\u2068\u2069]*\u2069/gu;
const unpairedIsolate = /\u2068(?![^\u2068\u2069]*\u2069)|(?<!\u2068[^\u2068\u2069]*)\u2069/gu;
/** The blocks that are reserved for right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

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

/** Tabs and line breaks stay. */
export function withoutInvisible(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(invisible, "")
    .replace(isolates, "")
    .replace(controlsInLine, "");
}

function cut(line: string, maximum: number): string {
  // A character takes two units at most, so that more of them would only cost time and memory.
  const characters = Array.from(line.slice(0, 2 * maximum + 1));
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join("")}…`;
}

/** For what is written, compared or sent; what is shown beside other text is `oneLine`. */
export function cleanLine(text: string, maximum = 300): string {
  return cut(
    text.replace(invisible, "").replace(isolates, "").replace(whiteSpaceAndControls, " ").trim(),
    maximum,
  );
}

/** Sentences hold texts that are isolated already: pairs that hold no other control stay. */
function isolated(line: string): string {
  const paired = line.replace(unpairedIsolate, "");
  const rest = paired.replace(isolate, "");
  if (!rightToLeft.test(rest)) return paired;
  return `\u2068${paired.replace(isolates, "")}\u2069`;
}

/** One line that can't reorder the text around it, or be reordered by it. Isolation adds up to two characters. */
export function oneLine(text: string, maximum = 300): string {
  const paired = text.replace(invisible, "").replace(unpairedIsolate, "");
  return isolated(cut(paired.replace(whiteSpaceAndControls, " ").trim(), maximum));
}

/** More than a line; direction isolates end at a line break, so that each line has its own. */
export function plainLines(text: string, maximum = 2000): string {
  return text
    .replace(invisible, "")
    .replace(/\r\n?|[^\P{Cc}\n\t]|[\u2028\u2029]/gu, "\n")
    .slice(0, maximum)
    .split("\n")
    .map(isolated)
    .join("\n");
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
