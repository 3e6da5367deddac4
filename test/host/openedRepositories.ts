// Real repositories, opened by VS Code's Git extension. Their folders are deleted at the end of the run only, because the
// extension may still run git in a repository that it has closed, and git fails in a missing folder.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertEventually } from "../support/wait.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";

/** A repository of the Git extension. */
export interface GitExtensionRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  readonly onDidCommit: vscode.Event<void>;
  status(): Promise<void>;
  commit(message: string, options: { readonly empty?: boolean; readonly amend?: boolean }): Promise<void>;
}

interface GitApi {
  readonly repositories: readonly GitExtensionRepository[];
}

interface GitExtension {
  getAPI(version: 1): GitApi;
}

export class OpenedRepositories {
  readonly gitFixture: GitFixture;
  readonly #git: GitApi;

  private constructor(gitFixture: GitFixture, git: GitApi) {
    this.gitFixture = gitFixture;
    this.#git = git;
  }

  static async open(): Promise<OpenedRepositories> {
    const git = vscode.extensions.getExtension<GitExtension>("vscode.git") ?? assert.fail("no git");
    return new OpenedRepositories(await GitFixture.open(), (await git.activate()).getAPI(1));
  }

  /** Creates a repository with a commit, opens it, and waits until its branch is known. */
  async openRepository(
    name: string,
    branch = "main",
  ): Promise<{ readonly testRepository: TestRepository; readonly gitRepository: GitExtensionRepository }> {
    const testRepository = this.gitFixture.createRepository(name);
    testRepository.runGit(["config", "user.name", "Ada"]);
    testRepository.runGit(["config", "user.email", "ada@example.com"]);
    testRepository.commit("First");
    if (branch !== "main") testRepository.runGit(["switch", "--quiet", "-c", branch]);
    await vscode.commands.executeCommand("git.openRepository", testRepository.folder);
    const key = vscode.Uri.file(testRepository.folder).toString();
    const find = (): GitExtensionRepository =>
      this.#git.repositories.find(({ rootUri }) => rootUri.toString() === key) ??
      assert.fail(`${name} is not open`);
    await assertEventually(() => Promise.resolve(assert.equal(find().state.HEAD?.name, branch)));
    return { testRepository, gitRepository: find() };
  }

  async closeAll(): Promise<void> {
    for (const { rootUri } of this.#git.repositories) {
      await vscode.commands.executeCommand("git.close", rootUri);
    }
    await assertEventually(() => Promise.resolve(assert.equal(this.#git.repositories.length, 0)));
  }
}
