import type { Json, JsonObject } from "../../http/json.ts";
import { isMember } from "../../state/access.ts";
import type { Viewer } from "../../state/user.ts";
import { getProjectLabel } from "../../state/project.ts";
import type { Project } from "../../state/project.ts";

const commonResources = ["project_services", "user_groups", "phpwiki", "heartbeats", "labels"];

export function representProject(item: Project, viewer: Viewer): JsonObject {
  const { id, icon, description } = item;
  return {
    ...representMinimalProject(item),
    resources: ["trackers", ...item.extraResources, ...commonResources].map((type) => ({
      type,
      uri: `projects/${id}/${type}`,
    })),
    additional_informations: representAdditionalInformation(item),
    is_member_of: isMember(viewer, item),
    description,
    additional_fields: [{ name: "Home harbour", value: "" }],
    icon,
  };
}

/**
 * What the agile plugin adds to a project with planning; for other projects an empty PHP array, so a list instead of an
 * object.
 */
function representAdditionalInformation(item: Project): Json {
  const { id, icon, planning } = item;
  if (planning === undefined) return [];
  const { milestones, backlog } = planning;
  const uri = `projects/${id}`;
  return {
    agiledashboard: {
      root_planning: {
        id,
        uri: "route-not-yet-implemented",
        label: "Season plan",
        project: { id, uri, label: null, icon },
        milestone_tracker: {
          ...milestones,
          uri: `trackers/${milestones.id}`,
          project: { id, uri, label: getProjectLabel(item), icon },
        },
        backlog_trackers: backlog.map((trackerId) => ({ id: trackerId, uri: `trackers/${trackerId}` })),
        milestones_uri: `plannings/${id}/milestones`,
      },
    },
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
