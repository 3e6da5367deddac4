// Artifacts as rows, in the order and the groups that were chosen.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Unreadable } from "../../model/page.ts";
import { grouped, type Place, placed, sorted } from "../../model/query/rows.ts";
import { isKnown, unreadableRow } from "./listingRows.ts";
import type { ArtifactNode, GroupNode, ListNode, RecentNode, TreeNode } from "./nodes.ts";
import type { Arrangement } from "./viewState.ts";

export interface RowFacts {
  /** The tracker of a row. */
  readonly placeOf: (row: ArtifactRow) => Place | undefined;
  /** Artifacts about which something typed waits to be sent. */
  readonly unsent: ReadonlySet<number>;
  readonly isAmongOthers: boolean;
  /** Where the list goes on beyond what was read. */
  readonly readOn: ArtifactNode["readOn"];
}

/** The rows of each list as they were shown last, for going from one to the next. */
export class Neighbours {
  readonly #shown = new Map<string, readonly ArtifactNode[]>();

  note(parentId: string, rows: readonly ArtifactNode[]): void {
    this.#shown.set(parentId, rows);
  }

  /** One that has left the list since, as what was closed does, stands among those that it came with. */
  of(parentId: string, artifactId: number, first: readonly ArtifactNode[]): readonly ArtifactNode[] {
    const now = this.#shown.get(parentId) ?? first;
    return now.some((each) => each.artifactId === artifactId) ? now : first;
  }
}

function isUnreadable(item: ArtifactRow | Unreadable): item is Unreadable {
  return !isKnown(item);
}

function inPlace(row: ArtifactRow, place: Place | undefined): ArtifactRow {
  return place === undefined ? row : placed(row, place);
}

/** No other group's, nor that of a row in one, whatever the server calls them. */
function groupId(parentId: string, by: GroupNode["by"], label: string | undefined): string {
  const all = `${parentId}/group/${by}`;
  return label === undefined ? all : `${all}/=${label.replaceAll("%", "%25").replaceAll("/", "%2F")}`;
}

export function artifactRows(
  parent: ListNode | RecentNode,
  items: readonly (ArtifactRow | Unreadable)[],
  { sort, group }: Arrangement,
  { placeOf, unsent, isAmongOthers, readOn }: RowFacts,
  neighbours: Neighbours,
): readonly TreeNode[] {
  const { site, siteApi } = parent;
  /** Each once, though what has several assignees may stand in several groups. */
  const all = new Map<number, ArtifactNode>();
  let inOrder: readonly ArtifactNode[] = [];

  function toNode(artifact: ArtifactRow, prefix: string): ArtifactNode {
    const { id: artifactId, page } = artifact;
    const tracker = placeOf(artifact);
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
      isAmongOthers,
      isUnsent: unsent.has(artifactId),
      neighbours: () => neighbours.of(parent.id, artifactId, inOrder),
      readOn,
    };
    if (!all.has(artifactId)) all.set(artifactId, node);
    return node;
  }

  function toGroups(rows: readonly ArtifactRow[], by: GroupNode["by"]): readonly GroupNode[] {
    const ready = by === "tracker" ? rows.map((row) => inPlace(row, placeOf(row))) : rows;
    return grouped(ready, by).map(({ label, rows: members }) => {
      const id = groupId(parent.id, by, label);
      const nodes = members.map((row) => toNode(row, id));
      return { kind: "group", id, site, siteApi, by, label, rows: nodes };
    });
  }

  function toRows(): readonly TreeNode[] {
    // An artifact of a tracker has one place in the tree, whatever is chosen; a list of any other kind has its own.
    const prefix = parent.kind === "tracker" ? siteApi : parent.id;
    if (group === undefined && sort === undefined) {
      return items.map((item) => (isUnreadable(item) ? unreadableRow(parent, item) : toNode(item, prefix)));
    }
    const rows = items.flatMap((item) => (isUnreadable(item) ? [] : item));
    const ordered = sort === undefined ? rows : sorted(rows, sort);
    return [
      ...(group === undefined ? ordered.map((row) => toNode(row, prefix)) : toGroups(ordered, group)),
      ...items.filter(isUnreadable).map((item) => unreadableRow(parent, item)),
    ];
  }

  const made = toRows();
  inOrder = [...all.values()];
  neighbours.note(parent.id, inOrder);
  return made;
}
