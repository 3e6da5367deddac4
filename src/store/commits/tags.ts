import type { GitFailure, Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

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
