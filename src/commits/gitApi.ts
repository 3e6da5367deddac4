// The part of the git extension's API that is used here. It is another extension's: it may be missing, switched off, or come
// and go while the window is open.
import * as vscode from "vscode";

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
export function watchGit(take: (git: GitApi | undefined) => void): vscode.Disposable {
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
