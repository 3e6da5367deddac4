// Makes server text safe to display: removes characters that reorder or hide other text and isolates
// right-to-left text.

/**
 * Default ignorable characters including direction controls, except variation selectors, joiners and U+034F,
 * which are part of words and emoji. Isolates are handled separately.
 */
const invisible = /(?!\p{VS}|\p{Join_C}|[\u034f\u2068\u2069])\p{DI}/gu;
const isolates = /[\u2068\u2069]/gu;
const whiteSpaceAndControls = /[\s\p{Cc}\u2028\u2029]+/gu;
const controlsInLine = /(?![\t\n])\p{Cc}|[\u2028\u2029]/gu;

const isolate = /\u2068[^\u2068\u2069]*\u2069/gu;
const unpairedIsolate = /\u2068(?![^\u2068\u2069]*\u2069)|(?<!\u2068[^\u2068\u2069]*)\u2069/gu;
/** Unicode blocks of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** VS Code turns `[text](address)` in messages into links, including command links. */
export function escapeLinks(text: string): string {
  return text.replaceAll("](", "]\u200b(");
}

/** VS Code turns `$(name)` in labels into icons. */
export function escapeIcons(text: string): string {
  return text.replaceAll("$(", "$\u200b(");
}

/** Markdown parses `<scheme:…>` and `&name;` even in text appended with `appendText`. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Keeps tabs and line breaks. */
export function removeInvisibleCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(invisible, "")
    .replace(isolates, "")
    .replace(controlsInLine, "");
}

function truncateLine(line: string, maximum: number): string {
  // A character has at most two UTF-16 units, so the rest needn't be split.
  const characters = Array.from(line.slice(0, 2 * maximum + 1));
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join("")}…`;
}

/** For text that is stored, compared or sent. Use `toDisplayLine` for text shown next to other text. */
export function normalizeLine(text: string, maximum = 300): string {
  return truncateLine(
    text.replace(invisible, "").replace(isolates, "").replace(whiteSpaceAndControls, " ").trim(),
    maximum,
  );
}

/** Keeps existing isolate pairs that contain no other isolates. */
function isolateRightToLeft(line: string): string {
  const paired = line.replace(unpairedIsolate, "");
  const rest = paired.replace(isolate, "");
  if (!rightToLeft.test(rest)) return paired;
  return `\u2068${paired.replace(isolates, "")}\u2069`;
}

/** Can't reorder the surrounding text. Isolation adds up to two characters. */
export function toDisplayLine(text: string, maximum = 300): string {
  const paired = text.replace(invisible, "").replace(unpairedIsolate, "");
  return isolateRightToLeft(truncateLine(paired.replace(whiteSpaceAndControls, " ").trim(), maximum));
}

/** Isolates each line separately because direction isolates end at a line break. */
export function toMultilineDisplayText(text: string, maximum = 2000): string {
  return text
    .replace(invisible, "")
    .replace(/\r\n?|[^\P{Cc}\n\t]|[\u2028\u2029]/gu, "\n")
    .slice(0, maximum)
    .split("\n")
    .map(isolateRightToLeft)
    .join("\n");
}

const letterOrDigit = /^[\p{L}\p{N}]/u;
const emoji = /^\p{Extended_Pictographic}/u;
/** The longest emoji are shorter; a letter with more marks than this is not part of a name. */
const maxGraphemeLength = 20;

function findGrapheme(text: string, pattern: RegExp): string | undefined {
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (!pattern.test(segment)) continue;
    return segment.length > maxGraphemeLength ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment;
  }
  return undefined;
}

/** The first letters of the first and the last word, or of the only one, in upper case. */
function findInitialLetters(name: string): readonly string[] {
  // Tuleap appends the username in parentheses.
  const line = normalizeLine(name).replace(/\s*\([^()]*\)$/, "");
  const [, family, given] = /^([^,]+),([^,]+)$/.exec(line) ?? [];
  const words = (family === undefined || given === undefined ? line : `${given} ${family}`).split(" ");
  const letters = words.flatMap((word) => findGrapheme(word, letterOrDigit) ?? []);
  const [first = findGrapheme(line, emoji)] = letters;
  const last = letters.length > 1 ? letters.at(-1) : undefined;
  return [first, last].flatMap((letter) =>
    letter === undefined ? [] : (findGrapheme(letter.toUpperCase(), letterOrDigit) ?? letter),
  );
}

/**
 * At most two characters: the initials of a name, or the first letter of the first of several names and a plus. A name
 * without spaces, such as 山田太郎, has one initial. Empty if there are neither letters nor emoji.
 */
export function getInitials([name = "", ...others]: readonly string[]): string {
  const [first = "", last = ""] = findInitialLetters(name);
  if (first === "" || others.length > 0) return first && `${first}+`;
  // Otherwise Arabic letters would be joined like the beginning of a word.
  const separator = last !== "" && /\p{Script=Arabic}/u.test(first) ? "\u200c" : "";
  return `${first}${separator}${last}`;
}

/** Includes high surrogates, the first half of a pair. */
const wordCharacter = /[\w.%+=~\uD800-\uDBFF-]/;
const lastAddress = /(\/\/)[^\s@:/]{1,2000}:\S{0,2000}$/;

function removeLastWord(text: string): string {
  let end = text.length;
  while (wordCharacter.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Drops the word at the cut because it could be the start of a secret that redaction wouldn't recognize, and
 * a password in a URL that is only recognizable by the @ after it.
 */
export function truncateAtWord(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${removeLastWord(text.slice(0, maximum)).replace(lastAddress, "$1")}…`;
}

/** Short label for buttons and lists. */
export function formatArtifactLabel(artifactId: number, title: string | undefined): string {
  return title === undefined ? `#${artifactId}` : `#${artifactId} ${toDisplayLine(title, 60)}`;
}
