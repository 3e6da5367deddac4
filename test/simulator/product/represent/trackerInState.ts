import type { JsonObject } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import { restrictionsOf } from "../../state/restrictions.ts";
import type { Restrictions } from "../../state/restrictions.ts";
import type { World } from "../../state/world.ts";
import { field } from "./field.ts";
import { completeTracker, readableFields } from "./tracker.ts";

/** The tracker as it stands within one of its artifacts: only there does the workflow take something away. */
export function trackerInState(artifact: Artifact, viewer: Viewer, world: World): JsonObject {
  const { tracker } = artifact;
  const restrictions = restrictionsOf(artifact);
  return {
    ...completeTracker(tracker, viewer, world),
    fields: readableFields(tracker, viewer).map((item) =>
      inState(item, field(item, tracker, viewer, world), restrictions),
    ),
  };
}

function inState(item: Field, told: JsonObject, { isFrozen, isHidden }: Restrictions): JsonObject {
  if (item.kind === "container" && item.type === "fieldset") return { ...told, is_hidden: isHidden(item) };
  const { permissions } = told;
  if (!isFrozen(item) || !Array.isArray(permissions)) return told;
  return { ...told, permissions: permissions.filter((permission) => permission !== "update") };
}
