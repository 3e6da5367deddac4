// Where attachments are saved.
import * as vscode from "vscode";
import { settings } from "../protocol/settings.ts";
import { attachmentFolder, pathsOf } from "../store/attachments/folderSetting.ts";

export interface Destination {
  readonly folder: vscode.Uri;
  /** It is made below this one, and never elsewhere. */
  readonly root: vscode.Uri;
  /** What it shares with the attachments of other artifacts, for a list of what git passes over. */
  readonly shared: vscode.Uri;
  readonly workspaceFolder: vscode.WorkspaceFolder | undefined;
}

function inspected(scope: vscode.Uri | undefined): {
  readonly workspace: string | undefined;
  readonly person: string;
} {
  const found = vscode.workspace
    .getConfiguration(undefined, scope)
    .inspect<unknown>(settings.attachmentsFolder);
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  return {
    workspace: vscode.workspace.isTrusted
      ? (text(found?.workspaceFolderValue) ?? text(found?.workspaceValue))
      : undefined,
    person: text(found?.globalValue) ?? text(found?.defaultValue) ?? "",
  };
}

function destinationIn(
  workspaceFolder: vscode.WorkspaceFolder | undefined,
  artifactId: number,
): Destination | undefined {
  const scheme = workspaceFolder?.uri.scheme ?? "file";
  const isHere = scheme === "file";
  const folderPath = isHere ? workspaceFolder?.uri.fsPath : workspaceFolder?.uri.path;
  const found = attachmentFolder(inspected(workspaceFolder?.uri), {
    workspaceFolder: folderPath,
    artifactId,
    paths: pathsOf(scheme),
  });
  if (found === undefined) return undefined;
  // What the person has set outside of a workspace is a folder of this machine.
  const uriOf = (path: string): vscode.Uri =>
    found.isInWorkspace && workspaceFolder !== undefined && !isHere
      ? workspaceFolder.uri.with({ path })
      : vscode.Uri.file(path);
  const shared = uriOf(found.shared);
  const root = found.isInWorkspace && workspaceFolder !== undefined ? workspaceFolder.uri : shared;
  return {
    folder: uriOf(found.path),
    root,
    shared,
    workspaceFolder: found.isInWorkspace ? workspaceFolder : undefined,
  };
}

/** The folder that the settings say; `none` where there is no workspace to put one into, undefined for who turns away. */
export async function chooseDestination(artifactId: number): Promise<Destination | "none" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return destinationIn(folders[0], artifactId) ?? "none";
  const chosen = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t("Save attachments into which folder?"),
  });
  return chosen === undefined ? undefined : (destinationIn(chosen, artifactId) ?? "none");
}
