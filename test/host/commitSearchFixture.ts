// A separate instance of the commit search, with the same settings and repositories as the extension under test.
import * as vscode from "vscode";
import { createWorkspaceServices } from "../../src/features/commits/feature.ts";
import { GitExtension } from "../../src/features/commits/gitExtension.ts";
import { WorkspaceCommitSearch } from "../../src/features/commits/log/workspaceCommitSearch.ts";
import type {
  ArtifactTarget,
  CommandArguments,
  CommitLocation,
  CommitTarget,
  MentioningCommitsResult,
} from "../../src/protocol/commandArguments.ts";
import { Sites } from "../../src/store/sites.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { createUserListSetting } from "../../src/vscode/configuration.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/commits/memento.ts";

export class CommitSearchFixture {
  readonly #commits: WorkspaceCommitSearch;
  readonly #disposables: vscode.Disposable;

  private constructor(git: GitExtension) {
    const log = new Log("Search under test");
    const errorHandler = new ErrorHandler(log, () => undefined);
    const services = {
      sites: new Sites(createUserListSetting("artifacts.sites")),
      catalog: createTestStore([]).catalog,
      workspaceState: createMemento(),
      errorHandler,
      commands: new CommandRegistry<CommandArguments>(errorHandler),
    };
    const workspaceContext = createWorkspaceServices(services, git);
    this.#commits = new WorkspaceCommitSearch(
      { workspace: workspaceContext.workspace, errorHandler },
      () => undefined,
    );
    this.#disposables = vscode.Disposable.from(this.#commits, workspaceContext, git, log);
  }

  static async open(): Promise<CommitSearchFixture> {
    const git = new GitExtension();
    const search = new CommitSearchFixture(git);
    await git.whenReady();
    return search;
  }

  findCommits(artifact: ArtifactTarget): Promise<MentioningCommitsResult | undefined> {
    return this.#commits.findCommits(artifact);
  }

  locateCommits(commits: readonly CommitTarget[]): Promise<readonly CommitLocation[]> {
    return this.#commits.locateCommits(commits);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
