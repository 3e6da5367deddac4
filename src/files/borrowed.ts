// A file to be sent: where it is no file of this machine, a copy of it.
import * as vscode from "vscode";
import { safeFileName } from "../model/fileName.ts";
import type { LocalFile } from "../protocol/commands.ts";

export interface Borrowed {
  readonly file: LocalFile;
  /** Takes the copy away. */
  giveBack(): Promise<void>;
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export async function borrow(uri: vscode.Uri, storageUri: vscode.Uri): Promise<Borrowed> {
  const name = nameOf(uri);
  if (uri.scheme === "file") {
    return { file: { path: uri.fsPath, name }, giveBack: () => Promise.resolve() };
  }
  const folder = vscode.Uri.joinPath(storageUri, "uploads", crypto.randomUUID());
  const copy = vscode.Uri.joinPath(folder, safeFileName(name));
  await vscode.workspace.fs.createDirectory(folder);
  await vscode.workspace.fs.copy(uri, copy);
  return {
    file: { path: copy.fsPath, name, origin: uri.toString(true) },
    giveBack: async () => {
      await vscode.workspace.fs.delete(folder, { recursive: true });
    },
  };
}
