import * as vscode from "vscode";
import type { FolderContext, Resource } from "../protocol/commands.ts";
import type { Workplace } from "./workplace.ts";

/** Without a repository: the file in front, else the only folder of the workspace. */
function folderInUse(): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.activeTextEditor?.document.uri ?? (folders.length === 1 ? folders[0]?.uri : undefined);
}

/** What the folder of a file is about, or the folder that somebody works in. */
export async function folderContext(
  workplace: Workplace,
  resource: Resource | undefined,
): Promise<FolderContext> {
  const uri = resource && vscode.Uri.from(resource);
  const repository = uri === undefined ? workplace.current() : workplace.repositoryOf(uri);
  const folder = uri ?? repository?.root ?? folderInUse();
  const site = folder && (await workplace.siteOf(folder));
  const active = repository && workplace.activeIn(repository);
  return {
    siteApi: site?.api,
    artifactId: active?.site.api === site?.api ? active?.artifactId : undefined,
  };
}
