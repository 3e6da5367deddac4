// Where the rows of a query come from: one of the ways in which a server can be asked.
import type { Concern } from "../../api/ownArtifacts.ts";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { isAway, isFailure } from "../../model/failure.ts";
import { isAsAsked } from "../../model/query/heeded.ts";
import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { Resolved } from "../../model/query/resolve.ts";
import type { Criterion } from "../../model/query.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { Connect } from "./connect.ts";
import type { RowsNow, RowSource } from "./newestFirst.ts";
import { readWhole, sampled } from "./sampled.ts";

/** Whole artifacts tell what is asked of them; those that the server does not tell any more have left every list. */
async function rowsNow(
  connect: Connect,
  ids: readonly number[],
  belongs: (artifact: Artifact) => boolean | undefined,
  signal: AbortSignal,
): Promise<RowsNow<ArtifactRow> | undefined> {
  const { client } = await connect();
  const [only] = ids;
  const isOne = ids.length === 1 && only !== undefined;
  const reading = isOne ? client.artifact(only, signal).then((one) => [one]) : readWhole(client, ids, signal);
  const artifacts = await reading.catch((failure: unknown) => {
    if (isOne && isFailure(failure) && isAway(failure)) return [];
    throw failure;
  });
  const told = artifacts.map((artifact) => ({ artifact, isOfList: belongs(artifact) }));
  if (told.some(({ artifact, isOfList }) => isOfList === undefined || artifact.asOf !== undefined)) {
    return undefined;
  }
  const rows = new Map(
    told.map(({ artifact, isOfList }) => [artifact.id, isOfList === true ? rowIn(artifact) : undefined]),
  );
  return new Map(ids.map((id) => [id, rows.get(id)]));
}

/** What a list would tell of it: the rest would be kept for nothing. */
function rowIn(artifact: Artifact): ArtifactRow {
  const { id, uri, title, status, isOpen, page, assignees, submittedBy } = artifact;
  const { submittedOn, modifiedOn, revision } = artifact;
  return {
    kind: "artifact",
    id,
    uri,
    title,
    status,
    isOpen,
    page,
    assignees,
    submittedBy,
    submittedOn,
    modifiedOn,
    revision,
  };
}

export function allOf(connect: Connect, tracker: TrackerSummary): RowSource<ArtifactRow> {
  return {
    order: "newestFirst",
    fetch: async (part) => (await connect()).client.artifacts(tracker, part),
    readRows: (ids, signal) => rowsNow(connect, ids, () => true, signal),
  };
}

/** Those that meet all of the criteria; without any, all. */
export function meeting(
  connect: Connect,
  tracker: Tracker,
  criteria: readonly Criterion[],
): RowSource<ArtifactRow> {
  if (criteria.length === 0) return allOf(connect, tracker);
  return {
    order: "oldestFirst",
    isFiltered: true,
    fetch: async (part) => (await connect()).client.find(tracker, criteria, part),
    readRows: (ids, signal) =>
      rowsNow(connect, ids, (artifact) => isAsAsked(tracker, criteria, artifact), signal),
  };
}

function byText(connect: Connect, tracker: TrackerSummary, text: string): RowSource<ArtifactRow> {
  return {
    order: "oldestFirst",
    fetch: async (part) => (await connect()).client.findByText(tracker, text, part),
  };
}

function ofReport(connect: Connect, reportId: number): RowSource<ArtifactRow> {
  return {
    order: "oldestFirst",
    fetch: async (part) => (await connect()).client.reportArtifacts(reportId, part),
  };
}

export function concerningMe(connect: Connect, concern: Concern): RowSource<PlacedRow> {
  return {
    order: "oldestFirst",
    fetch: async (part) => (await connect()).client.ownArtifacts(concern, part),
  };
}

export function sourceOf(
  connect: Connect,
  tracker: Tracker,
  resolved: Exclude<Resolved, { kind: "problems" }>,
): RowSource<ArtifactRow> {
  switch (resolved.kind) {
    case "criteria":
      return sampled(connect, { tracker, ...resolved }, meeting(connect, tracker, resolved.criteria));
    case "text":
      return byText(connect, tracker, resolved.text);
    case "report":
      return ofReport(connect, resolved.reportId);
    case "nothing":
      return {
        order: "newestFirst",
        fetch: () => Promise.resolve({ items: [], next: undefined, size: 0 }),
      };
  }
}
