// Who has been at an artifact, as its history tells.
import { isFailure } from "../model/failure.ts";
import { type HistoryEntry, type Writing, writingOf } from "../model/history.ts";
import type { History } from "./history.ts";
import type { Base } from "./keptDraft.ts";

/**
 * Who wrote since a state was read, the newest first; nobody where the server does not tell, or not now. Times are
 * whole seconds, so the write that made the state itself may be among them.
 */
export async function writingsSince(
  history: History | undefined,
  { modifiedOn }: Base,
): Promise<readonly Writing[]> {
  const since = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  if (history === undefined || Number.isNaN(since)) return [];
  try {
    await history.readNewest();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return [];
  }
  return history.entries
    .filter(({ changeset: { on } }) => on !== undefined && Date.parse(on) >= since)
    .map(writingOf);
}

/** What was written after so many writes, the newest first. */
export async function writtenAfter(history: History, length: number): Promise<readonly HistoryEntry[]> {
  await history.readNewest();
  return history.entries.slice(0, Math.max(0, history.length - length));
}

/** What was written after so many writes, but by our own one of them, which changed these fields. */
export async function writtenBeside(
  history: History,
  length: number,
  accountId: string | undefined,
  sentFields: ReadonlySet<number>,
): Promise<readonly HistoryEntry[]> {
  const fresh = await writtenAfter(history, length);
  const own = fresh.filter(
    ({ changeset: { by } }) => (by === undefined ? undefined : String(by.id)) === accountId,
  );
  const isOurs = ({ changes }: HistoryEntry): boolean =>
    changes.length === sentFields.size && changes.every(({ fieldId }) => sentFields.has(fieldId));
  const ours = own.find(isOurs) ?? own[0];
  return fresh.filter((entry) => entry !== ours);
}
