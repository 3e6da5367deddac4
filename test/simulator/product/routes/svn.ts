import { isObject, parseJson, scalarToText } from "../../http/json.ts";
import { createEmptyResponse, createDataResponse } from "../../http/messages.ts";
import type { RouteResponse, Header } from "../../http/messages.ts";
import { parsePage } from "../../http/queryParameters.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { isAdministrator, getProjectAccess } from "../../state/access.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import type { SvnRepository } from "../../state/svn.ts";
import { toBodyObject } from "../../write/requestBody.ts";
import { validateRepositoryName, parseSvnSettings } from "../../write/parseSvnSettings.ts";
import { requireAnonymousAccess, requireProject } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representRepository, representRepositoryWithSettings } from "../representations/svn.ts";

const listAllow = "OPTIONS, GET";
const createAllow = "OPTIONS, POST";
const allow = "OPTIONS, GET, PUT, DELETE";

export const svnRoutes: readonly Route[] = [
  { method: "GET", path: "/projects/{id}/svn", allow: listAllow, handle: listRepositories },
  { method: "POST", path: "/svn", allow: createAllow, credentials: "required", handle: postRepository },
  { method: "GET", path: "/svn/{id}", allow, handle: getRepository },
  { method: "PUT", path: "/svn/{id}", allow, credentials: "required", handle: putRepository },
  { method: "DELETE", path: "/svn/{id}", allow, credentials: "required", handle: deleteRepository },
];

/** Sends a maximum page size, but doesn't enforce it. */
function listRepositories(call: RouteCall): RouteResponse {
  const window = parsePage(call.query, { defaultValue: 10, min: 0 });
  const project = requireProject(call, call.getNumberParameter("id"));
  const headers: readonly Header[] = [["Allow", listAllow]];
  const name = withErrorHeaders(headers, () => parseNameFilter(call));
  const repositories = call.server.svn
    .getInProject(project)
    .filter((each) => name === undefined || each.name === name);
  const { items, size } = slicePage(repositories, window);
  return createDataResponse(
    { repositories: items.map(representRepository) },
    ...headers,
    ...createPaginationHeaders(window, size, 50),
  );
}

function parseNameFilter({ query }: RouteCall): string | undefined {
  const text = query.get("query");
  if (text === undefined) return undefined;
  const criteria = parseJson(text);
  const name = isObject(criteria) ? criteria["name"] : undefined;
  if (typeof name !== "string") throw new HttpError(400, "Only a `name` can be searched for");
  return name;
}

function postRepository(call: RouteCall): RouteResponse {
  const { server, viewer } = call;
  const body = toBodyObject(call.body);
  for (const name of ["project_id", "name"]) {
    if ((body[name] ?? null) === null) throw new HttpError(400, `\`${name}\` is required.`);
  }
  const headers: readonly Header[] = [["Allow", createAllow]];
  return withErrorHeaders(headers, () => {
    const project = server.projects.get(Number(scalarToText(body["project_id"])));
    if (project === undefined) throw new HttpError(400, "There is no such project");
    if (getProjectAccess(viewer, project) !== "granted") throw new HttpError(403);
    const usesSvn = project.extraResources.includes("svn");
    if (!usesSvn) throw new HttpError(400, "The project does not use Subversion");
    if (!isAdministrator(viewer, project)) throw new HttpError(403, "You may not create repositories here");
    const settings = parseSvnSettings(body["settings"], "create", project, server);
    const name = scalarToText(body["name"]);
    validateRepositoryName(name, project, server);
    const created = server.svn.create(project, name, settings);
    return {
      ...createDataResponse(representRepositoryWithSettings(created, server), ...headers),
      status: 201,
    };
  });
}

function getRepository(call: RouteCall): RouteResponse {
  const item = requireRepository(call);
  return createDataResponse(
    isAdministrator(call.viewer, item.project)
      ? representRepositoryWithSettings(item, call.server)
      : representRepository(item),
    ["Allow", allow],
  );
}

function putRepository(call: RouteCall): RouteResponse {
  const { settings } = toBodyObject(call.body);
  if (!isObject(settings)) throw new HttpError(400, "`settings` is required.");
  const item = requireRepository(call);
  const headers: readonly Header[] = [["Allow", allow]];
  return withErrorHeaders(headers, () => {
    requireAdministrator(call, item);
    const changed = call.server.svn.updateSettings(
      item,
      parseSvnSettings(settings, "update", item.project, call.server),
    );
    return createDataResponse(representRepositoryWithSettings(changed, call.server), ...headers);
  });
}

/** Only queues the deletion: the repository is no longer listed, but can still be read by id. */
function deleteRepository(call: RouteCall): RouteResponse {
  const item = requireRepository(call);
  const headers: readonly Header[] = [["Allow", allow]];
  withErrorHeaders(headers, () => {
    requireAdministrator(call, item);
    if (!call.server.svn.queueDeletion(item)) throw new HttpError(400, "It is to be deleted already");
  });
  return createEmptyResponse(202, ...headers);
}

/** A repository in an unreadable project is a 404 too, with a shorter message. */
function requireRepository(call: RouteCall): SvnRepository {
  requireAnonymousAccess(call);
  const item = call.server.svn.find(call.getNumberParameter("id"));
  if (item === undefined) throw new HttpError(404, "There is no such repository");
  if (getProjectAccess(call.viewer, item.project) !== "granted") throw new HttpError(404);
  return item;
}

function requireAdministrator({ viewer }: RouteCall, { project }: SvnRepository): void {
  if (!isAdministrator(viewer, project)) throw new HttpError(403, "You do not administer this repository");
}
