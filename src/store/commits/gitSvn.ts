import { configEntries } from "./configEntries.ts";
import type { Repository } from "./repository.ts";

/** The addresses that git-svn commits to, as the config tells them; it takes no git-svn to read that. */
export async function gitSvnAddresses(repository: Repository): Promise<readonly string[]> {
  const told = await configEntries(repository, /^svn-remote\..*\.url$/);
  if (told.kind !== "entries") return [];
  return [...new Set(told.entries.map(({ value }) => value).filter((value) => value !== ""))];
}
