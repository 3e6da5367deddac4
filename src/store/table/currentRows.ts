import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { Meant, States } from "../triage/states.ts";
import { placedNow } from "./selectedRows.ts";

/** Rows as they are now, and which of them are no longer there. One that can't be read now stays as it was seen. */
export async function currentRows(
  states: States,
  seen: readonly Meant[],
  signal: AbortSignal,
): Promise<{ readonly now: readonly PlacedRow[]; readonly gone: readonly number[] }> {
  const looks = await states.many(seen, signal);
  const now: PlacedRow[] = [];
  const gone: number[] = [];
  seen.forEach((meant, place) => {
    const look = looks[place];
    if (look?.kind === "state") now.push(placedNow(meant, look.state));
    if (look?.kind === "unreadable" && look.failure.kind === "notFound") gone.push(meant.row.id);
  });
  return { now, gone };
}
