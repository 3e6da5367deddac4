import type { GitFailure, Repository } from "./repository.ts";
import { readGit } from "./runGit.ts";

export interface ConfigEntry {
  /** Whose it is: `system` and `global` are the person's, `local` and `worktree` came with the repository. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** The entries of all config files whose key fits, in the order in which git reads them. */
export async function configEntries(
  repository: Repository,
  keys: RegExp,
  signal?: AbortSignal,
): Promise<{ readonly kind: "entries"; readonly entries: readonly ConfigEntry[] } | GitFailure> {
  const args = ["config", "--null", "--show-scope", "--get-regexp", keys.source];
  // 1: there is none.
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  if (answer.kind !== "answered") return answer;
  const fields = answer.text.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", entry = ""] = fields.slice(at, at + 2);
    const [key = "", ...value] = entry.split("\n");
    entries.push({ scope, key, value: value.join("\n") });
  }
  return { kind: "entries", entries };
}
