import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { canReadArtifact, canReadTracker, projectAccess } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";

/** "Resources that need authentication answer 401 when no valid authentication is given": whoever has none is told to sign in. */
function refused({ viewer }: Call, status: 403 | 404): Refusal {
  return new Refusal(viewer === undefined ? 401 : status);
}

export function requireOpenPlatform(call: Call): void {
  if (call.world.anonymous === "refused" && call.viewer === undefined) throw refused(call, 403);
}

export function requireProject(call: Call, id: number): Project {
  requireOpenPlatform(call);
  const project = call.world.projects.get(id);
  if (project === undefined) throw new Refusal(404);
  if (projectAccess(call.viewer, project) !== "granted") throw refused(call, 403);
  return project;
}

export function requireTracker(call: Call, id: number): Tracker {
  const tracker = call.world.trackers.get(id);
  if (tracker === undefined || tracker.status === "deleted") throw new Refusal(404);
  requireProject(call, tracker.project.id);
  if (!canReadTracker(call.viewer, tracker)) throw refused(call, 404);
  return tracker;
}

export function requireArtifact(call: Call, id: number): Artifact {
  requireOpenPlatform(call);
  const artifact = call.world.artifacts.byId(id);
  if (artifact === undefined || artifact.tracker.status === "deleted") throw new Refusal(404);
  if (!canReadArtifact(call.viewer, artifact)) throw refused(call, 403);
  return artifact;
}
