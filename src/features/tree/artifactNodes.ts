// Creates the nodes of artifacts, sorted and grouped as the view is arranged.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { UnreadableItem } from "../../model/collectionPage.ts";
import {
  groupArtifactRows,
  type RowTracker,
  withTracker,
  sortArtifactRows,
} from "../../model/query/sortAndGroup.ts";
import { isReadable, createUnreadableNode } from "./pagedListNodes.ts";
import type {
  ArtifactNode,
  GroupNode,
  ArtifactListNode,
  RecentArtifactsNode,
  TreeNode,
} from "./treeNodes.ts";
import type { ViewArrangement } from "./viewState.ts";

export interface ArtifactNodeOptions {
  readonly getTracker: (row: ArtifactRow) => RowTracker | undefined;
  /** Ids of artifacts that have drafts. */
  readonly artifactsWithDrafts: ReadonlySet<number>;
  readonly shouldShowTracker: boolean;
  readonly findStatusColor: (trackerId: number, status: string | undefined) => string | undefined;
  /** Loads the next page of the list. */
  readonly loadMore: ArtifactNode["loadMore"];
}

/** The nodes of each list as last shown, for navigating from one artifact to the next. */
export class DisplayedArtifacts {
  readonly #nodesByParent = new Map<string, readonly ArtifactNode[]>();

  setNodes(parentId: string, rows: readonly ArtifactNode[]): void {
    this.#nodesByParent.set(parentId, rows);
  }

  /** An artifact that has left the list since, for example because it was closed, keeps its original neighbors. */
  getNeighbors(
    parentId: string,
    artifactId: number,
    original: readonly ArtifactNode[],
  ): readonly ArtifactNode[] {
    const current = this.#nodesByParent.get(parentId) ?? original;
    return current.some((each) => each.artifactId === artifactId) ? current : original;
  }
}

function isUnreadable(item: ArtifactRow | UnreadableItem): item is UnreadableItem {
  return !isReadable(item);
}

function withKnownTracker(row: ArtifactRow, tracker: RowTracker | undefined): ArtifactRow {
  return tracker === undefined ? row : withTracker(row, tracker);
}

function escapeIdPart(label: string): string {
  return label.replaceAll("%", "%25").replaceAll("/", "%2F");
}

/** Escapes the labels so that it collides neither with another group nor with a node inside a group. */
function createGroupId(
  parentId: string,
  by: GroupNode["by"],
  { label, project }: Pick<GroupNode, "label" | "project">,
): string {
  const names = [label, project].flatMap((name) => (name === undefined ? [] : `/=${escapeIdPart(name)}`));
  return `${parentId}/group/${by}${names.join("")}`;
}

export function createArtifactNodes(
  parent: ArtifactListNode | RecentArtifactsNode,
  items: readonly (ArtifactRow | UnreadableItem)[],
  { sort, group }: ViewArrangement,
  { getTracker, artifactsWithDrafts, shouldShowTracker, findStatusColor, loadMore }: ArtifactNodeOptions,
  displayedArtifacts: DisplayedArtifacts,
): readonly TreeNode[] {
  const { site, siteApi } = parent;
  const projects = new Set(
    items.flatMap((item) => (isUnreadable(item) ? [] : (getTracker(item)?.project ?? []))),
  );
  const shouldShowProject = projects.size > 1;
  /** Each artifact once, though one with several assignees is in several groups. */
  const nodesById = new Map<number, ArtifactNode>();
  let orderedNodes: readonly ArtifactNode[] = [];

  function toNode(artifact: ArtifactRow, prefix: string): ArtifactNode {
    const { id: artifactId, page } = artifact;
    const tracker = getTracker(artifact);
    const node: ArtifactNode = {
      kind: "artifact",
      id: `${prefix}/artifact/${artifactId}`,
      site,
      siteApi,
      artifactId,
      page,
      trackerId: tracker?.id,
      artifact,
      tracker,
      shouldShowTracker,
      shouldShowProject,
      statusColor: tracker?.id === undefined ? undefined : findStatusColor(tracker.id, artifact.status),
      hasDraft: artifactsWithDrafts.has(artifactId),
      getListedArtifacts: () => displayedArtifacts.getNeighbors(parent.id, artifactId, orderedNodes),
      loadMore,
    };
    if (!nodesById.has(artifactId)) nodesById.set(artifactId, node);
    return node;
  }

  function toGroups(rows: readonly ArtifactRow[], by: GroupNode["by"]): readonly GroupNode[] {
    const grouped = by === "tracker" ? rows.map((row) => withKnownTracker(row, getTracker(row))) : rows;
    return groupArtifactRows(grouped, by).map(({ label, project, rows: members }) => {
      const id = createGroupId(parent.id, by, { label, project });
      const artifacts = members.map((row) => toNode(row, id));
      const shownProject = shouldShowProject ? project : undefined;
      return { kind: "group", id, site, siteApi, by, label, project: shownProject, artifacts };
    });
  }

  function toNodes(): readonly TreeNode[] {
    // An artifact below its tracker has one id, however the view is arranged; other lists have ids of their own.
    const prefix = parent.kind === "tracker" ? siteApi : parent.id;
    if (group === undefined && sort === undefined) {
      return items.map((item) =>
        isUnreadable(item) ? createUnreadableNode(parent, item) : toNode(item, prefix),
      );
    }
    const rows = items.flatMap((item) => (isUnreadable(item) ? [] : item));
    const ordered = sort === undefined ? rows : sortArtifactRows(rows, sort);
    return [
      ...(group === undefined ? ordered.map((row) => toNode(row, prefix)) : toGroups(ordered, group)),
      ...items.filter(isUnreadable).map((item) => createUnreadableNode(parent, item)),
    ];
  }

  const result = toNodes();
  orderedNodes = [...nodesById.values()];
  displayedArtifacts.setNodes(parent.id, orderedNodes);
  return result;
}
