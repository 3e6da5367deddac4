import type { Json, JsonObject } from "../../http/json.ts";
import { isMember } from "../../state/access.ts";
import type { Viewer } from "../../state/user.ts";
import { getProjectLabel } from "../../state/project.ts";
import type { Project } from "../../state/project.ts";

/** Every project has them, whether it has a planning or not. */
const agileResources = ["backlog", "milestones", "plannings"];
const commonResources = ["project_services", "user_groups", "phpwiki", "heartbeats", "labels"];

/** With what plugins add to it. */
export function representProject(item: Project, viewer: Viewer, additionalInformation: Json): JsonObject {
  const { id, icon, description } = item;
  return {
    ...representMinimalProject(item),
    resources: ["trackers", ...agileResources, ...item.extraResources, ...commonResources].map((type) => ({
      type,
      uri: `projects/${id}/${type}`,
    })),
    additional_informations: additionalInformation,
    is_member_of: isMember(viewer, item),
    description,
    additional_fields: [{ name: "Home harbour", value: "" }],
    icon,
  };
}

/** The project in representations of repositories. */
export function representMinimalProject(item: Project): JsonObject {
  const { id, name, shortname, status, access } = item;
  return {
    id,
    uri: `projects/${id}`,
    label: getProjectLabel(item),
    label_without_icon: name,
    shortname,
    status,
    access,
    is_template: false,
  };
}

/** The project in representations of trackers and artifacts. */
export function representProjectReference(item: Project): JsonObject {
  return { id: item.id, uri: `projects/${item.id}`, label: getProjectLabel(item), icon: item.icon };
}
