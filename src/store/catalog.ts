// What we know of the projects, trackers and artifacts of one site, as one account sees them.
import type { ArtifactRow, FieldEntry } from "../model/artifact.ts";
import { Cancelled, isFailure } from "../model/failure.ts";
import type { Page, Unreadable } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { PlacedRow } from "../model/query/rows.ts";
import type { Account, Site } from "../model/site.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import type { Connection, Connections, Showing } from "./connections.ts";
import { Emitter } from "./emitter.ts";
import { bytesOf, PagedList, ListMemory } from "./pagedList.ts";

type Ask<T> = (connection: Showing, offset: number) => Promise<Page<T>>;

function byId({ id }: { readonly id: number }): number {
  return id;
}

/** Rows of lists that go across trackers tell which they are of. */
type SeenRow = ArtifactRow & Partial<Pick<PlacedRow, "tracker">>;

/** A list of artifacts that somebody has looked at. */
export interface ShownList {
  /** The tracker that all of its rows are of; undefined where they may be of any. */
  readonly trackerId: number | undefined;
  readonly rows: () => readonly (SeenRow | Unreadable)[];
  /** It is read again when it is next looked at. */
  readonly invalidate: () => void;
  /** The same for what one artifact can change in it. */
  readonly invalidateRow: (artifactId: number) => void;
}

/** Everything known of one site. Asks nothing by itself, and nothing at all once it is forgotten. */
export class SiteCatalog {
  readonly memberProjects: PagedList<Project>;
  readonly allProjects: PagedList<Project>;
  /** Of all lists of the site. */
  readonly memory = new ListMemory();
  readonly #connect: () => Promise<Connection>;
  readonly #trackers = new Map<number, PagedList<TrackerSummary>>();
  readonly #projects = new Map<number, Project>();
  readonly #shown = new Set<ShownList>();
  readonly #kept = new Set<{ invalidate(): void }>();
  readonly #fields = new Map<number, PagedList<FieldEntry>>();
  readonly #structures = new Map<number, Promise<Tracker>>();
  /** Trackers that were read. */
  readonly #known = new Map<number, TrackerSummary & Pick<Tracker, "itemName">>();
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

  trackers(project: Project): PagedList<TrackerSummary> {
    this.#projects.set(project.id, project);
    return known(this.#trackers, project.id, () =>
      this.#listing(({ client }, offset) => client.trackers(project, offset), byId),
    );
  }

  /** Those that lists have shown, or that somebody has looked into. */
  get seenProjects(): readonly Project[] {
    const listed = [this.memberProjects, this.allProjects].flatMap(({ items }) => items);
    return [...this.#projects.values(), ...listed.filter((item) => item.kind === "project")];
  }

  /** The project that a tracker is of, as far as a list has shown it. */
  projectHolding(trackerId: number): Project | undefined {
    const holds = ({ items }: PagedList<TrackerSummary>): boolean =>
      items.some((item) => item.kind === "tracker" && item.id === trackerId);
    const [projectId] = [...this.#trackers].find(([, listing]) => holds(listing)) ?? [];
    return projectId === undefined ? undefined : this.#projects.get(projectId);
  }

  /** Takes note of a list; what is returned ends that. */
  show(list: ShownList): () => void {
    this.#shown.add(list);
    return () => this.#shown.delete(list);
  }

  /** Takes note of a collection that others read: it grows old with all the rest. */
  keep(listing: { invalidate(): void }): void {
    this.#kept.add(listing);
  }

  /** The values of an artifact's fields: a single page, read and refreshed like every paged list. */
  fields(artifact: ArtifactRow): PagedList<FieldEntry> {
    return known(this.#fields, artifact.id, () =>
      this.#listing(
        async ({ client }) => {
          const { values, asOf } = await client.artifact(artifact.id);
          return { items: values, next: undefined, size: values.length, asOf };
        },
        ({ fieldId }) => fieldId,
      ),
    );
  }

  /** A tracker with its fields; asked for once, until something says that it is old. */
  async tracker(trackerId: number): Promise<Tracker> {
    const ask = (): Promise<Tracker> => this.#connected(({ client }) => client.tracker(trackerId));
    const tracker = await this.#structure(trackerId, ask);
    // Somebody who only wanted to look was asking already.
    return tracker.asOf === undefined ? tracker : this.#structure(trackerId, ask);
  }

  /** The same to look at: where the site is out of reach, as it was last. */
  shownTracker(trackerId: number): Promise<Tracker> {
    return this.#structure(trackerId, () => this.#toShow(({ client }) => client.tracker(trackerId)));
  }

  /** Takes note of a tracker, whoever has read it. */
  know(tracker: Tracker): Tracker {
    const { kind, id, uri, label, color, artifactsUri, itemName } = tracker;
    this.#known.set(id, { kind, id, uri, label, color, artifactsUri, itemName });
    return tracker;
  }

  /** Those of the trackers that were read so far, in their order: lists of trackers don't tell them. */
  get shortNames(): readonly string[] {
    const known = [...this.#known.values()].sort((left, right) => left.id - right.id);
    return known.flatMap(({ itemName }) => itemName ?? []);
  }

  /** Trackers that somebody works with: one of their artifacts was opened, or their list shown. */
  get usedTrackers(): readonly TrackerSummary[] {
    const shown = new Set([...this.#shown].map(({ trackerId }) => trackerId));
    const listed = [...this.#trackers.values()].flatMap(({ items }) => items);
    const expanded = listed.flatMap((item) => (item.kind === "tracker" && shown.has(item.id) ? item : []));
    return [...new Map([...expanded, ...this.#known.values()].map((each) => [each.id, each])).values()];
  }

  /** A tracker may have other fields by now. */
  forgetTracker(trackerId: number): void {
    this.#structures.delete(trackerId);
  }

  /** The tracker that an artifact is of, as far as a list has shown it. */
  trackerHolding(artifactId: number): number | undefined {
    for (const { trackerId, rows } of this.#shown) {
      const row = rows().find((each) => each.kind === "artifact" && each.id === artifactId);
      const holding = row?.kind === "artifact" ? (trackerId ?? row.tracker?.id) : undefined;
      if (holding !== undefined) return holding;
    }
    return undefined;
  }

  /** Rows seen so far, in any list. */
  get seenArtifacts(): readonly ArtifactRow[] {
    return [...this.#shown].flatMap(({ rows }) => rows().filter((row) => row.kind === "artifact"));
  }

  connection(): Promise<Connection> {
    return this.#connected((connection) => Promise.resolve(connection));
  }

  /** An artifact is not what it was: its row is read again where lists that may show it are next looked at. */
  invalidateArtifact(artifactId: number, trackerId: number | undefined): void {
    this.#fields.get(artifactId)?.invalidate();
    const home = trackerId ?? this.trackerHolding(artifactId);
    for (const list of this.#shown) {
      const mayShowIt = home === undefined || list.trackerId === undefined || list.trackerId === home;
      if (mayShowIt) list.invalidateRow(artifactId);
    }
  }

  /** For those who show what the site holds: where it is out of reach, what it said last. */
  showing(): Promise<Showing> {
    return this.#toShow((connection) => Promise.resolve(connection));
  }

  /** `undefined` also where an unencrypted site may not be used yet: its rows are shown, and say so. */
  async account(): Promise<Account | undefined> {
    try {
      return (await this.#connect()).account;
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "notEncrypted") return undefined;
      throw failure;
    }
  }

  /** Everything read so far is read again when it is next looked at. */
  invalidate(): void {
    const byParent = [this.#trackers, this.#fields].flatMap((listings) => [...listings.values()]);
    this.#structures.clear();
    const listings = [this.memberProjects, this.allProjects, ...byParent, ...this.#shown, ...this.#kept];
    for (const listing of listings) listing.invalidate();
  }

  forget(): void {
    this.#isForgotten = true;
  }

  #structure(trackerId: number, read: () => Promise<Tracker>): Promise<Tracker> {
    const known = this.#structures.get(trackerId);
    if (known !== undefined) return known;
    const reading = read().then((tracker) => this.know(tracker));
    this.#structures.set(trackerId, reading);
    const forget = (): void => {
      if (this.#structures.get(trackerId) === reading) this.#structures.delete(trackerId);
    };
    const release = (): boolean => {
      forget();
      return true;
    };
    // What could not be read, or only be remembered, is asked for again.
    reading.then((tracker) => {
      if (tracker.asOf === undefined) this.memory.noteShown({ release }, bytesOf(tracker));
      else forget();
    }, forget);
    return reading;
  }

  #listing<T extends object>(ask: Ask<T>, keyOf: (item: T) => number): PagedList<T> {
    return PagedList.forward<T>(
      (offset) => this.#toShow((connection) => ask(connection, offset)),
      keyOf,
      this.memory,
    );
  }

  #toShow<T>(ask: (connection: Showing) => Promise<T>): Promise<T> {
    return this.#connected((connection) => ask({ ...connection, client: connection.client.lastSeen }));
  }

  async #connected<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    // By now the connection may be someone else's.
    if (this.#isForgotten) throw new Cancelled({ method: "GET", url: connection.site.api });
    return ask(connection);
  }
}

function known<T extends object>(
  listings: Map<number, PagedList<T>>,
  id: number,
  make: () => PagedList<T>,
): PagedList<T> {
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
