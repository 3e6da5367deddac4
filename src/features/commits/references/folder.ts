// Which site the references of a document are about, and how they are written there.
import * as vscode from "vscode";
import { type Grammar, platformOnly } from "../../../model/reference/find.ts";
import type { Site } from "../../../model/site.ts";
import type { Workplace } from "../folderContext.ts";

export interface Whereabouts {
  readonly folder: vscode.Uri;
  /** Undefined where it can't be told without a question. */
  readonly site: Site | undefined;
  readonly grammar: Grammar;
}

/** Older contents of a file, and the cells of a notebook, belong where the file does. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  const isOfFile = uri.scheme === "git" || uri.scheme === "vscode-notebook-cell";
  return isOfFile ? uri.with({ scheme: "file", query: "", fragment: "" }) : uri;
}

function folderOf(workplace: Workplace, document: vscode.TextDocument): vscode.Uri {
  const uri = fileOf(document.uri);
  const repository = workplace.repositoryOfMessage(document) ?? workplace.repositoryOf(uri);
  if (repository !== undefined) return repository.root;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder !== undefined) return folder.uri;
  return uri.scheme === "file" ? vscode.Uri.joinPath(uri, "..") : firstFolder();
}

/** Where nothing tells a folder; a window without one is a place too. */
export function firstFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
}

export async function whereaboutsAt(workplace: Workplace, folder: vscode.Uri): Promise<Whereabouts> {
  const site = await workplace.siteOf(folder);
  return { folder, site, grammar: site === undefined ? platformOnly : workplace.grammarOf(site) };
}

export async function whereaboutsOf(
  workplace: Workplace,
  document: vscode.TextDocument,
): Promise<Whereabouts> {
  return whereaboutsAt(workplace, folderOf(workplace, document));
}
