// The artifacts that commits of a file or folder mention.
import {
  type CommitSummary,
  isLogFailure,
  type LoggedCommit,
  readCommitLog,
  resolveCommit,
} from "./commitLog.ts";
import { findMentionedIds, maxArtifacts, type ReferenceFinder } from "./commitMentions.ts";
import type { GitFailure, GitPathAndFolder } from "./git.ts";

export interface PathArtifact {
  readonly artifactId: number;
  readonly commitCount: number;
  /** Newest first; the oldest are left out if there are many. */
  readonly commits: readonly CommitSummary[];
}

export interface SearchedPath {
  /** Relative to the root of the repository, with slashes; empty for the root. */
  readonly path: string;
  /** Files are followed over renames. */
  readonly isFile: boolean;
}

/** What was found so far. */
export interface PathArtifacts {
  readonly kind: "artifacts";
  /** Most recently mentioned first. */
  readonly artifacts: readonly PathArtifact[];
  /** Number of commits that were read. */
  readonly commitCount: number;
  /** A commit mentions more than `maxArtifactsPerCommit`, or all of them mention more than `maxArtifacts`. */
  readonly hasMoreArtifacts: boolean;
}

const maxCommitsPerArtifact = 200;
/** Twice as long after each update, because showing a list of thousands of artifacts takes longer than finding them. */
const firstUpdateIntervalMs = 300;

class ArtifactCollector {
  readonly #artifacts = new Map<number, { commits: CommitSummary[]; commitCount: number }>();
  #commitCount = 0;
  #hasMoreArtifacts = false;

  add(
    { message, summary }: Pick<LoggedCommit, "message" | "summary">,
    findReferences: ReferenceFinder,
  ): void {
    const { ids, isTruncated } = findMentionedIds(message, findReferences);
    this.#commitCount += 1;
    this.#hasMoreArtifacts ||= isTruncated;
    for (const id of ids) {
      const known = this.#artifacts.get(id) ?? { commits: [], commitCount: 0 };
      if (known.commitCount === 0 && this.#artifacts.size === maxArtifacts) {
        this.#hasMoreArtifacts = true;
        continue;
      }
      this.#artifacts.set(id, known);
      known.commitCount += 1;
      if (known.commits.length < maxCommitsPerArtifact) known.commits.push(summary());
    }
  }

  get found(): PathArtifacts {
    const artifacts = [...this.#artifacts].map(([artifactId, { commits, commitCount }]) => ({
      artifactId,
      commitCount,
      commits,
    }));
    return {
      kind: "artifacts",
      artifacts,
      commitCount: this.#commitCount,
      hasMoreArtifacts: this.#hasMoreArtifacts,
    };
  }
}

interface PathSearchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => number;
}

/**
 * Yields what was found so far at intervals, and at the end, newest commits first. A failure is the last step; what was
 * found before stays valid.
 */
export async function* findArtifactsOfPath(
  repository: GitPathAndFolder,
  searched: SearchedPath,
  findReferences: ReferenceFinder,
  options: PathSearchOptions = {},
): AsyncGenerator<PathArtifacts | GitFailure, void> {
  const head = await resolveCommit(repository, "HEAD", options.signal);
  if (head.kind === "refUnknown") return;
  if (head.kind !== "resolved") {
    yield head;
    return;
  }
  let hasFailed = false;
  for await (const step of readPath(repository, searched, head.hash, findReferences, options)) {
    hasFailed = step.kind === "failed" && searched.isFile;
    if (!hasFailed) yield step;
  }
  // Rename detection reads file contents, which may be missing in a partial clone.
  if (hasFailed) {
    yield* readPath(repository, { ...searched, isFile: false }, head.hash, findReferences, options);
  }
}

async function* readPath(
  repository: GitPathAndFolder,
  { path, isFile }: SearchedPath,
  head: string,
  findReferences: ReferenceFinder,
  { signal, now = () => performance.now() }: PathSearchOptions,
): AsyncGenerator<PathArtifacts | GitFailure, void> {
  // `literal` disables pathspec magic.
  const paths = path === "" ? ["."] : [`:(literal)${path}`];
  const revisions = [...(isFile ? ["--follow"] : []), head];
  const collector = new ArtifactCollector();
  let yieldedAt = Number.NEGATIVE_INFINITY;
  let intervalMs = firstUpdateIntervalMs;
  for await (const step of readCommitLog(repository, revisions, signal, paths)) {
    if (isLogFailure(step)) {
      yield step;
      return;
    }
    for (const commit of step) collector.add(commit, findReferences);
    if (now() - yieldedAt < intervalMs) continue;
    yield collector.found;
    yieldedAt = now();
    intervalMs *= 2;
  }
  yield collector.found;
}
