// The files of a workspace folder, without those that the settings exclude: from VS Code's file search, or from a walk
// where it finds nothing, as in virtual workspaces and in builds without its search program.
import * as vscode from "vscode";
import { createPathExclusion, expandBraces } from "../../../model/excludedPaths.ts";
import { mapConcurrent } from "../../../store/concurrency.ts";
import type { ErrorHandler } from "../../../vscode/errorHandler.ts";

const maxConcurrentFolders = 8;

/** Settings whose globs exclude files. */
export const exclusionSettings = ["files.exclude", "search.exclude"] as const;

/** Globs with a condition are left to VS Code's file search. */
function readExcludingGlobs(folder: vscode.Uri): readonly string[] {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  return exclusionSettings.flatMap((name) => {
    const globs: unknown = configuration.get(name);
    if (typeof globs !== "object" || globs === null) return [];
    return Object.entries(globs).flatMap(([glob, isEnabled]) => (isEnabled === true ? glob : []));
  });
}

/** VS Code's search program doesn't allow braces in braces. What can't be part of one glob is excluded afterwards. */
function toOneGlob(globs: readonly string[]): string | undefined {
  const expanded = globs.flatMap(expandBraces).filter((glob) => !/[{},]/.test(glob));
  const [first] = expanded;
  return expanded.length > 1 ? `{${expanded.join(",")}}` : first;
}

interface FoundFiles {
  readonly files: readonly vscode.Uri[];
  readonly isTruncated: boolean;
}

export class SearchedFolder {
  readonly uri: vscode.Uri;
  readonly #globs: readonly string[];
  readonly #isExcluded: (path: string) => boolean;

  constructor({ uri }: vscode.WorkspaceFolder) {
    this.uri = uri;
    this.#globs = readExcludingGlobs(uri);
    this.#isExcluded = createPathExclusion(this.#globs);
  }

  isExcluded(uri: vscode.Uri): boolean {
    const folderPath = this.uri.path.replace(/\/$/, "");
    return this.#isExcluded(uri.path.slice(folderPath.length + 1));
  }

  async findFiles(
    maxFiles: number,
    signal: AbortSignal,
    errorHandler: Pick<ErrorHandler, "logError">,
  ): Promise<FoundFiles> {
    const searched = await this.#search(maxFiles, signal).catch((error: unknown) => {
      errorHandler.logError("search files", error);
      return [];
    });
    if (searched.length === 0 && !signal.aborted) return this.walk(this.uri, maxFiles, signal);
    const files = searched.filter((file) => !this.isExcluded(file));
    return { files: files.slice(0, maxFiles), isTruncated: searched.length > maxFiles };
  }

  /** Doesn't follow links to folders, which may be circular. */
  async walk(start: vscode.Uri, maxFiles: number, signal: AbortSignal): Promise<FoundFiles> {
    const files: vscode.Uri[] = [];
    let folders: readonly vscode.Uri[] = [start];
    while (folders.length > 0 && files.length <= maxFiles && !signal.aborted) {
      const inside: vscode.Uri[] = [];
      await mapConcurrent(folders, maxConcurrentFolders, async (folder) => {
        for (const [name, type] of signal.aborted ? [] : await readFolder(folder)) {
          const uri = vscode.Uri.joinPath(folder, name);
          if (this.isExcluded(uri)) continue;
          if (type === vscode.FileType.Directory) inside.push(uri);
          else if (isFile(type)) files.push(uri);
        }
      });
      folders = inside;
    }
    return { files: files.slice(0, maxFiles), isTruncated: files.length > maxFiles };
  }

  async #search(maxFiles: number, signal: AbortSignal): Promise<readonly vscode.Uri[]> {
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const pattern = new vscode.RelativePattern(this.uri, "**/*");
      return await vscode.workspace.findFiles(pattern, toOneGlob(this.#globs), maxFiles + 1, source.token);
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }
}

/** A link to a file is one, too: types are bits. */
function isFile(type: number): boolean {
  return (type & vscode.FileType.File) !== 0;
}

/** Empty if the user can't read it, or it was deleted meanwhile. */
async function readFolder(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
