// Where the rows of a query come from: one of the ways in which a server can be asked.
import type { Concern } from "../../api/artifactLists.ts";
import type { Reader } from "../../api/reader.ts";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { isAway, isFailure } from "../../model/failure.ts";
import { isAsAsked } from "../../model/query/conditions.ts";
import type { Credibility, Criterion } from "../../model/query/query.ts";
import type { Resolved } from "../../model/query/resolve.ts";
import type { PlacedRow } from "../../model/query/rows.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { FoundPart, RowsNow, RowSource } from "./rowList.ts";

/** How a connection is had when something is asked; it may be another one by then. */
export type Connect = () => Promise<{ readonly client: Reader }>;

// Rows of a list don't tell whether the server has heeded every criterion. A few of them, read whole, do.

/** Spread over what came: a server that passes over a criterion gives out whatever it has. */
const sampleSize = 3;

function sampleOf(rows: readonly ArtifactRow[]): readonly number[] {
  const places = Array.from({ length: sampleSize }, (_, at) =>
    Math.round((at * (rows.length - 1)) / (sampleSize - 1)),
  );
  return [...new Set(places)].flatMap((place) => rows[place]?.id ?? []);
}

/** Together where the server can, else one by one. */
async function readWhole(
  client: Reader,
  ids: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly Artifact[]> {
  try {
    const told = await client.artifactsById(ids, signal);
    return told.filter((each) => each.kind === "artifact");
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return Promise.all(ids.map((id) => client.artifact(id, signal)));
  }
}

/** What can't be found out leaves it as it is. */
async function judged(
  client: Reader,
  { tracker, criteria }: { readonly tracker: Tracker; readonly criteria: readonly Criterion[] },
  { items }: FoundPart<ArtifactRow>,
  signal: AbortSignal | undefined,
): Promise<Credibility> {
  try {
    const rows = items.filter((item) => item.kind === "artifact");
    const sample = await readWhole(client, sampleOf(rows), signal);
    const verdicts = sample.map((artifact) => isAsAsked(tracker, criteria, artifact));
    if (verdicts.includes(false)) return "contradicted";
    return verdicts.length === 0 || verdicts.includes(undefined) ? "unchecked" : "checked";
  } catch (failure) {
    if (!isFailure(failure) || signal?.aborted === true) throw failure;
    return "unchecked";
  }
}

/** The same source; what it answers is looked into once, where its rows don't tell. */
function sampled(
  connect: Connect,
  asked: { readonly tracker: Tracker; readonly criteria: readonly Criterion[] },
  source: RowSource<ArtifactRow>,
): RowSource<ArtifactRow> {
  let known: Credibility | undefined;
  return {
    ...source,
    fetch: async (part) => {
      const page = await source.fetch(part);
      if (page?.credibility !== "unchecked" || page.items.length === 0) return page;
      known ??= await judged((await connect()).client, asked, page, part.signal);
      return { ...page, credibility: known };
    },
  };
}

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
