// One artifact for an assistant: the state that it may change, what was said about it, and what it is linked to.
import { linkedIds } from "../../model/assist/artifactFacts.ts";
import { isFailure } from "../../model/failure.ts";
import type { ArtifactRow } from "../../model/artifact.ts";
import type { HistoryEntry } from "../../model/history.ts";
import { History } from "../history.ts";
import { describe } from "../linkTargets.ts";
import type { Meant, State, States } from "../triage/states.ts";

export interface ReadArtifact {
  readonly state: State;
  /** Newest first; undefined where the server has none, or does not tell it. */
  readonly history: readonly HistoryEntry[] | undefined;
  readonly hasOlder: boolean;
  readonly linked: ReadonlyMap<number, ArtifactRow | undefined>;
}

/** What is told beside the artifact itself is no reason not to tell that. */
async function unlessRefused<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    signal.throwIfAborted();
    return await ask();
  } catch (failure) {
    if (signal.aborted || !isFailure(failure)) throw failure;
    return undefined;
  }
}

/** The state is read first: what is said meanwhile makes it stale, and so is not overlooked. */
export async function readArtifact(states: States, meant: Meant, signal: AbortSignal): Promise<ReadArtifact> {
  const state = await states.one(meant, signal);
  const { changesetsUri, form } = state.base;
  const { client } = await states.connection();
  const history = await unlessRefused(async () => {
    if (changesetsUri === undefined) return undefined;
    const read = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }, signal));
    await read.readNewest();
    return read;
  }, signal);
  const { site, catalog } = states.world;
  const linked = await unlessRefused(() => describe(catalog.of(site), linkedIds(form)), signal);
  return {
    state,
    history: history?.entries,
    hasOlder: history?.hasOlder ?? false,
    linked: new Map(linked?.map(({ artifactId, row }) => [artifactId, row])),
  };
}
