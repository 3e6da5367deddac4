import { isObject, scalarToText } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { isAdministrator, getProjectAccess } from "../../state/access.ts";
import type { SvnRepository } from "../../state/svn.ts";
import { toBodyObject } from "../../write/requestBody.ts";
import { validateRepositoryName, parseSvnSettings } from "../../write/parseSvnSettings.ts";

/** Repositories can be created and updated, but not read. */
export const svnRoutes: readonly Route[] = [
  { method: "POST", path: "/svn", credentials: "required", handle: postRepository },
  { method: "PUT", path: "/svn/{id}", credentials: "required", handle: putRepository },
];

function postRepository(call: RouteCall): RouteResponse {
  const { server, viewer } = call;
  const { project_id: projectId = null, name = null, settings } = toBodyObject(call.body);
  if (projectId === null || name === null) throw new HttpError(400, "`project_id` and `name` are required.");
  const project = server.projects.get(Number(scalarToText(projectId)));
  if (project === undefined) throw new HttpError(400);
  if (!isAdministrator(viewer, project)) throw new HttpError(403);
  const parsed = parseSvnSettings(settings, "create", project, server);
  validateRepositoryName(scalarToText(name), project, server);
  return {
    ...createDataResponse(representRepository(server.svn.create(project, scalarToText(name), parsed))),
    status: 201,
  };
}

/** "All settings must be provided in every update." */
function putRepository(call: RouteCall): RouteResponse {
  const { server, viewer } = call;
  const { settings } = toBodyObject(call.body);
  if (!isObject(settings)) throw new HttpError(400, "`settings` is required.");
  const item = server.svn.find(call.getNumberParameter("id"));
  if (item === undefined || getProjectAccess(viewer, item.project) !== "granted") throw new HttpError(404);
  if (!isAdministrator(viewer, item.project)) throw new HttpError(403);
  return createDataResponse(
    representRepository(
      server.svn.updateSettings(item, parseSvnSettings(settings, "update", item.project, server)),
    ),
  );
}

function representRepository({ id, name, project, settings }: SvnRepository): JsonObject {
  return {
    id,
    uri: `svn/${id}`,
    project_id: project.id,
    name,
    settings: {
      commit_rules: {
        is_reference_mandatory: settings.isReferenceMandatory,
        is_commit_message_change_allowed: settings.isCommitMessageChangeAllowed,
      },
      immutable_tags: { paths: settings.immutablePaths, whitelist: settings.immutableExceptions },
      access_file: settings.accessFile,
      email_notifications: settings.notifications.map(({ path, emails, userIds, groupIds }) => ({
        path,
        emails,
        users: userIds,
        user_groups: groupIds,
      })),
    },
  };
}
