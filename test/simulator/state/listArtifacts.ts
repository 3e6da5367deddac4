import { canReadArtifact, getProjectAccess } from "./access.ts";
import type { Artifact } from "./artifact.ts";
import type { Viewer } from "./user.ts";
import type { Project } from "./project.ts";
import type { Tracker } from "./tracker.ts";
import type { ServerState } from "./serverState.ts";

/** A page of a collection, and the total size that the server reports. */
export interface PageSlice<T> {
  readonly items: readonly T[];
  readonly size: number;
}

export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

/** Paginates before checking permissions: pages can be short or empty, and the size includes unreadable items. */
export function slicePageThenFilter<T>(
  items: readonly T[],
  page: PageWindow,
  isReadable: (item: T) => boolean,
): PageSlice<T> {
  return {
    items: items.slice(page.offset, page.offset + page.limit).filter(isReadable),
    size: items.length,
  };
}

export function slicePage<T>(items: readonly T[], { offset, limit }: PageWindow): PageSlice<T> {
  return { items: items.slice(offset, offset + limit), size: items.length };
}

export function getActiveProjects(server: ServerState): readonly Project[] {
  return [...server.projects.values()].filter((project) => project.status === "active");
}

export function isReadableProject(viewer: Viewer, project: Project): boolean {
  return getProjectAccess(viewer, project) === "granted";
}

/** By id, ascending or descending, without generating artifacts outside the page. */
export function listArtifacts(
  server: ServerState,
  viewer: Viewer,
  tracker: Tracker,
  { limit, offset }: PageWindow,
  order: "asc" | "desc",
): PageSlice<Artifact> {
  const items: Artifact[] = [];
  const size = server.artifacts.count(tracker);
  const end = Math.min(offset + limit, size);
  for (let position = offset; position < end; position++) {
    const artifact = server.artifacts.getAt(tracker, order === "asc" ? position : size - 1 - position);
    if (artifact !== undefined && canReadArtifact(viewer, artifact)) items.push(artifact);
  }
  return { items, size };
}

/** All artifacts of a tracker, readable or not, oldest first. */
export function getAllArtifacts({ artifacts }: ServerState, tracker: Tracker): readonly Artifact[] {
  return Array.from(
    { length: artifacts.count(tracker) },
    (_, position) => artifacts.getAt(tracker, position) ?? [],
  ).flat();
}

/** All readable artifacts of a tracker, oldest first. */
export function getReadableArtifacts(
  server: ServerState,
  viewer: Viewer,
  tracker: Tracker,
): readonly Artifact[] {
  const { artifacts } = server;
  const wholeTracker = { limit: artifacts.count(tracker), offset: 0 };
  return listArtifacts(server, viewer, tracker, wholeTracker, "asc").items;
}

/**
 * Matching artifacts, oldest first. Unlike a list, its size is exact; it checks every artifact but only keeps the page.
 */
export function searchArtifacts(
  server: ServerState,
  viewer: Viewer,
  tracker: Tracker,
  { limit, offset }: PageWindow,
  matches: (artifact: Artifact) => boolean,
): PageSlice<Artifact> {
  const items: Artifact[] = [];
  let size = 0;
  for (let position = 0; position < server.artifacts.count(tracker); position++) {
    const artifact = server.artifacts.getAt(tracker, position);
    if (artifact === undefined || !canReadArtifact(viewer, artifact) || !matches(artifact)) continue;
    if (size >= offset && size < offset + limit) items.push(artifact);
    size += 1;
  }
  return { items, size };
}
