// What a server has made of the changes that it took: it may cut or rewrite a value without a word.
import { isFailure } from "../../model/failure.ts";
import { fieldOf } from "../../model/form/form.ts";
import { holdsSent, type StoredDifference } from "../../model/form/stored.ts";
import { isSameState } from "../../model/revision.ts";
import { History } from "../history.ts";
import type { Base } from "../keptDraft.ts";
import { writtenByOthers } from "../writings.ts";
import type { Done } from "./sending.ts";
import type { Look, Selected, States } from "./states.ts";

/** A change that the server took, and the state that it was made for. */
export interface Taken {
  readonly selected: Selected;
  readonly base: Base;
  readonly done: Done;
}

function differenceIn({ done: { change } }: Taken, look: Look | undefined): StoredDifference | undefined {
  const { target, after } = change;
  if (target === "comment" || look?.kind !== "state") return undefined;
  const field = fieldOf(look.state.base.form, target);
  if (field?.base === undefined || holdsSent(after, field.base)) return undefined;
  return { fieldId: target, label: field.label, sent: after, stored: field.base };
}

/** Whether somebody else has written to the field since. Without a history, whether it is in another state than ours. */
async function isTheirs(
  states: States,
  { base, done }: Taken,
  { fieldId }: StoredDifference,
  now: Base,
  signal: AbortSignal,
): Promise<boolean> {
  const { changesetsUri } = base;
  if (changesetsUri === undefined) return isSameState(done.revision, now.revision) !== true;
  const { client, account } = await states.connection();
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
  const sent = { base, fieldIds: new Set([fieldId]), accountId: account?.id };
  const others = await writtenByOthers(history, sent);
  return others.some(({ changes }) => changes.some((change) => change.fieldId === fieldId));
}

async function storedByServer(
  states: States,
  taken: Taken,
  look: Look | undefined,
  signal: AbortSignal,
): Promise<Done> {
  const difference = differenceIn(taken, look);
  const { done } = taken;
  if (difference?.stored === undefined || look?.kind !== "state") return done;
  if (await isTheirs(states, taken, difference, look.state.base, signal)) return done;
  // What an undo has to find is what is there.
  return { ...done, change: { ...done.change, after: difference.stored }, stored: difference };
}

/** The same changes, in their order, with what became of their values; a look that fails claims nothing. */
export async function comparedWithStored(
  states: States,
  all: readonly Taken[],
  signal: AbortSignal,
): Promise<readonly Done[]> {
  const fields = all.filter(({ done }) => done.change.target !== "comment");
  if (fields.length === 0) return all.map(({ done }) => done);
  try {
    const looks = await states.many(
      fields.map(({ selected }) => selected),
      signal,
    );
    const byId = new Map(fields.map(({ selected }, place) => [selected.row.id, looks[place]]));
    const compared: Done[] = [];
    for (const taken of all) {
      compared.push(await storedByServer(states, taken, byId.get(taken.selected.row.id), signal));
    }
    return compared;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return all.map(({ done }) => done);
  }
}
