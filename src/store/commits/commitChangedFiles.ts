// Lists the files that a commit changes, compared with its first parent.
import { resolveCommit } from "./commitLog.ts";
import { type GitOutput, type GitFailure, runGit, type GitPathAndFolder } from "./git.ts";

/** Paths are relative to the repository, with slashes. */
export type ChangedFile =
  | { readonly kind: "added" | "deleted" | "modified"; readonly path: string }
  | { readonly kind: "renamed"; readonly before: string; readonly path: string };

export interface ChangedFiles {
  readonly kind: "files";
  readonly hash: string;
  /** `undefined` for a root commit. */
  readonly parent: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly isTruncated: boolean;
}

const maxFiles = 1_000;

/** Submodules are ignored: they have no content here. */
const diffOptions = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-commit-id",
  "--ignore-submodules=all",
  "-r",
  "-z",
  "--name-status",
];

export async function listChangedFiles(
  repository: GitPathAndFolder,
  ref: string,
  { signal, limit = maxFiles }: { readonly signal?: AbortSignal | undefined; readonly limit?: number } = {},
): Promise<ChangedFiles | GitFailure> {
  const commit = await resolveCommit(repository, ref, signal);
  if (commit.kind !== "resolved") return commit;
  const { hash } = commit;
  const before = await resolveCommit(repository, `${hash}^1`, signal);
  if (before.kind !== "resolved" && before.kind !== "refUnknown") return before;
  const parent = before.kind === "resolved" ? before.hash : undefined;
  const answer = await diffTrees(
    repository,
    parent === undefined ? ["--root", hash] : [parent, hash],
    signal,
  );
  if (answer.kind !== "answered") return answer;
  const files = parseNameStatus(answer.text.split("\0"));
  return {
    kind: "files",
    hash,
    parent,
    files: files.slice(0, limit),
    isTruncated: files.length > limit,
  };
}

/** Rename detection reads file contents, which may be missing in a partial clone. */
async function diffTrees(
  repository: GitPathAndFolder,
  trees: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitOutput | GitFailure> {
  const diff = (renames: string): Promise<GitOutput | GitFailure> =>
    runGit(repository, ["diff-tree", ...diffOptions, renames, ...trees, "--"], { signal });
  const answer = await diff("--find-renames");
  return answer.kind === "failed" ? diff("--no-renames") : answer;
}

function parseNameStatus(fields: readonly string[]): readonly ChangedFile[] {
  const files: ChangedFile[] = [];
  for (let index = 0; index + 1 < fields.length;) {
    const [status = "", path = "", next = ""] = fields.slice(index, index + 3);
    const isPair = /^[RC]/.test(status);
    files.push(isPair ? { kind: "renamed", before: path, path: next } : { kind: toChangeKind(status), path });
    index += isPair ? 3 : 2;
  }
  return files;
}

function toChangeKind(status: string): "added" | "deleted" | "modified" {
  if (status === "A") return "added";
  return status === "D" ? "deleted" : "modified";
}
