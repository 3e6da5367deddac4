import { formatIsoDate } from "../../clock.ts";
import type { JsonObject } from "../../http/json.ts";
import { canReadField } from "../../state/access.ts";
import type { HistoryEntry } from "../../state/changeset.ts";
import type { Viewer } from "../../state/user.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representValues } from "./artifact.ts";
import { representComment, emptyComments, filterComment } from "./comment.ts";
import { representMinimalUser } from "./user.ts";

export type ChangesetFields = "all" | "comments";

/** `undefined` if the changeset has nothing that the viewer can read. */
export function representChangeset(
  { changeset: item, artifact }: HistoryEntry,
  index: number,
  viewer: Viewer,
  server: ServerState,
  fields: ChangesetFields,
): JsonObject | undefined {
  const { project } = artifact.tracker;
  const comment = filterComment(item.comment, viewer, project);
  const isVisible = [...item.changes.keys()].some((field) => canReadField(viewer, field, project));
  if (comment === undefined && (fields === "comments" || !isVisible)) return undefined;
  const hasNoComment = item.comment === undefined && index > 0;
  const author = representMinimalUser(server.users.get(item.submittedBy));
  const submittedOn = formatIsoDate(item.submittedOn);
  return {
    id: item.id,
    submitted_by: item.submittedBy,
    submitted_by_details: author,
    submitted_on: submittedOn,
    email: null,
    last_comment: representComment(
      comment ?? (hasNoComment ? emptyComments.change : emptyComments.submission),
      project,
    ),
    last_modified_by: author,
    values: fields === "all" ? representValues(artifact, viewer, server, "server") : [],
    last_modified_date: submittedOn,
  };
}
