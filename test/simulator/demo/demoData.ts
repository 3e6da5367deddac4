import type { User } from "../state/user.ts";
import type { Project } from "../state/project.ts";
import type { SvnRepository } from "../state/svn.ts";
import type { Tracker } from "../state/tracker.ts";
import { createTracker } from "./trackerDefinition.ts";
import { users, roles } from "./users.ts";
import { projects } from "./projects.ts";
import { svnRepositories } from "./svnRepositories.ts";
import { bugs } from "./trackers/bugs.ts";
import { epics } from "./trackers/epics.ts";
import { equipment } from "./trackers/equipment.ts";
import { requests } from "./trackers/requests.ts";
import { deletedTrackers } from "./trackers/deletedTrackers.ts";
import { risks } from "./trackers/risks.ts";
import { stories } from "./trackers/stories.ts";
import { tasks } from "./trackers/tasks.ts";
import { testCases } from "./trackers/testCases.ts";

export interface DemoData {
  readonly users: readonly User[];
  readonly roles: { readonly [role in "admin" | "member" | "outsider" | "suspended"]: User };
  readonly projects: readonly Project[];
  readonly trackers: readonly Tracker[];
  readonly largestTracker: Tracker;
  /** Size of the largest tracker unless the `artifacts` option is set. */
  readonly interleavedCount: number;
  readonly repositories: readonly SvnRepository[];
  readonly authors: readonly [number, ...number[]];
}

/**
 * The demo data: a small company that monitors tides, with three projects, eight trackers, about 2,000 artifacts, and
 * edge cases.
 */
export function createDemoData(artifacts: number | undefined): DemoData {
  const largestTracker = createTracker(bugs, artifacts ?? bugs.artifactCount);
  const otherTrackers = [requests, equipment, epics, stories, tasks, risks, testCases, ...deletedTrackers];
  const [firstId, ...otherIds] = users.map((user) => user.id);
  return {
    users,
    roles,
    projects,
    trackers: [largestTracker, ...otherTrackers.map((draft) => createTracker(draft))],
    largestTracker,
    interleavedCount: bugs.artifactCount,
    repositories: svnRepositories,
    authors: [firstId ?? roles.admin.id, ...otherIds],
  };
}
