// Users and user groups.

/** How many letters of a name a search of people takes at least: servers refuse shorter ones. */
export const shortestPersonQuery = 3;

/** Somebody who has an account on the server. */
export interface Person {
  readonly id: number;
  /** The real name, where there is one. */
  readonly label: string;
  readonly username: string | undefined;
}

// User groups by the names that people know them by. Servers call those of every project by internal names in some places.

/** Short name, key and label of the groups that come with every project, and of those that span projects. */
const wellKnown: readonly (readonly [shortName: string, key: string, label: string])[] = [
  ["nobody", "nobody", "Nobody"],
  ["all_users", "anonymous_users", "Anonymous"],
  ["registered_users", "registered_users", "Registered users"],
  ["authenticated_users", "authenticated_users", "Registered and restricted users"],
  ["project_members", "project_members", "Project members"],
  ["project_admins", "project_admins", "Project administrators"],
  ["file_manager_admins", "file_manager_admin", "File manager administrators"],
  ["document_techs", "document_tech", "Document technicians"],
  ["document_admins", "document_admin", "Document administrators"],
  ["wiki_admins", "wiki_admin", "Wiki administrators"],
  ["tracker_admins", "tracker_admin", "Tracker administrators"],
  ["forum_moderators", "forum_admin", "Forum moderators"],
  ["news_editors", "news_admin", "News administrators"],
  ["news_writers", "news_writer", "News writers"],
  ["svn_admins", "svn_admin", "Subversion administrators"],
];

/** The label of a group that a server calls so; groups that a project has made are called as they are named. */
export function groupLabel(name: string): string {
  const known = wellKnown.find(([shortName, key]) => name === shortName || name === `ugroup_${key}_name_key`);
  return known?.[2] ?? name;
}
