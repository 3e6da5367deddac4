// The trackers of some projects.
import type { Failure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { SiteCatalog } from "../catalog.ts";
import type { Listing } from "../listing.ts";
import { severalAtOnce } from "../severalAtOnce.ts";

export interface ProjectTrackers {
  readonly project: Project;
  readonly trackers: readonly TrackerSummary[];
  /** Why there are none, or not all. */
  readonly failure: Failure | undefined;
}

const atOnce = 4;

/** In the order of the projects; what fails in one leaves the others alone. */
export async function trackersOf(
  catalog: SiteCatalog,
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const found = new Map<number, ProjectTrackers>();
  await severalAtOnce(projects, atOnce, async (project) => {
    if (signal.aborted) return;
    const listing = catalog.trackers(project);
    // One that failed before may work by now.
    if (listing.trouble !== undefined) listing.invalidate();
    await listing.loadUntil(() => false);
    const trackers = listing.items.filter((item) => item.kind === "tracker");
    found.set(project.id, { project, trackers, failure: listing.trouble?.failure });
  });
  return projects.flatMap(({ id }) => found.get(id) ?? []);
}

async function read(listing: Listing<Project>, how: "all" | "first"): Promise<readonly Project[]> {
  await (how === "all" ? listing.loadUntil(() => false) : listing.load());
  const projects = listing.items.filter((item) => item.kind === "project");
  if (projects.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  return projects;
}

/** The projects that somebody belongs to; where the server knows of none, the first ones that there are. */
export async function ownProjects(catalog: SiteCatalog): Promise<readonly Project[]> {
  const mine = await read(catalog.memberProjects, "all");
  return mine.length > 0 ? mine : read(catalog.allProjects, "first");
}
