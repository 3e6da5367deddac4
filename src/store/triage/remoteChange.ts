// Who has written to an artifact, and into which fields: for those whose own change was not sent because of it.
import { isFailure } from "../../model/failure.ts";
import { fieldOf } from "../../model/form/form.ts";
import { sameInput } from "../../model/form/input.ts";
import type { HistoryEntry } from "../../model/history.ts";
import { History } from "../history.ts";
import type { Base } from "../keptDraft.ts";
import type { Meant, States } from "./states.ts";

export interface RemoteChange {
  /** Names, the last to write first; none where the server doesn't tell. */
  readonly by: readonly string[];
  /** By their labels. */
  readonly fields: readonly string[];
}

async function newestEntries(
  states: States,
  { changesetsUri }: Base,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  if (changesetsUri === undefined) return [];
  const { client } = await states.connection();
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
  await history.readNewest();
  return history.entries;
}

function changedFields(before: Base, now: Base): readonly { readonly id: number; readonly label: string }[] {
  return now.form.fields.filter(
    ({ id, base, control }) => control.kind !== "shown" && !sameInput(base, fieldOf(before.form, id)?.base),
  );
}

async function read(
  states: States,
  meant: Meant,
  before: Base | undefined,
  signal: AbortSignal,
): Promise<RemoteChange> {
  const { base } = await states.one(meant, signal);
  const entries = await newestEntries(states, base, signal);
  const changed = before === undefined ? [] : changedFields(before, base);
  const isConcerned = ({ changes }: HistoryEntry): boolean =>
    changes.some(({ fieldId }) => changed.some(({ id }) => id === fieldId));
  const since = Date.parse(before?.modifiedOn ?? "");
  const later = entries.filter(
    (entry) => isConcerned(entry) && !(Date.parse(entry.changeset.on ?? "") < since),
  );
  // What left no trace in the fields that were shown is at least the last write.
  const writes = later.length > 0 ? later : entries.slice(0, 1);
  const labels = changed.length > 0 ? changed : writes.flatMap(({ changes }) => changes);
  return {
    by: [...new Set(writes.flatMap(({ changeset: { by } }) => by?.label ?? []))],
    fields: [...new Set(labels.map(({ label }) => label))],
  };
}

/** `before` is the state that one's own change was made for, where it is known. Undefined where it can't be told. */
export async function remoteChange(
  states: States,
  meant: Meant,
  before: Base | undefined,
  signal: AbortSignal,
): Promise<RemoteChange | undefined> {
  try {
    return await read(states, meant, before, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}
