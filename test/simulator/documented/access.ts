import { HttpError } from "../http/httpError.ts";
import type { RouteCall } from "../http/route.ts";
import { canReadArtifact, canReadTracker, getProjectAccess } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";

/** "Resources that need authentication answer 401 when no valid authentication is given": anonymous callers get 401. */
function createAccessError({ viewer }: RouteCall, status: 403 | 404): HttpError {
  return new HttpError(viewer === undefined ? 401 : status);
}

export function requireAnonymousAccess(call: RouteCall): void {
  if (call.server.anonymous === "refused" && call.viewer === undefined) throw createAccessError(call, 403);
}

export function requireProject(call: RouteCall, id: number): Project {
  requireAnonymousAccess(call);
  const project = call.server.projects.get(id);
  if (project === undefined) throw new HttpError(404);
  if (getProjectAccess(call.viewer, project) !== "granted") throw createAccessError(call, 403);
  return project;
}

export function requireTracker(call: RouteCall, id: number): Tracker {
  const tracker = call.server.trackers.get(id);
  if (tracker === undefined || tracker.status === "deleted") throw new HttpError(404);
  requireProject(call, tracker.project.id);
  if (!canReadTracker(call.viewer, tracker)) throw createAccessError(call, 404);
  return tracker;
}

export function requireArtifact(call: RouteCall, id: number): Artifact {
  requireAnonymousAccess(call);
  const artifact = call.server.artifacts.find(id);
  if (artifact === undefined || artifact.tracker.status === "deleted") throw new HttpError(404);
  if (!canReadArtifact(call.viewer, artifact)) throw createAccessError(call, 403);
  return artifact;
}
