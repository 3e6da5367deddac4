// Where an artifact stands in the list that it was chosen from. The list lives on: what stands in it is asked anew each time.
import type { ArtifactTarget } from "../../protocol/commands.ts";

export type Direction = "next" | "previous";

export interface Place {
  readonly list: () => readonly ArtifactTarget[];
  /** Where it stood when it was opened: a decision may take it out of its list. */
  readonly at: number;
  readonly readOn: ArtifactTarget["readOn"];
}

/** Where a step leads; or why it leads nowhere. */
export type Step =
  | { readonly kind: "to"; readonly target: ArtifactTarget }
  | { readonly kind: "first" | "last" }
  /** More of the list was read for it, and none of that comes next. */
  | { readonly kind: "noneYet" }
  /** The list goes on, but is not read on from here. */
  | { readonly kind: "notRead" };

type Named = Pick<ArtifactTarget, "siteApi" | "artifactId">;

function indexOf(list: readonly ArtifactTarget[], { siteApi, artifactId }: Named): number {
  return list.findIndex((each) => each.artifactId === artifactId && each.siteApi === siteApi);
}

export function placeIn(list: Place["list"], artifact: Named, readOn?: Place["readOn"]): Place {
  return { list, at: Math.max(0, indexOf(list(), artifact)), readOn };
}

/** Undefined at the end of what was read of the list. */
function neighbourOf(place: Place, artifact: Named, direction: Direction): ArtifactTarget | undefined {
  const list = place.list();
  const at = indexOf(list, artifact);
  // The ones behind it have moved up to where it was.
  if (at === -1) return list[direction === "next" ? place.at : place.at - 1];
  return list[direction === "next" ? at + 1 : at - 1];
}

/**
 * Reads on at the end of what was read, once: of a list that is sorted the next one may stand anywhere. Undefined for who
 * does not want to wait for that.
 */
export async function stepFrom(
  place: Place,
  artifact: Named,
  direction: Direction,
  signal: AbortSignal,
): Promise<Step | undefined> {
  const known = neighbourOf(place, artifact, direction);
  if (known !== undefined) return { kind: "to", target: known };
  if (direction === "previous") return { kind: "first" };
  const came = (await place.readOn?.((stop) => signal.addEventListener("abort", stop))) ?? "end";
  if (signal.aborted) return undefined;
  if (came === "end") return { kind: "last" };
  if (came === "notRead") return { kind: came };
  const target = neighbourOf(place, artifact, direction);
  return target === undefined ? { kind: "noneYet" } : { kind: "to", target };
}
