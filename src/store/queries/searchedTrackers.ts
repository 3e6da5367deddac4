// The trackers that are searched one by one, on sites that can't search all projects in one request.
import type { Failure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { Account, Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { Memento, PinnedProjects } from "../mementos.ts";
import type { PagedList } from "../pagedList.ts";

export interface ProjectTrackers {
  readonly project: Project;
  readonly trackers: readonly TrackerSummary[];
  /** Why trackers are missing. */
  readonly failure: Failure | undefined;
}

const maxConcurrentProjects = 4;

/** In order of the projects; a failure doesn't affect the other projects. */
export async function loadProjectTrackers(
  catalog: SiteCatalog,
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<readonly ProjectTrackers[]> {
  const byProject = new Map<number, ProjectTrackers>();
  await mapConcurrent(projects, maxConcurrentProjects, async (project) => {
    if (signal.aborted) return;
    const list = catalog.trackers(project);
    // Retry a failed load.
    if (list.lastFailure !== undefined) list.invalidate();
    await list.loadUntil(() => false);
    const trackers = list.items.filter((item) => item.kind === "tracker");
    byProject.set(project.id, { project, trackers, failure: list.lastFailure?.failure });
  });
  return projects.flatMap(({ id }) => byProject.get(id) ?? []);
}

async function loadProjects(list: PagedList<Project>, extent: "all" | "first"): Promise<readonly Project[]> {
  await (extent === "all" ? list.loadUntil(() => false) : list.load());
  const projects = list.items.filter((item) => item.kind === "project");
  if (projects.length === 0 && list.lastFailure !== undefined) throw list.lastFailure.failure;
  return projects;
}

/** The user's projects; if the server reports none, the first page of all projects. */
export async function loadMemberOrFirstProjects(catalog: SiteCatalog): Promise<readonly Project[]> {
  const memberProjects = await loadProjects(catalog.memberProjects, "all");
  return memberProjects.length > 0 ? memberProjects : loadProjects(catalog.allProjects, "first");
}

// The searched trackers: those the user selected, else those that are open or expanded and those of pinned projects.

const prefix = "searchedTrackers";

function getMementoKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

/** Another version of the extension may have stored other data. */
function toTrackers(stored: unknown): readonly TrackerSummary[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, uri, label, color, artifactsUri } = stored as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return [];
  if (typeof uri !== "string" || typeof artifactsUri !== "string") return [];
  return [
    { kind: "tracker", id, uri, label, color: typeof color === "string" ? color : undefined, artifactsUri },
  ];
}

export class SearchScopeStore {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** `undefined` if nothing was selected. */
  get(api: string, account: Account | undefined): readonly TrackerSummary[] | undefined {
    const stored = this.#memento.get(getMementoKey(api, account));
    return Array.isArray(stored) ? stored.flatMap(toTrackers) : undefined;
  }

  /** `undefined` restores the default. */
  async set(
    api: string,
    account: Account | undefined,
    trackers: readonly TrackerSummary[] | undefined,
  ): Promise<void> {
    await this.#memento.update(getMementoKey(api, account), trackers);
  }
}

export interface SearchedTrackersOptions {
  readonly catalog: Catalog;
  readonly pinnedProjects: Pick<PinnedProjects, "list">;
  readonly scope: SearchScopeStore;
}

export interface SearchedTrackers {
  readonly trackers: readonly TrackerSummary[];
  /** Why some couldn't be loaded. */
  readonly failure: Failure | undefined;
}

export async function loadSearchedTrackers(
  { catalog, pinnedProjects, scope }: SearchedTrackersOptions,
  site: Site,
  signal: AbortSignal,
): Promise<SearchedTrackers> {
  const siteCatalog = catalog.getSite(site);
  const account = await siteCatalog.getAccount();
  const selected = scope.get(site.api, account);
  if (selected !== undefined) return { trackers: selected, failure: undefined };
  const pinned = await loadProjectTrackers(siteCatalog, pinnedProjects.list(site.api, account), signal);
  const all = [...siteCatalog.usedTrackers, ...pinned.flatMap(({ trackers }) => trackers)];
  return {
    trackers: [...new Map(all.map((tracker) => [tracker.id, tracker])).values()],
    failure: pinned.find(({ failure }) => failure !== undefined)?.failure,
  };
}
