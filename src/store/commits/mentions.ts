// Commits that mention artifacts: of one artifact, and of a range.
import { createHash } from "node:crypto";
import { commitLog, type CommitSummary, isFailedLog, resolveCommit } from "./commitLog.ts";
import { type GitFailure, gitFailure, type Repository, startGit } from "./git.ts";

// The commits that mention an artifact.

/**
 * What a text refers to, by whatever grammar. It has to name an artifact by its number in decimal digits, as a number of
 * its own: that is what git looks for.
 */
export type FindReferences = (text: string) => readonly { readonly artifactId: number }[];

interface Mention extends CommitSummary {
  /** A ref that has it, by its full name; there may be others. */
  readonly ref: string;
}

export type MentionStep =
  | { readonly kind: "commit"; readonly commit: Mention }
  /** There are more, which nobody looked at. */
  | { readonly kind: "cut" }
  | GitFailure;

const mostMentions = 2_000;

/**
 * On all branches, newest first, as they are found. Git leaves out what does not have the digits at all, in the time that
 * a plain search takes; a pattern for whole numbers would take three times as long.
 */
export async function* mentionsOf(
  repository: Repository,
  artifactId: number,
  find: FindReferences,
  { signal, most = mostMentions }: { readonly signal?: AbortSignal | undefined; readonly most?: number } = {},
): AsyncGenerator<MentionStep, void> {
  const wholeNumber = new RegExp(`(?<![0-9])0*${artifactId}(?![0-9])`);
  const search = ["--fixed-strings", `--grep=${artifactId}`];
  let found = 0;
  for await (const step of commitLog(repository, [...search, ...everywhere], signal)) {
    if (isFailedLog(step)) {
      yield step;
      return;
    }
    for (const { message, source, summary } of step) {
      if (!wholeNumber.test(message.toString("latin1"))) continue;
      if (!find(message.toString()).some((each) => each.artifactId === artifactId)) continue;
      if (found === most) {
        yield { kind: "cut" };
        return;
      }
      found += 1;
      yield { kind: "commit", commit: { ...summary(), ref: source.toString() } };
    }
  }
}

/**
 * A stash repeats the subject of the commit that it was made on. Of other worktrees only what is on a branch counts. A ref
 * that leads nowhere is no reason to find nothing.
 */
const everywhere = ["--ignore-missing", "--single-worktree", "--exclude=refs/stash", "--all"];

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

// The commits that mention an artifact, of all the repositories where they may be.

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

// The artifacts that the commits between two refs mention.

interface Range {
  /** Undefined: from the beginning. */
  readonly from: string | undefined;
  readonly to: string;
}

interface MentionedArtifact {
  readonly artifactId: number;
  /** Newest first. */
  readonly commits: readonly CommitSummary[];
}

export interface RangeFound {
  readonly kind: "found";
  /** The one that was mentioned last comes first. */
  readonly artifacts: readonly MentionedArtifact[];
  /** How many commits there are between the two. */
  readonly commits: number;
  /** There are more commits than anybody looked at. */
  readonly isCut: boolean;
}

const mostCommitsInRange = 50_000;

export async function mentionedBetween(
  repository: Repository,
  { from, to }: Range,
  find: FindReferences,
  {
    signal,
    most = mostCommitsInRange,
  }: { readonly signal?: AbortSignal | undefined; readonly most?: number } = {},
): Promise<RangeFound | GitFailure> {
  const end = await resolveCommit(repository, to, signal);
  if (end.kind !== "resolved") return end;
  const start = from === undefined ? undefined : await resolveCommit(repository, from, signal);
  if (start !== undefined && start.kind !== "resolved") return start;
  const which = start === undefined ? [end.hash] : [end.hash, `^${start.hash}`];
  const artifacts = new Map<number, CommitSummary[]>();
  let commits = 0;
  for await (const step of commitLog(repository, [`--max-count=${most + 1}`, ...which], signal)) {
    if (isFailedLog(step)) return step;
    for (const { message, summary } of step) {
      commits += 1;
      if (commits > most) return { kind: "found", artifacts: listed(artifacts), commits: most, isCut: true };
      const ids = new Set(find(message.toString()).map(({ artifactId }) => artifactId));
      for (const id of ids) {
        const others = artifacts.get(id);
        if (others === undefined) artifacts.set(id, [summary()]);
        else others.push(summary());
      }
    }
  }
  return { kind: "found", artifacts: listed(artifacts), commits, isCut: false };
}

function listed(artifacts: ReadonlyMap<number, readonly CommitSummary[]>): readonly MentionedArtifact[] {
  return [...artifacts].map(([artifactId, commits]) => ({ artifactId, commits }));
}
