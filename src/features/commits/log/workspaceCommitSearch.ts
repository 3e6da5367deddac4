// The commits of the open repositories that mention an artifact.
import * as vscode from "vscode";
import { findReferences, type ReferenceGrammar } from "../../../model/reference/findReferences.ts";
import type {
  ArtifactTarget,
  CommitLocation,
  CommitSearchHandlers,
  CommitTarget,
  MentioningCommit,
  MentioningCommitsResult,
} from "../../../protocol/commandArguments.ts";
import {
  ArtifactCommits,
  type SearchedRepository,
  type ReferenceFinder,
  type CommitWithSource,
} from "../../../store/commits/commitMentions.ts";
import { locateCommits } from "../../../store/commits/remotes.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";
import { formatGitFailure } from "./commitText.ts";

/** Returns the same function for the same grammar, because caches use it as key. */
const cachedFinders = new WeakMap<ReferenceGrammar, ReferenceFinder>();

export function getReferenceFinder(grammar: ReferenceGrammar): ReferenceFinder {
  const cached = cachedFinders.get(grammar);
  if (cached !== undefined) return cached;
  const find: ReferenceFinder = (text) => findReferences(text, grammar);
  cachedFinders.set(grammar, find);
  return find;
}

function toMentioningCommit({ key, hash, subject, author, authoredAt }: CommitWithSource): MentioningCommit {
  return { repository: key, hash, subject, author, authoredAt };
}

type CancellationHandler = Pick<CommitSearchHandlers, "onCanceled">;

function createSignal(search: CancellationHandler | undefined): AbortSignal {
  const controller = new AbortController();
  search?.onCanceled(() => controller.abort());
  return controller.signal;
}

export class WorkspaceCommitSearch {
  readonly #workspace: WorkspaceContext;
  readonly #commits = new ArtifactCommits();
  readonly #listeners: vscode.Disposable;
  /** The sites of the open repositories, as a comparable string. */
  #knownSites = "";

  /** `onChanged` is called when the sites of the open repositories change. */
  constructor(
    { workspace, errorHandler }: Pick<CommitsContext, "workspace" | "errorHandler">,
    onChanged: () => void,
  ) {
    this.#workspace = workspace;
    const update = (): void =>
      errorHandler.runInBackground("find repositories", () => this.#updateSites(onChanged));
    this.#listeners = vscode.Disposable.from(
      workspace.onDidChangeRepositories(update),
      workspace.onDidChangeSites(update),
    );
    update();
  }

  /** Whether a repository of the site is open. */
  async hasRepositories(siteApi: string): Promise<boolean> {
    return (await this.#findSources(siteApi)).length > 0;
  }

  async findCommits(
    { siteApi, artifactId }: ArtifactTarget,
    search?: CommitSearchHandlers,
  ): Promise<MentioningCommitsResult | undefined> {
    const signal = createSignal(search);
    const sources = await this.#findSources(siteApi);
    if (sources.length === 0 || signal.aborted) return undefined;
    const mentions = await this.#commits.find(sources, artifactId, {
      signal,
      onFound: (commits) => search?.onFound(commits.map(toMentioningCommit)),
    });
    if (mentions === undefined) return undefined;
    return {
      commits: mentions.commits.map(toMentioningCommit),
      isTruncated: mentions.isTruncated,
      problems: mentions.failures.flatMap(
        ({ key, failure }) => formatGitFailure(failure, this.#getName(key)) ?? [],
      ),
    };
  }

  async locateCommits(
    commits: readonly CommitTarget[],
    search?: CancellationHandler,
  ): Promise<readonly CommitLocation[]> {
    if (!vscode.workspace.isTrusted) return [];
    const signal = createSignal(search);
    const hashesByKey = new Map<string, string[]>();
    for (const { repository, hash } of commits) {
      hashesByKey.set(repository, [...(hashesByKey.get(repository) ?? []), hash]);
    }
    const locations: CommitLocation[] = [];
    for (const [key, hashes] of hashesByKey) {
      const repository = findRepositoryByKey(this.#workspace, key);
      if (repository === undefined) continue;
      const located = await locateCommits(repository.cli, hashes, signal);
      if (located.kind !== "located") continue;
      for (const [hash, branches] of located.commits) locations.push({ repository: key, hash, ...branches });
    }
    return signal.aborted ? [] : locations;
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #updateSites(onChanged: () => void): Promise<void> {
    const { repositories } = this.#workspace;
    this.#commits.retainFolders(new Set(repositories.map(({ cli }) => cli.folder)));
    const sites = await Promise.all(repositories.map(({ root }) => this.#workspace.getSite(root)));
    const currentSites = [...new Set(sites.map((site) => site?.api ?? ""))].sort().join("\n");
    if (currentSites === this.#knownSites) return;
    this.#knownSites = currentSites;
    onChanged();
  }

  /** The repositories that belong to the site. */
  async #findSources(siteApi: string): Promise<readonly SearchedRepository[]> {
    const workspace = this.#workspace;
    if (!vscode.workspace.isTrusted) return [];
    const sources = await Promise.all(
      workspace.repositories.map(async ({ key, root, cli }): Promise<readonly SearchedRepository[]> => {
        const site = await workspace.getSite(root);
        if (site?.api !== siteApi) return [];
        return [{ key, repository: cli, findReferences: getReferenceFinder(workspace.getGrammar(site)) }];
      }),
    );
    return sources.flat();
  }

  #getName(key: string): string {
    const repository = findRepositoryByKey(this.#workspace, key);
    return repository === undefined ? key : getRepositoryName(repository);
  }
}

export function findRepositoryByKey(
  { repositories }: WorkspaceContext,
  key: string,
): OpenRepository | undefined {
  return repositories.find((repository) => repository.key === key);
}
