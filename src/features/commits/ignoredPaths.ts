// What git ignores in a workspace folder; nothing without a repository, or if the workspace isn't trusted.
import * as vscode from "vscode";
import { listIgnoredPaths, toRepositoryPath } from "../../store/commits/git.ts";
import { toFolderPath } from "./folderExclusions.ts";
import type { OpenRepository, WorkspaceContext } from "./workspaceContext.ts";

/** More are not passed to git, which lists the whole folder then. */
const maxListedFiles = 100;

export class IgnoredPaths {
  readonly #folder: vscode.Uri;
  /** Relative to the folder. */
  readonly #paths: ReadonlySet<string>;
  /** Folders with all that is in them, relative to the workspace folder. */
  readonly folders: readonly string[];

  /** Folders among the paths end with a slash. */
  constructor(folder: vscode.Uri, paths: readonly string[] = []) {
    this.#folder = folder;
    this.#paths = new Set(paths.map((path) => path.replace(/\/$/, "")));
    this.folders = paths.flatMap((path) => (path.endsWith("/") ? path.slice(0, -1) : []));
  }

  has(uri: vscode.Uri): boolean {
    if (this.#paths.size === 0) return false;
    const path = toFolderPath(this.#folder, uri);
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (this.#paths.has(path.slice(0, end))) return true;
    }
    return false;
  }
}

/** Undefined if it isn't in the folder. */
function toInnerPath(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
  const path = toRepositoryPath({ gitPath: "", folder: folder.fsPath }, uri.fsPath);
  // On Windows, the path to another drive is absolute.
  return /^\.\.(?:\/|$)|^[a-z]:/i.test(path) ? undefined : path;
}

type Workspace = Pick<WorkspaceContext, "repositories" | "findRepository">;

type PathsByRepository = ReadonlyMap<OpenRepository, readonly string[]>;

/** The repository that contains the folder, and those in it. No paths: all of the repository. */
function listFolderPaths({ repositories }: Workspace, folder: vscode.Uri): PathsByRepository {
  return new Map(
    repositories.flatMap((repository): [OpenRepository, readonly string[]][] => {
      const pathInRepository = toInnerPath(repository.root, folder);
      if (pathInRepository !== undefined) {
        return [[repository, pathInRepository === "" ? [] : [pathInRepository]]];
      }
      return toInnerPath(folder, repository.root) === undefined ? [] : [[repository, []]];
    }),
  );
}

function listFilePaths(workspace: Workspace, files: readonly vscode.Uri[]): PathsByRepository {
  const byRepository = new Map<OpenRepository, string[]>();
  for (const file of files) {
    const repository = workspace.findRepository(file);
    if (repository === undefined) continue;
    const path = toInnerPath(repository.root, file);
    if (path === undefined || path === "") continue;
    byRepository.set(repository, [...(byRepository.get(repository) ?? []), path]);
  }
  return byRepository;
}

/**
 * What is ignored among these files and folders, or in the whole workspace folder. As in VS Code's search, a folder isn't
 * ignored if it is the workspace folder.
 */
export async function loadIgnoredPaths(
  workspace: Workspace,
  folder: vscode.Uri,
  files: readonly vscode.Uri[] | undefined,
  signal?: AbortSignal,
): Promise<IgnoredPaths> {
  if (folder.scheme !== "file" || !vscode.workspace.isTrusted) return new IgnoredPaths(folder);
  const isWhole = files === undefined || files.length > maxListedFiles;
  const paths = isWhole ? listFolderPaths(workspace, folder) : listFilePaths(workspace, files);
  const ignored = await Promise.all(
    [...paths].map(async ([repository, pathsInRepository]) => {
      const listed = await listIgnoredPaths(repository.cli, pathsInRepository, signal);
      return listed.map((path) => ({ uri: vscode.Uri.joinPath(repository.root, path), path }));
    }),
  );
  return new IgnoredPaths(
    folder,
    ignored.flat().flatMap(({ uri, path }) => {
      const inner = toInnerPath(folder, uri);
      if (inner === undefined || inner === "") return [];
      return path.endsWith("/") ? `${inner}/` : inner;
    }),
  );
}
