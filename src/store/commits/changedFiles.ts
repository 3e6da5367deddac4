// Which files a commit changes, compared with its first parent.
import { resolveCommit } from "./commitLog.ts";
import { type GitAnswer, type GitFailure, readGit, type Repository } from "./git.ts";

/** Paths are those of the repository, with slashes. */
export type ChangedFile =
  | { readonly kind: "added" | "deleted" | "modified"; readonly path: string }
  | { readonly kind: "renamed"; readonly before: string; readonly path: string };

export interface ChangedFiles {
  readonly kind: "files";
  readonly hash: string;
  /** Undefined for a commit that is the first of all. */
  readonly parent: string | undefined;
  readonly files: readonly ChangedFile[];
  /** There are more. */
  readonly isCut: boolean;
}

const mostFiles = 1_000;

/** Another repository inside this one has no content here to be shown. */
const options = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-commit-id",
  "--ignore-submodules=all",
  "-r",
  "-z",
  "--name-status",
];

export async function changedFiles(
  repository: Repository,
  ref: string,
  { signal, most = mostFiles }: { readonly signal?: AbortSignal | undefined; readonly most?: number } = {},
): Promise<ChangedFiles | GitFailure> {
  const commit = await resolveCommit(repository, ref, signal);
  if (commit.kind !== "resolved") return commit;
  const { hash } = commit;
  const before = await resolveCommit(repository, `${hash}^1`, signal);
  if (before.kind !== "resolved" && before.kind !== "refUnknown") return before;
  const parent = before.kind === "resolved" ? before.hash : undefined;
  const answer = await compared(repository, parent === undefined ? ["--root", hash] : [parent, hash], signal);
  if (answer.kind !== "answered") return answer;
  const files = filesIn(answer.text.split("\0"));
  return { kind: "files", hash, parent, files: files.slice(0, most), isCut: files.length > most };
}

/** To tell what was renamed git reads the files, and those may be on the server only. */
async function compared(
  repository: Repository,
  which: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer | GitFailure> {
  const ask = (renames: string): Promise<GitAnswer | GitFailure> =>
    readGit(repository, ["diff-tree", ...options, renames, ...which, "--"], { signal });
  const answer = await ask("--find-renames");
  return answer.kind === "failed" ? ask("--no-renames") : answer;
}

function filesIn(fields: readonly string[]): readonly ChangedFile[] {
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const [status = "", path = "", next = ""] = fields.slice(at, at + 3);
    const isPair = /^[RC]/.test(status);
    files.push(isPair ? { kind: "renamed", before: path, path: next } : { kind: kindOf(status), path });
    at += isPair ? 3 : 2;
  }
  return files;
}

function kindOf(status: string): "added" | "deleted" | "modified" {
  if (status === "A") return "added";
  return status === "D" ? "deleted" : "modified";
}
