import type { Tracker } from "../../state/tracker.ts";

/** Trackers of work that gets done; instruments and risks don't. */
const workTrackers: ReadonlySet<string> = new Set(["bug", "request", "epic", "story", "task"]);

/** The newest of the generated artifacts keep their status, so that there is an older backlog as well. */
const lastClosedId = 1880;

export function isClosedBeforeStory({ itemName }: Tracker, id: number): boolean {
  return id <= lastClosedId && workTrackers.has(itemName);
}
