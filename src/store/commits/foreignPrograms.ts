// Programs that a repository's own config would have git run on a switch. Those of the person's own config (of git-lfs,
// say) are the person's business; the ones that came with a repository are not run unasked.
import { configEntries } from "./configEntries.ts";
import type { GitFailure, Repository } from "./repository.ts";

export type Obstacle =
  | { readonly kind: "foreignPrograms"; readonly settings: readonly string[] }
  | { readonly kind: "incompleteClone" }
  | GitFailure;

const program = /^(filter\..*\.(clean|smudge|process)|hook\..*\.command)$/;
/** What a filter obeys that is the person's own: git-lfs fetches files by programs that these name. */
const obeyed =
  /^(lfs\.customtransfer\..*\.path|lfs\.extension\..*\.(clean|smudge)|credential\.(.*\.)?helper|core\.(sshcommand|askpass|gitproxy))$/;
const incomplete = /^(remote\..*\.promisor|extensions\.partialclone)$/;
const wanted = new RegExp(`${program.source}|${obeyed.source}|${incomplete.source}`);
const persons = new Set(["system", "global", "command"]);

/** `refs`: only a branch is made; `files`: files are changed, or held against what they were. */
export async function foreignPrograms(
  repository: Repository,
  touched: "refs" | "files",
  signal?: AbortSignal,
): Promise<Obstacle | undefined> {
  const found = await configEntries(repository, wanted, signal);
  if (found.kind !== "entries") return found;
  const set = found.entries.filter(({ value }) => value !== "" && value !== "false");
  const isFiltered = touched === "files" && set.some(({ key }) => key.startsWith("filter."));
  const programs = set.filter(
    ({ scope, key }) => !persons.has(scope) && (isRun(key, touched) || (isFiltered && obeyed.test(key))),
  );
  if (programs.length > 0) return { kind: "foreignPrograms", settings: programs.map(({ key }) => key) };
  const isIncomplete = touched === "files" && set.some(({ key }) => incomplete.test(key));
  return isIncomplete ? { kind: "incompleteClone" } : undefined;
}

function isRun(key: string, touched: "refs" | "files"): boolean {
  return program.test(key) && (touched === "files" || key.startsWith("hook."));
}
