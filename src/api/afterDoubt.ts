// After a change whose answer was lost: a look at what became of it, before anything is sent again.
import type { Artifact, ArtifactRow, FieldEntry } from "../model/artifact.ts";
import type { Strictness } from "../model/fields/fieldType.ts";
import { hostTypeOfEdit, hostTypeOfValue } from "../model/fields/hostRegistry.ts";
import type { Page } from "../model/page.ts";
import { type FieldChange, isSameState, type Revision } from "../model/revision.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { listArtifacts } from "./artifactLists.ts";
import type { Http } from "./network/http.ts";

/** `mixed`: the artifact has changed, but not to what was sent; someone else may have been there. */
export type UpdateOutcome = "carriedOut" | "notCarriedOut" | "mixed";

function holds({ value }: FieldEntry, { edit }: FieldChange, how: Strictness): boolean {
  const type = hostTypeOfEdit(edit);
  return hostTypeOfValue(value) === type && type?.edits?.isHeld(value, edit, how) === true;
}

/** The values tell more than the revision: two writes within a second can share one. */
export function updateOutcome(
  now: Artifact,
  before: Revision,
  changes: readonly FieldChange[],
): UpdateOutcome {
  const entries = new Map(
    now.values.flatMap((entry) => (entry.kind === "entry" ? [[entry.fieldId, entry] as const] : [])),
  );
  const areHeld = (how: Strictness): boolean =>
    changes.length > 0 &&
    changes.every((change) => {
      const entry = entries.get(change.fieldId);
      return entry !== undefined && holds(entry, change, how);
    });
  if (areHeld("exactly")) return "carriedOut";
  if (isSameState(now.revision, before) === true) return "notCarriedOut";
  return areHeld("loosely") ? "carriedOut" : "mixed";
}

/**
 * The artifacts of a tracker that the person may just have created: the newest ones that are theirs, as far as the
 * server tells whose and of when they are. Where a server lists the oldest first, the last page has the newest.
 */
export async function findCreated(
  http: Http,
  tracker: TrackerSummary,
  accountId: string | undefined,
  since: number,
  signal?: AbortSignal,
): Promise<readonly ArtifactRow[]> {
  const first = await listArtifacts(http, tracker, { offset: 0, signal });
  const rows = knownRows(first);
  const isNewestFirst = rows.length < 2 || (rows[0]?.id ?? 0) > (rows.at(-1)?.id ?? 0);
  const { next: step, size } = first;
  if (!isNewestFirst && step !== undefined && size !== undefined) {
    const offset = Math.floor((size - 1) / step) * step;
    rows.push(...knownRows(await listArtifacts(http, tracker, { offset, signal })));
  }
  return rows.filter((row) => mayBe(row, accountId, since)).toSorted((a, b) => b.id - a.id);
}

const skewMs = 5 * 60 * 1000;

function knownRows({ items }: Page<ArtifactRow>): ArtifactRow[] {
  return items.filter((item) => item.kind === "artifact");
}

function mayBe(
  { submittedBy, submittedOn }: ArtifactRow,
  accountId: string | undefined,
  since: number,
): boolean {
  // Servers write whole seconds, by clocks of their own.
  const earliest = since - skewMs;
  const isMine = accountId === undefined || submittedBy === undefined || String(submittedBy.id) === accountId;
  const instant = submittedOn === undefined ? Number.NaN : Date.parse(submittedOn);
  return isMine && (Number.isNaN(instant) || instant >= earliest);
}
