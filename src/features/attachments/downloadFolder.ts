// The folder that attachments are downloaded to, and whether git ignores it.
import * as vscode from "vscode";
import { settingKeys } from "../../protocol/contributions.ts";
import { resolveAttachmentFolder, getPathModule } from "../../store/attachments/attachmentFolder.ts";

// Where attachments are saved.

export interface DownloadFolder {
  readonly folder: vscode.Uri;
  /** The folder is never created outside of this one. */
  readonly root: vscode.Uri;
  /** The parent folder for attachments of all artifacts, for `.gitignore`. */
  readonly sharedFolder: vscode.Uri;
  readonly workspaceFolder: vscode.WorkspaceFolder | undefined;
}

function readFolderSetting(scope: vscode.Uri | undefined): {
  readonly workspace: string | undefined;
  readonly user: string;
} {
  const setting = vscode.workspace
    .getConfiguration(undefined, scope)
    .inspect<unknown>(settingKeys.attachmentsFolder);
  const toNonEmptyText = (value: unknown): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  return {
    workspace: vscode.workspace.isTrusted
      ? (toNonEmptyText(setting?.workspaceFolderValue) ?? toNonEmptyText(setting?.workspaceValue))
      : undefined,
    user: toNonEmptyText(setting?.globalValue) ?? toNonEmptyText(setting?.defaultValue) ?? "",
  };
}

function toDownloadFolder(
  workspaceFolder: vscode.WorkspaceFolder | undefined,
  artifactId: number,
): DownloadFolder | undefined {
  const scheme = workspaceFolder?.uri.scheme ?? "file";
  const isLocal = scheme === "file";
  const folderPath = isLocal ? workspaceFolder?.uri.fsPath : workspaceFolder?.uri.path;
  const setting = resolveAttachmentFolder(readFolderSetting(workspaceFolder?.uri), {
    workspaceFolder: folderPath,
    artifactId,
    paths: getPathModule(scheme),
  });
  if (setting === undefined) return undefined;
  // A folder from user settings is on this machine, even if the workspace is virtual.
  const toUri = (path: string): vscode.Uri =>
    setting.isInWorkspace && workspaceFolder !== undefined && !isLocal
      ? workspaceFolder.uri.with({ path })
      : vscode.Uri.file(path);
  const sharedFolder = toUri(setting.sharedPath);
  const root = setting.isInWorkspace && workspaceFolder !== undefined ? workspaceFolder.uri : sharedFolder;
  return {
    folder: toUri(setting.path),
    root,
    sharedFolder,
    workspaceFolder: setting.isInWorkspace ? workspaceFolder : undefined,
  };
}

/** The folder of the settings; `none` if there is no workspace for it, `undefined` if the user dismisses the prompt. */
export async function getOrPickDownloadFolder(
  artifactId: number,
): Promise<DownloadFolder | "none" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length < 2) return toDownloadFolder(folders[0], artifactId) ?? "none";
  const workspaceFolder = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t("Select the folder to save attachments to"),
  });
  return workspaceFolder === undefined
    ? undefined
    : (toDownloadFolder(workspaceFolder, artifactId) ?? "none");
}

const answeredKey = "artifacts.attachments.gitignoreOffered";

/** Keys of workspace folders whose prompt is still shown. */
const openPrompts = new Set<string>();

/** `undefined` if there is no such file. */
async function getFileType(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => undefined,
  );
}

/** `false` for symbolic links, which may lead out of the workspace. */
async function isFileOrMissing(uri: vscode.Uri): Promise<boolean> {
  const type = await getFileType(uri);
  return type === undefined || type === vscode.FileType.File;
}

async function readTextFile(uri: vscode.Uri): Promise<string> {
  const isThere = (await getFileType(uri)) !== undefined;
  return isThere ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : "";
}

/** For example "/.artifacts/". */
function toGitignoreRule({ sharedFolder, workspaceFolder }: DownloadFolder): string | undefined {
  const root = workspaceFolder?.uri.path.replace(/\/$/, "");
  if (root === undefined || !sharedFolder.path.startsWith(`${root}/`)) return undefined;
  const rule = sharedFolder.path.slice(root.length).replace(/\/$/, "");
  // The path may come from untrusted workspace settings: no characters with a meaning in `.gitignore`.
  return /^(\/[\p{L}\p{N}_.-]+)+$/u.test(rule) ? `${rule}/` : undefined;
}

function hasRule(text: string, rule: string): boolean {
  const normalize = (line: string): string => line.trim().replaceAll(/^\/|\/$/g, "");
  return text.split("\n").some((line) => normalize(line) === normalize(rule));
}

async function appendRule(uri: vscode.Uri, rule: string): Promise<void> {
  if (!(await isFileOrMissing(uri))) return;
  if ((await getFileType(uri)) === undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${rule}\n`));
    return;
  }
  // An edit of the document keeps unsaved changes of the user.
  const document = await vscode.workspace.openTextDocument(uri);
  const wasSaved = !document.isDirty;
  const { end } = document.lineAt(document.lineCount - 1).rangeIncludingLineBreak;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, end, `${end.character === 0 ? "" : "\n"}${rule}\n`);
  await vscode.workspace.applyEdit(edit);
  if (wasSaved) await document.save();
}

/** Asks to add the folder to `.gitignore`, again after each download until the user answers. */
export async function offerGitignore(memento: vscode.Memento, downloadFolder: DownloadFolder): Promise<void> {
  const { workspaceFolder } = downloadFolder;
  const rule = toGitignoreRule(downloadFolder);
  if (workspaceFolder === undefined || rule === undefined) return;
  const key = `${answeredKey} ${workspaceFolder.uri.toString()}`;
  if (memento.get(key) !== undefined || openPrompts.has(key)) return;
  openPrompts.add(key);
  try {
    const answer = await promptForGitignore(workspaceFolder.uri, rule);
    if (answer !== undefined) await memento.update(key, true);
  } finally {
    openPrompts.delete(key);
  }
}

async function promptForGitignore(folder: vscode.Uri, rule: string): Promise<string | undefined> {
  const gitignore = vscode.Uri.joinPath(folder, ".gitignore");
  const isRepository = (await getFileType(vscode.Uri.joinPath(folder, ".git"))) !== undefined;
  if (!isRepository || !(await isFileOrMissing(gitignore)) || hasRule(await readTextFile(gitignore), rule)) {
    return undefined;
  }
  const addRule = vscode.l10n.t("Add to .gitignore");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("Add downloaded attachments ({0}) to .gitignore?", rule),
    addRule,
    vscode.l10n.t("No"),
  );
  if (choice === addRule) await appendRule(gitignore, rule);
  return choice;
}
