import type { Viewer } from "./people.ts";
import type { Project } from "./project.ts";

/** User groups, from widest to narrowest. */
export type Group = "everyone" | "registered" | "members" | "administrators" | "wikiAdministrators";

export function belongsTo(viewer: Viewer, group: Group, project: Project): boolean {
  if (group === "everyone") return true;
  if (viewer === undefined) return false;
  if (group === "registered") return true;
  // Whoever is to look after the wiki of a project administrates it here, too.
  return (group === "members" ? project.members : project.administrators).has(viewer.id);
}
