import { configEntries } from "./configEntries.ts";
import type { Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";

/** What is under way while one of these is there brings a message along. */
const underWay = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"] as const;

/** Whether git itself has a text for the next message: that of a merge or the like, or a template. */
export async function hasPreparedMessage(repository: Repository): Promise<boolean> {
  const [template, ...heads] = await Promise.all([
    configEntries(repository, /^commit\.template$/),
    ...underWay.map((name) => resolveCommit(repository, name)),
  ]);
  const hasTemplate = template.kind === "entries" && template.entries.some(({ value }) => value !== "");
  return hasTemplate || heads.some(({ kind }) => kind === "resolved");
}
