// The artifacts that commits of a file or folder mention.
import { type CommitSummary, isLogFailure, readCommitLog, resolveCommit } from "./commitLog.ts";
import type { ReferenceFinder } from "./commitMentions.ts";
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
}

const maxCommitsPerArtifact = 200;

class ArtifactCollector {
  readonly #artifacts = new Map<number, { commits: CommitSummary[]; commitCount: number }>();
  #commitCount = 0;

  add(artifactIds: ReadonlySet<number>, summary: () => CommitSummary): void {
    this.#commitCount += 1;
    for (const id of artifactIds) {
      const known = this.#artifacts.get(id) ?? { commits: [], commitCount: 0 };
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
    return { kind: "artifacts", artifacts, commitCount: this.#commitCount };
  }
}

/**
 * Yields what was found whenever git has written more, newest commits first. A failure is the last step; what was found
 * before stays valid.
 */
export async function* findArtifactsOfPath(
  repository: GitPathAndFolder,
  searched: SearchedPath,
  findReferences: ReferenceFinder,
  signal?: AbortSignal,
): AsyncGenerator<PathArtifacts | GitFailure, void> {
  const head = await resolveCommit(repository, "HEAD", signal);
  if (head.kind === "refUnknown") return;
  if (head.kind !== "resolved") {
    yield head;
    return;
  }
  let hasFailed = false;
  for await (const step of readPath(repository, searched, head.hash, findReferences, signal)) {
    hasFailed = step.kind === "failed" && searched.isFile;
    if (!hasFailed) yield step;
  }
  // Rename detection reads file contents, which may be missing in a partial clone.
  if (hasFailed) {
    yield* readPath(repository, { ...searched, isFile: false }, head.hash, findReferences, signal);
  }
}

async function* readPath(
  repository: GitPathAndFolder,
  { path, isFile }: SearchedPath,
  head: string,
  findReferences: ReferenceFinder,
  signal: AbortSignal | undefined,
): AsyncGenerator<PathArtifacts | GitFailure, void> {
  // `literal` disables pathspec magic.
  const paths = path === "" ? ["."] : [`:(literal)${path}`];
  const collector = new ArtifactCollector();
  for await (const step of readCommitLog(
    repository,
    [...(isFile ? ["--follow"] : []), head],
    signal,
    paths,
  )) {
    if (isLogFailure(step)) {
      yield step;
      return;
    }
    for (const { message, summary } of step) {
      const references = findReferences(message.toString());
      collector.add(new Set(references.map(({ artifactId }) => artifactId)), summary);
    }
    yield collector.found;
  }
}
