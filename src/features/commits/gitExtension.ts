import * as vscode from "vscode";

// The part of the Git extension's API that is used here. The extension may be missing, disabled, or enabled and disabled
// while the window is open.

interface Remote {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

interface Head {
  readonly name?: string;
  readonly commit?: string;
  /** The remote branch that the branch is pushed to. */
  readonly upstream?: { readonly remote: string; readonly name: string };
  /** Number of commits that are not pushed yet. */
  readonly ahead?: number;
}

interface Change {
  readonly uri: vscode.Uri;
}

export interface GitExtensionRepository {
  readonly rootUri: vscode.Uri;
  /** The SCM input. */
  readonly inputBox: { value: string };
  readonly state: {
    /** Has no name if no branch is checked out; undefined in an empty repository. */
    readonly HEAD: Head | undefined;
    readonly remotes: readonly Remote[];
    readonly workingTreeChanges: readonly Change[];
    readonly indexChanges: readonly Change[];
    readonly mergeChanges: readonly Change[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly ui: { readonly selected: boolean; readonly onDidChange: vscode.Event<void> };
  readonly onDidCommit: vscode.Event<void>;
  /** Refreshes the state. */
  status(): Promise<void>;
}

/** Extends commits in the Graph and the Timeline. With several providers, VS Code uses the first result. */
export interface HistoryItemDetailsProvider {
  provideAvatar(repository: GitExtensionRepository): undefined;
  /** VS Code appends the hash of the commit to the arguments. */
  provideHoverCommands(repository: GitExtensionRepository): Promise<vscode.Command[] | undefined>;
  /** The message with links, as Markdown. */
  provideMessageLinks(repository: GitExtensionRepository, message: string): Promise<string | undefined>;
}

export interface GitExtensionApi {
  readonly git: { readonly path: string };
  /** Repositories are complete only once it is initialized. */
  readonly state: "uninitialized" | "initialized";
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly GitExtensionRepository[];
  readonly onDidOpenRepository: vscode.Event<GitExtensionRepository>;
  readonly onDidCloseRepository: vscode.Event<GitExtensionRepository>;
  /** The innermost repository that contains a file. Returns a new object with each call; the root identifies it. */
  getRepository(uri: vscode.Uri): GitExtensionRepository | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
  /** Missing in some versions. */
  registerSourceControlHistoryItemDetailsProvider?(provider: HistoryItemDetailsProvider): vscode.Disposable;
}

interface GitExtensionExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): GitExtensionApi;
}

const extensionId = "vscode.git";

/** Calls `onChange` with the API now and whenever it changes; undefined while there is none. */
function watchGitExtension(onChange: (api: GitExtensionApi | undefined) => void): vscode.Disposable {
  let enablementListener: vscode.Disposable | undefined;
  let latestUpdate: symbol | undefined;
  let isDisposed = false;

  async function update(): Promise<void> {
    const extension = vscode.extensions.getExtension<GitExtensionExports>(extensionId);
    if (enablementListener !== undefined && extension !== undefined) return;
    const updateId = Symbol(extensionId);
    latestUpdate = updateId;
    enablementListener?.dispose();
    enablementListener = undefined;
    if (extension === undefined) return onChange(undefined);
    const git = await extension.activate();
    // Another update may have started meanwhile.
    if (isDisposed || latestUpdate !== updateId) return;
    const notify = (): void => onChange(git.enabled ? git.getAPI(1) : undefined);
    enablementListener = git.onDidChangeEnablement(notify);
    notify();
  }

  // The Git extension reports its own activation errors; here it counts as missing.
  const updateSafely = (): void => void update().catch(() => onChange(undefined));
  const extensions = vscode.extensions.onDidChange(updateSafely);
  updateSafely();
  return vscode.Disposable.from(extensions, {
    dispose: () => {
      isDisposed = true;
      enablementListener?.dispose();
    },
  });
}

/** The Git extension, which is not used in untrusted workspaces. */
export class GitExtension {
  readonly #onDidChangeEmitter = new vscode.EventEmitter<void>();
  /** The API became available or unavailable. */
  readonly onDidChange = this.#onDidChangeEmitter.event;
  readonly #listeners: vscode.Disposable;
  readonly #initialized: Promise<void>;
  #api: GitExtensionApi | undefined;

  constructor() {
    let resolveInitialized: () => void = () => undefined;
    this.#initialized = new Promise((resolve) => {
      resolveInitialized = resolve;
    });
    this.#listeners = vscode.Disposable.from(
      this.#onDidChangeEmitter,
      watchGitExtension((api) => {
        this.#api = api;
        resolveInitialized();
        this.#onDidChangeEmitter.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#onDidChangeEmitter.fire()),
    );
  }

  get api(): GitExtensionApi | undefined {
    return vscode.workspace.isTrusted ? this.#api : undefined;
  }

  /** Resolves when it is known whether Git is available and which repositories are open. */
  async whenReady(): Promise<void> {
    await this.#initialized;
    for (let api = this.#api; api !== undefined && api.state !== "initialized"; api = this.#api) {
      await this.#nextChange(api);
    }
  }

  /** Resolves when the state of the API or the API itself changes. */
  #nextChange(api: GitExtensionApi): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        listeners.dispose();
        resolve();
      };
      const listeners = vscode.Disposable.from(api.onDidChangeState(done), this.onDidChange(done));
    });
  }

  /** Calls the listener once, when the first repository is open. */
  onDidOpenFirstRepository(listener: () => void): vscode.Disposable {
    let openListener: vscode.Disposable | undefined;
    const done = (): void => {
      changeListener.dispose();
      openListener?.dispose();
      listener();
    };
    const check = (): void => {
      openListener?.dispose();
      const { api } = this;
      if (api === undefined) return;
      openListener = api.onDidOpenRepository(done);
      if (api.repositories.length > 0) done();
    };
    const changeListener = this.onDidChange(check);
    check();
    return {
      dispose: () =>
        vscode.Disposable.from(changeListener, ...(openListener ? [openListener] : [])).dispose(),
    };
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

export function getRepositoryKey({ rootUri }: GitExtensionRepository): string {
  return rootUri.toString();
}
