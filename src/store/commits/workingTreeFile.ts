// What git knows about a file of the working tree. Its content isn't compared: for that, git would run the filters that
// the configuration of the repository names.
import { realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { type GitFailure, type GitPathAndFolder, runGit, toRepositoryPath } from "./git.ts";

/**
 * From the root of the repository, with slashes. Git has the content of a linked file where the link leads to. `undefined` if
 * the file is outside of the repository, or in its .git folder.
 */
export async function findRepositoryPath(
  repository: GitPathAndFolder,
  file: string,
): Promise<string | undefined> {
  const [folder, target] = await Promise.all([resolveLinks(repository.folder), resolveLinks(file)]);
  const path = toRepositoryPath({ ...repository, folder }, target);
  const isOutside = path === "" || isAbsolute(path) || /^\.\.(?:\/|$)/.test(path);
  return isOutside || path.startsWith(".git/") ? undefined : path;
}

async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // It was deleted.
    return path;
  }
}

/** How the file on disk differs from the committed one, apart from line endings. */
interface FileConversions {
  readonly kind: "conversions";
  /** A program converts it, as for files in LFS. */
  readonly hasFilter: boolean;
  /** `$Id$` is expanded. */
  readonly hasIdent: boolean;
  /** It is committed in UTF-8, and has another encoding on disk. */
  readonly hasEncoding: boolean;
}

/** Attributes without a value. */
const attributeStates: ReadonlySet<string | undefined> = new Set([undefined, "unspecified", "unset", "set"]);

export async function readFileConversions(
  repository: GitPathAndFolder,
  path: string,
  signal?: AbortSignal,
): Promise<FileConversions | GitFailure> {
  const args = ["check-attr", "-z", "filter", "ident", "working-tree-encoding", "--", path];
  const answer = await runGit(repository, args, { signal });
  if (answer.kind !== "answered") return answer;
  // The path, the name and the value of each attribute.
  const [, , filter, , , ident, , , encoding] = answer.text.split("\0");
  return {
    kind: "conversions",
    hasFilter: !attributeStates.has(filter),
    hasIdent: ident === "set",
    hasEncoding: !attributeStates.has(encoding),
  };
}

/** For a file that isn't committed: `undefined` if it won't be, because it is ignored, or if git fails. */
export async function findNewFile(
  repository: GitPathAndFolder,
  path: string,
  signal?: AbortSignal,
): Promise<"staged" | "untracked" | undefined> {
  const options = ["-z", "-t", "--cached", "--others", "--exclude-standard"];
  const answer = await runGit(repository, ["ls-files", ...options, "--", `:(literal)${path}`], { signal });
  if (answer.kind !== "answered" || answer.text === "") return undefined;
  return answer.text.startsWith("?") ? "untracked" : "staged";
}

/** The path at the commit, if the file was renamed since and the new name is staged. */
export async function findPathBeforeRename(
  repository: GitPathAndFolder,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = ["--cached", "-z", "--name-status", "--find-renames", "--diff-filter=R"];
  const readOnly = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
  const answer = await runGit(repository, ["diff-index", ...options, ...readOnly, commit, "--"], { signal });
  if (answer.kind !== "answered") return undefined;
  const fields = answer.text.split("\0");
  // The state, the path before and the path now.
  for (let index = 0; index + 2 < fields.length; index += 3) {
    if (fields[index + 2] === path) return fields[index + 1];
  }
  return undefined;
}

/** Whether the current branch has no commit yet. */
export async function hasNoCommits(repository: GitPathAndFolder, signal?: AbortSignal): Promise<boolean> {
  const args = ["rev-parse", "--verify", "--quiet", "HEAD"];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  return answer.kind === "answered" && answer.exitCode === 1;
}
