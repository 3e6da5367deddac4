// Where an artifact stands in the list that it was chosen from. The list lives on: what stands in it is asked anew each time.
import type { ArtifactTarget } from "../protocol/commands.ts";

export type Direction = "next" | "previous";

export interface Place {
  readonly list: () => readonly ArtifactTarget[];
  /** Where it stood when it was opened: a decision may take it out of its list. */
  readonly at: number;
}

type Named = Pick<ArtifactTarget, "siteApi" | "artifactId">;

function indexOf(list: readonly ArtifactTarget[], { siteApi, artifactId }: Named): number {
  return list.findIndex((each) => each.artifactId === artifactId && each.siteApi === siteApi);
}

export function placeIn(list: Place["list"], artifact: Named): Place {
  return { list, at: Math.max(0, indexOf(list(), artifact)) };
}

/** Undefined at the end of the list. */
export function stepFrom(place: Place, artifact: Named, direction: Direction): ArtifactTarget | undefined {
  const list = place.list();
  const at = indexOf(list, artifact);
  // The ones behind it have moved up to where it was.
  if (at === -1) return list[direction === "next" ? place.at : place.at - 1];
  return list[direction === "next" ? at + 1 : at - 1];
}
