// The repositories that are open in the window, and the one that somebody is at.
import * as vscode from "vscode";
import { gitFolderOf, programPath } from "../../store/commits/git.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { OpenRepository } from "./folderContext.ts";
import { type GitApi, type GitHere, type GitRepository, keyOf } from "./gitExtension.ts";

interface Known {
  readonly repository: OpenRepository;
  readonly listening: vscode.Disposable;
  /** Undefined until git has told it. */
  gitFolder: string | undefined;
}

const messageFile = /[/\\](?:COMMIT_EDITMSG|MERGE_MSG|SQUASH_MSG|TAG_EDITMSG)$/;

/** The root that is in the address of a commit box: VS Code writes it there. */
export function rootOfBox({ scheme, query }: vscode.Uri): string | undefined {
  if (scheme !== "vscode-scm") return undefined;
  const [, written] = /(?:^|&)rootUri=([^&]*)/.exec(query) ?? [];
  if (written === undefined) return undefined;
  try {
    return vscode.Uri.parse(decodeURIComponent(written), true).toString();
  } catch {
    return undefined;
  }
}

export class Repositories {
  readonly #git: GitHere;
  readonly #boundary: Boundary;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Some were opened or closed, or git came or went. */
  readonly changed = this.#changed.event;
  readonly #currentChanged = new vscode.EventEmitter<void>();
  /** Somebody may be at another one. */
  readonly currentChanged = this.#currentChanged.event;
  readonly #stateChanged = new vscode.EventEmitter<OpenRepository>();
  /** A branch, a remote or anything else of it may be another one. */
  readonly stateChanged = this.#stateChanged.event;
  readonly #known = new Map<string, Known>();
  readonly #listening: vscode.Disposable;
  #opening: vscode.Disposable | undefined;

  constructor(git: GitHere, boundary: Boundary) {
    this.#git = git;
    this.#boundary = boundary;
    this.#listening = vscode.Disposable.from(
      this.#changed,
      this.#currentChanged,
      this.#stateChanged,
      git.changed(() => this.#look()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#currentChanged.fire()),
    );
    this.#look();
  }

  get list(): readonly OpenRepository[] {
    return [...this.#known.values()].map(({ repository }) => repository);
  }

  find(key: string): OpenRepository | undefined {
    return this.#known.get(key)?.repository;
  }

  holding(uri: vscode.Uri): OpenRepository | undefined {
    const found = this.#git.api?.getRepository(uri);
    return found === null || found === undefined ? undefined : this.find(keyOf(found));
  }

  ofMessage(document: vscode.TextDocument): OpenRepository | undefined {
    const root = rootOfBox(document.uri);
    if (root !== undefined) return this.find(root);
    const path = document.uri.scheme === "file" ? document.uri.fsPath : "";
    if (!messageFile.test(path)) return undefined;
    const folder = path.replace(messageFile, "");
    return [...this.#known.values()].find(({ gitFolder }) => gitFolder === folder)?.repository;
  }

  current(): OpenRepository | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const ofEditor = uri && this.holding(uri);
    if (ofEditor !== undefined) return ofEditor;
    const { list } = this;
    const selected = list.filter(({ git }) => git.ui.selected);
    const candidates = selected.length === 1 ? selected : list;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#opening?.dispose();
    for (const { listening } of this.#known.values()) listening.dispose();
    this.#known.clear();
  }

  #look(): void {
    const { api } = this.#git;
    this.#opening?.dispose();
    this.#opening = undefined;
    for (const key of this.#known.keys()) this.#forget(key);
    if (api !== undefined) {
      for (const repository of api.repositories) this.#take(api, repository);
      this.#opening = vscode.Disposable.from(
        api.onDidOpenRepository((repository) => {
          this.#take(api, repository);
          this.#tell();
        }),
        api.onDidCloseRepository((repository) => {
          this.#forget(keyOf(repository));
          this.#tell();
        }),
      );
    }
    this.#tell();
  }

  #tell(): void {
    this.#changed.fire();
    this.#currentChanged.fire();
  }

  #take(api: GitApi, git: GitRepository): void {
    const key = keyOf(git);
    this.#forget(key);
    const asked = { program: programPath(api.git.path), folder: git.rootUri.fsPath };
    const repository: OpenRepository = { key, root: git.rootUri, git, asked };
    const listening = vscode.Disposable.from(
      git.state.onDidChange(() => this.#stateChanged.fire(repository)),
      git.ui.onDidChange(() => this.#currentChanged.fire()),
    );
    const known: Known = { repository, listening, gitFolder: undefined };
    this.#known.set(key, known);
    this.#boundary.start("git folder", async () => {
      const told = await gitFolderOf(asked);
      if (told.kind !== "folder" || this.#known.get(key) !== known) return;
      known.gitFolder = vscode.Uri.file(told.folder).fsPath;
      this.#changed.fire();
    });
  }

  #forget(key: string): void {
    this.#known.get(key)?.listening.dispose();
    this.#known.delete(key);
  }
}
