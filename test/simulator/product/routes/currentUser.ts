import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse, createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import { requireViewer } from "../../http/route.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { canReadTracker, isAdministrator, isMember } from "../../state/access.ts";
import { getAssignees, getStatus } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import {
  getActiveProjects,
  getReadableArtifacts,
  isReadableProject,
  slicePage,
} from "../../state/listArtifacts.ts";
import type { User } from "../../state/user.ts";
import { requireText } from "../bodyParameters.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representAccessKey } from "../representations/accessKey.ts";
import { representArtifactReference } from "../representations/artifact.ts";
import { getGroupId, representGroup } from "../representations/group.ts";
import { getLastVisit, representKanbanVisit, representVisit } from "../representations/visit.ts";

const artifactsAllow = "OPTIONS, GET";
const historyAllow = "OPTIONS, GET, PUT";
const preferencesAllow = "OPTIONS, GET, PATCH, DELETE";
const accessKeysAllow = "OPTIONS, GET";
const maxArtifacts = 250;
const maxVisits = 30;
const max = 50;

/** What users can read and change about themselves only. Some of the routes send no `Allow`. */
export const currentUserRoutes: readonly Route[] = [
  createRoute("GET", "/users/{id:text}/artifacts", listArtifacts, artifactsAllow),
  createRoute("GET", "/users/{id}/history", listVisits, historyAllow),
  createRoute("GET", "/users/{id:text}/membership", listGroups),
  createRoute("GET", "/users/{id:text}/dashboards", listDashboards),
  createRoute("GET", "/users/{id:text}/preferences", readPreference, preferencesAllow),
  createRoute("PATCH", "/users/{id:text}/preferences", writePreference, preferencesAllow),
  createRoute("DELETE", "/users/{id:text}/preferences", deletePreference, preferencesAllow),
  createRoute("GET", "/users/{id}/access_keys", listAccessKeys, accessKeysAllow),
];

function createRoute(
  method: Route["method"],
  path: string,
  handle: (call: RouteCall) => RouteResponse,
  allow?: string,
): Route {
  return { method, path, handle, credentials: "required", ...(allow !== undefined && { allow }) };
}

/** The viewer, who has to be the user of the path: by id, or as `self` where the route accepts texts. */
function requireSelf(call: RouteCall, refusal: string): User {
  const viewer = requireViewer(call);
  const id = call.getPathParameter("id") || call.getPathParameter("id:text");
  if (id !== "self" && id !== String(viewer.id)) throw new HttpError(403, refusal);
  return viewer;
}

/** Open artifacts of the current user; the only route that needs the word `self`. */
function listArtifacts(call: RouteCall): RouteResponse {
  const { query, server } = call;
  const page = parsePage(query, { defaultValue: maxArtifacts, min: 0, max: maxArtifacts });
  const criteria = parseJson(query.get("query") ?? "null");
  if (!isObject(criteria)) throw new HttpError(400, "`query` is required.");
  const viewer = requireViewer(call);
  if (call.getPathParameter("id:text") !== "self") {
    throw new HttpError(403, "This route only support `self` pseudo id");
  }
  const hasRole = createRoleFilter(viewer, criteria);
  const artifacts = [...server.trackers.values()]
    .flatMap((tracker) => getReadableArtifacts(server, viewer, tracker))
    .filter((artifact) => isListedAsOpen(artifact) && hasRole(artifact))
    .toSorted((one, other) => one.id - other.id);
  const { items, size } = slicePage(artifacts, page);
  return createDataResponse(
    items.map(representArtifactReference),
    ["Allow", artifactsAllow],
    ...createPaginationHeaders(page, size, maxArtifacts),
  );
}

/** An artifact without a status is open if its tracker has none either; "None" isn't open. */
function isListedAsOpen(artifact: Artifact): boolean {
  return artifact.tracker.semantics.status === undefined || getStatus(artifact)?.isOpen === true;
}

function createRoleFilter({ id }: User, criteria: JsonObject): (artifact: Artifact) => boolean {
  const isAssigned = criteria["assigned_to"] === true;
  const isSubmitted = criteria["submitted_by"] === true;
  if (!isAssigned && !isSubmitted) {
    throw new HttpError(400, "You must specify either `assigned_to: true` or `submitted_by: true`");
  }
  return (artifact) =>
    (isSubmitted && artifact.submittedBy === id) || (isAssigned && getAssignees(artifact).includes(id));
}

/**
 * The artifacts and kanbans that the user visited last. The simulator has no pages, so only changes count as visits of
 * artifacts, and tests make those of kanbans.
 */
function listVisits(call: RouteCall): RouteResponse {
  const viewer = requireSelf(call, "You can only access to your own history");
  const { server } = call;
  const artifactVisits = [...server.trackers.values()]
    .flatMap((tracker) => getReadableArtifacts(server, viewer, tracker))
    .flatMap((artifact) => getLastVisit(artifact, viewer, server) ?? [])
    .toSorted((one, other) => other.at - one.at || other.artifact.id - one.artifact.id)
    .slice(0, maxVisits)
    .map((visit) => ({ at: visit.at, entry: representVisit(visit) }));
  const kanbanVisits = [...server.kanbans.values()]
    .filter(({ tracker }) => isReadableProject(viewer, tracker.project) && canReadTracker(viewer, tracker))
    .flatMap((kanban) => {
      const at = kanban.visits.get(viewer.id);
      return at === undefined ? [] : [{ at, entry: representKanbanVisit(kanban, at) }];
    });
  const visits = [...kanbanVisits, ...artifactVisits].toSorted((one, other) => other.at - one.at);
  return createDataResponse({ entries: visits.slice(0, maxVisits).map(({ entry }) => entry) }, [
    "Allow",
    historyAllow,
  ]);
}

/** Only the groups of projects. */
function listGroups(call: RouteCall): RouteResponse {
  parseChoice(call.query, "scope", ["project"]);
  const format = parseChoice(call.query, "format", ["id", "full"]);
  const viewer = requireSelf(call, "You can only access to your own membership");
  const groups = getActiveProjects(call.server)
    .filter((project) => isMember(viewer, project))
    .flatMap((project) =>
      isAdministrator(viewer, project)
        ? ([
            ["members", project],
            ["administrators", project],
          ] as const)
        : ([["members", project]] as const),
    );
  return createDataResponse(
    groups.map(([group, project]) =>
      format === "id" ? getGroupId(group, project) : representGroup(group, project),
    ),
  );
}

function listDashboards(call: RouteCall): RouteResponse {
  const page = parsePage(call.query, { defaultValue: max, min: 0, max });
  const { id } = requireSelf(call, "You can only access to your own dashboards");
  const { items, size } = slicePage([{ id: id - 100, name: "My Dashboard" }], page);
  return createDataResponse(items, ...createPaginationHeaders(page, size, max));
}

/** A preference without a value is `false`. */
function readPreference(call: RouteCall): RouteResponse {
  const key = requireKey(call);
  const { id } = requireSelfForPreferences(call);
  const value = call.server.preferences.get(id)?.get(key) ?? false;
  return createDataResponse({ key, value }, ["Allow", preferencesAllow]);
}

function writePreference(call: RouteCall): RouteResponse {
  const [key, value] = [requireText(call, "key"), requireText(call, "value")];
  const { id } = requireSelfForPreferences(call);
  const { preferences } = call.server;
  const own = preferences.get(id) ?? new Map<string, string>();
  preferences.set(id, own.set(key, value));
  return createEmptyResponse(200, ["Allow", preferencesAllow]);
}

function deletePreference(call: RouteCall): RouteResponse {
  const key = requireKey(call);
  const { id } = requireSelfForPreferences(call);
  call.server.preferences.get(id)?.delete(key);
  return createEmptyResponse(200, ["Allow", preferencesAllow]);
}

function requireKey({ query }: RouteCall): string {
  const key = query.get("key");
  if (key === undefined) throw new HttpError(400, "`key` is required.");
  return key;
}

function requireSelfForPreferences(call: RouteCall): User {
  return requireSelf(call, "You can only access to your own preferences");
}

function listAccessKeys(call: RouteCall): RouteResponse {
  const page = parsePage(call.query, { defaultValue: max, min: 0, max });
  const viewer = requireSelf(call, "You can only access to your own access keys");
  const { items, size } = slicePage([representAccessKey(viewer, call.server)], page);
  return createDataResponse(items, ["Allow", accessKeysAllow], ...createPaginationHeaders(page, size, max));
}
