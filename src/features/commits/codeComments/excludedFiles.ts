// Files whose comments are not the user's: excluded, vendored and ignored ones, and those outside of the workspace.
import * as vscode from "vscode";
import { exclusionSettings, FolderExclusions } from "../folderExclusions.ts";
import { loadIgnoredPaths } from "../ignoredPaths.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";

/** The description of the setting `artifacts.references.closedInComments` lists them. */
const vendoredFolders: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
]);

/** The workspace folder of a file; undefined for other documents, such as older versions of the file. */
export function findFolderOfFile({ uri }: vscode.TextDocument): vscode.WorkspaceFolder | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder?.uri.scheme === uri.scheme ? folder : undefined;
}

function isVendored({ uri }: vscode.TextDocument, folder: vscode.WorkspaceFolder): boolean {
  const folders = uri.path.slice(folder.uri.path.length).split("/").slice(0, -1);
  return folders.some((name) => vendoredFolders.has(name));
}

type Workspace = Pick<WorkspaceContext, "repositories" | "findRepository" | "onDidChangeRepositories">;

export class ExcludedFiles implements vscode.Disposable {
  readonly #workspace: Workspace;
  /** By the URI of the workspace folder. */
  readonly #exclusions = new Map<string, FolderExclusions>();
  /** By the URI of the file, so that git is run once for each. */
  readonly #ignored = new Map<string, Promise<boolean>>();
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** A `.gitignore` file has changed. */
  readonly onDidChangeIgnoreFiles = this.#onDidChangeEmitter.event;
  readonly #listeners: vscode.Disposable;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    const change = (): void => {
      this.#ignored.clear();
      this.#onDidChangeEmitter.fire();
    };
    const watcher = vscode.workspace.createFileSystemWatcher("**/.gitignore");
    this.#listeners = vscode.Disposable.from(
      this.#onDidChangeEmitter,
      watcher,
      watcher.onDidCreate(change),
      watcher.onDidChange(change),
      watcher.onDidDelete(change),
      // Not every file system can be watched.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith("/.gitignore")) change();
      }),
      workspace.onDidChangeRepositories(() => this.#ignored.clear()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (exclusionSettings.some((name) => change.affectsConfiguration(name))) this.#exclusions.clear();
      }),
    );
  }

  async has(document: vscode.TextDocument): Promise<boolean> {
    const folder = findFolderOfFile(document);
    if (folder === undefined || isVendored(document, folder)) return true;
    const { uri } = document;
    const included = await this.#getExclusions(folder).filter([uri]);
    return included.length === 0 || this.#isIgnored(folder, uri);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #getExclusions({ uri }: vscode.WorkspaceFolder): FolderExclusions {
    const key = uri.toString();
    const exclusions = this.#exclusions.get(key) ?? new FolderExclusions(uri);
    this.#exclusions.set(key, exclusions);
    return exclusions;
  }

  #isIgnored(folder: vscode.WorkspaceFolder, uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    const known = this.#ignored.get(key);
    if (known !== undefined) return known;
    const ignored = loadIgnoredPaths(this.#workspace, folder.uri, [uri]).then((paths) => paths.has(uri));
    this.#ignored.set(key, ignored);
    return ignored;
  }
}
