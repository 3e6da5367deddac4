// Whether somebody writes prose: in a language that is all prose, or in a comment. VS Code tells extensions nothing of comments,
// so it is told by their marks; a mark inside of a string is taken for one, which does no harm after a keyword.

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

const lineMarks = /\/\/|(?:^|\s)(?:#|--|;|%)|^\s*(?:\*|'|"|rem\s)/i;
const blocks: readonly (readonly [open: string, close: string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ["{-", "-}"],
  ["(*", "*)"],
];

export function isProse(languageId: string): boolean {
  return proseLanguages.has(languageId);
}

function isInBlock(before: string): boolean {
  return blocks.some(([open, close]) => before.lastIndexOf(open) > before.lastIndexOf(close));
}

/** Three quotation marks begin a text and end it. */
function isInDocString(before: string): boolean {
  return ['"""', "'''"].some((mark) => before.split(mark).length % 2 === 0);
}

/** `line` is what stands before the reference in its line, `above` some lines before that one. */
export function isInComment(line: string, above: string): boolean {
  const before = `${above}\n${line}`;
  return lineMarks.test(line) || isInBlock(before) || isInDocString(before);
}
