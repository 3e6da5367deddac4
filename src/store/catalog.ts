// What we know of the projects, trackers and artifacts of one site, as one account sees them.
import type { ArtifactRow } from "../model/artifact.ts";
import { Cancelled } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Account, Site } from "../model/site.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { FieldEntry } from "../model/value.ts";
import type { Connection, Connections } from "./connections.ts";
import { Emitter } from "./emitter.ts";
import { Listing } from "./listing.ts";

type Ask<T> = (connection: Connection, offset: number) => Promise<Page<T>>;

function byId({ id }: { readonly id: number }): number {
  return id;
}

/** Everything known of one site. Asks nothing by itself, and nothing at all once it is forgotten. */
export class SiteCatalog {
  readonly memberProjects: Listing<Project>;
  readonly allProjects: Listing<Project>;
  readonly #connect: () => Promise<Connection>;
  readonly #trackers = new Map<number, Listing<TrackerSummary>>();
  readonly #artifacts = new Map<number, Listing<ArtifactRow>>();
  readonly #fields = new Map<number, Listing<FieldEntry>>();
  readonly #structures = new Map<number, Promise<Tracker>>();
  #isForgotten = false;

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
    this.allProjects = this.#listing(({ client }, offset) => client.projects(offset), byId);
    this.memberProjects = this.#listing(
      ({ account, client }, offset) =>
        account === undefined
          ? Promise.resolve({ items: [], next: undefined, size: 0 })
          : client.memberProjects(offset),
      byId,
    );
  }

  trackers(project: Project): Listing<TrackerSummary> {
    return known(this.#trackers, project.id, () =>
      this.#listing(({ client }, offset) => client.trackers(project, offset), byId),
    );
  }

  artifacts(tracker: TrackerSummary): Listing<ArtifactRow> {
    return known(this.#artifacts, tracker.id, () =>
      this.#listing(({ client }, offset) => client.artifacts(tracker, { offset }), byId),
    );
  }

  /** The values of an artifact's fields; one page, but read, kept and refreshed as any listing. */
  fields(artifact: ArtifactRow): Listing<FieldEntry> {
    return known(this.#fields, artifact.id, () =>
      this.#listing(
        async ({ client }) => {
          const { values } = await client.artifact(artifact.id);
          return { items: values, next: undefined, size: values.length };
        },
        ({ fieldId }) => fieldId,
      ),
    );
  }

  /** A tracker with its fields; asked for once, until something says that it is old. */
  tracker(trackerId: number): Promise<Tracker> {
    const known = this.#structures.get(trackerId);
    if (known !== undefined) return known;
    const reading = this.#connected(({ client }) => client.tracker(trackerId));
    this.#structures.set(trackerId, reading);
    reading.catch(() => {
      if (this.#structures.get(trackerId) === reading) this.#structures.delete(trackerId);
    });
    return reading;
  }

  /** A tracker may have other fields by now. */
  forgetTracker(trackerId: number): void {
    this.#structures.delete(trackerId);
  }

  /** The tracker in whose list an artifact was seen. */
  trackerHolding(artifactId: number): number | undefined {
    const lists = [...this.#artifacts];
    return lists.find(([, list]) =>
      list.items.some((row) => row.kind === "artifact" && row.id === artifactId),
    )?.[0];
  }

  /** Rows seen so far, of any tracker. */
  get seenArtifacts(): readonly ArtifactRow[] {
    return [...this.#artifacts.values()].flatMap(({ items }) =>
      items.filter((row) => row.kind === "artifact"),
    );
  }

  connection(): Promise<Connection> {
    return this.#connected((connection) => Promise.resolve(connection));
  }

  /** An artifact is not what it was: lists that may show it are read again when they are next looked at. */
  invalidateArtifact(artifactId: number, trackerId: number | undefined): void {
    this.#fields.get(artifactId)?.invalidate();
    if (trackerId !== undefined) this.#artifacts.get(trackerId)?.invalidate();
  }

  account(): Promise<Account | undefined> {
    return this.#connect().then(({ account }) => account);
  }

  /** Everything read so far is read again when it is next looked at. */
  invalidate(): void {
    const byParent = [this.#trackers, this.#artifacts, this.#fields].flatMap((listings) => [
      ...listings.values(),
    ]);
    this.#structures.clear();
    for (const listing of [this.memberProjects, this.allProjects, ...byParent]) listing.invalidate();
  }

  forget(): void {
    this.#isForgotten = true;
  }

  #listing<T extends object>(ask: Ask<T>, keyOf: (item: T) => number): Listing<T> {
    return new Listing<T>((offset) => this.#connected((connection) => ask(connection, offset)), keyOf);
  }

  async #connected<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    // By now the connection may be someone else's.
    if (this.#isForgotten) throw new Cancelled({ method: "GET", url: connection.site.api });
    return ask(connection);
  }
}

function known<T extends object>(
  listings: Map<number, Listing<T>>,
  id: number,
  make: () => Listing<T>,
): Listing<T> {
  const listing = listings.get(id) ?? make();
  listings.set(id, listing);
  return listing;
}

export class Catalog {
  /** Says which site (by its API root) has to be looked at afresh. */
  readonly forgotten = new Emitter<string>();
  /** Says which artifact was changed or created here, and which of its fields otherwise than by a form. */
  readonly written = new Emitter<{
    readonly siteApi: string;
    readonly artifactId: number;
    readonly fieldIds: readonly number[];
  }>();
  readonly #connections: Connections;
  readonly #sites = new Map<string, SiteCatalog>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  of(site: Site): SiteCatalog {
    const catalog = this.#sites.get(site.api) ?? new SiteCatalog(() => this.#connections.to(site));
    this.#sites.set(site.api, catalog);
    return catalog;
  }

  /** To be told after a write: what was listed of the artifact is old now. */
  noteWritten(
    site: Site,
    artifactId: number,
    trackerId: number | undefined,
    fieldIds: readonly number[] = [],
  ): void {
    this.of(site).invalidateArtifact(artifactId, trackerId);
    this.written.announce({ siteApi: site.api, artifactId, fieldIds });
  }

  /** Forgets what was seen of a site: whoever looks next may be someone else. */
  async forget(api: string): Promise<void> {
    this.#sites.get(api)?.forget();
    this.#sites.delete(api);
    await this.#connections.drop(api);
    this.forgotten.announce(api);
  }
}
