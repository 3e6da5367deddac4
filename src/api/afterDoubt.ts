// After a change whose answer was lost: a look at what became of it, before anything is sent again.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import type { FieldChange } from "../model/change.ts";
import type { Page } from "../model/page.ts";
import type { Revision } from "../model/revision.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { FieldEntry } from "../model/value.ts";
import { listArtifacts } from "./artifactLists.ts";
import type { Http } from "./network/http.ts";

/** `mixed`: the artifact has changed, but not to what was sent; someone else may have been there. */
export type UpdateOutcome = "carriedOut" | "notCarriedOut" | "mixed";

function isSame(a: Revision | undefined, b: Revision): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function sorted(ids: readonly unknown[]): string {
  return JSON.stringify(ids.map(String).toSorted((a, b) => a.localeCompare(b)));
}

/** Whether a field has what was sent for it; undefined where what is read can't be held against what was sent. */
function holds({ value }: FieldEntry, { edit }: FieldChange): boolean | undefined {
  switch (edit.kind) {
    case "string":
      return value.kind === "string" && value.text === edit.text;
    case "text":
      return value.kind === "text" && value.source.trim() === edit.source.trim();
    case "int":
    case "float":
      return value.kind === edit.kind && value.number === edit.number;
    case "choices":
      return (
        value.kind === "choices" &&
        sorted(value.chosen.map(({ id }) => id)) === sorted(edit.ids.filter((id) => Number(id) !== 100))
      );
    case "files":
      return value.kind === "files" && sorted(value.files.map(({ id }) => id)) === sorted(edit.ids);
    case "links": {
      const key = (link: { readonly artifactId: number; readonly type: string }): string =>
        `${link.artifactId} ${link.type}`;
      return value.kind === "links" && sorted(value.forward.map(key)) === sorted(edit.links.map(key));
    }
    case "date":
    case "openList":
    case "permissions":
    case "manual":
    case "automatic":
    case "steps":
      return undefined;
  }
}

export function updateOutcome(
  now: Artifact,
  before: Revision,
  changes: readonly FieldChange[],
): UpdateOutcome {
  if (isSame(now.revision, before)) return "notCarriedOut";
  const entries = new Map(
    now.values.flatMap((entry) => (entry.kind === "entry" ? [[entry.fieldId, entry] as const] : [])),
  );
  const answers = changes.map((change) => {
    const entry = entries.get(change.fieldId);
    return entry === undefined ? undefined : holds(entry, change);
  });
  return answers.length > 0 && answers.every((answer) => answer === true) ? "carriedOut" : "mixed";
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

function knownRows({ items }: Page<ArtifactRow>): ArtifactRow[] {
  return items.filter((item) => item.kind === "artifact");
}

function mayBe(
  { submittedBy, submittedOn }: ArtifactRow,
  accountId: string | undefined,
  since: number,
): boolean {
  const isMine = accountId === undefined || submittedBy === undefined || String(submittedBy.id) === accountId;
  const instant = submittedOn === undefined ? Number.NaN : Date.parse(submittedOn);
  return isMine && (Number.isNaN(instant) || instant >= since);
}
