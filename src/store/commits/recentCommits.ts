import { commitLog, type CommitSummary, isFailedLog } from "./commitLog.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";

interface RecentCommits {
  readonly kind: "commits";
  readonly commits: readonly CommitSummary[];
}

const mostCommits = 200;

/** Those that lead to where one is, newest first; none before the first one. Of a file by its whole path, where one is named, whatever it was called before. */
export async function recentCommits(
  repository: Repository,
  {
    signal,
    file,
    most = mostCommits,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly file?: string | undefined;
    readonly most?: number;
  } = {},
): Promise<RecentCommits | GitFailure> {
  const head = await resolveCommit(repository, "HEAD", signal);
  if (head.kind === "refUnknown") return { kind: "commits", commits: [] };
  if (head.kind !== "resolved") return head;
  const which = [`--max-count=${most}`, head.hash];
  if (file === undefined) return read(repository, which, [], signal);
  // Whatever marks its name has, it means that one file.
  const paths = [`:(literal)${file}`];
  const followed = await read(repository, ["--follow", ...which], paths, signal);
  // To tell what was renamed git reads the files, and those may be on the server only.
  return followed.kind === "failed" ? read(repository, which, paths, signal) : followed;
}

async function read(
  repository: Repository,
  which: readonly string[],
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<RecentCommits | GitFailure> {
  const commits: CommitSummary[] = [];
  for await (const step of commitLog(repository, which, signal, paths)) {
    if (isFailedLog(step)) return step;
    commits.push(...step.map(({ summary }) => summary()));
  }
  return { kind: "commits", commits };
}
