import { resolveCommit } from "./commitLog.ts";
import { configEntries, type GitFailure, gitFailure, readGit, type Repository, startGit } from "./git.ts";

const prefix = "refs/tags/";
const mostTags = 1_000;

/** Their names, the newest first. */
export async function tagsOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "tags"; readonly tags: readonly string[] } | GitFailure> {
  const args = ["for-each-ref", "--sort=-creatordate", `--count=${mostTags}`, "--format=%(refname)", prefix];
  const answer = await readGit(repository, args, { signal });
  if (answer.kind !== "answered") return answer;
  const names = answer.text.split("\n").filter((name) => name.startsWith(prefix));
  return { kind: "tags", tags: names.map((name) => name.slice(prefix.length)) };
}

type Head =
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
async function isBranchName(
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

// Programs that a repository's own config would have git run on a switch. Those of the person's own config (of git-lfs,
// say) are the person's business; the ones that came with a repository are not run unasked.

type Obstacle =
  | { readonly kind: "foreignPrograms"; readonly settings: readonly string[] }
  | { readonly kind: "incompleteClone" }
  | GitFailure;

const program = /^(filter\..*\.(clean|smudge|process)|hook\..*\.command)$/;
/** What a filter obeys that is the person's own: git-lfs fetches files by programs that these name. */
const obeyed =
  /^(lfs\.customtransfer\..*\.path|lfs\.extension\..*\.(clean|smudge)|credential\.(.*\.)?helper|core\.(sshcommand|askpass|gitproxy))$/;
const incomplete = /^(remote\..*\.promisor|extensions\.partialclone)$/;
const wanted = new RegExp(`${program.source}|${obeyed.source}|${incomplete.source}`);
const persons = new Set(["system", "global", "command"]);

/** `refs`: only a branch is made; `files`: files are changed, or held against what they were. */
async function foreignPrograms(
  repository: Repository,
  touched: "refs" | "files",
  signal?: AbortSignal,
): Promise<Obstacle | undefined> {
  const found = await configEntries(repository, wanted, signal);
  if (found.kind !== "entries") return found;
  const set = found.entries.filter(({ value }) => value !== "" && value !== "false");
  const isFiltered = touched === "files" && set.some(({ key }) => key.startsWith("filter."));
  const programs = set.filter(
    ({ scope, key }) => !persons.has(scope) && (isRun(key, touched) || (isFiltered && obeyed.test(key))),
  );
  if (programs.length > 0) return { kind: "foreignPrograms", settings: programs.map(({ key }) => key) };
  const isIncomplete = touched === "files" && set.some(({ key }) => incomplete.test(key));
  return isIncomplete ? { kind: "incompleteClone" } : undefined;
}

function isRun(key: string, touched: "refs" | "files"): boolean {
  return program.test(key) && (touched === "files" || key.startsWith("hook."));
}

// To another branch, or to a new one. What could be lost, or run, on the way there stops it before anything is touched.

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
