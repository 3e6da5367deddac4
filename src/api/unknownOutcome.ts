// Checks the outcome of a change that got no response, before it is sent again.
import type { Artifact, ArtifactRow, FieldWithValue } from "../model/artifact.ts";
import type { TextComparison } from "../model/fields/fieldType.ts";
import { hostTypeOfEdit, hostTypeOfValue } from "../model/fields/hostRegistry.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import { type FieldUpdate, isSameVersionByTime, type ArtifactVersion } from "../model/artifactVersion.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { fetchTrackerArtifactsPage } from "./artifactLists.ts";
import type { HttpClient } from "./network/httpClient.ts";

/** `changedDifferently`: the artifact has changed, but not to what was sent, perhaps by another user. */
export type UpdateOutcome = "applied" | "notApplied" | "changedDifferently";

function isEditApplied(
  { value }: FieldWithValue,
  { edit }: FieldUpdate,
  comparison: TextComparison,
): boolean {
  const type = hostTypeOfEdit(edit);
  return hostTypeOfValue(value) === type && type?.editRules?.isStored(value, edit, comparison) === true;
}

/** Values are more reliable than the version: two writes within a second can have the same one. */
export function checkUpdateOutcome(
  current: Artifact,
  before: ArtifactVersion,
  changes: readonly FieldUpdate[],
): UpdateOutcome {
  const entries = new Map(
    current.values.flatMap((entry) => (entry.kind === "entry" ? [[entry.fieldId, entry] as const] : [])),
  );
  const areApplied = (comparison: TextComparison): boolean =>
    changes.length > 0 &&
    changes.every((change) => {
      const entry = entries.get(change.fieldId);
      return entry !== undefined && isEditApplied(entry, change, comparison);
    });
  if (areApplied("exact")) return "applied";
  if (isSameVersionByTime(current.version, before) === true) return "notApplied";
  return areApplied("ignoreOuterBlanks") ? "applied" : "changedDifferently";
}

/**
 * Artifacts that the user may just have created: the newest ones whose author and time match or aren't
 * reported. If the server lists the oldest first, the last page has the newest.
 */
export async function findPossiblyCreated(
  http: HttpClient,
  tracker: TrackerSummary,
  accountId: string | undefined,
  since: number,
  signal?: AbortSignal,
): Promise<readonly ArtifactRow[]> {
  const first = await fetchTrackerArtifactsPage(http, tracker, { offset: 0, signal });
  const rows = getReadableRows(first);
  const isNewestFirst = rows.length < 2 || (rows[0]?.id ?? 0) > (rows.at(-1)?.id ?? 0);
  const { nextOffset: step, total } = first;
  if (!isNewestFirst && step !== undefined && total !== undefined) {
    const offset = Math.floor((total - 1) / step) * step;
    rows.push(...getReadableRows(await fetchTrackerArtifactsPage(http, tracker, { offset, signal })));
  }
  return rows.filter((row) => mayBeCreatedArtifact(row, accountId, since)).toSorted((a, b) => b.id - a.id);
}

const clockSkewMs = 5 * 60 * 1000;

function getReadableRows({ items }: CollectionPage<ArtifactRow>): ArtifactRow[] {
  return items.filter((item) => item.kind === "artifact");
}

function mayBeCreatedArtifact(
  { submittedBy, submittedOn }: ArtifactRow,
  accountId: string | undefined,
  since: number,
): boolean {
  // Servers report whole seconds of their own clock.
  const earliest = since - clockSkewMs;
  const isMine = accountId === undefined || submittedBy === undefined || String(submittedBy.id) === accountId;
  const instant = submittedOn === undefined ? Number.NaN : Date.parse(submittedOn);
  return isMine && (Number.isNaN(instant) || instant >= earliest);
}
