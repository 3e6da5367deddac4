// To another branch, or to a new one. What could be lost, or run, on the way there stops it before anything is touched.
import { hasBranch, isBranchName } from "./branches.ts";
import { foreignPrograms } from "./foreignPrograms.ts";
import { gitFailure } from "./gitFailure.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";
import { readGit, startGit } from "./runGit.ts";

export type SwitchOutcome =
  | { readonly kind: "switched" }
  | { readonly kind: "invalidName" }
  /** There is one of this name, or one that is in its way (`a` is in the way of `a/b`). */
  | { readonly kind: "nameTaken" }
  /** Changes that are not committed. */
  | { readonly kind: "wouldOverwrite"; readonly files: readonly string[] }
  /** Another worktree has it. */
  | { readonly kind: "checkedOutElsewhere" }
  /** A merge, a rebase or the like has to be ended first. */
  | { readonly kind: "inProgress" }
  /** Another git is at work, or one was killed. */
  | { readonly kind: "locked" }
  /** The repository's own config names programs that git would run: not by us, but perhaps by the person. */
  | { readonly kind: "foreignPrograms"; readonly settings: readonly string[] }
  /** Files that are only on the server would have to be fetched, and we do not ask anybody for that. */
  | { readonly kind: "incompleteClone" }
  | GitFailure;

const options = ["switch", "--quiet", "--no-guess", "--no-recurse-submodules"];

/**
 * @param start A ref; undefined for where one is, which changes no file. A server's branch by its full name is gone on with:
 * it is what the new one is pushed to and pulled from.
 */
export async function createBranch(
  repository: Repository,
  name: string,
  start: string | undefined,
  signal?: AbortSignal,
): Promise<SwitchOutcome> {
  const valid = await isBranchName(repository, name, signal);
  if (valid.kind !== "told") return valid;
  if (!valid.isSo) return { kind: "invalidName" };
  const place = await placeOf(repository, start, signal);
  if (place.kind !== "here" && place.kind !== "there") return place;
  const obstacle = await foreignPrograms(repository, place.kind === "here" ? "refs" : "files", signal);
  if (obstacle !== undefined) return obstacle;
  const from = place.kind === "here" ? [] : [place.hash];
  const outcome = await perform(repository, [...options, "--no-track", "-c", name, ...from, "--"], signal);
  const isGoneOnWith = outcome.kind === "switched" && start?.startsWith("refs/remotes/") === true;
  // Where that can't be, since nothing is fetched from there, the branch is as good without.
  if (isGoneOnWith) await readGit(repository, ["branch", "--quiet", `--set-upstream-to=${start}`, name]);
  return outcome;
}

export async function switchTo(
  repository: Repository,
  name: string,
  signal?: AbortSignal,
): Promise<SwitchOutcome> {
  const known = await hasBranch(repository, name, signal);
  if (known.kind !== "told") return known;
  if (!known.isSo) return { kind: "refUnknown", ref: name };
  const obstacle = await foreignPrograms(repository, "files", signal);
  return obstacle ?? perform(repository, [...options, "--end-of-options", name], signal);
}

type Place = { readonly kind: "here" } | { readonly kind: "there"; readonly hash: string } | GitFailure;

async function placeOf(
  repository: Repository,
  start: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Place> {
  if (start === undefined) return { kind: "here" };
  const there = await resolveCommit(repository, start, signal);
  if (there.kind !== "resolved") return there;
  const here = await resolveCommit(repository, "HEAD", signal);
  const isHere = here.kind === "resolved" && here.hash === there.hash;
  return isHere ? { kind: "here" } : { kind: "there", hash: there.hash };
}

/** Not to be cancelled once it has begun: half of the files would be those of the other branch. */
async function perform(
  repository: Repository,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<SwitchOutcome> {
  if (signal?.aborted === true) return { kind: "cancelled" };
  const git = startGit(repository, args);
  for await (const _ of git.output);
  const end = await git.ended;
  if (end.kind !== "ended") return end;
  return end.code === 0 ? { kind: "switched" } : refusal(end.stderr);
}

function refusal(stderr: string): SwitchOutcome {
  if (/would be overwritten by checkout/.test(stderr)) {
    const files = stderr.split("\n").filter((line) => line.startsWith("\t"));
    return { kind: "wouldOverwrite", files: files.map((line) => line.slice(1)) };
  }
  for (const [words, kind] of refusals) if (words.test(stderr)) return { kind };
  return gitFailure(stderr);
}

type SimpleRefusal = "nameTaken" | "invalidName" | "checkedOutElsewhere" | "inProgress" | "locked";

const refusals: readonly (readonly [RegExp, SimpleRefusal])[] = [
  [/^fatal: a branch named .* already exists/im, "nameTaken"],
  [/' exists; cannot create '/, "nameTaken"],
  [/is not a valid branch name/, "invalidName"],
  [/is already (checked out|used by worktree) at/, "checkedOutElsewhere"],
  [/cannot switch branch (while|in the middle of)|need to resolve your current index first/, "inProgress"],
  [/\.lock': File exists/, "locked"],
];
