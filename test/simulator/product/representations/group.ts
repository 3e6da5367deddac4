import type { JsonObject } from "../../http/json.ts";
import type { Group } from "../../state/group.ts";
import type { Project } from "../../state/project.ts";

interface GroupNames {
  readonly id: string;
  readonly label: string;
  readonly shortname: string;
  readonly key: string;
}

function getGroupNames(group: Group, project: Project): GroupNames {
  switch (group) {
    case "everyone":
      return { id: "1", label: "Anonymous", shortname: "all_users", key: "ugroup_anonymous_users_name_key" };
    case "registered":
      return {
        id: "2",
        label: "Registered users",
        shortname: "registered_users",
        key: "ugroup_registered_users_name_key",
      };
    case "members":
      return {
        id: `${project.id}_3`,
        label: "Project members",
        shortname: "project_members",
        key: "ugroup_project_members_name_key",
      };
    case "administrators":
      return {
        id: `${project.id}_4`,
        label: "Project administrators",
        shortname: "project_admins",
        key: "ugroup_project_admins_name_key",
      };
    case "wikiAdministrators":
      return {
        id: `${project.id}_14`,
        label: "Wiki administrators",
        shortname: "wiki_admins",
        key: "ugroup_wiki_admin_name_key",
      };
  }
}

export function getGroupId(group: Group, project: Project): string {
  return getGroupNames(group, project).id;
}

export const allGroups: readonly Group[] = [
  "everyone",
  "registered",
  "members",
  "administrators",
  "wikiAdministrators",
];

/** The group with this id, or with this short name or label. */
export function findGroup(text: string, project: Project): Group | undefined {
  return allGroups.find((group) => {
    const { id, label, shortname } = getGroupNames(group, project);
    return [id, shortname, label].includes(text);
  });
}

export function getGroupShortname(group: Group, project: Project): string {
  return getGroupNames(group, project).shortname;
}

export function getGroupLabel(group: Group, project: Project): string {
  return getGroupNames(group, project).label;
}

/** The label of a group as a list value: a key, not a name. */
export function getGroupKey(group: Group, project: Project): string {
  return getGroupNames(group, project).key;
}

export function representGroup(group: Group, project: Project): JsonObject {
  const { id, label, shortname, key } = getGroupNames(group, project);
  return {
    id,
    uri: `user_groups/${id}`,
    label,
    users_uri: `user_groups/${id}/users`,
    short_name: shortname,
    key,
  };
}

/** A group as a list value: some groups are labeled with their key, although the list of choices has their name. */
export function representGroupValue(group: Group, project: Project): JsonObject {
  const reference = representGroup(group, project);
  return group === "wikiAdministrators" ? { ...reference, label: getGroupKey(group, project) } : reference;
}
