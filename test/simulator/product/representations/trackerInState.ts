import type { JsonObject } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import { getWorkflowRestrictions } from "../../state/workflowRestrictions.ts";
import type { WorkflowRestrictions } from "../../state/workflowRestrictions.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representField } from "./field.ts";
import { representTracker, getReadableFields } from "./tracker.ts";

/** The tracker inside one of its artifacts, where the workflow restrictions of the artifact's state apply. */
export function representTrackerInState(artifact: Artifact, viewer: Viewer, server: ServerState): JsonObject {
  const { tracker } = artifact;
  const restrictions = getWorkflowRestrictions(artifact);
  return {
    ...representTracker(tracker, viewer, server),
    fields: getReadableFields(tracker, viewer).map((item) =>
      applyWorkflowState(item, representField(item, tracker, viewer, server), restrictions),
    ),
  };
}

function applyWorkflowState(
  item: Field,
  representation: JsonObject,
  { isFrozen, isHidden }: WorkflowRestrictions,
): JsonObject {
  if (item.kind === "container" && item.type === "fieldset") {
    return { ...representation, is_hidden: isHidden(item) };
  }
  const { permissions } = representation;
  if (!isFrozen(item) || !Array.isArray(permissions)) return representation;
  return { ...representation, permissions: permissions.filter((permission) => permission !== "update") };
}
