import type { WriteRules } from "../write/writeContext.ts";
import { getSupportedFields } from "./representations.ts";

/**
 * The specification has no list of link types and no workflow, so every link type is accepted and no transition is
 * checked.
 */
export const writeRules: WriteRules = {
  getFields: getSupportedFields,
  findGroup: (id, field) => {
    const groups = field.kind === "list" && field.binding.kind === "groups" ? field.binding.groups : [];
    return groups.find((each) => String(each.id) === id)?.group;
  },
  isLinkType: () => true,
  hasWorkflow: false,
  hasFieldPermissions: false,
};
