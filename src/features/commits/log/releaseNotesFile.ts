// Writes release notes into a file. An existing one is edited in an editor, so that the user can check, undo, and save it.
import * as vscode from "vscode";
import { escapeLinks, toDisplayLine } from "../../../model/displayText.ts";
import { insertReleaseNotes, type ReleaseNotes } from "../../../model/reference/insertReleaseNotes.ts";

const usualName = /^(?:change[-_ ]?log|changes|history|news|release[-_ ]?notes)\.(?:md|markdown)$/i;
const newFileName = "RELEASE_NOTES.md";

interface ReleaseNotesFile {
  readonly name: string;
  readonly file: vscode.Uri;
}

/** Empty if the folder can't be read, because the change log can be used without it. */
async function readFolder(folder: vscode.Uri): Promise<readonly (readonly [string, vscode.FileType])[]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** Files in the folder that usually contain release notes. */
export async function listReleaseNotes(folder: vscode.Uri): Promise<readonly ReleaseNotesFile[]> {
  return (await readFolder(folder))
    .filter(([name, type]) => (type & vscode.FileType.File) !== 0 && usualName.test(name))
    .map(([name]) => ({ name, file: vscode.Uri.joinPath(folder, name) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function getName(file: vscode.Uri): string {
  return toDisplayLine(file.path.split("/").at(-1) ?? "");
}

function showError(text: string): undefined {
  void vscode.window.showErrorMessage(escapeLinks(text));
}

async function openDocument(file: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(file);
  } catch {
    // It is binary or too large, or was deleted.
    return undefined;
  }
}

/** Above the sections of earlier releases, or in the section of this one. The document isn't saved. */
export async function addToReleaseNotes(file: vscode.Uri, notes: ReleaseNotes): Promise<void> {
  const document = await openDocument(file);
  if (document === undefined) {
    return showError(vscode.l10n.t("{0} couldn't be opened as text. Select another file.", getName(file)));
  }
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const lines = Array.from({ length: document.lineCount }, (_, index) => document.lineAt(index).text);
  const { line, text } = insertReleaseNotes(lines, notes);
  const position = document.validatePosition(new vscode.Position(line, 0));
  const isEdited = await editor.edit((edit) => edit.insert(position, text));
  if (!isEdited) {
    return showError(
      vscode.l10n.t("{0} couldn't be edited. Check whether it is read-only, and try again.", getName(file)),
    );
  }
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.AtTop);
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}

/** Creates a file that the user selects, or adds the notes to it if it exists, whatever the dialog says about that. */
export async function saveReleaseNotes(folder: vscode.Uri, notes: ReleaseNotes): Promise<void> {
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save as Release Notes"),
    defaultUri: vscode.Uri.joinPath(folder, newFileName),
    filters: { Markdown: ["md", "markdown"] },
  });
  if (file === undefined) return;
  if (await exists(file)) return addToReleaseNotes(file, notes);
  const content = `# ${vscode.l10n.t("Release Notes")}\n\n${notes.text}`;
  const edit = new vscode.WorkspaceEdit();
  // Fails if the file was created meanwhile.
  edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(content) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    return showError(
      vscode.l10n.t("{0} couldn't be created. Check whether its folder is read-only.", getName(file)),
    );
  }
  await vscode.window.showTextDocument(file, { preview: false });
}
