import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { AttachedFile } from "./files.ts";
import { belongsTo } from "./group.ts";
import type { Viewer } from "./people.ts";
import type { Project } from "./project.ts";
import type { Tracker } from "./tracker.ts";

export function isMember(viewer: Viewer, project: Project): boolean {
  return belongsTo(viewer, "members", project);
}

/** Project administrators administer every tracker of their project too. */
export function isAdministrator(viewer: Viewer, project: Project): boolean {
  return belongsTo(viewer, "administrators", project);
}

export type ProjectAccess = "granted" | "suspended" | "private";

export function projectAccess(viewer: Viewer, project: Project): ProjectAccess {
  if (project.status === "suspended") return "suspended";
  return project.access === "public" || isMember(viewer, project) ? "granted" : "private";
}

export function canReadTracker(viewer: Viewer, tracker: Tracker): boolean {
  return tracker.status === "active" && belongsTo(viewer, tracker.readers, tracker.project);
}

export function canReadArtifact(viewer: Viewer, artifact: Artifact): boolean {
  const { tracker, restrictedTo } = artifact;
  return (
    projectAccess(viewer, tracker.project) === "granted" &&
    canReadTracker(viewer, tracker) &&
    (restrictedTo.length === 0 || restrictedTo.some((group) => belongsTo(viewer, group, tracker.project)))
  );
}

export function canReadField(viewer: Viewer, field: Field, project: Project): boolean {
  return belongsTo(viewer, field.readers, project);
}

/** Whoever has an account may submit what they can read; only members may change it afterwards. */
export function canSubmit(viewer: Viewer, tracker: Tracker): boolean {
  return (
    viewer !== undefined &&
    projectAccess(viewer, tracker.project) === "granted" &&
    canReadTracker(viewer, tracker)
  );
}

export function canUpdate(viewer: Viewer, tracker: Tracker): boolean {
  return isMember(viewer, tracker.project);
}

/** Who may read a file: whoever reads the artifact and the field it hangs on. */
export function canReadFile(viewer: Viewer, { artifact, field }: AttachedFile): boolean {
  return canReadArtifact(viewer, artifact) && canReadField(viewer, field, artifact.tracker.project);
}
