import { access } from "node:fs/promises";
import { join } from "node:path";
import { configEntries } from "./configEntries.ts";
import { gitFolderOf } from "./gitFolder.ts";
import type { Repository } from "./repository.ts";

/** Where git keeps a message for a merge, a cherry-pick, a revert and the like until it is used. */
const files = ["MERGE_MSG", "SQUASH_MSG"] as const;

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether something is under way that brings a message along. A stash that is in conflict brings none. */
export async function isMessageUnderWay(repository: Repository): Promise<boolean> {
  const told = await gitFolderOf(repository);
  if (told.kind !== "folder") return false;
  return (await Promise.all(files.map((name) => isThere(join(told.folder, name))))).includes(true);
}

/** Where git itself has a text for the next message: that of a merge or the like, which ends, or a template. */
export async function preparedMessage(repository: Repository): Promise<"underWay" | "template" | undefined> {
  if (await isMessageUnderWay(repository)) return "underWay";
  const told = await configEntries(repository, /^commit\.template$/);
  const hasTemplate = told.kind === "entries" && told.entries.some(({ value }) => value !== "");
  return hasTemplate ? "template" : undefined;
}
