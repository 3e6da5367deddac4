import type { GitFailure, Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

const longestRef = 1_000;

/**
 * The hash of what a person calls a commit: a branch, a tag, a hash, `HEAD~3`. This is the only place where a name from
 * outside meets git as a revision; everything else works with the hash.
 */
export async function resolveCommit(
  repository: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "resolved"; readonly hash: string } | GitFailure> {
  if (ref === "" || ref.length > longestRef || ref.includes("\0")) return { kind: "refUnknown", ref };
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  if (answer.kind === "failed") return { kind: "refUnknown", ref };
  if (answer.kind !== "answered") return answer;
  const hash = answer.text.trim();
  return /^[0-9a-f]{40,64}$/.test(hash) ? { kind: "resolved", hash } : { kind: "refUnknown", ref };
}
