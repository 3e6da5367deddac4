// The files of a workspace folder, without those that settings exclude or git ignores: from VS Code's file search, or from
// a walk where it finds nothing, as in virtual workspaces and in builds without its search program.
import * as vscode from "vscode";
import { mapConcurrent } from "../../../store/concurrency.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { exclusionSettings, FolderExclusions, readFolder } from "../folderExclusions.ts";
import { IgnoredPaths, loadIgnoredPaths } from "../ignoredPaths.ts";
import type { ChangedFile } from "./changedFiles.ts";

const useIgnoreFiles = "search.useIgnoreFiles";

/** Settings that decide which files are searched. */
export const fileSettings = [...exclusionSettings, useIgnoreFiles] as const;

const maxConcurrentFolders = 8;
/** Limits the length of the glob for VS Code's file search; files in other ignored folders are removed afterwards. */
const maxIgnoredFolders = 100;

/** Names that a glob takes literally. What can't be part of one glob is removed afterwards. */
function toGlob(patterns: readonly string[], { folders }: IgnoredPaths): string | undefined {
  const literal = folders.filter((path) => /^[\p{L}\p{N}_./ -]+$/u.test(path));
  const all = [
    // VS Code's search program doesn't allow braces in braces.
    ...patterns.filter((glob) => !/[{},]/.test(glob)),
    ...literal.slice(0, maxIgnoredFolders),
  ];
  return all.length > 1 ? `{${all.join(",")}}` : all[0];
}

interface FoundFiles {
  readonly files: readonly vscode.Uri[];
  readonly isTruncated: boolean;
}

interface FoundChanges {
  /** To read again, with those in new folders. */
  readonly files: readonly vscode.Uri[];
  /** Files and folders that are deleted, excluded or ignored. */
  readonly removed: readonly vscode.Uri[];
}

type Context = Pick<CommitsContext, "workspace" | "errorHandler">;

export class SearchedFolder {
  readonly uri: vscode.Uri;
  readonly #context: Context;
  readonly #exclusions: FolderExclusions;
  readonly #usesIgnoreFiles: boolean;
  /** When all files were found. */
  #ignored: IgnoredPaths;

  constructor(context: Context, { uri }: vscode.WorkspaceFolder) {
    this.uri = uri;
    this.#context = context;
    this.#exclusions = new FolderExclusions(uri);
    const configuration = vscode.workspace.getConfiguration(undefined, uri);
    this.#usesIgnoreFiles = configuration.get(useIgnoreFiles) !== false;
    this.#ignored = new IgnoredPaths(uri);
  }

  /** By what is known without running git or reading folders. */
  isExcluded(uri: vscode.Uri): boolean {
    return this.#exclusions.has(uri) || this.#ignored.has(uri);
  }

  async findFiles(maxFiles: number, signal: AbortSignal): Promise<FoundFiles> {
    const ignored = await this.#loadIgnored(undefined, signal);
    this.#ignored = ignored;
    const found = await this.#search(maxFiles, ignored, signal);
    if (found.length > 0 || signal.aborted) return this.#select(found, ignored, maxFiles, signal);
    return this.#select(await this.#walk(this.uri, maxFiles, ignored, signal), ignored, maxFiles, signal);
  }

  /** Finds the same files as `findFiles`, but only changed ones. */
  async findChangedFiles(
    changed: readonly ChangedFile[],
    maxFiles: number,
    signal: AbortSignal,
  ): Promise<FoundChanges> {
    const newOrDeleted = changed.flatMap(({ uri, isNewOrDeleted }) => (isNewOrDeleted ? uri : []));
    const files = [...(await this.#listFilesWithCondition(newOrDeleted))];
    const removed: vscode.Uri[] = [];
    const newFolders: vscode.Uri[] = [];
    for (const { uri, isNewOrDeleted } of changed) {
      const type = await readFileType(uri);
      if (type === undefined) removed.push(uri);
      else if (type !== vscode.FileType.Directory) files.push(uri);
      else if (isNewOrDeleted) newFolders.push(uri);
    }
    const included = new Set(await this.#filter([...files, ...newFolders], signal));
    removed.push(...[...files, ...newFolders].filter((uri) => !included.has(uri)));
    const found = files.filter((uri) => included.has(uri));
    for (const folder of newFolders) {
      if (included.has(folder)) found.push(...(await this.#findFilesIn(folder, maxFiles, signal)));
    }
    return { files: found, removed };
  }

  /** Removes excluded and ignored files and folders. */
  async #filter(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<readonly vscode.Uri[]> {
    const included = await this.#exclusions.filter(uris, signal);
    if (included.length === 0) return [];
    const ignored = await this.#loadIgnored(included, signal);
    return included.filter((uri) => !ignored.has(uri));
  }

  async #findFilesIn(
    folder: vscode.Uri,
    maxFiles: number,
    signal: AbortSignal,
  ): Promise<readonly vscode.Uri[]> {
    const ignored = await this.#loadIgnored([folder], signal);
    const found = await this.#walk(folder, maxFiles, ignored, signal);
    return (await this.#select(found, ignored, maxFiles, signal)).files;
  }

  /** The files that may be excluded or included because these are new or deleted. */
  async #listFilesWithCondition(changed: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    if (!this.#exclusions.hasConditions) return [];
    const parents = changed.map((uri) => vscode.Uri.joinPath(uri, ".."));
    const folders = [...new Map(parents.map((uri) => [uri.toString(), uri])).values()];
    const files = await mapConcurrent(folders, maxConcurrentFolders, async (folder) =>
      (await readFolder(folder)).flatMap(([name, type]) =>
        isFile(type) ? vscode.Uri.joinPath(folder, name) : [],
      ),
    );
    return files.flat();
  }

  async #loadIgnored(uris: readonly vscode.Uri[] | undefined, signal: AbortSignal): Promise<IgnoredPaths> {
    return this.#usesIgnoreFiles
      ? loadIgnoredPaths(this.#context.workspace, this.uri, uris, signal)
      : new IgnoredPaths(this.uri);
  }

  async #select(
    found: readonly vscode.Uri[],
    ignored: IgnoredPaths,
    maxFiles: number,
    signal: AbortSignal,
  ): Promise<FoundFiles> {
    const files = await this.#exclusions.filter(
      found.filter((file) => !ignored.has(file)),
      signal,
    );
    return { files: files.slice(0, maxFiles), isTruncated: found.length > maxFiles };
  }

  /** Doesn't follow links to folders, which may be circular. */
  async #walk(
    start: vscode.Uri,
    maxFiles: number,
    ignored: IgnoredPaths,
    signal: AbortSignal,
  ): Promise<readonly vscode.Uri[]> {
    const files: vscode.Uri[] = [];
    let folders: readonly vscode.Uri[] = [start];
    while (folders.length > 0 && files.length <= maxFiles && !signal.aborted) {
      const inside: vscode.Uri[] = [];
      await mapConcurrent(folders, maxConcurrentFolders, async (folder) => {
        for (const [name, type] of signal.aborted ? [] : await readFolder(folder)) {
          const uri = vscode.Uri.joinPath(folder, name);
          if (this.#exclusions.has(uri) || ignored.has(uri)) continue;
          if (type === vscode.FileType.Directory) inside.push(uri);
          else if (isFile(type)) files.push(uri);
        }
      });
      folders = inside;
    }
    return files;
  }

  /** By VS Code; empty if that fails. */
  async #search(
    maxFiles: number,
    ignored: IgnoredPaths,
    signal: AbortSignal,
  ): Promise<readonly vscode.Uri[]> {
    if (signal.aborted) return [];
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const pattern = new vscode.RelativePattern(this.uri, "**/*");
      const excluded = toGlob(this.#exclusions.patterns, ignored);
      return await vscode.workspace.findFiles(pattern, excluded, maxFiles + 1, source.token);
    } catch (error) {
      this.#context.errorHandler.logError("search files", error);
      return [];
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }
}

/** Undefined if it doesn't exist. */
async function readFileType(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}

/** A link to a file is one, too: types are bits. */
function isFile(type: number): boolean {
  return (type & vscode.FileType.File) !== 0;
}
