import { canReadField } from "../state/access.ts";
import type { WriteRules } from "../write/writeContext.ts";
import { findGroup } from "./representations/group.ts";

/** Children and parents are valid in every tracker, whatever link types its field lists. */
export const writeRules: WriteRules = {
  getFields: ({ fields, project }, viewer) => fields.filter((field) => canReadField(viewer, field, project)),
  findGroup: (id, field, project) => {
    const group = findGroup(id, project);
    const binding = field.kind === "list" || field.kind === "openList" ? field.binding : undefined;
    const isOffered = binding?.kind !== "groups" || binding.groups.some((each) => each.group === group);
    return isOffered ? group : undefined;
  },
  isLinkType: (type, field) =>
    type === "_is_child" || (field.kind === "links" && field.types.some((each) => each.shortname === type)),
  hasWorkflow: true,
  hasFieldPermissions: true,
};
