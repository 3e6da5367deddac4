// Where the rows of a query come from: one of the ways in which a server can be asked.
import type { Concern } from "../../api/ownArtifacts.ts";
import type { ArtifactRow } from "../../model/artifact.ts";
import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { Resolved } from "../../model/query/resolve.ts";
import type { Criterion } from "../../model/query.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type { Connect } from "./connect.ts";
import type { RowSource } from "./newestFirst.ts";
import { sampled } from "./sampled.ts";

export function allOf(connect: Connect, tracker: TrackerSummary): RowSource<ArtifactRow> {
  return {
    order: "newestFirst",
    fetch: async (part) => (await connect()).client.artifacts(tracker, part),
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
    fetch: async (part) => (await connect()).client.find(tracker, criteria, part),
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
