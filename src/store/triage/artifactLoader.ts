// Loads artifacts, in batches if the server supports that.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { type Failure, isMissingApiRoute, isFailure } from "../../model/failure.ts";
import type { Form } from "../../model/form/form.ts";
import { isSameVersionByTime, toVersionByTime } from "../../model/artifactVersion.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactFormSubject } from "../../model/form/formSubject.ts";
import type { Tracker } from "../../model/tracker.ts";
import { findChangedRowFields } from "../../model/triage/fieldEditRequest.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { monotonicClock, type MonotonicClock } from "../monotonicClock.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { Connection } from "../connections.ts";
import type { DraftBase } from "../storedDraft.ts";
import { toDraftBase, loadDraftBase } from "../loadDraftBase.ts";

/** An artifact the user has selected, as it was shown. */
export interface SelectedArtifact {
  readonly row: ArtifactRow;
  /** Its tracker, for servers that don't report it. */
  readonly trackerId?: number | undefined;
  /** When the row was loaded, by the monotonic clock: the longer ago, the more reliable the next load. */
  readonly seenAt?: number | undefined;
  /** The value of a list that was shown with it: that of the column of a card. */
  readonly shownValue?: { readonly fieldId: number; readonly key: string } | undefined;
}

/** An artifact by its ID, with or without a row. */
export interface ArtifactIdentity extends Pick<SelectedArtifact, "trackerId"> {
  readonly row: Pick<ArtifactRow, "id">;
}

export interface LoadedArtifact {
  readonly artifact: Artifact;
  readonly base: DraftBase;
  /** By the monotonic clock. */
  readonly requestedAt: number;
  readonly receivedAt: number;
}

export type ArtifactLoadResult =
  | { readonly kind: "loaded"; readonly loaded: LoadedArtifact }
  | { readonly kind: "unreadable"; readonly failure: Failure };

export interface ArtifactLoaderDependencies {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly clock: MonotonicClock;
}

/** A loaded artifact as row, without its values. */
export function toSelectedArtifact(
  { trackerId }: Pick<SelectedArtifact, "trackerId">,
  { artifact, receivedAt }: LoadedArtifact,
): SelectedArtifact {
  const { tracker, structure: _structure, changesetsUri: _uri, values: _values, ...row } = artifact;
  return { row, trackerId: tracker.id ?? trackerId, seenAt: receivedAt };
}

/** An artifact that isn't shown as a row. */
export function createSelectedArtifact(
  id: number,
  title: string | undefined,
  trackerId: number | undefined,
): SelectedArtifact {
  const row: ArtifactRow = {
    kind: "artifact",
    id,
    title,
    page: undefined,
    status: undefined,
    isOpen: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
  };
  return { row, trackerId };
}

/** When the version was first seen, possibly in the row before the artifact was loaded. */
export function getVersionSeenAt(
  { row, seenAt }: SelectedArtifact,
  { base, receivedAt }: LoadedArtifact,
): number {
  const version = row.version ?? toVersionByTime(row.modifiedOn);
  const isRowVersion = seenAt !== undefined && isSameVersionByTime(version, base.revision) === true;
  return isRowVersion ? Math.min(seenAt, receivedAt) : receivedAt;
}

/** The loaded artifact if it equals what was shown; otherwise the shown one, so that the user is asked. */
export function refreshSelectedIfUnchanged(
  selected: SelectedArtifact,
  loaded: LoadedArtifact,
): SelectedArtifact {
  if (findChangedRowFields(selected.row, loaded.artifact).length > 0) return selected;
  return { ...toSelectedArtifact(selected, loaded), seenAt: getVersionSeenAt(selected, loaded) };
}

const maxBatchSize = 100;
/** Concurrent requests of one operation. */
export const maxConcurrentRequests = 4;

function toBatches<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / maxBatchSize);
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );
}

/** For one site and account: once the catalog is disposed, nothing is loaded or saved any more. */
export class ArtifactLoader {
  readonly #options: ArtifactLoaderDependencies;
  readonly #catalog: SiteCatalog;
  #hasBatch = true;

  constructor(options: ArtifactLoaderDependencies) {
    this.#options = options;
    // A later catalog may belong to another account.
    this.#catalog = options.catalog.getSite(options.site);
  }

  get options(): ArtifactLoaderDependencies {
    return this.#options;
  }

  connect(): Promise<Connection> {
    return this.#catalog.connect();
  }

  loadTracker(trackerId: number): Promise<Tracker> {
    return this.#catalog.loadTracker(trackerId);
  }

  async toSubject({ row: { id } }: ArtifactIdentity): Promise<ArtifactFormSubject> {
    const { account } = await this.connect();
    return { kind: "artifact", siteApi: this.#options.site.api, accountId: account?.id, artifactId: id };
  }

  /** With the permissions of its current state, if the server reports them. */
  async load(selected: ArtifactIdentity, signal: AbortSignal): Promise<LoadedArtifact> {
    const { now } = this.#options.clock;
    const requestedAt = now();
    const { client } = await this.connect();
    const artifact = await client.artifactWithStructure(selected.row.id, signal);
    const receivedAt = now();
    return { artifact, base: await this.#toBase(selected, artifact, signal), requestedAt, receivedAt };
  }

  async tryLoad(selected: ArtifactIdentity, signal: AbortSignal): Promise<ArtifactLoadResult> {
    try {
      return { kind: "loaded", loaded: await this.load(selected, signal) };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { kind: "unreadable", failure };
    }
  }

  /**
   * In the order of the arguments. Batches come without the permissions of the current state; `isEnough` tells whether
   * that is sufficient.
   */
  async loadMany(
    all: readonly ArtifactIdentity[],
    signal: AbortSignal,
    options: {
      readonly isEnough?: (loaded: LoadedArtifact) => boolean;
      readonly onRead?: ((count: number) => void) | undefined;
    } = {},
  ): Promise<readonly ArtifactLoadResult[]> {
    const { isEnough = () => true, onRead } = options;
    const results = new Map<number, ArtifactLoadResult>();
    const addResult = (id: number, result: ArtifactLoadResult): void => {
      results.set(id, result);
      onRead?.(results.size);
    };
    await mapConcurrent(toBatches(all), maxConcurrentRequests, async (chunk) => {
      for (const [id, result] of await this.#loadTogether(chunk, signal)) {
        if (result.kind === "unreadable" || isEnough(result.loaded)) addResult(id, result);
      }
    });
    const missing = all.filter(({ row }) => !results.has(row.id));
    await mapConcurrent(missing, maxConcurrentRequests, async (selected) =>
      addResult(selected.row.id, await this.tryLoad(selected, signal)),
    );
    return all.flatMap(({ row }) => results.get(row.id) ?? []);
  }

  /** Loads a batch. Missing artifacts are loaded separately to get the reason. */
  async #loadTogether(
    chunk: readonly ArtifactIdentity[],
    signal: AbortSignal,
  ): Promise<readonly (readonly [number, ArtifactLoadResult])[]> {
    // A single request returns more.
    if (!this.#hasBatch || chunk.length < 2) return [];
    const { now } = this.#options.clock;
    const requestedAt = now();
    try {
      const artifacts = await this.#loadBatch(chunk, signal);
      const receivedAt = now();
      const results: (readonly [number, ArtifactLoadResult])[] = [];
      for (const selected of chunk) {
        const artifact = artifacts.get(selected.row.id);
        if (artifact === undefined) continue;
        const base = await this.#toBase(selected, artifact, signal);
        results.push([artifact.id, { kind: "loaded", loaded: { artifact, base, requestedAt, receivedAt } }]);
      }
      return results;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return chunk.map(({ row }) => [row.id, { kind: "unreadable", failure }] as const);
    }
  }

  /** Empty if the server doesn't support batches. */
  async #loadBatch(
    chunk: readonly ArtifactIdentity[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, Artifact>> {
    const { client } = await this.connect();
    try {
      const artifacts = await client.artifactsById(
        chunk.map(({ row }) => row.id),
        signal,
      );
      return new Map(
        artifacts.flatMap((item) => (item.kind === "artifact" ? [[item.id, item] as const] : [])),
      );
    } catch (failure) {
      if (!isFailure(failure) || !isMissingApiRoute(failure)) throw failure;
      this.#hasBatch = false;
      return new Map();
    }
  }

  async #toBase(selected: ArtifactIdentity, artifact: Artifact, signal: AbortSignal): Promise<DraftBase> {
    if (artifact.structure !== undefined) return toDraftBase(artifact, artifact.structure);
    const catalog = this.#catalog;
    const trackerId = artifact.tracker.id ?? selected.trackerId ?? catalog.findTrackerOfArtifact(artifact.id);
    if (trackerId !== undefined) return toDraftBase(artifact, await catalog.loadTracker(trackerId));
    return loadDraftBase(catalog, await this.toSubject(selected), { trackerId, source: "known", signal });
  }
}

/** One loader per site, which remembers what the server supports. */
export function createArtifactLoaderLookup(catalog: Catalog): (site: Site) => ArtifactLoader {
  const loaders = new Map<string, ArtifactLoader>();
  catalog.onDidForgetSite.event((api) => loaders.delete(api));
  return (site) => {
    const loader = loaders.get(site.api) ?? new ArtifactLoader({ site, catalog, clock: monotonicClock });
    loaders.set(site.api, loader);
    return loader;
  };
}

export interface QuickEditTarget {
  readonly site: Site;
  readonly loader: ArtifactLoader;
  readonly selected: SelectedArtifact;
  /** A short line. */
  readonly label: string;
}

/** With the current form, for offering values. */
export interface LoadedQuickEditTarget extends QuickEditTarget {
  readonly form: Form;
}
