import { configEntries } from "./configEntries.ts";
import type { Repository } from "./repository.ts";

const usual = "#";

/** What begins a comment in the message files of a repository. */
export async function commentMark(repository: Repository): Promise<string> {
  const told = await configEntries(repository, /^core\.comment(char|string)$/);
  const last = told.kind === "entries" ? told.entries.at(-1)?.value : undefined;
  // `auto` is another one only where a message has lines that begin with the usual one.
  return last === undefined || last === "" || last === "auto" ? usual : last;
}
