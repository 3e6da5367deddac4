// Rows of a list don't tell whether the server has heeded every criterion. A few of them, read whole, do.
import type { Reader } from "../../api/reader.ts";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { isFailure } from "../../model/failure.ts";
import { isAsAsked } from "../../model/query/heeded.ts";
import type { Credibility, Criterion } from "../../model/query.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Connect } from "./connect.ts";
import type { FoundPart, RowSource } from "./newestFirst.ts";

/** Spread over what came: a server that passes over a criterion gives out whatever it has. */
const sampleSize = 3;

function sampleOf(rows: readonly ArtifactRow[]): readonly number[] {
  const places = Array.from({ length: sampleSize }, (_, at) =>
    Math.round((at * (rows.length - 1)) / (sampleSize - 1)),
  );
  return [...new Set(places)].flatMap((place) => rows[place]?.id ?? []);
}

/** Together where the server can, else one by one. */
export async function readWhole(
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
export function sampled(
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
