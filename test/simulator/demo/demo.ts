import type { Person } from "../state/people.ts";
import type { Project } from "../state/project.ts";
import type { SvnRepository } from "../state/svn.ts";
import type { Tracker } from "../state/tracker.ts";
import { buildTracker } from "./draftTracker.ts";
import { people, roles } from "./people.ts";
import { projects } from "./projects.ts";
import { repositories } from "./repositories.ts";
import { bugs } from "./trackers/bugs.ts";
import { epics } from "./trackers/epics.ts";
import { equipment } from "./trackers/equipment.ts";
import { requests } from "./trackers/requests.ts";
import { retired } from "./trackers/retired.ts";
import { risks } from "./trackers/risks.ts";
import { stories } from "./trackers/stories.ts";
import { tasks } from "./trackers/tasks.ts";
import { testCases } from "./trackers/testCases.ts";

export interface Demo {
  readonly people: readonly Person[];
  readonly roles: { readonly [role in "admin" | "member" | "outsider" | "suspended"]: Person };
  readonly projects: readonly Project[];
  readonly trackers: readonly Tracker[];
  readonly largest: Tracker;
  /** Size of the largest tracker unless told otherwise. */
  readonly interleaved: number;
  readonly repositories: readonly SvnRepository[];
  readonly authors: readonly [number, ...number[]];
}

/** A small company that watches tides: three projects, eight trackers, about 2,000 artifacts, and the odd cases besides. */
export function createDemo(artifacts: number | undefined): Demo {
  const largest = buildTracker(bugs, artifacts ?? bugs.size);
  const others = [requests, equipment, epics, stories, tasks, risks, testCases, ...retired];
  const [first, ...rest] = people.map((person) => person.id);
  return {
    people,
    roles,
    projects,
    trackers: [largest, ...others.map((draft) => buildTracker(draft))],
    largest,
    interleaved: bugs.size,
    repositories,
    authors: [first ?? roles.admin.id, ...rest],
  };
}
