// The part of a document that is searched for references.
import * as vscode from "vscode";
import { truncateAtWhitespace } from "./mayContainReference.ts";

/** In characters. Longer documents are usually generated files and logs, whose rest gets no links. */
const maxLinkedLength = 200_000;
/** In characters, before and after a position. */
const maxContextLength = 500;

export function getTextWithinLinkLimit(document: vscode.TextDocument): string {
  const [start, end] = [document.positionAt(0), document.positionAt(maxLinkedLength + 1)];
  return truncateAtWhitespace(document.getText(new vscode.Range(start, end)), maxLinkedLength);
}

/** Includes the lines before and after, because a line break may separate a keyword from its number. */
export function getTextAround(
  document: vscode.TextDocument,
  position: vscode.Position,
): { readonly text: string; readonly start: number } {
  const at = document.offsetAt(position);
  const { lineCount } = document;
  const first = document.offsetAt(new vscode.Position(Math.max(0, position.line - 1), 0));
  const last = document.lineAt(Math.min(lineCount - 1, position.line + 1)).range.end;
  const [from, to] = [
    Math.max(first, at - maxContextLength),
    Math.min(document.offsetAt(last), at + maxContextLength),
  ];
  const text = document.getText(new vscode.Range(document.positionAt(from), document.positionAt(to)));
  // Start at a word boundary, because a partial word could be read as another one.
  const cut = from > first ? text.search(/\s/) : 0;
  return { text: text.slice(Math.max(0, cut)), start: from + Math.max(0, cut) };
}
