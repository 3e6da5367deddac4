import type { Json, JsonObject } from "../../http/json.ts";
import { isMember } from "../../state/access.ts";
import type { Viewer } from "../../state/people.ts";
import { labelOf } from "../../state/project.ts";
import type { Project } from "../../state/project.ts";

const everyProject = ["project_services", "user_groups", "phpwiki", "heartbeats", "labels"];

export function project(item: Project, viewer: Viewer): JsonObject {
  const { id, icon, description } = item;
  return {
    ...minimalProject(item),
    resources: ["trackers", ...item.extraResources, ...everyProject].map((type) => ({
      type,
      uri: `projects/${id}/${type}`,
    })),
    additional_informations: additionalInformations(item),
    is_member_of: isMember(viewer, item),
    description,
    additional_fields: [{ name: "Home harbour", value: "" }],
    icon,
  };
}

/** What the agile plugin adds where a project plans; elsewhere an empty PHP array, so a list and no object. */
function additionalInformations(item: Project): Json {
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
          project: { id, uri, label: labelOf(item), icon },
        },
        backlog_trackers: backlog.map((trackerId) => ({ id: trackerId, uri: `trackers/${trackerId}` })),
        milestones_uri: `plannings/${id}/milestones`,
      },
    },
  };
}

/** How repositories name their project. */
export function minimalProject(item: Project): JsonObject {
  const { id, name, shortname, status, access } = item;
  return {
    id,
    uri: `projects/${id}`,
    label: labelOf(item),
    label_without_icon: name,
    shortname,
    status,
    access,
    is_template: false,
  };
}

/** How trackers and artifacts name their project. */
export function projectReference(item: Project): JsonObject {
  return { id: item.id, uri: `projects/${item.id}`, label: labelOf(item), icon: item.icon };
}
