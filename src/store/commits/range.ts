// The artifacts that the commits between two refs mention.
import { commitLog, type CommitSummary, isFailedLog } from "./commitLog.ts";
import type { FindReferences } from "./mentions.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { resolveCommit } from "./resolveCommit.ts";

export interface Range {
  /** Undefined: from the beginning. */
  readonly from: string | undefined;
  readonly to: string;
}

interface MentionedArtifact {
  readonly artifactId: number;
  /** Newest first. */
  readonly commits: readonly CommitSummary[];
}

export interface RangeFound {
  readonly kind: "found";
  /** The one that was mentioned last comes first. */
  readonly artifacts: readonly MentionedArtifact[];
  /** How many commits there are between the two. */
  readonly commits: number;
  /** There are more commits than anybody looked at. */
  readonly isCut: boolean;
}

const mostCommits = 50_000;

export async function mentionedBetween(
  repository: Repository,
  { from, to }: Range,
  find: FindReferences,
  { signal, most = mostCommits }: { readonly signal?: AbortSignal | undefined; readonly most?: number } = {},
): Promise<RangeFound | GitFailure> {
  const end = await resolveCommit(repository, to, signal);
  if (end.kind !== "resolved") return end;
  const start = from === undefined ? undefined : await resolveCommit(repository, from, signal);
  if (start !== undefined && start.kind !== "resolved") return start;
  const which = start === undefined ? [end.hash] : [end.hash, `^${start.hash}`];
  const artifacts = new Map<number, CommitSummary[]>();
  let commits = 0;
  for await (const step of commitLog(repository, [`--max-count=${most + 1}`, ...which], signal)) {
    if (isFailedLog(step)) return step;
    for (const { message, summary } of step) {
      commits += 1;
      if (commits > most) return { kind: "found", artifacts: listed(artifacts), commits: most, isCut: true };
      const ids = new Set(find(message.toString()).map(({ artifactId }) => artifactId));
      for (const id of ids) {
        const others = artifacts.get(id);
        if (others === undefined) artifacts.set(id, [summary()]);
        else others.push(summary());
      }
    }
  }
  return { kind: "found", artifacts: listed(artifacts), commits, isCut: false };
}

function listed(artifacts: ReadonlyMap<number, readonly CommitSummary[]>): readonly MentionedArtifact[] {
  return [...artifacts].map(([artifactId, commits]) => ({ artifactId, commits }));
}
