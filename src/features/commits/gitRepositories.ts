// The Git repositories that are open in the window, and the current one.
import * as vscode from "vscode";
import { findDotGitFolder, findProgram } from "../../store/commits/git.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import type { OpenRepository } from "./workspaceContext.ts";
import {
  type GitExtensionApi,
  type GitExtension,
  type GitExtensionRepository,
  getRepositoryKey,
} from "./gitExtension.ts";

interface TrackedRepository {
  readonly repository: OpenRepository;
  readonly listeners: vscode.Disposable;
  /** Undefined until git has reported it. */
  gitFolder: string | undefined;
}

const messageFilePattern = /[/\\](?:COMMIT_EDITMSG|MERGE_MSG|SQUASH_MSG|TAG_EDITMSG)$/;

/** VS Code writes the root into the URI of an SCM input. */
export function parseScmInputRoot({ scheme, query }: vscode.Uri): string | undefined {
  if (scheme !== "vscode-scm") return undefined;
  const [, encodedRoot] = /(?:^|&)rootUri=([^&]*)/.exec(query) ?? [];
  if (encodedRoot === undefined) return undefined;
  try {
    return vscode.Uri.parse(decodeURIComponent(encodedRoot), true).toString();
  } catch {
    return undefined;
  }
}

export class GitRepositories {
  readonly #gitExtension: GitExtension;
  readonly #errorHandler: ErrorHandler;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** Repositories were opened or closed, or the Git extension was enabled or disabled. */
  readonly onDidChange = this.#onDidChangeEmitter.event;
  readonly #onDidChangeCurrentEmitter = new vscode.EventEmitter<void>();
  /** The current repository may have changed. */
  readonly onDidChangeCurrent = this.#onDidChangeCurrentEmitter.event;
  readonly #onDidChangeStateEmitter = new vscode.EventEmitter<OpenRepository>();
  /** A branch, a remote or other state of a repository may have changed. */
  readonly onDidChangeState = this.#onDidChangeStateEmitter.event;
  readonly #repositories = new Map<string, TrackedRepository>();
  readonly #listeners: vscode.Disposable;
  #apiListeners: vscode.Disposable | undefined;

  constructor(gitExtension: GitExtension, errorHandler: ErrorHandler) {
    this.#gitExtension = gitExtension;
    this.#errorHandler = errorHandler;
    this.#listeners = vscode.Disposable.from(
      this.#onDidChangeEmitter,
      this.#onDidChangeCurrentEmitter,
      this.#onDidChangeStateEmitter,
      gitExtension.onDidChange(() => this.#reload()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#onDidChangeCurrentEmitter.fire()),
    );
    this.#reload();
  }

  get list(): readonly OpenRepository[] {
    return [...this.#repositories.values()].map(({ repository }) => repository);
  }

  find(key: string): OpenRepository | undefined {
    return this.#repositories.get(key)?.repository;
  }

  findByUri(uri: vscode.Uri): OpenRepository | undefined {
    const found = this.#gitExtension.api?.getRepository(uri);
    return found === null || found === undefined ? undefined : this.find(getRepositoryKey(found));
  }

  findByMessage(document: vscode.TextDocument): OpenRepository | undefined {
    const root = parseScmInputRoot(document.uri);
    if (root !== undefined) return this.find(root);
    const path = document.uri.scheme === "file" ? document.uri.fsPath : "";
    if (!messageFilePattern.test(path)) return undefined;
    const folder = path.replace(messageFilePattern, "");
    return [...this.#repositories.values()].find(({ gitFolder }) => gitFolder === folder)?.repository;
  }

  getCurrent(): OpenRepository | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const editorRepository = uri && this.findByUri(uri);
    if (editorRepository !== undefined) return editorRepository;
    const { list } = this;
    const selected = list.filter(({ scm }) => scm.ui.selected);
    const candidates = selected.length === 1 ? selected : list;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#apiListeners?.dispose();
    for (const { listeners } of this.#repositories.values()) listeners.dispose();
    this.#repositories.clear();
  }

  #reload(): void {
    const { api } = this.#gitExtension;
    this.#apiListeners?.dispose();
    this.#apiListeners = undefined;
    for (const key of this.#repositories.keys()) this.#remove(key);
    if (api !== undefined) {
      for (const repository of api.repositories) this.#add(api, repository);
      this.#apiListeners = vscode.Disposable.from(
        api.onDidOpenRepository((repository) => {
          this.#add(api, repository);
          this.#fireChanged();
        }),
        api.onDidCloseRepository((repository) => {
          this.#remove(getRepositoryKey(repository));
          this.#fireChanged();
        }),
      );
    }
    this.#fireChanged();
  }

  #fireChanged(): void {
    this.#onDidChangeEmitter.fire();
    this.#onDidChangeCurrentEmitter.fire();
  }

  #add(api: GitExtensionApi, scm: GitExtensionRepository): void {
    const key = getRepositoryKey(scm);
    this.#remove(key);
    const cli = { gitPath: findProgram(api.git.path), folder: scm.rootUri.fsPath };
    const repository: OpenRepository = { key, root: scm.rootUri, scm, cli };
    const listeners = vscode.Disposable.from(
      scm.state.onDidChange(() => this.#onDidChangeStateEmitter.fire(repository)),
      scm.ui.onDidChange(() => this.#onDidChangeCurrentEmitter.fire()),
    );
    const tracked: TrackedRepository = { repository, listeners, gitFolder: undefined };
    this.#repositories.set(key, tracked);
    this.#errorHandler.runInBackground("find .git folder", async () => {
      const result = await findDotGitFolder(cli);
      if (result.kind !== "folder" || this.#repositories.get(key) !== tracked) return;
      tracked.gitFolder = vscode.Uri.file(result.folder).fsPath;
      this.#onDidChangeEmitter.fire();
    });
  }

  #remove(key: string): void {
    this.#repositories.get(key)?.listeners.dispose();
    this.#repositories.delete(key);
  }
}
