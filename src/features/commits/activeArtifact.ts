// The artifact that somebody is on in each repository. It follows the branch, also where that is switched elsewhere.
import * as vscode from "vscode";
import { artifactOfBranch } from "../../model/reference/branchName.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { type WorkChoice, WorkChoices } from "./activeFacts.ts";
import type { ActiveArtifact, OpenRepository } from "./folderContext.ts";
import type { FolderSites } from "./folderSite.ts";
import { branchPatterns } from "./grammars.ts";
import type { Repositories } from "./repositories.ts";

/** The branch that is checked out; undefined where none is. */
export function branchOf({ git }: OpenRepository): string | undefined {
  return git.state.HEAD?.name;
}

function isSame(left: ActiveArtifact | undefined, right: ActiveArtifact | undefined): boolean {
  return (
    left?.site.api === right?.site.api && left?.artifactId === right?.artifactId && left?.by === right?.by
  );
}

export class ActiveArtifacts {
  readonly #boundary: Boundary;
  readonly #repositories: Repositories;
  readonly #folderSites: FolderSites;
  readonly #choices: WorkChoices;
  readonly #changed = new vscode.EventEmitter<OpenRepository>();
  readonly changed = this.#changed.event;
  readonly #active = new Map<string, ActiveArtifact>();
  /** What is looked at now, by repository: an older look has nothing to say any more. */
  readonly #looks = new Map<string, symbol>();
  readonly #listening: vscode.Disposable;

  constructor(
    { memory, boundary }: Pick<Services, "memory" | "boundary">,
    repositories: Repositories,
    folderSites: FolderSites,
  ) {
    this.#boundary = boundary;
    this.#repositories = repositories;
    this.#folderSites = folderSites;
    this.#choices = new WorkChoices(memory);
    this.#listening = vscode.Disposable.from(
      this.#changed,
      repositories.stateChanged((repository) => this.#start(repository)),
      // Which also tells of repositories that were opened or closed.
      folderSites.changed(() => this.#startAll()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settings.branchPatterns)) this.#startAll();
      }),
    );
    this.#startAll();
  }

  in({ key }: OpenRepository): ActiveArtifact | undefined {
    return this.#active.get(key);
  }

  /** For the branch that is checked out; undefined leaves it to the branch's name. */
  async choose(repository: OpenRepository, branch: string, choice: WorkChoice | undefined): Promise<void> {
    await this.#choices.set(repository.key, branch, choice);
    await this.look(repository);
  }

  async look(repository: OpenRepository): Promise<void> {
    const { key } = repository;
    const look = Symbol(key);
    this.#looks.set(key, look);
    const active = await this.#wanted(repository);
    if (this.#looks.get(key) !== look) return;
    this.#looks.delete(key);
    const isOpen = this.#repositories.find(key) !== undefined;
    this.#set(repository, isOpen ? active : undefined);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #start(repository: OpenRepository): void {
    this.#boundary.start("active artifact", () => this.look(repository));
  }

  #startAll(): void {
    const repositories = this.#repositories;
    for (const key of this.#active.keys()) if (repositories.find(key) === undefined) this.#active.delete(key);
    for (const repository of repositories.list) this.#start(repository);
  }

  #set(repository: OpenRepository, active: ActiveArtifact | undefined): void {
    if (isSame(this.in(repository), active)) return;
    if (active === undefined) this.#active.delete(repository.key);
    else this.#active.set(repository.key, active);
    this.#changed.fire(repository);
  }

  async #wanted(repository: OpenRepository): Promise<ActiveArtifact | undefined> {
    const branch = branchOf(repository);
    if (branch === undefined) return undefined;
    const choice = this.#choices.of(repository.key, branch);
    if (choice?.kind === "stopped") return undefined;
    const artifactId = choice?.artifactId ?? artifactOfBranch(branch, branchPatterns());
    const site = artifactId === undefined ? undefined : await this.#folderSites.of(repository.root);
    if (artifactId === undefined || site === undefined) return undefined;
    // A folder that is about another site by now is not about the artifact of that number there.
    const isElsewhere = choice !== undefined && choice.siteApi !== site.api;
    return isElsewhere ? undefined : { site, artifactId, by: choice === undefined ? "branch" : "choice" };
  }
}
