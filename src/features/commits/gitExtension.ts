import * as vscode from "vscode";

// The part of the git extension's API that is used here. It is another extension's: it may be missing, switched off, or come
// and go while the window is open.

interface Remote {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

interface Head {
  readonly name?: string;
  readonly commit?: string;
  /** The branch that it is pushed to. */
  readonly upstream?: { readonly remote: string; readonly name: string };
  /** Commits that are not there yet. */
  readonly ahead?: number;
}

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  /** The commit box. */
  readonly inputBox: { value: string };
  readonly state: {
    /** Without a name where no branch is checked out; undefined where there is nothing to be on. */
    readonly HEAD: Head | undefined;
    readonly remotes: readonly Remote[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly ui: { readonly selected: boolean; readonly onDidChange: vscode.Event<void> };
  readonly onDidCommit: vscode.Event<void>;
  /** Reads its state again. */
  status(): Promise<void>;
}

/** What is shown of commits in the Graph and the Timeline. Of several who offer something, the first is heard. */
export interface HistoryDetails {
  provideAvatar(repository: GitRepository): undefined;
  /** The commit's hash is put behind the arguments. */
  provideHoverCommands(repository: GitRepository): Promise<vscode.Command[] | undefined>;
  /** The message again, with links in it. It is read as Markdown. */
  provideMessageLinks(repository: GitRepository, message: string): Promise<string | undefined>;
}

export interface GitApi {
  readonly git: { readonly path: string };
  /** Until it is initialized, it is still looking for repositories. */
  readonly state: "uninitialized" | "initialized";
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
  /** The innermost one that holds a file. Another object with each call: its root tells which it is. */
  getRepository(uri: vscode.Uri): GitRepository | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
  /** Not in every version. */
  registerSourceControlHistoryItemDetailsProvider?(provider: HistoryDetails): vscode.Disposable;
}

interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): GitApi;
}

const extensionId = "vscode.git";

/** Git as the window has it now, and again whenever that changes; undefined while there is none. */
function watchGit(take: (git: GitApi | undefined) => void): vscode.Disposable {
  let listening: vscode.Disposable | undefined;
  let latest: symbol | undefined;
  let isGone = false;

  async function look(): Promise<void> {
    const extension = vscode.extensions.getExtension<GitExtension>(extensionId);
    if (listening !== undefined && extension !== undefined) return;
    const own = Symbol(extensionId);
    latest = own;
    listening?.dispose();
    listening = undefined;
    if (extension === undefined) return take(undefined);
    const git = await extension.activate();
    // Another look may have begun meanwhile.
    if (isGone || latest !== own) return;
    const tell = (): void => take(git.enabled ? git.getAPI(1) : undefined);
    listening = git.onDidChangeEnablement(tell);
    tell();
  }

  // What goes wrong while another extension starts is that one's to say; here there is no git then.
  const lookSafely = (): void => void look().catch(() => take(undefined));
  const extensions = vscode.extensions.onDidChange(lookSafely);
  lookSafely();
  return vscode.Disposable.from(extensions, {
    dispose: () => {
      isGone = true;
      listening?.dispose();
    },
  });
}

/** Git as this window may use it: there is none in a workspace that nobody trusts. */
export class GitHere {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Git came or went. */
  readonly changed = this.#changed.event;
  readonly #watching: vscode.Disposable;
  readonly #told: Promise<void>;
  #api: GitApi | undefined;

  constructor() {
    let tell: () => void = () => undefined;
    this.#told = new Promise((resolve) => {
      tell = resolve;
    });
    this.#watching = vscode.Disposable.from(
      this.#changed,
      watchGit((api) => {
        this.#api = api;
        tell();
        this.#changed.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    );
  }

  get api(): GitApi | undefined {
    return vscode.workspace.isTrusted ? this.#api : undefined;
  }

  /** When it is known whether there is git, and which repositories are open. */
  async settled(): Promise<void> {
    await this.#told;
    for (let api = this.#api; api !== undefined && api.state !== "initialized"; api = this.#api) {
      await this.#nextChange(api);
    }
  }

  /** Of its state, or of whether it is there at all. */
  #nextChange(api: GitApi): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        listening.dispose();
        resolve();
      };
      const listening = vscode.Disposable.from(api.onDidChangeState(done), this.changed(done));
    });
  }

  /** Tells once, when the first repository is open. */
  onFirstRepository(tell: () => void): vscode.Disposable {
    let opening: vscode.Disposable | undefined;
    const done = (): void => {
      listening.dispose();
      opening?.dispose();
      tell();
    };
    const look = (): void => {
      opening?.dispose();
      const { api } = this;
      if (api === undefined) return;
      opening = api.onDidOpenRepository(done);
      if (api.repositories.length > 0) done();
    };
    const listening = this.changed(look);
    look();
    return { dispose: () => vscode.Disposable.from(listening, ...(opening ? [opening] : [])).dispose() };
  }

  dispose(): void {
    this.#watching.dispose();
  }
}

export function keyOf({ rootUri }: GitRepository): string {
  return rootUri.toString();
}
