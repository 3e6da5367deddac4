// A file to be attached, wherever it is: on this machine, or behind some file system of VS Code.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../model/displayText.ts";
import type { LocalFile } from "../protocol/commands.ts";
import type { Staging } from "../store/attachments/staging.ts";

/** A file of this machine that can be sent from. */
export interface Ready {
  readonly file: LocalFile;
  /** Whether it is a copy, which goes with the end of the work. */
  readonly isTemporary: boolean;
  giveBack(): Promise<void>;
}

export interface Source {
  readonly name: string;
  /** Where people know it from. */
  readonly origin: string;
  /** Nothing is copied before somebody has agreed to it. */
  ready(staging: Staging): Promise<Ready>;
}

/** One that is on this machine already; whoever put it there takes it away. */
export function sourceOfFile(file: LocalFile): Source {
  const { name, path, origin } = file;
  const isTemporary = origin !== undefined;
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    name,
    origin: origin ?? path,
    ready: () => Promise.resolve({ file, isTemporary, giveBack: nothing }),
  };
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function copied(uri: vscode.Uri, staging: Staging): Promise<Ready> {
  const name = nameOf(uri);
  const staged = await staging.begin(name);
  try {
    await staged.finish();
    await vscode.workspace.fs.copy(uri, vscode.Uri.file(staged.path), { overwrite: true });
    const file = { path: staged.path, name, origin: uri.toString(true) };
    return { file, isTemporary: true, giveBack: () => staged.remove() };
  } catch (error) {
    await staged.remove();
    throw error;
  }
}

function sourceAt(uri: vscode.Uri): Source {
  const name = nameOf(uri);
  if (uri.scheme === "file") return { ...sourceOfFile({ path: uri.fsPath, name }) };
  return { name, origin: uri.toString(true), ready: (staging) => copied(uri, staging) };
}

/** What is typed in an editor and not saved is not in the file. */
async function isAsWanted(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find(
    (each) => each.isDirty && each.uri.toString() === uri.toString(),
  );
  if (document === undefined) return true;
  const [save, leave] = [vscode.l10n.t("Save and Attach"), vscode.l10n.t("Attach as Saved Before")];
  const text = vscode.l10n.t("{0} has changes that are not saved.", oneLine(nameOf(uri), 60));
  const choice = await vscode.window.showWarningMessage(withoutLinks(text), { modal: true }, save, leave);
  return choice === save ? document.save() : choice === leave;
}

/** Undefined where the person turns away, or is told why it can't be. */
export async function sourcesAt(uris: readonly vscode.Uri[]): Promise<readonly Source[] | undefined> {
  for (const uri of uris) {
    const stat = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => type,
      () => undefined,
    );
    if (stat !== undefined && (stat & vscode.FileType.Directory) !== 0) {
      const name = oneLine(nameOf(uri), 60);
      const text = vscode.l10n.t("{0} is a folder: attach its files, or an archive of it.", name);
      void vscode.window.showInformationMessage(withoutLinks(text));
      return undefined;
    }
    if (!(await isAsWanted(uri))) return undefined;
  }
  return uris.map(sourceAt);
}
