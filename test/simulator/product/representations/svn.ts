import type { JsonObject } from "../../http/json.ts";
import type { Project } from "../../state/project.ts";
import type { SvnRepository, SvnSettings } from "../../state/svn.ts";
import type { ServerState } from "../../state/serverState.ts";
import { findGroup, representGroup } from "./group.ts";
import { representMinimalProject } from "./project.ts";
import { configuredHost, representMinimalUser } from "./user.ts";

export function representRepository({ id, project, name }: SvnRepository): JsonObject {
  return {
    id,
    project: representMinimalProject(project),
    uri: `svn/${id}`,
    name,
    svn_url: `${configuredHost}/svnplugin/${project.shortname}/${name}`,
  };
}

/** The representation for project administrators. */
export function representRepositoryWithSettings(item: SvnRepository, server: ServerState): JsonObject {
  return { ...representRepository(item), settings: representSettings(item.settings, item.project, server) };
}

function representSettings(item: SvnSettings, project: Project, server: ServerState): JsonObject {
  return {
    commit_rules: {
      is_reference_mandatory: item.isReferenceMandatory,
      is_commit_message_change_allowed: item.isCommitMessageChangeAllowed,
    },
    immutable_tags: { paths: item.immutablePaths, whitelist: item.immutableExceptions },
    access_file: item.accessFile,
    // Responses have objects where requests have ids.
    email_notifications: item.notifications.map(({ path, emails, userIds, groupIds }) => ({
      user_groups: groupIds.flatMap((id) => {
        const group = findGroup(id, project);
        return group === undefined ? [] : [representGroup(group, project)];
      }),
      users: userIds.map((id) => representMinimalUser(server.users.get(id))),
      emails,
      path,
    })),
    has_default_permissions: item.hasDefaultPermissions,
  };
}
