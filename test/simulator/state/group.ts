import type { Viewer } from "./user.ts";
import type { Project } from "./project.ts";

/** User groups, from widest to narrowest. */
export type Group = "everyone" | "registered" | "members" | "administrators" | "wikiAdministrators";

export function isInGroup(viewer: Viewer, group: Group, project: Project): boolean {
  if (group === "everyone") return true;
  if (viewer === undefined) return false;
  if (group === "registered") return true;
  // Wiki administrators are the project administrators.
  return (group === "members" ? project.members : project.administrators).has(viewer.id);
}
