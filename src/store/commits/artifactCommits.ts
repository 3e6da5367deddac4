// The commits that mention an artifact, of all the repositories where they may be.
import type { CommitSummary } from "./commitLog.ts";
import { KnownMentions } from "./knownMentions.ts";
import type { FindReferences } from "./mentions.ts";
import type { GitFailure, Repository } from "./repository.ts";

/** Somewhere to look, by whatever name the caller has for it. */
export interface CommitPlace {
  readonly key: string;
  readonly repository: Repository;
  /** The same one for as long as the grammar is the same: what was found before counts only for that. */
  readonly find: FindReferences;
}

export interface PlacedCommit extends CommitSummary {
  readonly key: string;
}

export interface CommitsFound {
  /** Newest first. */
  readonly commits: readonly PlacedCommit[];
  /** There are more. */
  readonly isCut: boolean;
  readonly failures: readonly { readonly key: string; readonly failure: GitFailure }[];
}

interface Looking {
  readonly signal: AbortSignal;
  /** What was found so far, from time to time. */
  readonly onFound?: ((commits: readonly PlacedCommit[]) => void) | undefined;
  readonly most?: number;
  readonly now?: () => number;
}

const mostCommits = 200;
/** Each time is a list to be drawn. */
const pauseMs = 250;

function newestFirst(left: PlacedCommit, right: PlacedCommit): number {
  return Date.parse(right.authoredAt) - Date.parse(left.authoredAt);
}

/** Worktrees have their commits in common. Those of one repository stay in the order of its history. */
function together(places: readonly (readonly PlacedCommit[])[]): readonly PlacedCommit[] {
  const once = new Map<string, PlacedCommit>();
  for (const commit of places.flat()) if (!once.has(commit.hash)) once.set(commit.hash, commit);
  const all = [...once.values()];
  const isOfOne = places.filter(({ length }) => length > 0).length < 2;
  return isOfOne ? all : all.sort(newestFirst);
}

export class ArtifactCommits {
  readonly #known = new KnownMentions();
  #folders: ReadonlySet<string> = new Set();

  /** Undefined once it is called off. */
  async of(
    places: readonly CommitPlace[],
    artifactId: number,
    { signal, onFound, most = mostCommits, now = Date.now }: Looking,
  ): Promise<CommitsFound | undefined> {
    const found = places.map((): PlacedCommit[] => []);
    const failures: { readonly key: string; readonly failure: GitFailure }[] = [];
    let isCut = false;
    let toldAt = Number.NEGATIVE_INFINITY;
    const newest = (): readonly PlacedCommit[] => together(found).slice(0, most);
    for (const [at, { key, repository, find }] of places.entries()) {
      // To its end, whoever sees all of it: only then it is known for the next time.
      for await (const step of this.#known.of(repository, artifactId, find, signal)) {
        if (step.kind === "commit") {
          const { ref: _ref, ...commit } = step.commit;
          found[at]?.push({ ...commit, key });
          if (now() - toldAt < pauseMs) continue;
          toldAt = now();
          onFound?.(newest());
        } else if (step.kind === "cut") isCut = true;
        else if (step.kind === "cancelled") return undefined;
        else failures.push({ key, failure: step });
      }
    }
    const all = together(found);
    return { commits: all.slice(0, most), isCut: isCut || all.length > most, failures };
  }

  /** What is known of repositories that are not open any more goes. */
  keepOnly(folders: ReadonlySet<string>): void {
    for (const folder of this.#folders) if (!folders.has(folder)) this.#known.forget(folder);
    this.#folders = folders;
  }
}
