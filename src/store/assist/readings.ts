// What assistants have read: each state of an artifact under a name that they give back with a change. So no assistant changes
// what it has not seen, and what has become of it since can be told field by field.
import { randomUUID } from "node:crypto";
import type { ArtifactRow } from "../../model/artifact.ts";
import { linkedIds } from "../../model/assist/facts.ts";
import { isFailure } from "../../model/failure.ts";
import type { HistoryEntry } from "../../model/history.ts";
import type { Site } from "../../model/site.ts";
import { History } from "../history.ts";
import { describe } from "../linkTargets.ts";
import type { Meant, State, States } from "../triage/states.ts";

export interface Reading {
  readonly site: Site;
  /** Those of the account that has read it: nobody else changes anything on its strength. */
  readonly states: States;
  readonly state: State;
}

/** A conversation has no more at hand. */
const mostKept = 200;

export class Readings {
  readonly #kept = new Map<string, Reading>();

  keep(reading: Reading): string {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest);
    const name = randomUUID();
    this.#kept.set(name, reading);
    return name;
  }

  find(name: string): Reading | undefined {
    return this.#kept.get(name);
  }

  /** Whoever looks next at a site may be someone else. */
  forget(api: string): void {
    for (const [name, { site }] of this.#kept) if (site.api === api) this.#kept.delete(name);
  }
}

// One artifact for an assistant: the state that it may change, what was said about it, and what it is linked to.

interface ReadArtifact {
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
