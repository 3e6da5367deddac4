import type { Artifact } from "./artifact.ts";
import { getStatus } from "./artifact.ts";
import type { Tracker } from "./tracker.ts";
import type { ServerState } from "./serverState.ts";

/** A report of the server: one for each tracker, and one for open artifacts if the tracker has a status. */
export interface Report {
  readonly id: number;
  readonly tracker: Tracker;
  readonly label: string;
  readonly matches: (artifact: Artifact) => boolean;
}

export function getReports(tracker: Tracker): readonly Report[] {
  const defaultReport: Report = { id: tracker.id * 10 + 1, tracker, label: "Default", matches: () => true };
  if (tracker.semantics.status === undefined) return [defaultReport];
  const isOpen = (artifact: Artifact): boolean => getStatus(artifact)?.isOpen ?? true;
  return [defaultReport, { id: tracker.id * 10 + 2, tracker, label: "Open", matches: isOpen }];
}

export function findReport(server: ServerState, id: number): Report | undefined {
  return [...server.trackers.values()].flatMap(getReports).find((report) => report.id === id);
}
