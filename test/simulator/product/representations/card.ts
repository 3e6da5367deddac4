import { getChildren, getContent, isOpen } from "../../agile/milestones.ts";
import type { Milestone } from "../../agile/milestones.ts";
import type { Cardwall } from "../../agile/planning.ts";
import { getStatusChoices, getStatusId } from "../../agile/statusColumns.ts";
import type { JsonObject } from "../../http/json.ts";
import { canReadArtifact } from "../../state/access.ts";
import { getTitle } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Viewer } from "../../state/user.ts";
import { representCardFields } from "./kanban.ts";
import { representArtifactReference } from "./milestone.ts";
import { representProjectReference } from "./project.ts";

/** A swimlane is an item with its children. */
export function representCardwall(
  milestone: Milestone,
  cardwall: Cardwall,
  viewer: Viewer,
  server: ServerState,
): JsonObject {
  const isReadable = (artifact: Artifact): boolean => canReadArtifact(viewer, artifact);
  return {
    columns: cardwall.columns.map(({ id, label, color }) => ({ id, label, color })),
    swimlanes: getContent(server, milestone)
      .filter(isReadable)
      .map((item) => {
        const children = server.ranks.sort(getChildren(server, item).filter(isReadable));
        const context = { milestone, cardwall, viewer, server };
        return {
          cards: [
            representCard(item, children.length === 0 ? getCardColumns(item, cardwall) : noColumns, context),
            ...children.map((child) => representCard(child, getCardColumns(child, cardwall), context)),
          ],
        };
      }),
  };
}

interface CardColumns {
  readonly current: number | null;
  /** What the columns are mapped to, whether the workflow allows it or not. */
  readonly allowed: readonly number[];
}

/** An item with children can't be moved itself. */
const noColumns: CardColumns = { current: null, allowed: [] };

function getCardColumns(artifact: Artifact, { columnIds }: Cardwall): CardColumns {
  const status = getStatusId(artifact);
  const columns = getStatusChoices(artifact.tracker).flatMap(({ id }) => columnIds.get(id) ?? []);
  return {
    current: (status === undefined ? undefined : columnIds.get(status)) ?? null,
    allowed: [...new Set(columns)],
  };
}

interface CardContext {
  readonly milestone: Milestone;
  readonly viewer: Viewer;
  readonly server: ServerState;
}

function representCard(
  artifact: Artifact,
  { current, allowed }: CardColumns,
  { milestone, viewer, server }: CardContext,
): JsonObject {
  const { planning } = milestone;
  const id = `${planning.id}_${artifact.id}`;
  return {
    id,
    label: getTitle(artifact) ?? "",
    uri: `cards/${id}`,
    project: representProjectReference(artifact.tracker.project),
    artifact: representArtifactReference(artifact),
    planning_id: planning.id,
    status: isOpen(artifact) ? "Open" : "Closed",
    accent_color: null,
    column_id: current,
    allowed_column_ids: allowed,
    values: representCardFields(artifact, viewer, server),
  };
}
