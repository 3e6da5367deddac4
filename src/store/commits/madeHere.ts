import type { Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

export interface MadeHere {
  /** `plain` is on top of where one was, an amended one has taken that one's place. */
  readonly shape: "plain" | "merge" | "amended" | "other";
  /** Where one was before; undefined before the first commit of all. */
  readonly previous: string | undefined;
}

const shapes: Readonly<Record<string, MadeHere["shape"]>> = {
  "": "plain",
  initial: "plain",
  merge: "merge",
  amend: "amended",
};

/** How one came to this commit by making it. Undefined where it was by a pull, a switch or the like: git keeps a log of that. */
export async function madeHere(repository: Repository, hash: string): Promise<MadeHere | undefined> {
  const args = ["log", "--max-count=2", "--walk-reflogs", "--format=%H %gs", "HEAD", "--"];
  const answer = await readGit(repository, args);
  if (answer.kind !== "answered") return undefined;
  const [last = "", before = ""] = answer.text.split("\n");
  const [, made, how = ""] = /^([\da-f]+) commit(?: \((\w+)\))?:/.exec(last) ?? [];
  if (made !== hash) return undefined;
  const [, previous] = /^([\da-f]+) /.exec(before) ?? [];
  return { shape: shapes[how] ?? "other", previous };
}
