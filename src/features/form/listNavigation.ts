// Finds the next or previous artifact of the list that a form was opened from. The list may change, so it is read each time.
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";

export type NavigationDirection = "next" | "previous";

export interface ListPosition {
  readonly list: () => readonly ArtifactTarget[];
  /** The index when the form was opened: an edit may remove the artifact from the list. */
  readonly index: number;
  readonly loadMore: ArtifactTarget["loadMore"];
}

export type NavigationResult =
  | { readonly kind: "artifact"; readonly target: ArtifactTarget }
  | { readonly kind: "first" | "last" }
  /** More rows were loaded, but none of them comes next. */
  | { readonly kind: "noneLoadedYet" }
  /** The list has more rows, but can't load them from here. */
  | { readonly kind: "notRead" };

type ArtifactKey = Pick<ArtifactTarget, "siteApi" | "artifactId">;

function findArtifactIndex(list: readonly ArtifactTarget[], { siteApi, artifactId }: ArtifactKey): number {
  return list.findIndex((each) => each.artifactId === artifactId && each.siteApi === siteApi);
}

export function createListPosition(
  list: ListPosition["list"],
  artifact: ArtifactKey,
  loadMore?: ListPosition["loadMore"],
): ListPosition {
  return { list, index: Math.max(0, findArtifactIndex(list(), artifact)), loadMore };
}

/** `undefined` at the end of the loaded rows. */
function findLoadedNeighbor(
  position: ListPosition,
  artifact: ArtifactKey,
  direction: NavigationDirection,
): ArtifactTarget | undefined {
  const list = position.list();
  const index = findArtifactIndex(list, artifact);
  // The artifact was removed, so the following ones moved up by one.
  if (index === -1) return list[direction === "next" ? position.index : position.index - 1];
  return list[direction === "next" ? index + 1 : index - 1];
}

/**
 * Loads more only once at the end of the loaded rows, since in a sorted list the next one may be anywhere. `undefined` if
 * the user cancels.
 */
export async function findAdjacentArtifact(
  position: ListPosition,
  artifact: ArtifactKey,
  direction: NavigationDirection,
  signal: AbortSignal,
): Promise<NavigationResult | undefined> {
  const loaded = findLoadedNeighbor(position, artifact, direction);
  if (loaded !== undefined) return { kind: "artifact", target: loaded };
  if (direction === "previous") return { kind: "first" };
  const loadResult = (await position.loadMore?.((stop) => signal.addEventListener("abort", stop))) ?? "end";
  if (signal.aborted) return undefined;
  if (loadResult === "end") return { kind: "last" };
  if (loadResult === "notRead") return { kind: loadResult };
  const target = findLoadedNeighbor(position, artifact, direction);
  return target === undefined ? { kind: "noneLoadedYet" } : { kind: "artifact", target };
}
