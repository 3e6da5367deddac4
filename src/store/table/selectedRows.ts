// Rows of artifacts that were chosen one by one, perhaps across trackers: no list of the server has just these.
import { isAway } from "../../model/failure.ts";
import type { Unreadable } from "../../model/page.ts";
import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { FoundPart, RowSource } from "../queries/newestFirst.ts";
import { type Look, type Meant, rowOf, type State, type States } from "../triage/states.ts";

export interface ChosenArtifact {
  readonly artifactId: number;
  readonly trackerId: number | undefined;
}

/** A row as it is now, with where it belongs. */
export function placedNow(meant: Pick<Meant, "trackerId">, state: State): PlacedRow {
  const { row, trackerId } = rowOf(meant, state);
  const { tracker, color } = state.base;
  const id = tracker.id ?? trackerId;
  return { ...row, tracker: id === undefined ? undefined : { id, label: tracker.label ?? "", color } };
}

function itemOf(meant: Meant, look: Look, position: number): PlacedRow | Unreadable {
  if (look.kind === "state") return placedNow(meant, look.state);
  if (!isAway(look.failure)) throw look.failure;
  return { kind: "unreadable", position, id: meant.row.id };
}

/** The newest first, each once. */
export function selectedRows(states: States, chosen: readonly ChosenArtifact[]): RowSource<PlacedRow> {
  const byId = new Map(chosen.map((each) => [each.artifactId, each]));
  const all = [...byId.values()]
    .toSorted((one, other) => other.artifactId - one.artifactId)
    .map(({ artifactId, trackerId }): Meant => ({ row: { id: artifactId }, trackerId }));
  return {
    order: "newestFirst",
    fetch: async ({ offset, limit, signal }): Promise<FoundPart<PlacedRow>> => {
      const part = all.slice(offset, offset + limit);
      const looks = await states.many(part, signal);
      const items = part.flatMap((meant, place) => {
        const look = looks[place];
        return look === undefined ? [] : [itemOf(meant, look, offset + place)];
      });
      const end = offset + part.length;
      return { items, next: end < all.length ? end : undefined, size: all.length };
    },
  };
}
