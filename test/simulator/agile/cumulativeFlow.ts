import { getAllArtifacts } from "../state/listArtifacts.ts";
import type { ServerState } from "../state/serverState.ts";
import { getColumnHistory } from "./columnHistory.ts";
import type { Kanban, KanbanColumnId } from "./kanban.ts";
import { getColumnChoices } from "./statusColumns.ts";

export interface ColumnFlow {
  readonly column: KanbanColumnId;
  readonly label: string;
  /** The number of items at each of the given instants. */
  readonly counts: readonly number[];
}

/** From the archive back to the backlog. */
export function getCumulativeFlow(
  server: ServerState,
  { tracker }: Kanban,
  instants: readonly number[],
): readonly ColumnFlow[] {
  const histories = getAllArtifacts(server, tracker).map((artifact) => getColumnHistory(artifact, server));
  const columnsAt = instants.map((instant) =>
    histories.map((history) => history.findLast(({ at }) => at <= instant)?.column),
  );
  const columns = getColumnChoices(tracker).map(({ id, label }) => ({ column: id, label }));
  const all = [
    { column: "archive", label: "Archive" } as const,
    ...columns.toReversed(),
    { column: "backlog", label: "Backlog" } as const,
  ];
  return all.map(({ column, label }) => ({
    column,
    label,
    counts: columnsAt.map((each) => each.filter((current) => current === column).length),
  }));
}
