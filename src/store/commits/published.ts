// Whether others can see a commit: as far as the remote branches tell that were last fetched or pushed.
import type { Told } from "./branches.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

async function isContained(
  repository: Repository,
  hash: string,
  refs: string,
  signal: AbortSignal | undefined,
): Promise<Told | GitFailure> {
  const args = ["for-each-ref", "--count=1", "--format=%(refname)", `--contains=${hash}`, refs];
  const answer = await readGit(repository, args, { signal, answers: [0] });
  return answer.kind === "answered" ? { kind: "told", isSo: answer.text.trim() !== "" } : answer;
}

export function isOnRemoteBranch(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  return isContained(repository, hash, "refs/remotes", signal);
}

/** Not so for a commit that another one took the place of: amended, rebased, or its branch deleted. */
export async function isOnLocalBranch(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  const branches = await isContained(repository, hash, "refs/heads", signal);
  if (branches.kind !== "told" || branches.isSo) return branches;
  const args = ["merge-base", "--is-ancestor", hash, "HEAD"];
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  return answer.kind === "answered" ? { kind: "told", isSo: answer.code === 0 } : answer;
}

/** So far back it is looked what took the place of a commit. */
const mostSteps = 500;

/** The commit that a commit was amended to here, however often; undefined where that is not known. */
export async function amendedTo(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ["log", "--walk-reflogs", `--max-count=${mostSteps}`, "--format=%H %gs", "HEAD", "--"];
  const answer = await readGit(repository, args, { signal });
  if (answer.kind !== "answered") return undefined;
  const steps = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => ({ to: line.slice(0, hash.length), how: line.slice(hash.length + 1) }))
    .toReversed();
  let now = hash;
  for (const [index, { to, how }] of steps.entries()) {
    const from = steps[index - 1]?.to;
    if (from === now && how.startsWith("commit (amend)")) now = to;
  }
  return now === hash ? undefined : now;
}
