import type { Artifact } from "./artifact.ts";
import { statusOf } from "./artifact.ts";
import type { Tracker } from "./tracker.ts";
import type { World } from "./world.ts";

/** A query that the platform keeps: its own for each tracker, and one for what is open where there is a status. */
export interface Report {
  readonly id: number;
  readonly tracker: Tracker;
  readonly label: string;
  readonly fits: (artifact: Artifact) => boolean;
}

export function reportsOf(tracker: Tracker): readonly Report[] {
  const whole: Report = { id: tracker.id * 10 + 1, tracker, label: "Default", fits: () => true };
  if (tracker.semantics.status === undefined) return [whole];
  const isOpen = (artifact: Artifact): boolean => statusOf(artifact)?.isOpen ?? true;
  return [whole, { id: tracker.id * 10 + 2, tracker, label: "Open", fits: isOpen }];
}

export function reportById(world: World, id: number): Report | undefined {
  return [...world.trackers.values()].flatMap(reportsOf).find((report) => report.id === id);
}
