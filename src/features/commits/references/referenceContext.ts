// The site and grammar for the references of a document.
import * as vscode from "vscode";
import { type ReferenceGrammar, builtInGrammar } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";

export interface ReferenceContext {
  readonly folder: vscode.Uri;
  /** Undefined if the site is unknown without a prompt. */
  readonly site: Site | undefined;
  readonly grammar: ReferenceGrammar;
}

/** Older versions of a file and notebook cells belong to the folder of the file. */
function toFileUri(uri: vscode.Uri): vscode.Uri {
  const belongsToFile = uri.scheme === "git" || uri.scheme === "vscode-notebook-cell";
  return belongsToFile ? uri.with({ scheme: "file", query: "", fragment: "" }) : uri;
}

function findFolder(workspace: WorkspaceContext, document: vscode.TextDocument): vscode.Uri {
  const uri = toFileUri(document.uri);
  const repository = workspace.findMessageRepository(document) ?? workspace.findRepository(uri);
  if (repository !== undefined) return repository.root;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder !== undefined) return folder.uri;
  return uri.scheme === "file" ? vscode.Uri.joinPath(uri, "..") : getFirstFolderOrRoot();
}

/** The fallback folder; the root directory in a window without folders. */
export function getFirstFolderOrRoot(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
}

export async function loadFolderReferenceContext(
  workspace: WorkspaceContext,
  folder: vscode.Uri,
): Promise<ReferenceContext> {
  const site = await workspace.getSite(folder);
  return { folder, site, grammar: site === undefined ? builtInGrammar : workspace.getGrammar(site) };
}

export async function loadDocumentReferenceContext(
  workspace: WorkspaceContext,
  document: vscode.TextDocument,
): Promise<ReferenceContext> {
  return loadFolderReferenceContext(workspace, findFolder(workspace, document));
}
