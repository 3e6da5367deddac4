import type { Artifact } from "../state/artifact.ts";
import type { ServerState } from "../state/serverState.ts";
import { getColumnId, getStatusId } from "./statusColumns.ts";
import type { KanbanColumnId } from "./kanban.ts";

export interface ColumnEntry {
  readonly column: KanbanColumnId;
  /** The status value, `undefined` in the backlog. */
  readonly statusId: number | undefined;
  readonly at: number;
}

/** When the artifact got into which column, oldest first. */
export function getColumnHistory(artifact: Artifact, { artifacts }: ServerState): readonly ColumnEntry[] {
  const entries = artifacts.getHistory(artifact).map(({ changeset, artifact: artifactThen }) => ({
    column: getColumnId(artifactThen),
    statusId: getStatusId(artifactThen),
    at: changeset.submittedOn,
  }));
  return entries.filter(({ statusId }, index) => index === 0 || entries[index - 1]?.statusId !== statusId);
}
