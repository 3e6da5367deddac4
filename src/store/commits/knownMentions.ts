import { createHash } from "node:crypto";
import { gitFailure } from "./gitFailure.ts";
import { type FindReferences, type Mention, mentionsOf, type MentionStep } from "./mentions.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { startGit } from "./runGit.ts";

interface Known {
  /** What all refs pointed to before git was asked: what changed while it answered makes this old. */
  readonly state: string;
  readonly find: FindReferences;
  readonly commits: readonly Mention[];
  readonly isCut: boolean;
}

type State =
  | { readonly kind: "state"; readonly state: string }
  /** A ref that leads nowhere: git says no more. */
  | { readonly kind: "untold" }
  | GitFailure;

const mostKnown = 200;

/**
 * The mentions that were found before, for as long as no ref has moved: to know that takes one short call. The same
 * function has to find the same; who changes the grammar passes another one.
 */
export class KnownMentions {
  /** In the order of their last use, by the folder of the repository and the artifact. */
  readonly #known = new Map<string, Known>();

  /** The commits as they come, newest first; a failure or that there are more comes last. */
  async *of(
    repository: Repository,
    artifactId: number,
    find: FindReferences,
    signal?: AbortSignal,
  ): AsyncGenerator<MentionStep, void> {
    const state = await stateOf(repository, signal);
    if (state.kind !== "state" && state.kind !== "untold") {
      yield state;
      return;
    }
    const key = `${repository.folder}\0${artifactId}`;
    const known = this.#known.get(key);
    if (known !== undefined && state.kind === "state" && known.state === state.state && known.find === find) {
      this.#keep(key, known);
      for (const commit of known.commits) yield { kind: "commit", commit };
      if (known.isCut) yield { kind: "cut" };
      return;
    }
    const commits: Mention[] = [];
    let isCut = false;
    for await (const step of mentionsOf(repository, artifactId, find, { signal })) {
      yield step;
      if (step.kind === "commit") commits.push(step.commit);
      else if (step.kind === "cut") isCut = true;
      else return;
    }
    if (state.kind === "state") this.#keep(key, { state: state.state, find, commits, isCut });
  }

  /** A repository that was closed. */
  forget(folder: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(`${folder}\0`)) this.#known.delete(key);
  }

  #keep(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
  }
}

/** What every ref points to, and HEAD, which may be on none. */
async function stateOf(repository: Repository, signal: AbortSignal | undefined): Promise<State> {
  const git = startGit(repository, ["show-ref", "--head"], signal);
  try {
    const hash = createHash("sha256");
    for await (const chunk of git.output) hash.update(chunk);
    const end = await git.ended;
    if (end.kind !== "ended") return end;
    // 1: there is no ref yet.
    if (end.code === 0 || end.code === 1) return { kind: "state", state: hash.digest("hex") };
    const failure = gitFailure(end.stderr);
    return failure.kind === "failed" ? { kind: "untold" } : failure;
  } finally {
    await git.stop();
  }
}
