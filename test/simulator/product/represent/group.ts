import type { JsonObject } from "../../http/json.ts";
import type { Group } from "../../state/group.ts";
import type { Project } from "../../state/project.ts";

interface Naming {
  readonly id: string;
  readonly label: string;
  readonly shortname: string;
  readonly key: string;
}

function naming(group: Group, project: Project): Naming {
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

export function groupId(group: Group, project: Project): string {
  return naming(group, project).id;
}

export const allGroups: readonly Group[] = [
  "everyone",
  "registered",
  "members",
  "administrators",
  "wikiAdministrators",
];

/** The group with that id, or with that short name or label where people may type one. */
export function groupNamed(text: string, project: Project): Group | undefined {
  return allGroups.find((group) => {
    const { id, label, shortname } = naming(group, project);
    return [id, shortname, label].includes(text);
  });
}

export function groupShortname(group: Group, project: Project): string {
  return naming(group, project).shortname;
}

/** What a value of a list of groups is labelled with: a key, not a name. */
export function groupKey(group: Group, project: Project): string {
  return naming(group, project).key;
}

export function groupReference(group: Group, project: Project): JsonObject {
  const { id, label, shortname, key } = naming(group, project);
  return {
    id,
    uri: `user_groups/${id}`,
    label,
    users_uri: `user_groups/${id}/users`,
    short_name: shortname,
    key,
  };
}

/** As the value of a list: there some groups are labelled with their key, whatever the list itself calls them. */
export function groupValue(group: Group, project: Project): JsonObject {
  const reference = groupReference(group, project);
  return group === "wikiAdministrators" ? { ...reference, label: groupKey(group, project) } : reference;
}
