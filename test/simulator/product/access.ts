import type { Kanban } from "../agile/kanban.ts";
import { findMilestone } from "../agile/milestones.ts";
import type { Milestone } from "../agile/milestones.ts";
import type { Header } from "../http/messages.ts";
import { HttpError } from "../http/httpError.ts";
import type { RouteCall } from "../http/route.ts";
import { canReadArtifact, canReadTracker, getProjectAccess } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";

/** Rejects anonymous callers if the server doesn't allow them; parameters are validated first. */
export function requireAnonymousAccess({ server, viewer }: RouteCall): void {
  if (viewer === undefined && server.anonymous === "refused") throw new HttpError(401);
}

/** Some project routes send `Allow` in error responses too. */
export function requireProject(call: RouteCall, id: number, allow?: string): Project {
  requireAnonymousAccess(call);
  const headers: readonly Header[] = allow === undefined ? [] : [["Allow", allow]];
  const project = call.server.projects.get(id);
  if (project === undefined) throw new HttpError(404, "Project does not exist", { headers });
  requireProjectAccess(call, project, headers);
  return project;
}

/** An unknown tracker is a bare 404; a deleted or unreadable one is a 404 with a localized message. */
export function requireTracker(call: RouteCall, id: number): Tracker {
  requireAnonymousAccess(call);
  const tracker = call.server.trackers.get(id);
  if (tracker === undefined) throw new HttpError(404);
  requireProjectAccess(call, tracker.project, []);
  if (!canReadTracker(call.viewer, tracker)) {
    throw new HttpError(404, undefined, { localizedMessage: "This tracker is gone, or not for you to see" });
  }
  return tracker;
}

/** Unlike a tracker, an unreadable artifact is a 403. */
export function requireArtifact(call: RouteCall, id: number): Artifact {
  requireAnonymousAccess(call);
  const artifact = call.server.artifacts.find(id);
  if (artifact === undefined || artifact.tracker.status === "deleted") throw new HttpError(404);
  requireProjectAccess(call, artifact.tracker.project, []);
  if (!canReadArtifact(call.viewer, artifact)) throw new HttpError(403);
  return artifact;
}

/** Unlike a tracker, a kanban whose tracker is unreadable is a 403. */
export function requireKanban(call: RouteCall, id: number): Kanban {
  requireAnonymousAccess(call);
  const kanban = call.server.kanbans.get(id);
  if (kanban === undefined) throw new HttpError(404);
  requireProjectAccess(call, kanban.tracker.project, []);
  if (!canReadTracker(call.viewer, kanban.tracker)) throw new HttpError(403);
  return kanban;
}

/** An artifact that is no milestone is a 404. */
export function requireMilestone(call: RouteCall, id: number): Milestone {
  requireAnonymousAccess(call);
  const milestone = findMilestone(call.server, id);
  if (milestone === undefined) throw new HttpError(404);
  return { ...milestone, artifact: requireArtifact(call, id) };
}

function requireProjectAccess({ viewer }: RouteCall, project: Project, headers: readonly Header[]): void {
  switch (getProjectAccess(viewer, project)) {
    case "granted":
      return;
    case "suspended":
      throw new HttpError(403, "This project is suspended", { headers });
    case "private":
      throw new HttpError(403, undefined, { headers });
  }
}
