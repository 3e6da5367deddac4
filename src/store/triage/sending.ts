// One change of one artifact on its way to the server.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { StoredDifference } from "../../model/form/stored.ts";
import type { Change } from "../../model/triage/applied.ts";
import type { Revision } from "../../model/revision.ts";
import { History } from "../history.ts";
import type { Connection } from "../connections.ts";
import type { Base } from "../keptDraft.ts";
import { save, type SaveOutcome } from "../saving.ts";
import { historyLength } from "../writings.ts";
import type { RemoteChange } from "./remoteChange.ts";
import type { Selected, States } from "./states.ts";

export interface Done {
  readonly kind: "done";
  readonly change: Change;
  /** The state that it has led to, where the server tells, and when we first heard its name. */
  readonly revision: Revision | undefined;
  readonly seenAt: number;
  /** Where the server holds something else than was sent, and nobody else wrote it: both. */
  readonly stored?: StoredDifference | undefined;
}

export type Sent =
  | Done
  /** Someone was faster; what they did, where it was asked and is known. */
  | { readonly kind: "conflict"; readonly theirs?: RemoteChange | undefined }
  /** The server said no, in its own sentence. */
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  /** The answer was lost, and a look at the server has not told what became of the change. */
  | { readonly kind: "unknown" }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A comment is said once: only how many writes there were before it tells later whether it is among those after. */
async function writesBefore(
  { client }: Connection,
  { changesetsUri }: Base,
  { target }: Change,
): Promise<number | undefined> {
  if (target !== "comment" || changesetsUri === undefined) return undefined;
  return historyLength(new History((offset, limit) => client.changesets(changesetsUri, { offset, limit })));
}

function sentOf(outcome: SaveOutcome, change: Change, seenAt: number): Sent {
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", change, revision: outcome.revision, seenAt };
    case "noRevision":
      return { kind: "conflict" };
    case "unknown":
      return { kind: "unknown" };
    case "conflict":
    case "rejected":
    case "gone":
    case "failed":
      return outcome;
  }
}

/** Sends a change under the revision that it was made for. Nobody can call it off: what is on its way may be carried out. */
export async function send(states: States, selected: Selected, base: Base, change: Change): Promise<Sent> {
  const { site, catalog, time } = states.world;
  const { signal } = new AbortController();
  try {
    const connection = await states.connection();
    const historyLength = await writesBefore(connection, base, change);
    const subject = await states.subject(selected);
    const sending = { subject, base, draft: change.draft, how: "checked", historyLength } as const;
    const outcome = await save(connection, sending, signal);
    const trackerId = base.tracker.id ?? selected.trackerId;
    if (outcome.kind === "saved" || outcome.kind === "unknown") {
      const own = outcome.kind === "saved" && change.target !== "comment" ? [change.target] : [];
      catalog.noteWritten(site, selected.row.id, trackerId, own);
    }
    return sentOf(outcome, change, time.now());
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
}
