import type { JsonObject } from "../../http/json.ts";
import type { Project } from "../../state/project.ts";
import type { SvnRepository, SvnSettings } from "../../state/svn.ts";
import type { World } from "../../state/world.ts";
import { groupNamed, groupReference } from "./group.ts";
import { minimalProject } from "./project.ts";
import { configuredHost, minimalUser } from "./user.ts";

export function repository({ id, project, name }: SvnRepository): JsonObject {
  return {
    id,
    project: minimalProject(project),
    uri: `svn/${id}`,
    name,
    svn_url: `${configuredHost}/svnplugin/${project.shortname}/${name}`,
  };
}

/** For those who administer it. */
export function repositoryWithSettings(item: SvnRepository, world: World): JsonObject {
  return { ...repository(item), settings: settings(item.settings, item.project, world) };
}

function settings(item: SvnSettings, project: Project, world: World): JsonObject {
  return {
    commit_rules: {
      is_reference_mandatory: item.isReferenceMandatory,
      is_commit_message_change_allowed: item.isCommitMessageChangeAllowed,
    },
    immutable_tags: { paths: item.immutablePaths, whitelist: item.immutableExceptions },
    access_file: item.accessFile,
    // Objects are read where ids are written.
    email_notifications: item.notifications.map(({ path, emails, userIds, groupIds }) => ({
      user_groups: groupIds.flatMap((id) => {
        const group = groupNamed(id, project);
        return group === undefined ? [] : [groupReference(group, project)];
      }),
      users: userIds.map((id) => minimalUser(world.people.get(id))),
      emails,
      path,
    })),
    has_default_permissions: item.hasDefaultPermissions,
  };
}
