// The commits that mention an artifact.
import { commitLog, type CommitSummary, isFailedLog } from "./commitLog.ts";
import type { GitFailure, Repository } from "./repository.ts";

/**
 * What a text refers to, by whatever grammar. It has to name an artifact by its number in decimal digits, as a number of
 * its own: that is what git looks for.
 */
export type FindReferences = (text: string) => readonly { readonly artifactId: number }[];

export interface Mention extends CommitSummary {
  /** A ref that has it, by its full name; there may be others. */
  readonly ref: string;
}

export type MentionStep =
  | { readonly kind: "commit"; readonly commit: Mention }
  /** There are more, which nobody looked at. */
  | { readonly kind: "cut" }
  | GitFailure;

const mostMentions = 2_000;

/**
 * On all branches, newest first, as they are found. Git leaves out what does not have the digits at all, in the time that
 * a plain search takes; a pattern for whole numbers would take three times as long.
 */
export async function* mentionsOf(
  repository: Repository,
  artifactId: number,
  find: FindReferences,
  { signal, most = mostMentions }: { readonly signal?: AbortSignal | undefined; readonly most?: number } = {},
): AsyncGenerator<MentionStep, void> {
  const wholeNumber = new RegExp(`(?<![0-9])0*${artifactId}(?![0-9])`);
  const search = ["--fixed-strings", `--grep=${artifactId}`];
  let found = 0;
  for await (const step of commitLog(repository, [...search, ...everywhere], signal)) {
    if (isFailedLog(step)) {
      yield step;
      return;
    }
    for (const { message, source, summary } of step) {
      if (!wholeNumber.test(message.toString("latin1"))) continue;
      if (!find(message.toString()).some((each) => each.artifactId === artifactId)) continue;
      if (found === most) {
        yield { kind: "cut" };
        return;
      }
      found += 1;
      yield { kind: "commit", commit: { ...summary(), ref: source.toString() } };
    }
  }
}

/**
 * A stash repeats the subject of the commit that it was made on. Of other worktrees only what is on a branch counts. A ref
 * that leads nowhere is no reason to find nothing.
 */
const everywhere = ["--ignore-missing", "--single-worktree", "--exclude=refs/stash", "--all"];
