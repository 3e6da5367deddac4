// After a change whose answer was lost: a look at what became of it, before anything is sent again.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { sameMoment } from "../model/localTime.ts";
import type { Page } from "../model/page.ts";
import { type FieldChange, isSameState, type Revision } from "../model/revision.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { type FieldEntry, type Link, noneId } from "../model/value.ts";
import { listArtifacts } from "./artifactLists.ts";
import type { Http } from "./network/http.ts";

/** `mixed`: the artifact has changed, but not to what was sent; someone else may have been there. */
export type UpdateOutcome = "carriedOut" | "notCarriedOut" | "mixed";

function sorted(ids: readonly unknown[]): string {
  return JSON.stringify(ids.map(String).toSorted((a, b) => a.localeCompare(b)));
}

/** Whether a field has what was sent for it; loosely, blanks around a text may have been cut off by the server. */
function holds({ value }: FieldEntry, { edit }: FieldChange, how: "exactly" | "loosely"): boolean {
  switch (edit.kind) {
    case "string":
      return value.kind === "string" && value.text === edit.text;
    case "text":
      return (
        value.kind === "text" &&
        (value.source === edit.source || (how === "loosely" && value.source.trim() === edit.source.trim()))
      );
    case "int":
    case "float":
      return value.kind === edit.kind && value.number === edit.number;
    case "choices":
      return (
        value.kind === "choices" &&
        sorted(value.chosen.map(({ id }) => id)) === sorted(edit.ids.filter((id) => Number(id) !== noneId))
      );
    case "files":
      return value.kind === "files" && sorted(value.files.map(({ id }) => id)) === sorted(edit.ids);
    case "links":
      return value.kind === "links" && sameLinks(value.forward, edit.links);
    case "allLinks":
      return (
        value.kind === "links" &&
        sameLinks(value.forward, edit.forward) &&
        sameLinks(value.reverse, edit.reverse)
      );
    case "parent":
      return value.kind === "links" && value.reverse.some(({ artifactId }) => artifactId === edit.artifactId);
    case "date":
      return value.kind === "date" && sameDate(value.date, edit.date);
    case "openList":
      return (
        value.kind === "openList" && sorted(value.entries.map(labelOf)) === sorted(edit.entries.map(labelOf))
      );
    case "permissions":
      return (
        value.kind === "permissions" && sorted(value.groups.map(({ id }) => id)) === sorted(edit.groupIds)
      );
    case "manual":
      return value.kind === "computed" && !value.isAutomatic && value.manual === edit.number;
    case "automatic":
      return value.kind === "computed" && value.isAutomatic;
    case "steps":
      return value.kind === "steps" && JSON.stringify(value.steps) === JSON.stringify(edit.steps);
  }
}

function sameLinks(some: readonly Link[], others: readonly Link[]): boolean {
  const key = ({ artifactId, type }: Link): string => `${artifactId} ${type}`;
  return sorted(some.map(key)) === sorted(others.map(key));
}

/** A day alone is given back as its midnight by servers that don't tell days from instants. */
function sameDate(read: string | undefined, sent: string | undefined): boolean {
  if (read === undefined || sent === undefined) return read === sent;
  return sameMoment(read, sent);
}

function labelOf({ label }: { readonly label: string }): string {
  return label;
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
  const areHeld = (how: "exactly" | "loosely"): boolean =>
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
