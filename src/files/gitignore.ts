// What was downloaded is rarely meant for a commit: git is told to pass over it, if the person wants that. Asked once.
import * as vscode from "vscode";
import type { Destination } from "./destination.ts";

const asked = "artifacts.attachments.gitignoreOffered";

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** As `.gitignore` names a folder: "/.artifacts/". */
function ruleFor({ shared, workspaceFolder }: Destination): string | undefined {
  const root = workspaceFolder?.uri.path.replace(/\/$/, "");
  if (root === undefined || !shared.path.startsWith(`${root}/`)) return undefined;
  const way = shared.path.slice(root.length).replace(/\/$/, "");
  // What means something else in such a list gets no line of its own.
  return way === "" || /[*?[\]!#\\\r\n]|\s$/.test(way) ? undefined : `${way}/`;
}

function holds(text: string, rule: string): boolean {
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, "");
  return text.split("\n").some((line) => bare(line) === bare(rule));
}

async function add(uri: vscode.Uri, rule: string): Promise<void> {
  if (!(await isThere(uri))) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${rule}\n`));
    return;
  }
  // By way of the editor: what someone has typed there and not saved stays.
  const document = await vscode.workspace.openTextDocument(uri);
  const wasSaved = !document.isDirty;
  const end = document.lineAt(document.lineCount - 1).rangeIncludingLineBreak.end;
  const isOnNewLine = end.character === 0;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, end, `${isOnNewLine ? "" : "\n"}${rule}\n`);
  await vscode.workspace.applyEdit(edit);
  if (wasSaved) await document.save();
}

/** Nobody waits for the answer. */
export async function offerGitignore(memory: vscode.Memento, destination: Destination): Promise<void> {
  const { workspaceFolder } = destination;
  const rule = ruleFor(destination);
  if (workspaceFolder === undefined || rule === undefined) return;
  const key = `${asked} ${workspaceFolder.uri.toString()}`;
  if (memory.get(key) !== undefined) return;
  const list = vscode.Uri.joinPath(workspaceFolder.uri, ".gitignore");
  const isRepository = await isThere(vscode.Uri.joinPath(workspaceFolder.uri, ".git"));
  if (!isRepository) return;
  const text = (await isThere(list))
    ? new TextDecoder().decode(await vscode.workspace.fs.readFile(list))
    : "";
  if (holds(text, rule)) return;
  await memory.update(key, true);
  const addRule = vscode.l10n.t("Add to .gitignore");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("Keep downloaded attachments ({0}) out of git?", rule),
    addRule,
    vscode.l10n.t("No"),
  );
  if (choice === addRule) await add(list, rule);
}
