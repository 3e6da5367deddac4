import { resolveCommit } from "./commitLog.ts";
import {
  readGitConfig,
  type GitFailure,
  toGitFailure,
  runGit,
  type GitPathAndFolder,
  startGit,
} from "./git.ts";

const tagPrefix = "refs/tags/";
const maxTags = 1_000;

/** Tag names, newest first. */
export async function listTags(
  repository: GitPathAndFolder,
  signal?: AbortSignal,
): Promise<{ readonly kind: "tags"; readonly tags: readonly string[] } | GitFailure> {
  const args = [
    "for-each-ref",
    "--sort=-creatordate",
    `--count=${maxTags}`,
    "--format=%(refname)",
    tagPrefix,
  ];
  const answer = await runGit(repository, args, { signal });
  if (answer.kind !== "answered") return answer;
  const names = answer.text.split("\n").filter((name) => name.startsWith(tagPrefix));
  return { kind: "tags", tags: names.map((name) => name.slice(tagPrefix.length)) };
}

type Head =
  /** Also if the branch has no commit yet. */
  { readonly kind: "branch"; readonly name: string } | { readonly kind: "detached"; readonly hash: string };

export interface Branch {
  /** Without `refs/heads/` or `refs/remotes/`. */
  readonly name: string;
  readonly isRemote: boolean;
  readonly hash: string;
}

const localBranchPrefix = "refs/heads/";
const remoteBranchPrefix = "refs/remotes/";
const maxNameLength = 1_000;

export async function readHead(
  repository: GitPathAndFolder,
  signal?: AbortSignal,
): Promise<Head | GitFailure> {
  const args = ["symbolic-ref", "--quiet", "HEAD"];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  if (answer.kind !== "answered") return answer;
  const ref = answer.text.trim();
  if (ref.startsWith(localBranchPrefix)) return { kind: "branch", name: ref.slice(localBranchPrefix.length) };
  const resolved = await resolveCommit(repository, "HEAD", signal);
  return resolved.kind === "resolved" ? { kind: "detached", hash: resolved.hash } : resolved;
}

/** `origin/a/b` is `a/b` of `origin`; names of remotes rarely contain a slash. */
export function toLocalBranchName(remoteBranch: string): string {
  return remoteBranch.slice(remoteBranch.indexOf("/") + 1);
}

export interface BranchList {
  readonly kind: "branches";
  readonly branches: readonly Branch[];
  /** The branch that is checked out in this working tree. */
  readonly currentBranch: string | undefined;
  /** Local name of the default branch of a remote, `origin` first. */
  readonly defaultBranch: string | undefined;
}

export async function readBranches(
  repository: GitPathAndFolder,
  sort: "newest" | "name",
  signal: AbortSignal | undefined,
): Promise<BranchList | GitFailure> {
  // Ref names have neither spaces nor line breaks.
  const format = "--format=%(objectname) %(if)%(HEAD)%(then)*%(else)-%(end) %(refname) %(symref)";
  const order = sort === "newest" ? ["--sort=-committerdate"] : [];
  const args = ["for-each-ref", ...order, format, localBranchPrefix, remoteBranchPrefix];
  const answer = await runGit(repository, args, { signal });
  if (answer.kind !== "answered") return answer;
  const branches: Branch[] = [];
  const defaultBranches = new Map<string, string>();
  let currentBranch: string | undefined;
  for (const line of answer.text.split("\n")) {
    const [hash = "", head = "", ref = "", target = ""] = line.split(" ");
    if (target !== "") {
      // `origin/HEAD` is an alias of another branch.
      const [, remote] = /^refs\/remotes\/(.+)\/HEAD$/.exec(ref) ?? [];
      const prefix = `${remoteBranchPrefix}${remote ?? ""}/`;
      if (remote !== undefined && target.startsWith(prefix)) {
        defaultBranches.set(remote, target.slice(prefix.length));
      }
    } else if (ref.startsWith(localBranchPrefix)) {
      const name = ref.slice(localBranchPrefix.length);
      branches.push({ name, isRemote: false, hash });
      if (head === "*") currentBranch = name;
    } else if (ref.startsWith(remoteBranchPrefix)) {
      branches.push({ name: ref.slice(remoteBranchPrefix.length), isRemote: true, hash });
    }
  }
  const [firstDefault] = defaultBranches.values();
  const defaultBranch = defaultBranches.get("origin") ?? firstDefault;
  return { kind: "branches", branches, currentBranch, defaultBranch };
}

/** Branches with the newest commits first. */
export async function listBranches(
  repository: GitPathAndFolder,
  signal?: AbortSignal,
): Promise<{ readonly kind: "branches"; readonly branches: readonly Branch[] } | GitFailure> {
  const list = await readBranches(repository, "newest", signal);
  return list.kind === "branches" ? { kind: "branches", branches: list.branches } : list;
}

export interface GitYesNoResult {
  readonly kind: "checked";
  readonly isTrue: boolean;
}

export async function hasLocalBranch(
  repository: GitPathAndFolder,
  name: string,
  signal?: AbortSignal,
): Promise<GitYesNoResult | GitFailure> {
  const valid = await checkBranchName(repository, name, signal);
  if (valid.kind !== "checked" || !valid.isTrue) return valid;
  return checkByExitCode(
    repository,
    ["show-ref", "--verify", "--quiet", "--", `${localBranchPrefix}${name}`],
    signal,
  );
}

/** Stricter than git: rejects names that look like an option, another branch (`-`, `@{-1}`) or HEAD. */
async function checkBranchName(
  repository: GitPathAndFolder,
  name: string,
  signal?: AbortSignal,
): Promise<GitYesNoResult | GitFailure> {
  const isInvalid =
    name.startsWith("-") || name === "HEAD" || name.includes("\0") || name.length > maxNameLength;
  if (isInvalid) return { kind: "checked", isTrue: false };
  return checkByExitCode(repository, ["check-ref-format", `${localBranchPrefix}${name}`], signal);
}

/** Runs a git command that answers by its exit code. */
async function checkByExitCode(
  repository: GitPathAndFolder,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitYesNoResult | GitFailure> {
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  return answer.kind === "answered" ? { kind: "checked", isTrue: answer.exitCode === 0 } : answer;
}

// Programs that git would run on a switch. Those of the user's own config (git-lfs, for example) are trusted; those of
// the repository's config are not run.

type SwitchObstacle =
  | { readonly kind: "untrustedPrograms"; readonly settings: readonly string[] }
  | { readonly kind: "incompleteClone" }
  | GitFailure;

const programSettings = /^(filter\..*\.(clean|smudge|process)|hook\..*\.command)$/;
/** Programs that the user's own filters run: git-lfs fetches files with them. */
const helperSettings =
  /^(lfs\.customtransfer\..*\.path|lfs\.extension\..*\.(clean|smudge)|credential\.(.*\.)?helper|core\.(sshcommand|askpass|gitproxy))$/;
const partialCloneSettings = /^(remote\..*\.promisor|extensions\.partialclone)$/;
const checkedSettings = new RegExp(
  `${programSettings.source}|${helperSettings.source}|${partialCloneSettings.source}`,
);
const userScopes = new Set(["system", "global", "command"]);

/** `refs`: only a branch is created; `files`: files are changed or compared. */
async function findUntrustedPrograms(
  repository: GitPathAndFolder,
  touched: "refs" | "files",
  signal?: AbortSignal,
): Promise<SwitchObstacle | undefined> {
  const found = await readGitConfig(repository, checkedSettings, signal);
  if (found.kind !== "entries") return found;
  const enabled = found.entries.filter(({ value }) => value !== "" && value !== "false");
  const isFiltered = touched === "files" && enabled.some(({ key }) => key.startsWith("filter."));
  const programs = enabled.filter(
    ({ scope, key }) =>
      !userScopes.has(scope) && (isExecuted(key, touched) || (isFiltered && helperSettings.test(key))),
  );
  if (programs.length > 0) return { kind: "untrustedPrograms", settings: programs.map(({ key }) => key) };
  const isIncomplete = touched === "files" && enabled.some(({ key }) => partialCloneSettings.test(key));
  return isIncomplete ? { kind: "incompleteClone" } : undefined;
}

function isExecuted(key: string, touched: "refs" | "files"): boolean {
  return programSettings.test(key) && (touched === "files" || key.startsWith("hook."));
}

// Switches and creates branches. Nothing is changed if data could be lost or untrusted programs would run.

export type BranchSwitchOutcome =
  | { readonly kind: "switched" }
  | { readonly kind: "invalidName" }
  /** A branch with this name exists, or one that prevents it (`a` prevents `a/b`). */
  | { readonly kind: "nameTaken" }
  /** Uncommitted changes. */
  | { readonly kind: "wouldOverwrite"; readonly files: readonly string[] }
  | { readonly kind: "checkedOutElsewhere" }
  /** A merge, rebase or similar must be finished first. */
  | { readonly kind: "inProgress" }
  /** Another git process is running, or was killed. */
  | { readonly kind: "locked" }
  /** The repository's config names programs that git would run. */
  | { readonly kind: "untrustedPrograms"; readonly settings: readonly string[] }
  /** Files would have to be fetched from the server, which isn't done here. */
  | { readonly kind: "incompleteClone" }
  | GitFailure;

const switchOptions = ["switch", "--quiet", "--no-guess", "--no-recurse-submodules"];

/**
 * @param start A ref; `undefined` for HEAD, which changes no files. A remote branch by its full name becomes the
 * upstream of the new branch.
 */
export async function createAndSwitchBranch(
  repository: GitPathAndFolder,
  name: string,
  start: string | undefined,
  signal?: AbortSignal,
): Promise<BranchSwitchOutcome> {
  const valid = await checkBranchName(repository, name, signal);
  if (valid.kind !== "checked") return valid;
  if (!valid.isTrue) return { kind: "invalidName" };
  const startPoint = await resolveStartPoint(repository, start, signal);
  if (startPoint.kind !== "head" && startPoint.kind !== "otherCommit") return startPoint;
  const obstacle = await findUntrustedPrograms(
    repository,
    startPoint.kind === "head" ? "refs" : "files",
    signal,
  );
  if (obstacle !== undefined) return obstacle;
  const from = startPoint.kind === "head" ? [] : [startPoint.hash];
  const outcome = await runSwitch(
    repository,
    [...switchOptions, "--no-track", "-c", name, ...from, "--"],
    signal,
  );
  const shouldTrack = outcome.kind === "switched" && start?.startsWith("refs/remotes/") === true;
  // Ignore failures: without a fetch configuration, the branch works without upstream.
  if (shouldTrack) await runGit(repository, ["branch", "--quiet", `--set-upstream-to=${start}`, name]);
  return outcome;
}

export async function switchBranch(
  repository: GitPathAndFolder,
  name: string,
  signal?: AbortSignal,
): Promise<BranchSwitchOutcome> {
  const existing = await hasLocalBranch(repository, name, signal);
  if (existing.kind !== "checked") return existing;
  if (!existing.isTrue) return { kind: "refUnknown", ref: name };
  const obstacle = await findUntrustedPrograms(repository, "files", signal);
  return obstacle ?? runSwitch(repository, [...switchOptions, "--end-of-options", name], signal);
}

type StartPoint =
  { readonly kind: "head" } | { readonly kind: "otherCommit"; readonly hash: string } | GitFailure;

async function resolveStartPoint(
  repository: GitPathAndFolder,
  start: string | undefined,
  signal: AbortSignal | undefined,
): Promise<StartPoint> {
  if (start === undefined) return { kind: "head" };
  const target = await resolveCommit(repository, start, signal);
  if (target.kind !== "resolved") return target;
  const head = await resolveCommit(repository, "HEAD", signal);
  const isHead = head.kind === "resolved" && head.hash === target.hash;
  return isHead ? { kind: "head" } : { kind: "otherCommit", hash: target.hash };
}

/** Not cancellable once started: half of the files would belong to the other branch. */
async function runSwitch(
  repository: GitPathAndFolder,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<BranchSwitchOutcome> {
  if (signal?.aborted === true) return { kind: "canceled" };
  const git = startGit(repository, args);
  for await (const _ of git.output);
  const end = await git.exited;
  if (end.kind !== "ended") return end;
  return end.code === 0 ? { kind: "switched" } : toSwitchFailure(end.stderr);
}

function toSwitchFailure(stderr: string): BranchSwitchOutcome {
  if (/would be overwritten by checkout/.test(stderr)) {
    const files = stderr.split("\n").filter((line) => line.startsWith("\t"));
    return { kind: "wouldOverwrite", files: files.map((line) => line.slice(1)) };
  }
  for (const [words, kind] of switchFailures) if (words.test(stderr)) return { kind };
  return toGitFailure(stderr);
}

type SimpleSwitchFailure = "nameTaken" | "invalidName" | "checkedOutElsewhere" | "inProgress" | "locked";

const switchFailures: readonly (readonly [RegExp, SimpleSwitchFailure])[] = [
  [/^fatal: a branch named .* already exists/im, "nameTaken"],
  [/' exists; cannot create '/, "nameTaken"],
  [/is not a valid branch name/, "invalidName"],
  [/is already (checked out|used by worktree) at/, "checkedOutElsewhere"],
  [/cannot switch branch (while|in the middle of)|need to resolve your current index first/, "inProgress"],
  [/\.lock': File exists/, "locked"],
];
