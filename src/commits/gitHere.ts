import * as vscode from "vscode";
import { type GitApi, type GitRepository, watchGit } from "./gitApi.ts";

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
