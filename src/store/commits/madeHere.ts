import type { Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

/** Whether one came to this commit by making it, and not by a pull, a switch or the like. */
export async function isMadeHere(repository: Repository, hash: string): Promise<boolean> {
  const args = ["log", "--max-count=1", "--walk-reflogs", "--format=%H %gs", "HEAD", "--"];
  const answer = await readGit(repository, args);
  return answer.kind === "answered" && /^([\da-f]+) commit\b/.exec(answer.text)?.[1] === hash;
}
