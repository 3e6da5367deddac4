// Keeps the references in the files of the workspace: builds the index, and updates it when files change.
import * as vscode from "vscode";
import {
  type ArtifactFileReferences,
  type FileReference,
  type FileReferenceFinder,
  type FileToIndex,
  indexFiles,
  maxIndexedFileSize,
  readIndexedFile,
  ReferenceIndex,
} from "../../../store/references/referenceIndex.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { findLinkableReferences } from "../references/linkableReferences.ts";
import { mayContainReference } from "../references/mayContainReference.ts";
import { loadFolderReferenceContext, type ReferenceContext } from "../references/referenceContext.ts";
import { exclusionSettings, SearchedFolder } from "./workspaceFiles.ts";

const maxFiles = 100_000;
/** More changed files, such as after a checkout, are searched like a new workspace. */
const maxChangedFiles = 2_000;
const updateDelayMs = 250;
/** How often rows are added while files are searched for the first time. */
const batchSize = 1_000;

interface SearchContext extends ReferenceContext {
  readonly find: FileReferenceFinder;
}

/** By the URI of a folder or repository. */
type SearchContexts = ReadonlyMap<string, SearchContext>;

function isSameContext(one: ReferenceContext, other: ReferenceContext | undefined): boolean {
  return one.site?.api === other?.site?.api && one.grammar === other?.grammar;
}

/** Whether a search would find the same references in the same files. */
function areSameContexts(before: SearchContexts, after: SearchContexts): boolean {
  const all = [...before.values(), ...after.values()];
  // With one site for all files, their repositories don't matter.
  if (all.every((context) => isSameContext(context, all[0]))) return true;
  return (
    before.size === after.size &&
    [...before].every(([folder, context]) => isSameContext(context, after.get(folder)))
  );
}

function createFinder({ grammar }: ReferenceContext): FileReferenceFinder {
  const hasPatterns = grammar.patterns.length > 0;
  return (text) => (hasPatterns || mayContainReference(text) ? findLinkableReferences(text, grammar) : []);
}

async function readFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  if (uri.scheme === "file") return readIndexedFile(uri.fsPath);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size <= maxIndexedFileSize ? await vscode.workspace.fs.readFile(uri) : undefined;
  } catch {
    return undefined;
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

type IndexState = "searching" | "complete" | "canceled";

interface Search {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

interface ChangedFile {
  readonly uri: vscode.Uri;
  /** A new folder may have files in it. */
  readonly isNew: boolean;
}

type Context = Pick<CommitsContext, "workspace" | "errorHandler">;

export class WorkspaceIndex implements vscode.Disposable {
  readonly #context: Context;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** References or state have changed. */
  readonly onDidChange = this.#onDidChangeEmitter.event;
  #index: ReferenceIndex | undefined;
  #state: IndexState | undefined;
  #search: Search | undefined;
  #hasMoreFiles = false;
  #contexts: SearchContexts = new Map();
  #folders: readonly SearchedFolder[] = [];
  /** Of the index; undefined until there is one. */
  #listeners: vscode.Disposable | undefined;
  readonly #changedFiles = new Map<string, ChangedFile>();
  #updateTimer: NodeJS.Timeout | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Undefined until files were searched. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** The maximum that was reached, if any. */
  get limit(): { readonly kind: "files" | "references"; readonly count: number } | undefined {
    if (this.#index?.isTruncated === true) return { kind: "references", count: this.#index.size };
    return this.#hasMoreFiles ? { kind: "files", count: maxFiles } : undefined;
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

  /** Searches the files, unless that was done, is under way, or was canceled. */
  async ensure(): Promise<void> {
    if (this.#state === "canceled") return;
    const isCurrent =
      this.#state === "complete" && areSameContexts(this.#contexts, await this.#loadContexts());
    if (!isCurrent) await (this.#search?.done ?? this.refresh());
  }

  /** Searches all files again. Earlier results are kept until it is done. */
  async refresh(): Promise<void> {
    this.cancel();
    const controller = new AbortController();
    // Starts when it is known as the current one.
    const search = { controller, done: Promise.resolve().then(() => this.#run(controller.signal)) };
    this.#search = search;
    try {
      await search.done;
    } finally {
      if (this.#search === search) this.#search = undefined;
    }
  }

  cancel(): void {
    this.#search?.controller.abort();
    this.#search = undefined;
  }

  dispose(): void {
    this.cancel();
    clearTimeout(this.#updateTimer);
    this.#listeners?.dispose();
    this.#onDidChangeEmitter.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#setState("searching");
    this.#listeners ??= this.#listen();
    this.#changedFiles.clear();
    let state: IndexState = "canceled";
    try {
      if (await this.#searchFiles(signal)) state = "complete";
    } finally {
      const isReplaced = this.#search !== undefined && this.#search.controller.signal !== signal;
      if (!isReplaced) this.#setState(state);
    }
    this.#scheduleUpdate();
  }

  /** Resolves to whether all files were searched. */
  async #searchFiles(signal: AbortSignal): Promise<boolean> {
    const contexts = await this.#loadContexts();
    const isCanceled = (): boolean => signal.aborted;
    if (isCanceled()) return false;
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => new SearchedFolder(folder));
    const index = new ReferenceIndex();
    const isFirst = this.#index === undefined;
    this.#folders = folders;
    this.#contexts = contexts;
    if (isFirst) this.#index = index;
    const files = new Map<string, vscode.Uri>();
    let hasMoreFiles = false;
    for (const folder of folders) {
      const found = await folder.findFiles(maxFiles - files.size, signal, this.#context.errorHandler);
      for (const file of found.files) files.set(file.toString(), file);
      hasMoreFiles ||= found.isTruncated;
    }
    const filesToIndex = [...files.values()].flatMap((file) => this.#toFileToIndex(file));
    for (let start = 0; start < filesToIndex.length && !isCanceled(); start += batchSize) {
      const hasChanged = await indexFiles(index, filesToIndex.slice(start, start + batchSize), signal);
      if (isFirst && hasChanged) this.#onDidChangeEmitter.fire();
    }
    if (isCanceled()) return false;
    this.#index = index;
    this.#hasMoreFiles = hasMoreFiles;
    return true;
  }

  #setState(state: IndexState): void {
    this.#state = state;
    this.#onDidChangeEmitter.fire();
  }

  async #loadContexts(): Promise<SearchContexts> {
    const { workspace } = this.#context;
    const folders = [
      ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
      ...workspace.repositories.map(({ root }) => root),
    ];
    const contexts = await Promise.all(
      folders.map(async (folder) => loadFolderReferenceContext(workspace, folder)),
    );
    return new Map(
      contexts.map((context) => [context.folder.toString(), { ...context, find: createFinder(context) }]),
    );
  }

  /** Empty if the site of its references isn't known. */
  #toFileToIndex(uri: vscode.Uri): readonly FileToIndex[] {
    const folder =
      this.#context.workspace.findRepository(uri)?.root ?? vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const context = folder && this.#contexts.get(folder.toString());
    if (context?.site === undefined) return [];
    const { site, find } = context;
    return [{ file: uri.toString(), siteApi: site.api, find, read: () => readFile(uri) }];
  }

  // Updates.

  #listen(): vscode.Disposable {
    const { errorHandler, workspace } = this.#context;
    const change = (uri: vscode.Uri): void => this.#addChangedFiles([uri], false);
    const add = (...uris: readonly vscode.Uri[]): void => this.#addChangedFiles(uris, true);
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    const refresh = (): void => {
      if (this.#state === "canceled") return;
      errorHandler.runInBackground("search files for references", () => this.refresh());
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate((uri) => add(uri)),
      watcher.onDidChange(change),
      watcher.onDidDelete(change),
      // Not every file system can be watched.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => change(uri)),
      vscode.workspace.onDidCreateFiles(({ files }) => add(...files)),
      vscode.workspace.onDidDeleteFiles(({ files }) => add(...files)),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        add(...files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (exclusionSettings.some((name) => event.affectsConfiguration(name))) refresh();
      }),
      workspace.onDidChangeSites(() =>
        errorHandler.runInBackground("search files for references", () => this.ensure()),
      ),
    );
  }

  #findFolder(uri: vscode.Uri): SearchedFolder | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    return this.#folders.find((each) => each.uri.toString() === folder);
  }

  #addChangedFiles(uris: readonly vscode.Uri[], areNew: boolean): void {
    for (const uri of uris) {
      const folder = this.#findFolder(uri);
      if (folder === undefined || folder.isExcluded(uri)) continue;
      const key = uri.toString();
      this.#changedFiles.set(key, { uri, isNew: areNew || this.#changedFiles.get(key)?.isNew === true });
    }
    this.#scheduleUpdate();
  }

  /** What changes while files are searched is updated after that. */
  #scheduleUpdate(): void {
    if (this.#changedFiles.size === 0 || this.#state === "searching") return;
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#context.errorHandler.runInBackground("update references", () => this.#update());
    }, updateDelayMs);
  }

  async #update(): Promise<void> {
    const index = this.#index;
    if (index === undefined || this.#state === "searching") return;
    const changed = [...this.#changedFiles.values()];
    this.#changedFiles.clear();
    if (changed.length > maxChangedFiles) {
      await this.refresh();
      return;
    }
    const { signal } = new AbortController();
    const files = new Map<string, vscode.Uri>();
    let hasChanged = false;
    for (const { uri, isNew } of changed) {
      const type = await readFileType(uri);
      if (type === undefined) hasChanged = index.delete(uri.toString()) || hasChanged;
      else if (type !== vscode.FileType.Directory) files.set(uri.toString(), uri);
      else if (isNew) {
        const inside = await this.#findFolder(uri)?.walk(uri, maxFiles, signal);
        for (const file of inside?.files ?? []) files.set(file.toString(), file);
      }
    }
    const filesToIndex = [...files.values()].flatMap((uri) => this.#toFileToIndex(uri));
    hasChanged = (await indexFiles(index, filesToIndex, signal)) || hasChanged;
    if (hasChanged) this.#onDidChangeEmitter.fire();
  }
}
