// TODO comments of source code, and the lines of comments into which the reference to a new artifact is written later.
import { type CodeComment, type CommentLine, findCodeComments, listCommentLines } from "./codeComments.ts";
import type { TextRange } from "./reference/artifactReference.ts";
import type { TextEdit } from "./reference/commitMessage.ts";

export interface TodoComment extends TextRange {
  /** The line with the marker. */
  readonly line: CommentLine;
  /** Without the marker. */
  readonly title: string;
  /** The further lines. */
  readonly description: string;
}

/** At the start of a line, or anywhere with a colon. The name of a user may follow in parentheses. */
const markerPattern =
  /^@?(?:TODO|FIXME|HACK)(?![\w-])(?:\([^()\n]{0,60}\))?|(?<![\w-])(?:TODO|FIXME|HACK)(?:\([^()\n]{0,60}\))?(?=:)/;
/** Between the marker and the text. */
const separatorPattern = /^\s*[:,.;–—-]?\s*/;
/** Such as `@param`. */
const tagPattern = /^@\w/;

interface Marker {
  /** In the text of the line. */
  readonly start: number;
  readonly end: number;
}

function findMarker(line: string): Marker | undefined {
  const match = markerPattern.exec(line);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

function isAloneInLine(text: string, { start }: CodeComment): boolean {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return text.slice(lineStart, start).trim() === "";
}

/** Line comments below each other with the same indentation are one block; each block comment is one. */
function groupComments(text: string, comments: readonly CodeComment[]): readonly (readonly CodeComment[])[] {
  const blocks: CodeComment[][] = [];
  for (const comment of comments) {
    const previous = blocks.at(-1)?.at(-1);
    const isNext =
      previous?.kind === "line" &&
      comment.kind === "line" &&
      isAloneInLine(text, previous) &&
      /^\r?\n[ \t]*$/.test(text.slice(previous.end, comment.start)) &&
      getIndent(text, previous) === getIndent(text, comment);
    if (isNext) blocks.at(-1)?.push(comment);
    else blocks.push([comment]);
  }
  return blocks;
}

function getIndent(text: string, { start }: CodeComment): number {
  return start - (text.lastIndexOf("\n", start - 1) + 1);
}

/** `undefined` if there is no text. */
function toTodoComment(line: CommentLine, furtherLines: readonly CommentLine[]): TodoComment | undefined {
  const marker = findMarker(line.text);
  if (marker === undefined) return undefined;
  const first = line.text.slice(marker.end).replace(separatorPattern, "");
  const lines = [first, ...furtherLines.map(({ text }) => text)].join("\n").trim().split("\n");
  const [title = "", ...further] = lines;
  if (title === "") return undefined;
  const { end } = furtherLines.findLast(({ text }) => text !== "") ?? line;
  return { line, start: line.start + marker.start, end, title, description: further.join("\n").trim() };
}

export function findTodoComments(text: string, languageId: string): readonly TodoComment[] {
  const todos: TodoComment[] = [];
  for (const block of groupComments(text, findCodeComments(text, languageId))) {
    const lines = block.flatMap((comment) => listCommentLines(text, comment));
    const starts = lines.flatMap((line, index) => (findMarker(line.text) === undefined ? [] : index));
    for (const [index, start] of starts.entries()) {
      const [first, ...further] = lines.slice(start, starts[index + 1]);
      const tag = further.findIndex((line) => tagPattern.test(line.text));
      const todo = first && toTodoComment(first, tag === -1 ? further : further.slice(0, tag));
      if (todo !== undefined) todos.push(todo);
    }
  }
  return todos;
}

/** `TODO: text` becomes `TODO art #12: text`. The range is relative to the line. */
export function createTodoReferenceEdit(line: string, reference: string): TextEdit {
  const end = findMarker(line)?.end ?? 0;
  const rest = line.slice(end);
  const needsColon = /^\s+[^\s:,.;–—-]/.test(rest);
  return { start: end, end, text: ` ${reference}${needsColon ? ":" : ""}` };
}

/** What remains of a line: `TODO art #12: text` becomes `text`. */
export function removeMarkerAndReference(line: string, { start, end }: TextRange): string {
  const marker = findMarker(line);
  const from = marker !== undefined && marker.end <= start ? marker.end : 0;
  const before = line.slice(from, start).replace(separatorPattern, "").trim();
  const after = line.slice(end);
  return before === "" ? after.replace(separatorPattern, "").trim() : `${before}${after}`.trim();
}

// A line of a comment that is edited later: the user may edit the document meanwhile.

export interface CommentAnchor {
  /** The whole line of the comment. */
  readonly text: string;
  /** Where the line is, as far as known from edits of the document. */
  readonly start: number | undefined;
  /** Whether no other comment of the document has the same line. */
  readonly isUnique: boolean;
}

function listAllLines(text: string, languageId: string): readonly CommentLine[] {
  return findCodeComments(text, languageId).flatMap((comment) => listCommentLines(text, comment));
}

export function createCommentAnchor(
  text: string,
  languageId: string,
  line: Pick<CommentLine, "start" | "text">,
): CommentAnchor {
  const equal = listAllLines(text, languageId).filter((each) => each.text === line.text);
  return { text: line.text, start: line.start, isUnique: equal.length === 1 };
}

/**
 * The line where it was, moved by edits, or the only one with the same text. `undefined` if it has changed, or it can't be told from
 * others.
 */
export function findAnchoredLine(
  text: string,
  languageId: string,
  anchor: CommentAnchor,
): CommentLine | undefined {
  const equal = listAllLines(text, languageId).filter((line) => line.text === anchor.text);
  const samePlace = equal.find(({ start }) => start === anchor.start);
  if (samePlace !== undefined) return samePlace;
  return anchor.isUnique && equal.length === 1 ? equal[0] : undefined;
}

/** A change of a document, as VS Code reports it: all changes of an edit refer to the text before it. */
interface DocumentChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where the anchored line is after an edit; unknown if its start was replaced. */
export function moveCommentAnchor(anchor: CommentAnchor, changes: readonly DocumentChange[]): CommentAnchor {
  const { start } = anchor;
  if (start === undefined) return anchor;
  let moved = start;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset + rangeLength <= start) moved += text.length - rangeLength;
    else if (rangeOffset < start) return { ...anchor, start: undefined };
  }
  return { ...anchor, start: moved };
}
