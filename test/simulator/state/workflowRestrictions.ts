import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";

/** What the workflow restricts in the current state of an artifact. */
export interface WorkflowRestrictions {
  readonly isFrozen: (field: Field) => boolean;
  readonly isHidden: (field: Field) => boolean;
}

export function getWorkflowRestrictions(artifact: Artifact): WorkflowRestrictions {
  const { workflow } = artifact.tracker;
  const value = workflow && artifact.getValue(workflow.field);
  const id = value?.kind === "choices" ? value.ids[0] : undefined;
  const state = workflow?.states.find((each) => each.value === id);
  return {
    isFrozen: ({ id: fieldId }) => state?.frozen.includes(fieldId) === true,
    isHidden: ({ id: fieldId }) => state?.hidden.includes(fieldId) === true,
  };
}
