// Collects the files that change, until they are taken.
import * as vscode from "vscode";

/** After more changes, such as a checkout, all files are searched. */
const maxChangedFiles = 2_000;

export interface ChangedFile {
  readonly uri: vscode.Uri;
  /** Created or deleted. A new folder may have files in it. */
  readonly isNewOrDeleted: boolean;
}

export class ChangedFiles implements vscode.Disposable {
  readonly #files = new Map<string, ChangedFile>();
  readonly #onDidChange: () => void;
  readonly #isExcluded: (uri: vscode.Uri) => boolean;
  readonly #listeners: vscode.Disposable;

  constructor(isExcluded: (uri: vscode.Uri) => boolean, onDidChange: () => void) {
    this.#isExcluded = isExcluded;
    this.#onDidChange = onDidChange;
    const change = (uri: vscode.Uri): void => this.#add([uri], false);
    const add = (...uris: readonly vscode.Uri[]): void => this.#add(uris, true);
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    this.#listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate((uri) => add(uri)),
      watcher.onDidChange(change),
      watcher.onDidDelete((uri) => add(uri)),
      // Not every file system can be watched.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => change(uri)),
      vscode.workspace.onDidCreateFiles(({ files }) => add(...files)),
      vscode.workspace.onDidDeleteFiles(({ files }) => add(...files)),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        add(...files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
    );
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Returns and removes all of them; undefined if there are too many. */
  take(): readonly ChangedFile[] | undefined {
    const files = [...this.#files.values()];
    this.#files.clear();
    return files.length > maxChangedFiles ? undefined : files;
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #add(uris: readonly vscode.Uri[], areNewOrDeleted: boolean): void {
    for (const uri of uris) {
      if (this.#files.size > maxChangedFiles) break;
      if (this.#isExcluded(uri)) continue;
      const key = uri.toString();
      const isNewOrDeleted = areNewOrDeleted || this.#files.get(key)?.isNewOrDeleted === true;
      this.#files.set(key, { uri, isNewOrDeleted });
    }
    if (this.#files.size > 0) this.#onDidChange();
  }
}
