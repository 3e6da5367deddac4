import { canReadField } from "../state/access.ts";
import type { Manners } from "../writing/writing.ts";
import { groupNamed } from "./represent/group.ts";

/** Children and parents exist in every tracker, whatever types its field announces. */
export const manners: Manners = {
  fields: ({ fields, project }, viewer) => fields.filter((field) => canReadField(viewer, field, project)),
  groupOf: (id, field, project) => {
    const group = groupNamed(id, project);
    const binding = field.kind === "list" || field.kind === "openList" ? field.binding : undefined;
    const isOffered = binding?.kind !== "groups" || binding.groups.some((each) => each.group === group);
    return isOffered ? group : undefined;
  },
  isLinkType: (type, field) =>
    type === "_is_child" || (field.kind === "links" && field.types.some((each) => each.shortname === type)),
  hasWorkflow: true,
  hasFieldRights: true,
};
