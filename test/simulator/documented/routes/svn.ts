import { isObject, scalarText } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import type { Answer } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { isAdministrator, projectAccess } from "../../state/access.ts";
import type { SvnRepository } from "../../state/svn.ts";
import { bodyObject } from "../../writing/body.ts";
import { checkRepositoryName, svnSettings } from "../../writing/svnSettings.ts";

/** Created and updated, never read. */
export const svnRoutes: readonly Route[] = [
  { method: "POST", path: "/svn", credentials: "required", handle: create },
  { method: "PUT", path: "/svn/{id}", credentials: "required", handle: update },
];

function create(call: Call): Answer {
  const { world, viewer } = call;
  const { project_id: projectId = null, name = null, settings } = bodyObject(call.body);
  if (projectId === null || name === null) throw new Refusal(400, "`project_id` and `name` are required.");
  const project = world.projects.get(Number(scalarText(projectId)));
  if (project === undefined) throw new Refusal(400);
  if (!isAdministrator(viewer, project)) throw new Refusal(403);
  const parsed = svnSettings(settings, "create", project, world);
  checkRepositoryName(scalarText(name), project, world);
  return { ...ok(repository(world.svn.create(project, scalarText(name), parsed))), status: 201 };
}

/** "All settings must be provided in every update." */
function update(call: Call): Answer {
  const { world, viewer } = call;
  const { settings } = bodyObject(call.body);
  if (!isObject(settings)) throw new Refusal(400, "`settings` is required.");
  const item = world.svn.byId(call.id("id"));
  if (item === undefined || projectAccess(viewer, item.project) !== "granted") throw new Refusal(404);
  if (!isAdministrator(viewer, item.project)) throw new Refusal(403);
  return ok(repository(world.svn.change(item, svnSettings(settings, "update", item.project, world))));
}

function repository({ id, name, project, settings }: SvnRepository): JsonObject {
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
