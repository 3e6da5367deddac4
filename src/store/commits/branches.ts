import type { GitFailure, Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";
import { readGit } from "./runGit.ts";

export type Head =
  /** Also before its first commit. */
  { readonly kind: "branch"; readonly name: string } | { readonly kind: "detached"; readonly hash: string };

export interface Branch {
  /** Without `refs/heads/` or `refs/remotes/`. */
  readonly name: string;
  readonly isRemote: boolean;
  readonly hash: string;
}

const local = "refs/heads/";
const remote = "refs/remotes/";
const longestName = 1_000;

export async function headOf(repository: Repository, signal?: AbortSignal): Promise<Head | GitFailure> {
  const args = ["symbolic-ref", "--quiet", "HEAD"];
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  if (answer.kind !== "answered") return answer;
  const ref = answer.text.trim();
  if (ref.startsWith(local)) return { kind: "branch", name: ref.slice(local.length) };
  const resolved = await resolveCommit(repository, "HEAD", signal);
  return resolved.kind === "resolved" ? { kind: "detached", hash: resolved.hash } : resolved;
}

/** Those with the newest commits first. */
export async function branchesOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "branches"; readonly branches: readonly Branch[] } | GitFailure> {
  // Names of refs have neither blanks nor line breaks.
  const format = "--format=%(objectname) %(refname) %(symref)";
  const args = ["for-each-ref", "--sort=-committerdate", format, local, remote];
  const answer = await readGit(repository, args, { signal });
  if (answer.kind !== "answered") return answer;
  const branches = answer.text.split("\n").flatMap((line): readonly Branch[] => {
    const [hash = "", ref = "", target = ""] = line.split(" ");
    // `origin/HEAD` is another name of one of the others.
    if (target !== "") return [];
    if (ref.startsWith(local)) return [{ name: ref.slice(local.length), isRemote: false, hash }];
    return ref.startsWith(remote) ? [{ name: ref.slice(remote.length), isRemote: true, hash }] : [];
  });
  return { kind: "branches", branches };
}

export interface Told {
  readonly kind: "told";
  readonly isSo: boolean;
}

export async function hasBranch(
  repository: Repository,
  name: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  const valid = await isBranchName(repository, name, signal);
  if (valid.kind !== "told" || !valid.isSo) return valid;
  return ask(repository, ["show-ref", "--verify", "--quiet", "--", `${local}${name}`], signal);
}

/**
 * Stricter than git where it tells refs: what begins like an option, stands for another branch (`-`, `@{-1}`) or for
 * HEAD is no name of a branch.
 */
export async function isBranchName(
  repository: Repository,
  name: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  const isOdd = name.startsWith("-") || name === "HEAD" || name.includes("\0") || name.length > longestName;
  if (isOdd) return { kind: "told", isSo: false };
  return ask(repository, ["check-ref-format", `${local}${name}`], signal);
}

/** A question that git answers by its exit code. */
async function ask(
  repository: Repository,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Told | GitFailure> {
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  return answer.kind === "answered" ? { kind: "told", isSo: answer.code === 0 } : answer;
}
