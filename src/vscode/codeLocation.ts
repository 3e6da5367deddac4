import * as vscode from "vscode";

/** Relative to the workspace folder; only the name for other files, so that private folder names don't leak. */
function toDisplayPath(uri: vscode.Uri): string {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const hasSeveral = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isInside ? vscode.workspace.asRelativePath(uri, hasSeveral) : (uri.path.split("/").at(-1) ?? "");
}

/** Such as `src/tide.ts:12-14`; lines are counted from 0. */
export function formatCodeLocation(uri: vscode.Uri, firstLine: number, lastLine: number): string {
  const lineRange = firstLine === lastLine ? `${firstLine + 1}` : `${firstLine + 1}-${lastLine + 1}`;
  return `${toDisplayPath(uri)}:${lineRange}`;
}
