// The present states of artifacts, one or many: where a server can tell of many at once, that is how it is asked.
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { type Failure, hasNoRoute, isFailure } from "../../model/failure.ts";
import type { Form } from "../../model/form/form.ts";
import { isSameState } from "../../model/revision.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactSubject } from "../../model/subject.ts";
import type { Tracker } from "../../model/tracker.ts";
import { changedSince } from "../../model/triage/wish.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { ownTime, type OwnTime } from "../clock.ts";
import { severalAtOnce } from "../concurrency.ts";
import type { Connection } from "../connections.ts";
import type { Base } from "../keptDraft.ts";
import { baseOf, readBase } from "../readBase.ts";

/** An artifact that a person has chosen, as it was shown to them. */
export interface Selected {
  readonly row: ArtifactRow;
  /** Where it is known to belong, for servers that don't say. */
  readonly trackerId?: number | undefined;
  /** When the row was there already, by our own time: the longer ago, the surer what is read now. */
  readonly seenAt?: number | undefined;
}

/** An artifact by its number, whether or not somebody has seen a row of it. */
export interface Meant extends Pick<Selected, "trackerId"> {
  readonly row: Pick<ArtifactRow, "id">;
}

export interface State {
  readonly artifact: Artifact;
  readonly base: Base;
  /** When it was asked for, and when it was there; by our own time. */
  readonly askedAt: number;
  readonly cameAt: number;
}

export type Look =
  | { readonly kind: "state"; readonly state: State }
  | { readonly kind: "unreadable"; readonly failure: Failure };

export interface StatesOptions {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly time: OwnTime;
}

/** What was read, as something that can be shown and chosen: a row, not all of its values. */
export function rowOf({ trackerId }: Pick<Selected, "trackerId">, { artifact, cameAt }: State): Selected {
  const { tracker, structure: _structure, changesetsUri: _uri, values: _values, ...row } = artifact;
  return { row, trackerId: tracker.id ?? trackerId, seenAt: cameAt };
}

/** Since when the name of a state is known: the row may have told it, long before it was read. */
export function knownSince({ row, seenAt }: Selected, { base, cameAt }: State): number {
  const isOfRow = seenAt !== undefined && isSameState(row.revision, base.revision) === true;
  return isOfRow ? Math.min(seenAt, cameAt) : cameAt;
}

/**
 * What the person has seen, once it was read for them: that, with all that tells one state from another, where it is what
 * was shown; else what was shown, so that they are asked.
 */
export function seenIn(shown: Selected, state: State): Selected {
  if (changedSince(shown.row, state.artifact).length > 0) return shown;
  return { ...rowOf(shown, state), seenAt: knownSince(shown, state) };
}

/** How much the server is asked at once. */
const largestBatch = 100;
/** So many requests of one piece of work may be on their way together. */
export const requestsAtOnce = 4;

function chunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / largestBatch);
  return Array.from({ length: count }, (_, at) => all.slice(at * largestBatch, (at + 1) * largestBatch));
}

/** Of one site, and what was learnt of it, as one account: once that is forgotten nothing is asked or written any more. */
export class States {
  readonly #world: StatesOptions;
  readonly #catalog: SiteCatalog;
  #hasBatch = true;

  constructor(world: StatesOptions) {
    this.#world = world;
    // A later one may be of someone else, who has decided nothing.
    this.#catalog = world.catalog.of(world.site);
  }

  get world(): StatesOptions {
    return this.#world;
  }

  connection(): Promise<Connection> {
    return this.#catalog.connection();
  }

  tracker(trackerId: number): Promise<Tracker> {
    return this.#catalog.tracker(trackerId);
  }

  async subject({ row: { id } }: Meant): Promise<ArtifactSubject> {
    const { account } = await this.connection();
    return { kind: "artifact", siteApi: this.#world.site.api, accountId: account?.id, artifactId: id };
  }

  /** With the rights that hold in its present state, where the server tells them. */
  async one(selected: Meant, signal: AbortSignal): Promise<State> {
    const { now } = this.#world.time;
    const askedAt = now();
    const { client } = await this.connection();
    const artifact = await client.artifactWithStructure(selected.row.id, signal);
    const cameAt = now();
    return { artifact, base: await this.#base(selected, artifact, signal), askedAt, cameAt };
  }

  async look(selected: Meant, signal: AbortSignal): Promise<Look> {
    try {
      return { kind: "state", state: await this.one(selected, signal) };
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return { kind: "unreadable", failure };
    }
  }

  /**
   * In the order in which they were asked for. Together they come without the rights of their states: `isEnough` says where
   * that will do.
   */
  async many(
    all: readonly Meant[],
    signal: AbortSignal,
    options: {
      readonly isEnough?: (state: State) => boolean;
      readonly onRead?: ((count: number) => void) | undefined;
    } = {},
  ): Promise<readonly Look[]> {
    const { isEnough = () => true, onRead } = options;
    const looks = new Map<number, Look>();
    const note = (id: number, look: Look): void => {
      looks.set(id, look);
      onRead?.(looks.size);
    };
    await severalAtOnce(chunks(all), requestsAtOnce, async (chunk) => {
      for (const [id, look] of await this.#together(chunk, signal)) {
        if (look.kind === "unreadable" || isEnough(look.state)) note(id, look);
      }
    });
    const left = all.filter(({ row }) => !looks.has(row.id));
    await severalAtOnce(left, requestsAtOnce, async (selected) =>
      note(selected.row.id, await this.look(selected, signal)),
    );
    return all.flatMap(({ row }) => looks.get(row.id) ?? []);
  }

  /** Those that the server tells together. What it leaves out has to be asked for by itself, if only to hear why. */
  async #together(
    chunk: readonly Meant[],
    signal: AbortSignal,
  ): Promise<readonly (readonly [number, Look])[]> {
    // One alone is told better by itself.
    if (!this.#hasBatch || chunk.length < 2) return [];
    const { now } = this.#world.time;
    const askedAt = now();
    try {
      const told = await this.#batch(chunk, signal);
      const cameAt = now();
      const found: (readonly [number, Look])[] = [];
      for (const selected of chunk) {
        const artifact = told.get(selected.row.id);
        if (artifact === undefined) continue;
        const base = await this.#base(selected, artifact, signal);
        found.push([artifact.id, { kind: "state", state: { artifact, base, askedAt, cameAt } }]);
      }
      return found;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return chunk.map(({ row }) => [row.id, { kind: "unreadable", failure }] as const);
    }
  }

  /** Nothing where the server has no such route. */
  async #batch(chunk: readonly Meant[], signal: AbortSignal): Promise<ReadonlyMap<number, Artifact>> {
    const { client } = await this.connection();
    try {
      const told = await client.artifactsById(
        chunk.map(({ row }) => row.id),
        signal,
      );
      return new Map(told.flatMap((each) => (each.kind === "artifact" ? [[each.id, each] as const] : [])));
    } catch (failure) {
      if (!isFailure(failure) || !hasNoRoute(failure)) throw failure;
      this.#hasBatch = false;
      return new Map();
    }
  }

  async #base(selected: Meant, artifact: Artifact, signal: AbortSignal): Promise<Base> {
    if (artifact.structure !== undefined) return baseOf(artifact, artifact.structure);
    const catalog = this.#catalog;
    const trackerId = artifact.tracker.id ?? selected.trackerId ?? catalog.trackerHolding(artifact.id);
    if (trackerId !== undefined) return baseOf(artifact, await catalog.tracker(trackerId));
    return readBase(catalog, await this.subject(selected), { trackerId, how: "known", signal });
  }
}

/** One for each site: they learn what it can do. */
export function statesBySite(catalog: Catalog): (site: Site) => States {
  const known = new Map<string, States>();
  catalog.forgotten.listen((api) => known.delete(api));
  return (site) => {
    const states = known.get(site.api) ?? new States({ site, catalog, time: ownTime });
    known.set(site.api, states);
    return states;
  };
}

// What an edit is about: an artifact of a site, as the user has seen it, and as it is now where that is needed.

export interface Concern {
  readonly site: Site;
  readonly states: States;
  readonly selected: Selected;
  /** In one short line. */
  readonly label: string;
}

/** With what it is now, for what is offered. */
export interface Matter extends Concern {
  readonly form: Form;
}
