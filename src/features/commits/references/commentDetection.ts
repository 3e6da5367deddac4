// Detects prose: a prose language or a comment. VS Code doesn't expose comments to extensions, so comment marks are searched.
// A mark inside of a string counts too, which is harmless because completion also requires a keyword.

const proseLanguages: ReadonlySet<string> = new Set([
  "asciidoc",
  "latex",
  "markdown",
  "mdx",
  "plaintext",
  "quarto",
  "restructuredtext",
  "tex",
  "typst",
]);

const lineCommentPattern = /\/\/|(?:^|\s)(?:#|--|;|%)|^\s*(?:\*|'|"|rem\s)/i;
const blockComments: readonly (readonly [open: string, close: string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ["{-", "-}"],
  ["(*", "*)"],
];

export function isProseLanguage(languageId: string): boolean {
  return proseLanguages.has(languageId);
}

function isInBlockComment(before: string): boolean {
  return blockComments.some(([open, close]) => before.lastIndexOf(open) > before.lastIndexOf(close));
}

/** Triple quotes both open and close a doc string. */
function isInDocString(before: string): boolean {
  return ['"""', "'''"].some((mark) => before.split(mark).length % 2 === 0);
}

/** `line` is the text before the reference in its line, `above` some lines before. */
export function isInComment(line: string, above: string): boolean {
  const before = `${above}\n${line}`;
  return lineCommentPattern.test(line) || isInBlockComment(before) || isInDocString(before);
}
