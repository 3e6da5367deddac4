import { HttpError } from "../http/httpError.ts";
import { canReadArtifact, canUpdate } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { ServerState } from "../state/serverState.ts";
import type { User } from "../state/user.ts";
import { noneValueId } from "../state/value.ts";
import { prepareUpdate } from "../write/updateArtifact.ts";
import type { WriteRules } from "../write/writeContext.ts";
import type { Kanban, KanbanColumnId } from "./kanban.ts";
import { getArchiveChoiceId, getStatusField } from "./statusColumns.ts";

/**
 * An ordinary update of the status field, so all of its rules apply; an error prevents all moves. Artifacts of other
 * trackers and unknown ones are ignored.
 */
export function moveItems(
  server: ServerState,
  user: User,
  kanban: Kanban,
  ids: readonly number[],
  column: KanbanColumnId,
  rules: WriteRules,
): void {
  const field = getStatusField(kanban.tracker);
  const artifacts = ids
    .flatMap((id) => server.artifacts.find(id) ?? [])
    .filter(({ tracker }) => tracker === kanban.tracker);
  if (field === undefined) {
    if (ids.length > 0) throw new HttpError(403);
    return;
  }
  const updates = artifacts.map((artifact) => {
    if (!canReadArtifact(user, artifact)) throw new HttpError(500, "You cannot access this kanban item.");
    if (!canUpdate(user, artifact.tracker)) throw createForbiddenFieldsError([field]);
    const values = [{ field_id: field.id, bind_value_ids: [getChoiceId(artifact, column)] }];
    return prepareUpdate(server, user, artifact, { values }, rules);
  });
  for (const update of updates) update();
}

/** Boards report missing permissions like invalid values. */
export function createForbiddenFieldsError(fields: readonly Field[]): HttpError {
  const lines = fields.map(({ label }) => `You are not allowed to update the field ${label}.\n`);
  return new HttpError(400, lines.join(""));
}

function getChoiceId(artifact: Artifact, column: KanbanColumnId): number {
  if (column === "backlog") return noneValueId;
  return column === "archive" ? getArchiveChoiceId(artifact) : column;
}
