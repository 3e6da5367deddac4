// Finds commits that mention an artifact, and artifacts mentioned in a range of commits.
import { createHash } from "node:crypto";
import { readCommitLog, type CommitSummary, isLogFailure, resolveCommit } from "./commitLog.ts";
import { type GitFailure, toGitFailure, type GitPathAndFolder, startGit } from "./git.ts";

/**
 * Finds references in a text. A reference must contain the artifact ID as a separate decimal number, because git
 * searches for that.
 */
export type ReferenceFinder = (text: string) => readonly { readonly artifactId: number }[];

/** What mentions more was written to fill a list. */
export const maxArtifactsPerCommit = 1_000;
/** As many as a table shows. */
export const maxArtifacts = 10_000;

interface MentionedIds {
  readonly ids: ReadonlySet<number>;
  /** The commit mentions more. */
  readonly isTruncated: boolean;
}

export function findMentionedIds(message: Buffer, findReferences: ReferenceFinder): MentionedIds {
  const ids = new Set<number>();
  for (const { artifactId } of findReferences(message.toString())) {
    ids.add(artifactId);
    if (ids.size <= maxArtifactsPerCommit) continue;
    ids.delete(artifactId);
    return { ids, isTruncated: true };
  }
  return { ids, isTruncated: false };
}

interface CommitMention extends CommitSummary {
  /** Full name of a ref that contains the commit; there may be others. */
  readonly ref: string;
}

export type MentionSearchStep =
  | { readonly kind: "commit"; readonly commit: CommitMention }
  /** There are more commits, which weren't searched. */
  | { readonly kind: "truncated" }
  | GitFailure;

const maxMentions = 2_000;

/**
 * Yields commits of all branches as they are found, newest first. Git filters by the digits only: a pattern for whole
 * numbers would take three times as long.
 */
export async function* findCommitsMentioningArtifact(
  repository: GitPathAndFolder,
  artifactId: number,
  findReferences: ReferenceFinder,
  {
    signal,
    limit = maxMentions,
  }: { readonly signal?: AbortSignal | undefined; readonly limit?: number } = {},
): AsyncGenerator<MentionSearchStep, void> {
  const wholeNumber = new RegExp(`(?<![0-9])0*${artifactId}(?![0-9])`);
  const search = ["--fixed-strings", `--grep=${artifactId}`];
  let foundCount = 0;
  for await (const step of readCommitLog(repository, [...search, ...allRefsOptions], signal)) {
    if (isLogFailure(step)) {
      yield step;
      return;
    }
    for (const { message, source, summary } of step) {
      if (!wholeNumber.test(message.toString("latin1"))) continue;
      if (!findReferences(message.toString()).some((reference) => reference.artifactId === artifactId)) {
        continue;
      }
      if (foundCount === limit) {
        yield { kind: "truncated" };
        return;
      }
      foundCount += 1;
      yield { kind: "commit", commit: { ...summary(), ref: source.toString() } };
    }
  }
}

/**
 * A stash repeats the subject of its base commit. Of other worktrees only branches count. Dangling refs are ignored.
 */
const allRefsOptions = ["--ignore-missing", "--single-worktree", "--exclude=refs/stash", "--all"];

interface CachedMentions {
  /** Taken before the search, so that a change during the search invalidates the entry. */
  readonly refsDigest: string;
  readonly find: ReferenceFinder;
  readonly commits: readonly CommitMention[];
  readonly isTruncated: boolean;
}

type RefsState =
  | { readonly kind: "state"; readonly digest: string }
  /** There is a dangling ref, so git doesn't report the rest. */
  | { readonly kind: "unavailable" }
  | GitFailure;

const maxCachedMentions = 200;

/**
 * Caches mentions until a ref moves, which takes one short git call to check. The same finder function must give the
 * same results.
 */
export class MentionCache {
  /** In order of last use, by repository folder and artifact. */
  readonly #entries = new Map<string, CachedMentions>();

  /** Yields commits, newest first. A failure or `truncated` is the last step. */
  async *find(
    repository: GitPathAndFolder,
    artifactId: number,
    findReferences: ReferenceFinder,
    signal?: AbortSignal,
  ): AsyncGenerator<MentionSearchStep, void> {
    const state = await readRefsState(repository, signal);
    if (state.kind !== "state" && state.kind !== "unavailable") {
      yield state;
      return;
    }
    const key = `${repository.folder}\0${artifactId}`;
    const cached = this.#entries.get(key);
    if (
      cached !== undefined &&
      state.kind === "state" &&
      cached.refsDigest === state.digest &&
      cached.find === findReferences
    ) {
      this.#store(key, cached);
      for (const commit of cached.commits) yield { kind: "commit", commit };
      if (cached.isTruncated) yield { kind: "truncated" };
      return;
    }
    const commits: CommitMention[] = [];
    let isTruncated = false;
    for await (const step of findCommitsMentioningArtifact(repository, artifactId, findReferences, {
      signal,
    })) {
      yield step;
      if (step.kind === "commit") commits.push(step.commit);
      else if (step.kind === "truncated") isTruncated = true;
      else return;
    }
    if (state.kind === "state") {
      this.#store(key, { refsDigest: state.digest, find: findReferences, commits, isTruncated });
    }
  }

  forgetRepository(folder: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${folder}\0`)) this.#entries.delete(key);
  }

  #store(key: string, cached: CachedMentions): void {
    this.#entries.delete(key);
    this.#entries.set(key, cached);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxCachedMentions) break;
      this.#entries.delete(oldest);
    }
  }
}

/** Digest of all refs and HEAD, which may be detached. */
async function readRefsState(
  repository: GitPathAndFolder,
  signal: AbortSignal | undefined,
): Promise<RefsState> {
  const git = startGit(repository, ["show-ref", "--head"], signal);
  try {
    const hash = createHash("sha256");
    for await (const chunk of git.output) hash.update(chunk);
    const end = await git.exited;
    if (end.kind !== "ended") return end;
    // 1: there are no refs yet.
    if (end.code === 0 || end.code === 1) return { kind: "state", digest: hash.digest("hex") };
    const failure = toGitFailure(end.stderr);
    return failure.kind === "failed" ? { kind: "unavailable" } : failure;
  } finally {
    await git.stop();
  }
}

/** A repository to search; `key` is the caller's name for it. */
export interface SearchedRepository {
  readonly key: string;
  readonly repository: GitPathAndFolder;
  /** Must be the same function as long as the reference syntax is the same, because results are cached for it. */
  readonly findReferences: ReferenceFinder;
}

export interface CommitWithSource extends CommitSummary {
  readonly key: string;
}

export interface CommitSearchResult {
  /** Newest first. */
  readonly commits: readonly CommitWithSource[];
  readonly isTruncated: boolean;
  readonly failures: readonly { readonly key: string; readonly failure: GitFailure }[];
}

interface CommitSearchOptions {
  readonly signal: AbortSignal;
  /** Called with the commits found so far, at intervals. */
  readonly onFound?: ((commits: readonly CommitWithSource[]) => void) | undefined;
  readonly limit?: number;
  readonly now?: () => number;
}

const maxCommits = 200;
const updateIntervalMs = 250;

function compareNewestFirst(left: CommitWithSource, right: CommitWithSource): number {
  return Date.parse(right.authoredAt) - Date.parse(left.authoredAt);
}

/** Worktrees share commits, so duplicates are removed. Commits of a single repository keep their order. */
function mergeCommits(lists: readonly (readonly CommitWithSource[])[]): readonly CommitWithSource[] {
  const byHash = new Map<string, CommitWithSource>();
  for (const commit of lists.flat()) if (!byHash.has(commit.hash)) byHash.set(commit.hash, commit);
  const all = [...byHash.values()];
  const isSingleSource = lists.filter(({ length }) => length > 0).length < 2;
  return isSingleSource ? all : all.sort(compareNewestFirst);
}

export class ArtifactCommits {
  readonly #cache = new MentionCache();
  #folders: ReadonlySet<string> = new Set();

  /** `undefined` if it was canceled. */
  async find(
    sources: readonly SearchedRepository[],
    artifactId: number,
    { signal, onFound, limit = maxCommits, now = Date.now }: CommitSearchOptions,
  ): Promise<CommitSearchResult | undefined> {
    const found = sources.map((): CommitWithSource[] => []);
    const failures: { readonly key: string; readonly failure: GitFailure }[] = [];
    let isTruncated = false;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const getNewest = (): readonly CommitWithSource[] => mergeCommits(found).slice(0, limit);
    for (const [index, { key, repository, findReferences }] of sources.entries()) {
      // Searches to the end, because only complete results are cached.
      for await (const step of this.#cache.find(repository, artifactId, findReferences, signal)) {
        if (step.kind === "commit") {
          const { ref: _ref, ...commit } = step.commit;
          found[index]?.push({ ...commit, key });
          if (now() - reportedAt < updateIntervalMs) continue;
          reportedAt = now();
          onFound?.(getNewest());
        } else if (step.kind === "truncated") isTruncated = true;
        else if (step.kind === "canceled") return undefined;
        else failures.push({ key, failure: step });
      }
    }
    const all = mergeCommits(found);
    return { commits: all.slice(0, limit), isTruncated: isTruncated || all.length > limit, failures };
  }

  /** Drops cached results of repositories that are no longer open. */
  retainFolders(folders: ReadonlySet<string>): void {
    for (const folder of this.#folders) if (!folders.has(folder)) this.#cache.forgetRepository(folder);
    this.#folders = folders;
  }
}

interface CommitRange {
  /** `undefined`: from the first commit. */
  readonly from: string | undefined;
  readonly to: string;
}

interface MentionedArtifact {
  readonly artifactId: number;
  /** Newest first. */
  readonly commits: readonly CommitSummary[];
}

export interface ArtifactsInCommitRange {
  readonly kind: "found";
  /** Most recently mentioned first. */
  readonly artifacts: readonly MentionedArtifact[];
  /** Commits that mention no artifact, newest first. */
  readonly otherCommits: readonly CommitSummary[];
  /** Number of commits in the range. */
  readonly commits: number;
  /** The range has more commits than were searched. */
  readonly isTruncated: boolean;
  /** A commit mentions more than `maxArtifactsPerCommit`, or all of them mention more than `maxArtifacts`. */
  readonly hasMoreArtifacts: boolean;
}

const maxCommitsInRange = 50_000;
/** Of all artifacts together; limits the memory if each of many commits mentions many artifacts. */
const maxMentionsInRange = 1_000_000;

export async function findArtifactsInCommitRange(
  repository: GitPathAndFolder,
  { from, to }: CommitRange,
  findReferences: ReferenceFinder,
  {
    signal,
    limit = maxCommitsInRange,
  }: { readonly signal?: AbortSignal | undefined; readonly limit?: number } = {},
): Promise<ArtifactsInCommitRange | GitFailure> {
  const end = await resolveCommit(repository, to, signal);
  if (end.kind !== "resolved") return end;
  const start = from === undefined ? undefined : await resolveCommit(repository, from, signal);
  if (start !== undefined && start.kind !== "resolved") return start;
  const revisions = start === undefined ? [end.hash] : [end.hash, `^${start.hash}`];
  const artifacts = new Map<number, CommitSummary[]>();
  const otherCommits: CommitSummary[] = [];
  let hasMoreArtifacts = false;
  const getFound = (searchedCount: number, isTruncated: boolean): ArtifactsInCommitRange => ({
    kind: "found",
    artifacts: [...artifacts].map(([artifactId, mentions]) => ({ artifactId, commits: mentions })),
    otherCommits,
    commits: searchedCount,
    isTruncated,
    hasMoreArtifacts,
  });
  let commits = 0;
  let mentionCount = 0;
  for await (const step of readCommitLog(repository, [`--max-count=${limit + 1}`, ...revisions], signal)) {
    if (isLogFailure(step)) return step;
    for (const { message, summary } of step) {
      commits += 1;
      if (commits > limit) return getFound(limit, true);
      const { ids, isTruncated } = findMentionedIds(message, findReferences);
      mentionCount += ids.size;
      if (mentionCount > maxMentionsInRange) return getFound(commits - 1, true);
      hasMoreArtifacts ||= isTruncated;
      if (ids.size === 0) otherCommits.push(summary());
      for (const id of ids) {
        const commitsOfArtifact = artifacts.get(id);
        if (commitsOfArtifact !== undefined) commitsOfArtifact.push(summary());
        else if (artifacts.size < maxArtifacts) artifacts.set(id, [summary()]);
        else hasMoreArtifacts = true;
      }
    }
  }
  return getFound(commits, false);
}
