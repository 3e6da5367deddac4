// The folder that attachments are downloaded to, and whether git ignores it.
import * as vscode from "vscode";
import { settings } from "../../protocol/contributions.ts";
import { attachmentFolder, pathsOf } from "../../store/attachments/folders.ts";

// Where attachments are saved.

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

// What was downloaded is rarely meant for a commit: git is told to pass over it, if the person wants that. Asked until it is answered.

const answered = "artifacts.attachments.gitignoreOffered";

/** Workspace folders that the question is open for. */
const open = new Set<string>();

/** Undefined where there is nothing of that name. */
async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => undefined,
  );
}

/** What a link leads to may be anything, and is none of this workspace. */
async function isOwnFileOrFree(uri: vscode.Uri): Promise<boolean> {
  const type = await typeOf(uri);
  return type === undefined || type === vscode.FileType.File;
}

async function textIn(uri: vscode.Uri): Promise<string> {
  const isThere = (await typeOf(uri)) !== undefined;
  return isThere ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : "";
}

/** As `.gitignore` names a folder: "/.artifacts/". */
function ruleFor({ shared, workspaceFolder }: Destination): string | undefined {
  const root = workspaceFolder?.uri.path.replace(/\/$/, "");
  if (root === undefined || !shared.path.startsWith(`${root}/`)) return undefined;
  const way = shared.path.slice(root.length).replace(/\/$/, "");
  // A workspace may have chosen it: nothing that means something to git, or to whoever else reads such a file.
  return /^(\/[\p{L}\p{N}_.-]+)+$/u.test(way) ? `${way}/` : undefined;
}

function holds(text: string, rule: string): boolean {
  const bare = (line: string): string => line.trim().replaceAll(/^\/|\/$/g, "");
  return text.split("\n").some((line) => bare(line) === bare(rule));
}

async function add(uri: vscode.Uri, rule: string): Promise<void> {
  if (!(await isOwnFileOrFree(uri))) return;
  if ((await typeOf(uri)) === undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${rule}\n`));
    return;
  }
  // By way of the editor: what someone has typed there and not saved stays.
  const document = await vscode.workspace.openTextDocument(uri);
  const wasSaved = !document.isDirty;
  const { end } = document.lineAt(document.lineCount - 1).rangeIncludingLineBreak;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, end, `${end.character === 0 ? "" : "\n"}${rule}\n`);
  await vscode.workspace.applyEdit(edit);
  if (wasSaved) await document.save();
}

/** Nobody waits for the answer. */
export async function offerGitignore(memory: vscode.Memento, destination: Destination): Promise<void> {
  const { workspaceFolder } = destination;
  const rule = ruleFor(destination);
  if (workspaceFolder === undefined || rule === undefined) return;
  const key = `${answered} ${workspaceFolder.uri.toString()}`;
  if (memory.get(key) !== undefined || open.has(key)) return;
  open.add(key);
  try {
    const answer = await ask(workspaceFolder.uri, rule);
    if (answer !== undefined) await memory.update(key, true);
  } finally {
    open.delete(key);
  }
}

async function ask(folder: vscode.Uri, rule: string): Promise<string | undefined> {
  const list = vscode.Uri.joinPath(folder, ".gitignore");
  const isRepository = (await typeOf(vscode.Uri.joinPath(folder, ".git"))) !== undefined;
  if (!isRepository || !(await isOwnFileOrFree(list)) || holds(await textIn(list), rule)) return undefined;
  const addRule = vscode.l10n.t("Add to .gitignore");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("Keep downloaded attachments ({0}) out of git?", rule),
    addRule,
    vscode.l10n.t("No"),
  );
  if (choice === addRule) await add(list, rule);
  return choice;
}
