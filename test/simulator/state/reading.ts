import { canReadArtifact, projectAccess } from "./access.ts";
import type { Artifact } from "./artifact.ts";
import type { Viewer } from "./people.ts";
import type { Project } from "./project.ts";
import type { Tracker } from "./tracker.ts";
import type { World } from "./world.ts";

/** Part of a collection, and how large the server says the whole is. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly size: number;
}

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** Cuts first and checks rights afterwards: pages come out short, or empty, and the size counts what nobody sees. */
export function sliceThenFilter<T>(
  items: readonly T[],
  window: Window,
  readable: (item: T) => boolean,
): Slice<T> {
  return {
    items: items.slice(window.offset, window.offset + window.limit).filter(readable),
    size: items.length,
  };
}

export function slice<T>(items: readonly T[], { offset, limit }: Window): Slice<T> {
  return { items: items.slice(offset, offset + limit), size: items.length };
}

export function activeProjects(world: World): readonly Project[] {
  return [...world.projects.values()].filter((project) => project.status === "active");
}

export function isReadableProject(viewer: Viewer, project: Project): boolean {
  return projectAccess(viewer, project) === "granted";
}

/** By id, ascending or descending, without touching what lies outside the window. */
export function readArtifacts(
  world: World,
  viewer: Viewer,
  tracker: Tracker,
  { limit, offset }: Window,
  order: "asc" | "desc",
): Slice<Artifact> {
  const items: Artifact[] = [];
  const size = world.artifacts.sizeOf(tracker);
  const end = Math.min(offset + limit, size);
  for (let place = offset; place < end; place++) {
    const artifact = world.artifacts.at(tracker, order === "asc" ? place : size - 1 - place);
    if (artifact !== undefined && canReadArtifact(viewer, artifact)) items.push(artifact);
  }
  return { items, size };
}

/** All that may be read of a tracker, oldest first. */
export function artifactsOf(world: World, viewer: Viewer, tracker: Tracker): readonly Artifact[] {
  const { artifacts } = world;
  const everything = { limit: artifacts.sizeOf(tracker), offset: 0 };
  return readArtifacts(world, viewer, tracker, everything, "asc").items;
}

/** What fits, oldest first. Unlike a plain listing its size is exact; it looks at every artifact but keeps only the window. */
export function searchArtifacts(
  world: World,
  viewer: Viewer,
  tracker: Tracker,
  { limit, offset }: Window,
  fits: (artifact: Artifact) => boolean,
): Slice<Artifact> {
  const items: Artifact[] = [];
  let size = 0;
  for (let place = 0; place < world.artifacts.sizeOf(tracker); place++) {
    const artifact = world.artifacts.at(tracker, place);
    if (artifact === undefined || !canReadArtifact(viewer, artifact) || !fits(artifact)) continue;
    if (size >= offset && size < offset + limit) items.push(artifact);
    size += 1;
  }
  return { items, size };
}
