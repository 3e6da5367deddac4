// Artifact versions that assistants have loaded. An assistant passes the snapshot ID back with a change, so it can't
// change what it hasn't loaded, and changes since then can be reported by field.
import { randomUUID } from "node:crypto";
import type { ArtifactRow } from "../../model/artifact.ts";
import { collectLinkedArtifactIds } from "../../model/assist/toolResponse.ts";
import { isFailure } from "../../model/failure.ts";
import type { HistoryEntry } from "../../model/history.ts";
import type { Site } from "../../model/site.ts";
import { ArtifactHistory } from "../artifactHistory.ts";
import { loadLinkedArtifacts } from "../linkedArtifacts.ts";
import type { ArtifactIdentity, LoadedArtifact, ArtifactLoader } from "../triage/artifactLoader.ts";

export interface ArtifactSnapshot {
  readonly site: Site;
  /** The loader of the account that loaded the artifact; no other account may change it. */
  readonly loader: ArtifactLoader;
  readonly loaded: LoadedArtifact;
}

/** More than a conversation needs. */
const maxSnapshots = 200;

export class ArtifactSnapshots {
  readonly #snapshots = new Map<string, ArtifactSnapshot>();

  add(snapshot: ArtifactSnapshot): string {
    const [oldest] = this.#snapshots.keys();
    if (oldest !== undefined && this.#snapshots.size >= maxSnapshots) this.#snapshots.delete(oldest);
    const id = randomUUID();
    this.#snapshots.set(id, snapshot);
    return id;
  }

  find(id: string): ArtifactSnapshot | undefined {
    return this.#snapshots.get(id);
  }

  /** The site may have another account from now on. */
  forgetSite(api: string): void {
    for (const [id, { site }] of this.#snapshots) if (site.api === api) this.#snapshots.delete(id);
  }
}

interface ArtifactDetails {
  readonly loaded: LoadedArtifact;
  /** Newest first; `undefined` if the server has no history or it can't be loaded. */
  readonly history: readonly HistoryEntry[] | undefined;
  readonly hasOlder: boolean;
  readonly linkedRows: ReadonlyMap<number, ArtifactRow | undefined>;
}

/** Failures to load history or links don't prevent returning the artifact. */
async function ignoreFailure<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    signal.throwIfAborted();
    return await load();
  } catch (failure) {
    if (signal.aborted || !isFailure(failure)) throw failure;
    return undefined;
  }
}

/**
 * The artifact is loaded before its history, so that a later comment makes the snapshot stale instead of being missed.
 */
export async function loadArtifactDetails(
  loader: ArtifactLoader,
  identity: ArtifactIdentity,
  signal: AbortSignal,
): Promise<ArtifactDetails> {
  const loaded = await loader.load(identity, signal);
  const { changesetsUri, form } = loaded.base;
  const { client } = await loader.connect();
  const history = await ignoreFailure(async () => {
    if (changesetsUri === undefined) return undefined;
    const artifactHistory = new ArtifactHistory((offset, limit) =>
      client.changesets(changesetsUri, { offset, limit }, signal),
    );
    await artifactHistory.loadNewest();
    return artifactHistory;
  }, signal);
  const { site, catalog } = loader.options;
  const linkedArtifacts = await ignoreFailure(
    () => loadLinkedArtifacts(catalog.getSite(site), collectLinkedArtifactIds(form)),
    signal,
  );
  return {
    loaded,
    history: history?.entries,
    hasOlder: history?.hasOlder ?? false,
    linkedRows: new Map(linkedArtifacts?.map(({ artifactId, row }) => [artifactId, row])),
  };
}
