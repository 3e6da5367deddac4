import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";

/** What the workflow takes away while an artifact is in its present state. */
export interface Restrictions {
  readonly isFrozen: (field: Field) => boolean;
  readonly isHidden: (field: Field) => boolean;
}

export function restrictionsOf(artifact: Artifact): Restrictions {
  const { workflow } = artifact.tracker;
  const value = workflow && artifact.valueOf(workflow.field);
  const id = value?.kind === "choices" ? value.ids[0] : undefined;
  const state = workflow?.states.find((each) => each.value === id);
  return {
    isFrozen: ({ id: fieldId }) => state?.frozen.includes(fieldId) === true,
    isHidden: ({ id: fieldId }) => state?.hidden.includes(fieldId) === true,
  };
}
