// How much of a document is looked at.
import * as vscode from "vscode";
import { upTo } from "./mayRefer.ts";

/** In characters. What lies further down in a larger file is not linked: generated files and logs are like that. */
const mostLinked = 200_000;
/** Before and after a place. */
const mostAround = 500;

export function linkedPart(document: vscode.TextDocument): string {
  const [start, end] = [document.positionAt(0), document.positionAt(mostLinked + 1)];
  return upTo(document.getText(new vscode.Range(start, end)), mostLinked);
}

/** With the lines before and after: a line break may part a keyword from its number. Cut between words. */
export function around(
  document: vscode.TextDocument,
  position: vscode.Position,
): { readonly text: string; readonly start: number } {
  const at = document.offsetAt(position);
  const { lineCount } = document;
  const first = document.offsetAt(new vscode.Position(Math.max(0, position.line - 1), 0));
  const last = document.lineAt(Math.min(lineCount - 1, position.line + 1)).range.end;
  const [from, to] = [Math.max(first, at - mostAround), Math.min(document.offsetAt(last), at + mostAround)];
  const text = document.getText(new vscode.Range(document.positionAt(from), document.positionAt(to)));
  // What begins in the middle of a word could be read as another one.
  const cut = from > first ? text.search(/\s/) : 0;
  return { text: text.slice(Math.max(0, cut)), start: from + Math.max(0, cut) };
}
