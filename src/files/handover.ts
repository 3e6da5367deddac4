// A workspace may be no folder of this machine. What is downloaded for it lies in the extension's own storage first, whole
// and checked, and is handed over then.
import * as vscode from "vscode";
import { freeName, safeFileName } from "../model/fileName.ts";
import type { Target } from "../store/attachments/download.ts";
import type { Staging } from "../store/attachments/staging.ts";

export class Handover {
  /** Where downloads go first. */
  readonly target: Target;
  readonly #place: vscode.Uri;
  readonly #isFolder: boolean;

  private constructor(place: vscode.Uri, isFolder: boolean, staging: Staging) {
    const path = staging.sharedFolder("downloads");
    this.target = { kind: "folder", root: path, path };
    this.#place = place;
    this.#isFolder = isFolder;
  }

  /** Undefined where files can be written directly. */
  static to(place: vscode.Uri, isFolder: boolean, staging: Staging): Handover | undefined {
    return place.scheme === "file" ? undefined : new Handover(place, isFolder, staging);
  }

  /** Where it is to be, for people. */
  get goal(): string {
    return this.#place.path;
  }

  /** Says where it is then. What was chosen in a dialog is replaced; in a folder nothing ever is. */
  async pass(path: string): Promise<vscode.Uri> {
    const source = vscode.Uri.file(path);
    try {
      if (!this.#isFolder) {
        await vscode.workspace.fs.copy(source, this.#place, { overwrite: true });
        return this.#place;
      }
      await vscode.workspace.fs.createDirectory(this.#place);
      const taken = (await vscode.workspace.fs.readDirectory(this.#place)).map(([name]) => name);
      const name = freeName(safeFileName(source.path.slice(source.path.lastIndexOf("/") + 1)), taken);
      const goal = vscode.Uri.joinPath(this.#place, name);
      await vscode.workspace.fs.copy(source, goal, { overwrite: false });
      return goal;
    } finally {
      await vscode.workspace.fs.delete(source);
    }
  }
}
