// The commits of the open repositories that mention an artifact.
import * as vscode from "vscode";
import { findReferences, type Grammar } from "../../../model/reference/find.ts";
import type { ArtifactTarget, CommitSearch, FoundCommit, FoundCommits } from "../../../protocol/commands.ts";
import {
  ArtifactCommits,
  type CommitPlace,
  type FindReferences,
  type PlacedCommit,
} from "../../../store/commits/mentions.ts";
import { nameOf } from "../askRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, Workplace } from "../folderContext.ts";
import { gitFailureText } from "./commitText.ts";

/** The same function for the same grammar. */
const finders = new WeakMap<Grammar, FindReferences>();

export function finderOf(grammar: Grammar): FindReferences {
  const known = finders.get(grammar);
  if (known !== undefined) return known;
  const find: FindReferences = (text) => findReferences(text, grammar);
  finders.set(grammar, find);
  return find;
}

function foundCommit({ key, hash, subject, author, authoredAt }: PlacedCommit): FoundCommit {
  return { repository: key, hash, subject, author, authoredAt };
}

function signalOf(search: CommitSearch | undefined): AbortSignal {
  const controller = new AbortController();
  search?.onCalledOff(() => controller.abort());
  return controller.signal;
}

export class CommitsHere {
  readonly #workplace: Workplace;
  readonly #commits = new ArtifactCommits();
  readonly #listening: vscode.Disposable;
  /** The sites that have repositories here. */
  #lookedAt = "";

  /** `onChanged` hears when there is somewhere to look for another site than before. */
  constructor(
    { workplace, boundary }: Pick<CommitsContext, "workplace" | "boundary">,
    onChanged: () => void,
  ) {
    this.#workplace = workplace;
    const look = (): void => boundary.start("where commits are", () => this.#look(onChanged));
    this.#listening = vscode.Disposable.from(workplace.changed(look), workplace.sitesChanged(look));
    look();
  }

  /** Whether there is somewhere to look. */
  async areOf(siteApi: string): Promise<boolean> {
    return (await this.#places(siteApi)).length > 0;
  }

  async of(
    { siteApi, artifactId }: ArtifactTarget,
    search?: CommitSearch,
  ): Promise<FoundCommits | undefined> {
    const signal = signalOf(search);
    const places = await this.#places(siteApi);
    if (places.length === 0 || signal.aborted) return undefined;
    const found = await this.#commits.of(places, artifactId, {
      signal,
      onFound: (commits) => search?.onFound(commits.map(foundCommit)),
    });
    if (found === undefined) return undefined;
    return {
      commits: found.commits.map(foundCommit),
      isCut: found.isCut,
      problems: found.failures.flatMap(({ key, failure }) => gitFailureText(failure, this.#name(key)) ?? []),
    };
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #look(onChanged: () => void): Promise<void> {
    const { repositories } = this.#workplace;
    this.#commits.keepOnly(new Set(repositories.map(({ asked }) => asked.folder)));
    const sites = await Promise.all(repositories.map(({ root }) => this.#workplace.siteOf(root)));
    const now = [...new Set(sites.map((site) => site?.api ?? ""))].sort().join("\n");
    if (now === this.#lookedAt) return;
    this.#lookedAt = now;
    onChanged();
  }

  /** The repositories whose references are about this site. */
  async #places(siteApi: string): Promise<readonly CommitPlace[]> {
    const workplace = this.#workplace;
    if (!vscode.workspace.isTrusted) return [];
    const places = await Promise.all(
      workplace.repositories.map(async ({ key, root, asked }): Promise<readonly CommitPlace[]> => {
        const site = await workplace.siteOf(root);
        if (site?.api !== siteApi) return [];
        return [{ key, repository: asked, find: finderOf(workplace.grammarOf(site)) }];
      }),
    );
    return places.flat();
  }

  #name(key: string): string {
    const repository = repositoryAt(this.#workplace, key);
    return repository === undefined ? key : nameOf(repository);
  }
}

export function repositoryAt({ repositories }: Workplace, key: string): OpenRepository | undefined {
  return repositories.find((repository) => repository.key === key);
}
