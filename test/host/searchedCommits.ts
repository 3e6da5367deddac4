// The search for commits, in a copy of its own beside the one that the extension under test has: both have the same settings and
// the same repositories.
import * as vscode from "vscode";
import { openWorkplace } from "../../src/features/commits/feature.ts";
import { GitHere } from "../../src/features/commits/gitExtension.ts";
import { CommitsHere } from "../../src/features/commits/log/artifactCommits.ts";
import type { ArtifactTarget, CommandArguments, FoundCommits } from "../../src/protocol/commands.ts";
import { Sites } from "../../src/store/sites.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { userSetting } from "../../src/vscode/configuration.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { memory } from "../unit/commits/memory.ts";

export class SearchedCommits {
  readonly #commits: CommitsHere;
  readonly #opened: vscode.Disposable;

  private constructor(git: GitHere) {
    const log = new Log("Search under test");
    const boundary = new Boundary(log, () => undefined);
    const services = {
      sites: new Sites(userSetting("artifacts.sites")),
      catalog: openStore([]).catalog,
      memory: memory(),
      boundary,
      commands: new Commands<CommandArguments>(boundary),
    };
    const place = openWorkplace(services, git);
    this.#commits = new CommitsHere({ workplace: place.workplace, boundary }, () => undefined);
    this.#opened = vscode.Disposable.from(this.#commits, place, git, log);
  }

  static async open(): Promise<SearchedCommits> {
    const git = new GitHere();
    const search = new SearchedCommits(git);
    await git.settled();
    return search;
  }

  of(artifact: ArtifactTarget): Promise<FoundCommits | undefined> {
    return this.#commits.of(artifact);
  }

  dispose(): void {
    this.#opened.dispose();
  }
}
