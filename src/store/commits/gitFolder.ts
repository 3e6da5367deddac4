import type { GitFailure, Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

/** Where git keeps what is of this working tree alone: its message file among it. Worktrees and submodules have one of their own. */
export async function gitFolderOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "folder"; readonly folder: string } | GitFailure> {
  const answer = await readGit(repository, ["rev-parse", "--absolute-git-dir"], { signal });
  if (answer.kind !== "answered") return answer;
  return { kind: "folder", folder: answer.text.replace(/\r?\n$/, "") };
}
