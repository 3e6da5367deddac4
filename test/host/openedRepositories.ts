// Real repositories, opened by VS Code's own git extension. Their folders go with the run: the extension may still ask git about
// one that it has closed, and a git that finds no folder ends before it is told what is asked.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertSoon } from "../support/wait.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

/** As the git extension has it. */
export interface Place {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  status(): Promise<void>;
  commit(message: string, options: { readonly empty?: boolean; readonly amend?: boolean }): Promise<void>;
}

interface GitApi {
  readonly repositories: readonly Place[];
}

interface GitExtension {
  getAPI(version: 1): GitApi;
}

export class OpenedRepositories {
  readonly stage: GitStage;
  readonly #git: GitApi;

  private constructor(stage: GitStage, git: GitApi) {
    this.stage = stage;
    this.#git = git;
  }

  static async open(): Promise<OpenedRepositories> {
    const git = vscode.extensions.getExtension<GitExtension>("vscode.git") ?? assert.fail("no git");
    return new OpenedRepositories(await GitStage.open(), (await git.activate()).getAPI(1));
  }

  /** A new one with a commit; waits until its branch is known. */
  async repository(
    name: string,
    branch = "main",
  ): Promise<{ readonly made: TestRepository; readonly place: Place }> {
    const made = this.stage.repository(name);
    made.git(["config", "user.name", "Ada"]);
    made.git(["config", "user.email", "ada@example.com"]);
    made.commit("First");
    if (branch !== "main") made.git(["switch", "--quiet", "-c", branch]);
    await vscode.commands.executeCommand("git.openRepository", made.folder);
    const key = vscode.Uri.file(made.folder).toString();
    const find = (): Place =>
      this.#git.repositories.find(({ rootUri }) => rootUri.toString() === key) ??
      assert.fail(`${name} is not open`);
    await assertSoon(() => Promise.resolve(assert.equal(find().state.HEAD?.name, branch)));
    return { made, place: find() };
  }

  async closeAll(): Promise<void> {
    for (const { rootUri } of this.#git.repositories) {
      await vscode.commands.executeCommand("git.close", rootUri);
    }
    await assertSoon(() => Promise.resolve(assert.equal(this.#git.repositories.length, 0)));
  }
}
