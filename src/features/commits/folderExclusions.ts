// Which files of a workspace folder its settings exclude. VS Code has no API for that.
import * as vscode from "vscode";
import { parseExcludingGlobs, PathExclusions, type SiblingPath } from "../../model/excludedPaths.ts";
import { createEventLoopPause } from "../../store/eventLoopPause.ts";

/** Settings whose globs exclude files. */
export const exclusionSettings = ["files.exclude", "search.exclude"] as const;

/** The path of a file in a folder, relative to it. */
export function toFolderPath(folder: vscode.Uri, { path }: vscode.Uri): string {
  return path.slice(folder.path.replace(/\/$/, "").length + 1);
}

/** Empty if the user can't read it, or it was deleted meanwhile. */
export async function readFolder(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** The settings are read once: create another one when they change. */
export class FolderExclusions {
  readonly #uri: vscode.Uri;
  readonly #paths: PathExclusions;

  constructor(folder: vscode.Uri) {
    this.#uri = folder;
    const configuration = vscode.workspace.getConfiguration(undefined, folder);
    this.#paths = new PathExclusions(
      exclusionSettings.flatMap((name) => parseExcludingGlobs(configuration.get(name))),
    );
  }

  /** Globs without condition and braces. */
  get patterns(): readonly string[] {
    return this.#paths.patterns;
  }

  /** Whether a new or deleted file may exclude or include others in its folder. */
  get hasConditions(): boolean {
    return this.#paths.hasConditions;
  }

  /** By a glob without condition. */
  has(uri: vscode.Uri): boolean {
    return this.#paths.has(toFolderPath(this.#uri, uri));
  }

  /** Removes excluded files, also those whose condition is met. */
  async filter(files: readonly vscode.Uri[], signal?: AbortSignal): Promise<readonly vscode.Uri[]> {
    const pause = createEventLoopPause();
    const names = new Map<string, Promise<ReadonlySet<string>>>();
    const exists = async ({ folder, name }: SiblingPath): Promise<boolean> => {
      const known = names.get(folder) ?? readNames(vscode.Uri.joinPath(this.#uri, folder));
      names.set(folder, known);
      return (await known).has(name);
    };
    const kept: vscode.Uri[] = [];
    for (const file of files) {
      await pause();
      if (signal?.aborted === true) break;
      if (this.has(file)) continue;
      const siblings = this.#paths.listExcludingSiblings(toFolderPath(this.#uri, file));
      if (!(await someAsync(siblings, exists))) kept.push(file);
    }
    return kept;
  }
}

async function readNames(folder: vscode.Uri): Promise<ReadonlySet<string>> {
  return new Set((await readFolder(folder)).map(([name]) => name));
}

async function someAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}
