import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { AttachedFile } from "./files.ts";
import { isInGroup } from "./group.ts";
import type { Viewer } from "./user.ts";
import type { Project } from "./project.ts";
import type { Tracker } from "./tracker.ts";

export function isMember(viewer: Viewer, project: Project): boolean {
  return isInGroup(viewer, "members", project);
}

/** Project administrators are administrators of every tracker of the project. */
export function isAdministrator(viewer: Viewer, project: Project): boolean {
  return isInGroup(viewer, "administrators", project);
}

export type ProjectAccess = "granted" | "suspended" | "private";

export function getProjectAccess(viewer: Viewer, project: Project): ProjectAccess {
  if (project.status === "suspended") return "suspended";
  return project.access === "public" || isMember(viewer, project) ? "granted" : "private";
}

export function canReadTracker(viewer: Viewer, tracker: Tracker): boolean {
  return tracker.status === "active" && isInGroup(viewer, tracker.readers, tracker.project);
}

export function canReadArtifact(viewer: Viewer, artifact: Artifact): boolean {
  const { tracker, readableBy } = artifact;
  return (
    getProjectAccess(viewer, tracker.project) === "granted" &&
    canReadTracker(viewer, tracker) &&
    (readableBy.length === 0 || readableBy.some((group) => isInGroup(viewer, group, tracker.project)))
  );
}

export function canReadField(viewer: Viewer, field: Field, project: Project): boolean {
  return isInGroup(viewer, field.readers, project);
}

/** Every registered user can submit artifacts to trackers they can read; only members can update them. */
export function canSubmit(viewer: Viewer, tracker: Tracker): boolean {
  return (
    viewer !== undefined &&
    getProjectAccess(viewer, tracker.project) === "granted" &&
    canReadTracker(viewer, tracker)
  );
}

export function canUpdate(viewer: Viewer, tracker: Tracker): boolean {
  return isMember(viewer, tracker.project);
}

/** A file is readable if its artifact and its field are. */
export function canReadFile(viewer: Viewer, { artifact, field }: AttachedFile): boolean {
  return canReadArtifact(viewer, artifact) && canReadField(viewer, field, artifact.tracker.project);
}
