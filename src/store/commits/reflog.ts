// What the reflog of HEAD says about commits: how one was created, and which one replaced it.
import { type GitPathAndFolder, runGit } from "./git.ts";

/** How many reflog entries are searched. */
const maxReflogEntries = 500;

/** The commit that replaced `hash` by amending, even repeatedly; `undefined` if unknown. */
export async function findCommitAfterAmend(
  repository: GitPathAndFolder,
  hash: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ["log", "--walk-reflogs", `--max-count=${maxReflogEntries}`, "--format=%H %gs", "HEAD", "--"];
  const answer = await runGit(repository, args, { signal });
  if (answer.kind !== "answered") return undefined;
  const steps = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => ({ to: line.slice(0, hash.length), action: line.slice(hash.length + 1) }))
    .toReversed();
  let current = hash;
  for (const [index, { to, action }] of steps.entries()) {
    const from = steps[index - 1]?.to;
    if (from === current && action.startsWith("commit (amend)")) current = to;
  }
  return current === hash ? undefined : current;
}

export interface CommitCreation {
  /** A `plain` commit is on top of the previous one; an `amended` one replaces it. */
  readonly kind: "plain" | "merge" | "amended" | "other";
  /** The previous HEAD; `undefined` for the first commit. */
  readonly previous: string | undefined;
}

const originKinds: Readonly<Record<string, CommitCreation["kind"]>> = {
  "": "plain",
  initial: "plain",
  merge: "merge",
  amend: "amended",
};

/** How the commit was created, by the reflog of HEAD. `undefined` if HEAD moved there by a pull, a switch and so on. */
export async function findCommitCreation(
  repository: GitPathAndFolder,
  hash: string,
): Promise<CommitCreation | undefined> {
  const args = ["log", "--max-count=2", "--walk-reflogs", "--format=%H %gs", "HEAD", "--"];
  const answer = await runGit(repository, args);
  if (answer.kind !== "answered") return undefined;
  const [last = "", previousEntry = ""] = answer.text.split("\n");
  const [, createdHash, action = ""] = /^([\da-f]+) commit(?: \((\w+)\))?:/.exec(last) ?? [];
  if (createdHash !== hash) return undefined;
  const [, previous] = /^([\da-f]+) /.exec(previousEntry) ?? [];
  return { kind: originKinds[action] ?? "other", previous };
}
