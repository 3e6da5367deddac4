// Finds the comments of source code. VS Code doesn't expose them to extensions, so the text is scanned for the marks of its
// language, outside of strings. Each character is read a bounded number of times, whatever a file contains.
import type { TextRange } from "./reference/artifactReference.ts";
import type { TextEdit } from "./reference/commitMessage.ts";

export interface CodeComment extends TextRange {
  /** A `line` comment ends with its line. */
  readonly kind: "line" | "block";
  /** Between the marks. */
  readonly content: TextRange;
}

/** A literal or a comment that may have several lines. */
interface Block {
  readonly open: string;
  readonly close: string;
  readonly isComment: boolean;
  /** Whether a backslash before the closing mark makes it a part of the text. */
  readonly hasEscapes: boolean;
  /** Whether the opening mark may be part of a path: that of a comment has no word before it, and is closed. */
  readonly isAmbiguous: boolean;
}

interface CommentSyntax {
  /** A regular expression of the mark that starts a comment up to the end of its line. */
  readonly line?: string;
  readonly blocks?: readonly Block[];
  /** Regular expressions of literals in one line. */
  readonly literals?: readonly string[];
}

function createComment(open: string, close: string): Block {
  return { open, close, isComment: true, hasEscapes: false, isAmbiguous: false };
}

function createLiteral(open: string, close = open, hasEscapes = true): Block {
  return { open, close, isComment: false, hasEscapes, isAmbiguous: false };
}

const doubleQuoted = /"(?:[^"\\\n]|\\.)*"/.source;
const singleQuoted = /'(?:[^'\\\n]|\\.)*'/.source;
/** In languages in which a backslash is an ordinary character. */
const plainDoubleQuoted = /"[^"\n]*"/.source;
const plainSingleQuoted = /'[^'\n]*'/.source;
/** Not the apostrophes of Rust's lifetimes and of numbers in C++. */
const character = /'(?:\\.[^'\n]{0,10}|[^'\\\n]{1,2})'/.source;
/** A slash after a value is a division; after `<` and `}` it is usually part of a tag. */
const regularExpression =
  /\/(?<=(?:^|[(,=:[!&|?{;+\-*%>~^]|\b(?:return|typeof|case|in|of|do|else|throw|yield|await))\s*\/)(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,40}\]){1,100}\//
    .source;

const slashBlock = createComment("/*", "*/");
/** Where paths such as `image/*` aren't always in quotes. */
const ambiguousSlashBlock: Block = { ...slashBlock, isAmbiguous: true };
const markupBlock = createComment("<!--", "-->");
const tripleDoubleQuoted = createLiteral('"""');
const tripleSingleQuoted = createLiteral("'''");

/** After blanks or at the start of a line: other marks are part of a URL, a color or a word. */
function afterBlank(mark: string): string {
  return `(?<=^|\\s)(?:${mark})`;
}

/** The mark is searched first, because searching for blanks first is slow on lines with many of them. */
function atLineStart(mark: string): string {
  return `(?:${mark})(?<=^[ \\t]*(?:${mark}))`;
}

const slashes = "//";
const cLike: CommentSyntax = { line: slashes, blocks: [slashBlock], literals: [doubleQuoted, character] };
const jvmLike: CommentSyntax = { ...cLike, blocks: [slashBlock, tripleDoubleQuoted] };
const scriptLike: CommentSyntax = {
  line: slashes,
  blocks: [slashBlock, createLiteral("`")],
  literals: [doubleQuoted, singleQuoted, regularExpression],
};
const quoted = [doubleQuoted, singleQuoted];
const hash: CommentSyntax = { line: "#", literals: quoted };
const hashAfterBlank: CommentSyntax = { line: afterBlank("#"), literals: quoted };
const dashes: CommentSyntax = { line: "--", literals: [doubleQuoted, character] };
const semicolon: CommentSyntax = { line: ";", literals: [doubleQuoted] };
const percent: CommentSyntax = { line: "%", literals: [doubleQuoted] };
const markup: CommentSyntax = { blocks: [markupBlock] };
const markupWithScripts: CommentSyntax = {
  line: afterBlank(slashes),
  blocks: [markupBlock, ambiguousSlashBlock],
};
const styles: CommentSyntax = { line: afterBlank(slashes), blocks: [slashBlock], literals: quoted };

const languages: readonly (readonly [ids: string, syntax: CommentSyntax])[] = [
  [
    "c cpp cuda-cpp objective-c objective-cpp glsl hlsl shaderlab proto proto3 solidity verilog systemverilog",
    cLike,
  ],
  ["java kotlin scala swift", jvmLike],
  ["groovy dart", { ...jvmLike, literals: quoted }],
  ["csharp", { ...cLike, blocks: [slashBlock, tripleDoubleQuoted, createLiteral('@"', '"', false)] }],
  ["go", { ...cLike, blocks: [slashBlock, createLiteral("`", "`", false)] }],
  ["rust", { ...cLike, blocks: [slashBlock, createLiteral('r#"', '"#', false)] }],
  ["javascript javascriptreact typescript typescriptreact", scriptLike],
  ["json jsonc json5", { line: slashes, blocks: [slashBlock], literals: [doubleQuoted] }],
  ["php", { line: "//|#(?!\\[)", blocks: [slashBlock], literals: quoted }],
  ["css", { blocks: [slashBlock], literals: quoted }],
  ["scss less sass stylus", styles],
  ["python starlark julia", { ...hash, blocks: [tripleDoubleQuoted, tripleSingleQuoted] }],
  ["ruby crystal r nim graphql makefile", hash],
  ["elixir", { ...hash, blocks: [tripleDoubleQuoted] }],
  ["shellscript perl raku yaml dockercompose toml cmake coffeescript tcl awk", hashAfterBlank],
  ["powershell", { ...hashAfterBlank, blocks: [createComment("<#", "#>")] }],
  ["terraform hcl", { line: afterBlank("#|//"), blocks: [slashBlock], literals: [doubleQuoted] }],
  ["nix", { ...hash, blocks: [slashBlock] }],
  ["dockerfile ignore dotenv", { line: atLineStart("#") }],
  ["ini properties editorconfig", { line: atLineStart("[#;!]") }],
  ["sql plsql", { line: "--", blocks: [slashBlock], literals: [plainSingleQuoted, plainDoubleQuoted] }],
  [
    "lua",
    { line: "--", blocks: [createComment("--[[", "]]"), createLiteral("[[", "]]", false)], literals: quoted },
  ],
  [
    "haskell elm purescript",
    { ...dashes, line: afterBlank("--+(?=\\s|$)"), blocks: [createComment("{-", "-}")] },
  ],
  ["ada vhdl", dashes],
  ["clojure lisp commonlisp scheme racket elisp asm", semicolon],
  ["erlang matlab octave", percent],
  ["latex tex bibtex", { line: "%" }],
  ["html vue svelte astro razor", markupWithScripts],
  ["xml xsl svg handlebars markdown mdx", markup],
  ["fsharp", { ...cLike, blocks: [createComment("(*", "*)"), tripleDoubleQuoted] }],
  ["ocaml", { blocks: [createComment("(*", "*)")], literals: [doubleQuoted, character] }],
  [
    "pascal delphi objectpascal",
    {
      line: slashes,
      blocks: [createComment("(*", "*)"), createComment("{", "}")],
      literals: [plainSingleQuoted],
    },
  ],
  ["vb vba", { line: "'", literals: [plainDoubleQuoted] }],
  ["bat", { line: atLineStart("::|[rR][eE][mM]\\b") }],
  ["viml", { line: atLineStart('"') }],
  // Texts, and what isn't written by hand.
  [
    "asciidoc csv diff git-commit git-rebase log plaintext quarto restructuredtext scminput search-result svn-commit tsv tuleap-tql typst",
    {},
  ],
];

/** Only what is certain in most languages. */
const otherLanguage: CommentSyntax = {
  line: atLineStart("//|#|--|;|%"),
  blocks: [ambiguousSlashBlock, markupBlock],
  literals: [doubleQuoted],
};

interface Scanner {
  readonly pattern: RegExp;
  readonly blocks: ReadonlyMap<string, Block>;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
}

function toOpenPattern({ open, isAmbiguous }: Block): string {
  return `${isAmbiguous ? String.raw`(?<=^|[\s;,(){}>])` : ""}${escapePattern(open)}`;
}

function createScanner({ line, blocks = [], literals = [] }: CommentSyntax): Scanner | undefined {
  if (line === undefined && blocks.length === 0) return undefined;
  const tokens = [
    // A backslash and what it escapes. Without it, quotes that are escaped would be tried as the start of a string again.
    String.raw`\\[^]`,
    ...(blocks.length === 0 ? [] : [`(?<open>${blocks.map(toOpenPattern).join("|")})`]),
    ...literals,
    ...(line === undefined ? [] : [`(?<line>${line})`]),
  ];
  const pattern = new RegExp(tokens.join("|"), "gm");
  return { pattern, blocks: new Map(blocks.map((block) => [block.open, block])) };
}

const syntaxByLanguage: ReadonlyMap<string, CommentSyntax> = new Map(
  languages.flatMap(([ids, syntax]) => ids.split(" ").map((id) => [id, syntax] as const)),
);
const scanners = new Map<CommentSyntax, Scanner | undefined>();

function getScanner(languageId: string): Scanner | undefined {
  const syntax = syntaxByLanguage.get(languageId) ?? otherLanguage;
  if (!scanners.has(syntax)) scanners.set(syntax, createScanner(syntax));
  return scanners.get(syntax);
}

/** Without the line break. */
function findLineEnd(text: string, from: number): number {
  const next = text.indexOf("\n", from);
  if (next === -1) return text.length;
  return next > from && text.charAt(next - 1) === "\r" ? next - 1 : next;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === "\\") start -= 1;
  return (at - start) % 2 === 1;
}

/** Where the closing mark is; the end of the text if there is none. */
function findClose(text: string, from: number, { close, hasEscapes }: Block): number {
  for (let at = text.indexOf(close, from); at !== -1; at = text.indexOf(close, at + 1)) {
    if (!hasEscapes || !isEscaped(text, at)) return at;
  }
  return text.length;
}

export function findCodeComments(text: string, languageId: string): readonly CodeComment[] {
  const scanner = getScanner(languageId);
  if (scanner === undefined) return [];
  const { pattern, blocks } = scanner;
  const comments: CodeComment[] = [];
  const unclosed = new Set<Block>();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index: start, groups } = match;
    const contentStart = pattern.lastIndex;
    const block = blocks.get(groups?.["open"] ?? "");
    if (block !== undefined) {
      if (unclosed.has(block)) continue;
      const close = findClose(text, contentStart, block);
      if (block.isAmbiguous && close === text.length) {
        unclosed.add(block);
        continue;
      }
      const end = Math.min(text.length, close + block.close.length);
      const content = { start: contentStart, end: close };
      if (block.isComment) comments.push({ kind: "block", start, end, content });
      pattern.lastIndex = end;
    } else if (groups?.["line"] !== undefined) {
      const end = findLineEnd(text, contentStart);
      comments.push({ kind: "line", start, end, content: { start: contentStart, end } });
      pattern.lastIndex = end;
    }
  }
  return comments;
}

/** Whether a text can be written into any comment without ending it, or starting another one. */
export function isSafeInComment(text: string): boolean {
  return /^[\p{L}\p{M}\p{N} #:()._,-]*$/u.test(text) && !/--|\(\*|#\(/.test(text);
}

// Lines of comments.

/** The words of a comment in one line, without marks, decoration and blanks around them. */
export interface CommentLine extends TextRange {
  readonly comment: CodeComment;
  readonly text: string;
}

/** Repeated marks of a line comment, such as `///` and `//!`; the stars before each line of a block comment. */
const lineDecoration = /^[!#%*/;-]*[ \t]*/;
const blockDecoration = /^[ \t]*\**!?[ \t]*/;

function toCommentLine(raw: string, comment: CodeComment, from: number): CommentLine {
  const decoration = comment.kind === "line" ? lineDecoration : blockDecoration;
  const [before = ""] = decoration.exec(raw) ?? [];
  const rest = raw.slice(before.length);
  const words = comment.kind === "block" ? trimBlockEnd(rest) : rest.trimEnd();
  const start = from + before.length;
  return { comment, start, end: start + words.length, text: words };
}

/** A loop, because the regular expression is slow on many stars and blanks in the middle. */
function trimBlockEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s*]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function listCommentLines(text: string, comment: CodeComment): readonly CommentLine[] {
  const { start, end } = comment.content;
  // Only the comment is searched for line breaks: a long line may have many comments.
  const content = text.slice(start, end);
  const lines: CommentLine[] = [];
  for (let from = 0; ;) {
    const lineEnd = findLineEnd(content, from);
    lines.push(toCommentLine(content.slice(from, lineEnd), comment, start + from));
    const next = content.indexOf("\n", lineEnd);
    if (next === -1) return lines;
    from = next + 1;
  }
}

// Removing a comment, or a line of it.

interface CommentRemoval {
  /** `line` if the comment has further lines, which stay. */
  readonly scope: "comment" | "line";
  readonly edit: TextEdit;
}

function findLineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** With its line break; the last line of the text with the line break before it. */
function removeLines(text: string, start: number, end: number): TextEdit {
  const next = text.indexOf("\n", end);
  if (next !== -1) return { start, end: next + 1, text: "" };
  const previousEnd = text.charAt(start - 2) === "\r" ? start - 2 : start - 1;
  return { start: Math.max(0, previousEnd), end: text.length, text: "" };
}

function removeWholeComment(text: string, { start, end }: CodeComment): TextEdit {
  const lineStart = findLineStart(text, start);
  const lineEnd = findLineEnd(text, end);
  const before = text.slice(lineStart, start);
  const isLast = isBlank(text.slice(end, lineEnd));
  if (isLast) {
    return isBlank(before)
      ? removeLines(text, lineStart, lineEnd)
      : { start: lineStart + before.trimEnd().length, end: lineEnd, text: "" };
  }
  if (/\w$/.test(before) && /\w/.test(text.charAt(end))) return { start, end, text: " " };
  const hasBlankBefore = before === "" || /\s$/.test(before);
  return { start, end: hasBlankBefore && /\s/.test(text.charAt(end)) ? end + 1 : end, text: "" };
}

/** Marks of the comment in that line stay. */
function removeCommentLine(text: string, { start, end, content }: CodeComment, line: CommentLine): TextEdit {
  const lineStart = findLineStart(text, line.start);
  const lineEnd = findLineEnd(text, line.end);
  if (lineStart <= start) {
    const mark = text.slice(lineStart, line.start).trimEnd();
    return { start: lineStart + mark.length, end: lineEnd, text: "" };
  }
  if (lineEnd < end) return removeLines(text, lineStart, lineEnd);
  const indent = text.slice(lineStart).search(/\S/);
  return { start: lineStart + indent, end: content.end, text: "" };
}

/** `at` is in the comment: the line of a reference. */
export function createCommentRemoval(text: string, comment: CodeComment, at: number): CommentRemoval {
  const lines = listCommentLines(text, comment).filter((line) => line.text !== "");
  const line = lines.findLast(({ start }) => start <= at);
  return line === undefined || lines.length < 2
    ? { scope: "comment", edit: removeWholeComment(text, comment) }
    : { scope: "line", edit: removeCommentLine(text, comment, line) };
}
