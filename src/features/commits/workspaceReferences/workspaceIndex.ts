// Keeps the references in the files of the workspace: builds the index, and updates it when files change.
import * as vscode from "vscode";
import { settingKeys } from "../../../protocol/contributions.ts";
import {
  type ArtifactFileReferences,
  type FileReference,
  type FileToIndex,
  indexFiles,
  maxIndexedFileSize,
  maxReferencesPerFile,
  readIndexedFile,
  ReferenceIndex,
} from "../../../store/references/referenceIndex.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { type ChangedFile, ChangedFiles } from "./changedFiles.ts";
import {
  areSameContexts,
  findSearchContext,
  loadSearchContexts,
  type SearchContexts,
} from "./searchContexts.ts";
import { fileSettings, SearchedFolder } from "./workspaceFiles.ts";

const maxFiles = 100_000;
const updateDelayMs = 250;
/** How often rows are added while files are searched for the first time. */
const batchSize = 1_000;
/** Repositories that are opened later make another search necessary. */
const maxWaitForGitMs = 5_000;
/** Files that are read at once while there is room in the index. */
const omittedBatchSize = 16;

async function readFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  if (uri.scheme === "file") return readIndexedFile(uri.fsPath);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size <= maxIndexedFileSize ? await vscode.workspace.fs.readFile(uri) : undefined;
  } catch {
    return undefined;
  }
}

function isIgnoreFile({ path }: vscode.Uri): boolean {
  return path.endsWith("/.gitignore");
}

type IndexState = "searching" | "complete" | "canceled";

interface IndexLimit {
  readonly kind: "files" | "references" | "referencesPerFile";
  readonly count: number;
}

interface Search {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

type Context = Pick<CommitsContext, "workspace" | "gitExtension" | "errorHandler">;

export class WorkspaceIndex implements vscode.Disposable {
  readonly #context: Context;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** References or state have changed. */
  readonly onDidChange = this.#onDidChangeEmitter.event;
  #index: ReferenceIndex | undefined;
  #state: IndexState | undefined;
  /** The current one; undefined if files aren't searched. */
  #search: Search | undefined;
  #hasMoreFiles = false;
  #contexts: SearchContexts = new Map();
  #folders: readonly SearchedFolder[] = [];
  /** Undefined until files were searched. */
  #changedFiles: ChangedFiles | undefined;
  #listeners: vscode.Disposable | undefined;
  #updateTimer: NodeJS.Timeout | undefined;
  #isUpdating = false;
  readonly #disposed = new AbortController();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Undefined until files were searched. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** The maximum that was reached, if any. */
  get limit(): IndexLimit | undefined {
    if (this.#index?.isTruncated === true) return { kind: "references", count: this.#index.size };
    if (this.#hasMoreFiles) return { kind: "files", count: maxFiles };
    return this.#index?.hasTruncatedFile === true
      ? { kind: "referencesPerFile", count: maxReferencesPerFile }
      : undefined;
  }

  /** Folders whose references belong to no known site. */
  get foldersWithoutSite(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => {
      const context = this.#contexts.get(uri.toString());
      return context !== undefined && context.site === undefined;
    });
  }

  listArtifacts(): readonly ArtifactFileReferences[] {
    return this.#index?.listArtifacts() ?? [];
  }

  getReferences(siteApi: string, artifactId: number): readonly FileReference[] {
    return this.#index?.getReferences(siteApi, artifactId) ?? [];
  }

  /** Searches the files if that wasn't done, or sites or patterns have changed; not after it was canceled. */
  async ensure(): Promise<void> {
    const isComplete = this.#state === "complete" && (await this.#hasCurrentContexts());
    // It may have been canceled meanwhile.
    if (this.#state === "canceled" || this.#disposed.signal.aborted) return;
    if (!isComplete) this.#search ??= this.#startSearch();
    await this.#waitForSearches();
  }

  /** Searches all files again. Earlier results are kept until it is done. */
  async refresh(): Promise<void> {
    this.#search?.controller.abort();
    this.#search = this.#startSearch();
    await this.#waitForSearches();
  }

  cancel(): void {
    if (this.#search === undefined) return;
    this.#search.controller.abort();
    this.#search = undefined;
    this.#setState("canceled");
  }

  dispose(): void {
    this.#search?.controller.abort();
    this.#search = undefined;
    this.#disposed.abort();
    clearTimeout(this.#updateTimer);
    this.#changedFiles?.dispose();
    this.#listeners?.dispose();
    this.#onDidChangeEmitter.dispose();
  }

  // Searches.

  #startSearch(): Search {
    const controller = new AbortController();
    // Starts when it is known as the current one.
    return { controller, done: Promise.resolve().then(() => this.#run(controller.signal)) };
  }

  /** A search may be replaced while it is awaited. */
  async #waitForSearches(): Promise<void> {
    while (this.#search !== undefined) await this.#search.done;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const isCurrent = (): boolean => this.#search?.controller.signal === signal;
    if (!isCurrent()) return;
    let state: IndexState = "canceled";
    try {
      this.#setState("searching");
      this.#listen();
      await this.#waitForGit();
      do {
        await this.#searchFiles(signal);
        // A repository may have been opened meanwhile.
      } while (isCurrent() && !(await this.#hasCurrentContexts()));
      state = "complete";
    } catch (error) {
      if (isCurrent()) throw error;
    } finally {
      if (isCurrent()) {
        this.#search = undefined;
        this.#setState(state);
        this.#scheduleUpdate();
      }
    }
  }

  async #waitForGit(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxWaitForGitMs);
    });
    await Promise.race([this.#context.gitExtension.whenReady(), limit]);
    clearTimeout(timer);
  }

  async #searchFiles(signal: AbortSignal): Promise<void> {
    const isCanceled = (): boolean => signal.aborted;
    const contexts = await loadSearchContexts(this.#context.workspace);
    if (isCanceled()) return;
    const folders = (vscode.workspace.workspaceFolders ?? []).map(
      (folder) => new SearchedFolder(this.#context, folder),
    );
    const index = new ReferenceIndex();
    const isFirst = this.#index === undefined;
    this.#folders = folders;
    this.#contexts = contexts;
    // What has changed before is found by this search.
    this.#changedFiles?.take();
    if (isFirst) this.#index = index;
    const files = new Map<string, vscode.Uri>();
    let hasMoreFiles = false;
    for (const folder of folders) {
      const found = await folder.findFiles(maxFiles - files.size, signal);
      if (isCanceled()) return;
      for (const file of found.files) files.set(file.toString(), file);
      hasMoreFiles ||= found.isTruncated;
    }
    const allFiles = [...files.values()];
    for (let start = 0; start < allFiles.length; start += batchSize) {
      const batch = allFiles.slice(start, start + batchSize);
      const filesToIndex = batch.flatMap((file) => this.#toFileToIndex(file) ?? []);
      const hasChanged = await indexFiles(index, filesToIndex, signal);
      if (isCanceled()) return;
      if (isFirst && hasChanged) this.#onDidChangeEmitter.fire();
    }
    this.#index = index;
    this.#hasMoreFiles = hasMoreFiles;
  }

  #setState(state: IndexState): void {
    this.#state = state;
    this.#onDidChangeEmitter.fire();
  }

  async #hasCurrentContexts(): Promise<boolean> {
    return areSameContexts(this.#contexts, await loadSearchContexts(this.#context.workspace));
  }

  /** Undefined if the site of its references isn't known. */
  #toFileToIndex(uri: vscode.Uri): FileToIndex | undefined {
    const context = findSearchContext(this.#contexts, this.#context.workspace, uri);
    if (context?.site === undefined) return undefined;
    const { site, find } = context;
    return { file: uri.toString(), siteApi: site.api, find, read: () => readFile(uri) };
  }

  // Updates.

  #listen(): void {
    if (this.#listeners !== undefined) return;
    const { errorHandler, workspace } = this.#context;
    const ensure = (): void =>
      errorHandler.runInBackground("search files for references", () => this.ensure());
    const refresh = (): void => {
      if (this.#state === "canceled") return;
      errorHandler.runInBackground("search files for references", () => this.refresh());
    };
    this.#changedFiles = new ChangedFiles(
      (uri) => this.#findFolder(uri)?.isExcluded(uri) !== false,
      () => this.#scheduleUpdate(),
    );
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (fileSettings.some((name) => event.affectsConfiguration(name))) refresh();
        else if (event.affectsConfiguration(settingKeys.referencePatterns)) ensure();
      }),
      workspace.onDidChangeSites(ensure),
    );
  }

  #findFolder(uri: vscode.Uri): SearchedFolder | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    return this.#folders.find((each) => each.uri.toString() === folder);
  }

  /** What changes while files are searched is updated after that. */
  #scheduleUpdate(): void {
    if (this.#changedFiles?.isEmpty !== false || this.#state === "searching" || this.#isUpdating) return;
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#context.errorHandler.runInBackground("update references", () => this.#update());
    }, updateDelayMs);
  }

  async #update(): Promise<void> {
    const index = this.#index;
    if (index === undefined || this.#state === "searching" || this.#isUpdating) return;
    const changed = this.#changedFiles?.take();
    this.#isUpdating = true;
    try {
      // Other files may be ignored now.
      const needsSearch = changed === undefined || changed.some(({ uri }) => isIgnoreFile(uri));
      if (needsSearch) await this.#refreshUnlessCanceled();
      else await this.#updateFiles(index, changed);
    } finally {
      this.#isUpdating = false;
      this.#scheduleUpdate();
    }
  }

  async #refreshUnlessCanceled(): Promise<void> {
    if (this.#state !== "canceled") await this.refresh();
  }

  async #updateFiles(index: ReferenceIndex, changed: readonly ChangedFile[]): Promise<void> {
    const { signal } = this.#disposed;
    const limitBefore = this.limit?.kind;
    const files = new Map<string, vscode.Uri>();
    let hasChanged = false;
    for (const folder of this.#folders) {
      const changedHere = changed.filter(({ uri }) => this.#findFolder(uri) === folder);
      const found = await folder.findChangedFiles(changedHere, maxFiles, signal);
      for (const uri of found.files) files.set(uri.toString(), uri);
      for (const uri of found.removed) hasChanged = index.delete(uri.toString()) || hasChanged;
    }
    const filesToIndex: FileToIndex[] = [];
    for (const uri of files.values()) {
      const file = this.#toFileToIndex(uri);
      if (file === undefined) hasChanged = index.delete(uri.toString()) || hasChanged;
      else filesToIndex.push(file);
    }
    hasChanged = (await indexFiles(index, filesToIndex, signal)) || hasChanged;
    hasChanged = (await this.#indexOmittedFiles(index, signal)) || hasChanged;
    if (hasChanged || this.limit?.kind !== limitBefore) this.#onDidChangeEmitter.fire();
    // There is room for files that aren't known.
    const needsSearch = index.isTruncated && !index.isFull && index.omittedFiles.length === 0;
    if (needsSearch) await this.#refreshUnlessCanceled();
  }

  /** Reads files for which there was no room before. */
  async #indexOmittedFiles(index: ReferenceIndex, signal: AbortSignal): Promise<boolean> {
    const files = index.omittedFiles;
    let hasChanged = false;
    for (let start = 0; start < files.length && !index.isFull; start += omittedBatchSize) {
      const batch = files.slice(start, start + omittedBatchSize);
      const filesToIndex = batch.flatMap((file) => this.#toFileToIndex(vscode.Uri.parse(file, true)) ?? []);
      hasChanged = (await indexFiles(index, filesToIndex, signal)) || hasChanged;
    }
    return hasChanged;
  }
}
