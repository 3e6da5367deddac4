/** Servers reject shorter search texts. */
export const minUserQueryLength = 3;

export interface User {
  readonly id: number;
  /** The real name, if there is one. */
  readonly label: string;
  readonly username: string | undefined;
}

// Labels of user groups. Servers use internal names for system groups in some places.

/** Groups that exist in every project, and groups that span projects. */
const systemGroups: readonly (readonly [shortName: string, key: string, label: string])[] = [
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

/** Groups created by a project are returned unchanged. */
export function toGroupLabel(name: string): string {
  const group = systemGroups.find(
    ([shortName, key]) => name === shortName || name === `ugroup_${key}_name_key`,
  );
  return group?.[2] ?? name;
}

/** Tuleap can append the user name to the real name. */
export function removeUsername(label: string, username: string): string {
  const suffix = ` (${username})`;
  return label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
}
