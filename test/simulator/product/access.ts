import type { Header } from "../http/message.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { canReadArtifact, canReadTracker, projectAccess } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";

/** A platform closed to anonymous callers refuses them here, after their parameters were judged. */
export function requireOpenPlatform({ world, viewer }: Call): void {
  if (viewer === undefined && world.anonymous === "refused") throw new Refusal(401);
}

/** Some routes of projects announce their methods in refusals too. */
export function requireProject(call: Call, id: number, allow?: string): Project {
  requireOpenPlatform(call);
  const headers: readonly Header[] = allow === undefined ? [] : [["Allow", allow]];
  const project = call.world.projects.get(id);
  if (project === undefined) throw new Refusal(404, "Project does not exist", { headers });
  checkProject(call, project, headers);
  return project;
}

/** Unknown: a bare 404. Deleted or unreadable: 404 with a sentence for people. */
export function requireTracker(call: Call, id: number): Tracker {
  requireOpenPlatform(call);
  const tracker = call.world.trackers.get(id);
  if (tracker === undefined) throw new Refusal(404);
  checkProject(call, tracker.project, []);
  if (!canReadTracker(call.viewer, tracker)) {
    throw new Refusal(404, undefined, { localised: "This tracker is gone, or not for you to see" });
  }
  return tracker;
}

/** Unlike a tracker, an artifact that may not be read is admitted to exist. */
export function requireArtifact(call: Call, id: number): Artifact {
  requireOpenPlatform(call);
  const artifact = call.world.artifacts.byId(id);
  if (artifact === undefined || artifact.tracker.status === "deleted") throw new Refusal(404);
  checkProject(call, artifact.tracker.project, []);
  if (!canReadArtifact(call.viewer, artifact)) throw new Refusal(403);
  return artifact;
}

function checkProject({ viewer }: Call, project: Project, headers: readonly Header[]): void {
  switch (projectAccess(viewer, project)) {
    case "granted":
      return;
    case "suspended":
      throw new Refusal(403, "This project is suspended", { headers });
    case "private":
      throw new Refusal(403, undefined, { headers });
  }
}
