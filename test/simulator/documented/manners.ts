import type { Manners } from "../writing/writing.ts";
import { knownFields } from "./represent.ts";

/** A tracker does not tell which types of links it takes, so it takes them all; and nothing is told of a workflow, so there is none. */
export const manners: Manners = {
  fields: knownFields,
  groupOf: (id, field) => {
    const groups = field.kind === "list" && field.binding.kind === "groups" ? field.binding.groups : [];
    return groups.find((each) => String(each.id) === id)?.group;
  },
  isLinkType: () => true,
  hasWorkflow: false,
  hasFieldRights: false,
};
