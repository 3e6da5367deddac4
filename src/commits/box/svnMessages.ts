// Messages for Subversion itself: the commit box of an extension that looks after a working copy, and the file that svn has
// edited, where everything from a line between dashes on is svn's own.
import * as vscode from "vscode";
import { rootOfBox } from "../repositories.ts";

/** By its name, since not everybody has a language for it. */
export const svnMessageFile = { scheme: "file", pattern: "**/svn-commit*.tmp" } as const;

const ownPart = /^--.*--\s*$/m;

/** The working copy that a message is for; undefined for messages to something else. */
export function svnRootOf(document: vscode.TextDocument): vscode.Uri | undefined {
  const { uri } = document;
  if (vscode.languages.match(svnMessageFile, document) > 0) return vscode.Uri.joinPath(uri, "..");
  const isBox = uri.scheme === "vscode-scm" && /^\/?svn\b/.test(uri.path);
  const root = isBox ? rootOfBox(uri) : undefined;
  return root === undefined ? undefined : vscode.Uri.parse(root);
}

/** Without what svn has written below it. */
export function svnMessage(document: vscode.TextDocument): string {
  const text = document.getText();
  const { index = text.length } = document.uri.scheme === "file" ? (ownPart.exec(text) ?? {}) : {};
  return text.slice(0, index);
}
