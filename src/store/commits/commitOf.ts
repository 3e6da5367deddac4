import { bodyOf, commitLog, type CommitSummary, isFailedLog } from "./commitLog.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";

export interface CommitDetails extends CommitSummary {
  /** What follows the subject. */
  readonly body: string;
}

export async function commitOf(
  repository: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "commit"; readonly commit: CommitDetails } | GitFailure> {
  const resolved = await resolveCommit(repository, ref, signal);
  if (resolved.kind !== "resolved") return resolved;
  for await (const step of commitLog(repository, ["--no-walk", resolved.hash], signal)) {
    if (isFailedLog(step)) return step;
    for (const { message, summary } of step) {
      return { kind: "commit", commit: { ...summary(), body: bodyOf(message.toString()) } };
    }
  }
  return { kind: "refUnknown", ref };
}
