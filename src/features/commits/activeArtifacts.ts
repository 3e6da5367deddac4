// The active artifact of each repository. It follows the branch, also if that is switched outside of VS Code.
import * as vscode from "vscode";
import { parseBranchArtifactId } from "../../model/reference/branchName.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { type BranchArtifactChoice, BranchArtifactChoiceStore } from "./activeArtifactDetails.ts";
import type { ActiveArtifact, OpenRepository } from "./workspaceContext.ts";
import type { FolderSites } from "./folderSites.ts";
import { readBranchPatterns } from "./referenceGrammars.ts";
import type { GitRepositories } from "./gitRepositories.ts";

/** Undefined if no branch is checked out. */
export function getCurrentBranchName({ scm }: OpenRepository): string | undefined {
  return scm.state.HEAD?.name;
}

function isSameActiveArtifact(left: ActiveArtifact | undefined, right: ActiveArtifact | undefined): boolean {
  return (
    left?.site.api === right?.site.api &&
    left?.artifactId === right?.artifactId &&
    left?.source === right?.source
  );
}

export class ActiveArtifacts {
  readonly #errorHandler: ErrorHandler;
  readonly #repositories: GitRepositories;
  readonly #folderSites: FolderSites;
  readonly #choices: BranchArtifactChoiceStore;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<OpenRepository>();
  readonly onDidChange = this.#onDidChangeEmitter.event;
  readonly #active = new Map<string, ActiveArtifact>();
  /** The latest update of each repository; older ones are ignored. */
  readonly #pendingUpdates = new Map<string, symbol>();
  readonly #listeners: vscode.Disposable;

  constructor(
    { workspaceState, errorHandler }: Pick<Services, "workspaceState" | "errorHandler">,
    repositories: GitRepositories,
    folderSites: FolderSites,
  ) {
    this.#errorHandler = errorHandler;
    this.#repositories = repositories;
    this.#folderSites = folderSites;
    this.#choices = new BranchArtifactChoiceStore(workspaceState);
    this.#listeners = vscode.Disposable.from(
      this.#onDidChangeEmitter,
      repositories.onDidChangeState((repository) => this.#startUpdate(repository)),
      // This event also fires when repositories are opened or closed.
      folderSites.onDidChange(() => this.#startAllUpdates()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settingKeys.branchPatterns)) this.#startAllUpdates();
      }),
    );
    this.#startAllUpdates();
  }

  get({ key }: OpenRepository): ActiveArtifact | undefined {
    return this.#active.get(key);
  }

  /** If the choice is undefined, the name of the branch decides. */
  async setChoice(
    repository: OpenRepository,
    branch: string,
    choice: BranchArtifactChoice | undefined,
  ): Promise<void> {
    await this.#choices.set(repository.key, branch, choice);
    await this.update(repository);
  }

  async update(repository: OpenRepository): Promise<void> {
    const { key } = repository;
    const updateId = Symbol(key);
    this.#pendingUpdates.set(key, updateId);
    const active = await this.#findActiveArtifact(repository);
    if (this.#pendingUpdates.get(key) !== updateId) return;
    this.#pendingUpdates.delete(key);
    const isOpen = this.#repositories.find(key) !== undefined;
    this.#set(repository, isOpen ? active : undefined);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #startUpdate(repository: OpenRepository): void {
    this.#errorHandler.runInBackground("update active artifact", () => this.update(repository));
  }

  #startAllUpdates(): void {
    const repositories = this.#repositories;
    for (const key of this.#active.keys()) if (repositories.find(key) === undefined) this.#active.delete(key);
    for (const repository of repositories.list) this.#startUpdate(repository);
  }

  #set(repository: OpenRepository, active: ActiveArtifact | undefined): void {
    if (isSameActiveArtifact(this.get(repository), active)) return;
    if (active === undefined) this.#active.delete(repository.key);
    else this.#active.set(repository.key, active);
    this.#onDidChangeEmitter.fire(repository);
  }

  async #findActiveArtifact(repository: OpenRepository): Promise<ActiveArtifact | undefined> {
    const branch = getCurrentBranchName(repository);
    if (branch === undefined) return undefined;
    const choice = this.#choices.get(repository.key, branch);
    if (choice?.kind === "stopped") return undefined;
    const artifactId = choice?.artifactId ?? parseBranchArtifactId(branch, readBranchPatterns());
    const site = artifactId === undefined ? undefined : await this.#folderSites.get(repository.root);
    if (artifactId === undefined || site === undefined) return undefined;
    // The choice is void if the folder belongs to another site now, where the id is another artifact.
    const isOtherSite = choice !== undefined && choice.siteApi !== site.api;
    return isOtherSite ? undefined : { site, artifactId, source: choice === undefined ? "branch" : "choice" };
  }
}
