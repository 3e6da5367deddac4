import { isoDate } from "../../clock.ts";
import type { JsonObject } from "../../http/json.ts";
import { canReadField } from "../../state/access.ts";
import type { Moment } from "../../state/changeset.ts";
import type { Viewer } from "../../state/people.ts";
import type { World } from "../../state/world.ts";
import { collection } from "./artifact.ts";
import { comment, nothingSaid, visibleComment } from "./comment.ts";
import { minimalUser } from "./user.ts";

export type ChangesetFields = "all" | "comments";

/** Undefined for one that has nothing to show to this viewer. */
export function changeset(
  { changeset: item, artifact }: Moment,
  place: number,
  viewer: Viewer,
  world: World,
  fields: ChangesetFields,
): JsonObject | undefined {
  const { project } = artifact.tracker;
  const said = visibleComment(item.comment, viewer, project);
  const isVisible = [...item.changes.keys()].some((field) => canReadField(viewer, field, project));
  if (said === undefined && (fields === "comments" || !isVisible)) return undefined;
  const isSilent = item.comment === undefined && place > 0;
  const author = minimalUser(world.people.get(item.submittedBy));
  const on = isoDate(item.submittedOn);
  return {
    id: item.id,
    submitted_by: item.submittedBy,
    submitted_by_details: author,
    submitted_on: on,
    email: null,
    last_comment: comment(said ?? (isSilent ? nothingSaid.change : nothingSaid.submission), project),
    last_modified_by: author,
    values: fields === "all" ? collection(artifact, viewer, world, "server") : [],
    last_modified_date: on,
  };
}
