// Loaded projects, trackers and artifacts of a site, as one account sees them.
import type { Artifact, ArtifactRow, FieldWithValue } from "../model/artifact.ts";
import { Canceled, isFailure, SignedOut } from "../model/failure.ts";
import type { CollectionPage, UnreadableItem } from "../model/collectionPage.ts";
import type { Milestone, MilestoneOwner } from "../model/milestone.ts";
import type { Project } from "../model/project.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { Account, Site } from "../model/site.ts";
import { getStatusColors, type Tracker, type TrackerSummary } from "../model/tracker.ts";
import type { Connection, Connections, ReadConnection } from "./connections.ts";
import { Emitter } from "./emitter.ts";
import { estimateBytes, PagedList, ListMemoryLimiter } from "./pagedList.ts";
import type { SavedChange } from "./triage/savedChanges.ts";

type FetchPage<T> = (connection: ReadConnection, offset: number) => Promise<CollectionPage<T>>;

function getId({ id }: { readonly id: number }): number {
  return id;
}

/** Rows of lists across trackers have their tracker. */
type ListedRow = ArtifactRow & Partial<Pick<RowWithTracker, "tracker">>;

/** A loaded list of artifacts. */
export interface CachedArtifactList {
  /** The tracker of all rows; `undefined` if they may be of any tracker. */
  readonly trackerId: number | undefined;
  readonly rows: () => readonly (ListedRow | UnreadableItem)[];
  /** The list is reloaded when it is next shown. */
  readonly invalidate: () => void;
  /** Reloads only what the artifact can change in the list. */
  readonly invalidateRow: (artifactId: number, trackerId: number | undefined) => void;
}

/** Most recent saves whose artifacts are kept. */
const maxSavedArtifacts = 20;

/** Artifacts as they were loaded after the last save from here. */
class SavedArtifacts {
  /** `undefined` until it is loaded. */
  readonly #byId = new Map<number, Promise<Artifact> | undefined>();

  /** Call after a save: what was loaded before is stale. */
  add(artifactId: number): void {
    this.#byId.delete(artifactId);
    this.#byId.set(artifactId, undefined);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > maxSavedArtifacts && oldest !== undefined) this.#byId.delete(oldest);
  }

  find(artifactId: number): Promise<Artifact> | undefined {
    return this.#byId.get(artifactId);
  }

  setLoading(artifactId: number, loading: Promise<Artifact>): void {
    if (this.#byId.has(artifactId)) this.#byId.set(artifactId, loading);
  }

  clear(): void {
    this.#byId.clear();
  }
}

/** What searches have found out about the server, and the one in progress. */
interface SearchState {
  /** The search of the user; there is never more than one. */
  current: AbortController | undefined;
  /** Whether all projects can be searched at once; `undefined` until the first search. */
  hasProjectQuery: boolean | undefined;
  /** Whether all texts can be searched; `undefined` until a response shows it. */
  hasFullText: boolean | undefined;
  /** The request that shows it, which others wait for. Never rejects. */
  fullTextCheck: Promise<void> | undefined;
}

/** Loads nothing until asked, and nothing at all once it is disposed. */
export class SiteCatalog {
  readonly memberProjects: PagedList<Project>;
  readonly allProjects: PagedList<Project>;
  /** Shared by all lists of the site. */
  readonly listCache = new ListMemoryLimiter();
  readonly search: SearchState = {
    current: undefined,
    hasProjectQuery: undefined,
    hasFullText: undefined,
    fullTextCheck: undefined,
  };
  readonly #connect: () => Promise<Connection>;
  readonly #trackers = new Map<number, PagedList<TrackerSummary>>();
  readonly #milestones = new Map<string, PagedList<Milestone>>();
  readonly #projects = new Map<number, Project>();
  readonly #artifactLists = new Set<CachedArtifactList>();
  readonly #otherLists = new Set<{ invalidate(): void }>();
  readonly #fields = new Map<number, PagedList<FieldWithValue>>();
  readonly #structures = new Map<number, Promise<Tracker>>();
  /** Loaded trackers. */
  readonly #knownTrackers = new Map<number, TrackerSummary & Pick<Tracker, "itemName">>();
  /** Of loaded trackers, if their status values have colors. */
  readonly #statusColors = new Map<number, ReadonlyMap<string, string>>();
  readonly #savedArtifacts = new SavedArtifacts();
  #uploadSupport: Promise<boolean> | undefined;
  #isDisposed = false;

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
    this.allProjects = this.#createList(({ client }, offset) => client.projects(offset), getId);
    this.memberProjects = this.#createList(
      ({ account, client }, offset) =>
        account === undefined
          ? Promise.resolve({ items: [], nextOffset: undefined, total: 0 })
          : client.memberProjects(offset),
      getId,
    );
  }

  trackers(project: Project): PagedList<TrackerSummary> {
    this.#projects.set(project.id, project);
    return getOrCreateList(this.#trackers, project.id, () =>
      this.#createList(({ client }, offset) => client.trackers(project, offset), getId),
    );
  }

  milestones(owner: MilestoneOwner, status: "open" | "closed"): PagedList<Milestone> {
    const key = JSON.stringify([owner, status]);
    return getOrCreateList(this.#milestones, key, () =>
      this.#createList(({ client }, offset) => client.milestones(owner, status, offset), getId),
    );
  }

  /** A milestone can be in another list after a change, such as that of closed ones. */
  invalidateMilestones(): void {
    for (const list of this.#milestones.values()) list.invalidate();
  }

  /** Projects of loaded lists, or whose trackers were loaded. */
  get loadedProjects(): readonly Project[] {
    const listed = [this.memberProjects, this.allProjects].flatMap(({ items }) => items);
    return [...this.#projects.values(), ...listed.filter((item) => item.kind === "project")];
  }

  /** The project of a tracker, if a loaded list has it. */
  findProjectOfTracker(trackerId: number): Project | undefined {
    const hasTracker = ({ items }: PagedList<TrackerSummary>): boolean =>
      items.some((item) => item.kind === "tracker" && item.id === trackerId);
    const [projectId] = [...this.#trackers].find(([, list]) => hasTracker(list)) ?? [];
    return projectId === undefined ? undefined : this.#projects.get(projectId);
  }

  /** Returns a function that unregisters the list. */
  registerArtifactList(list: CachedArtifactList): () => void {
    this.#artifactLists.add(list);
    return () => this.#artifactLists.delete(list);
  }

  /** Registers another list that is invalidated with the site. */
  registerList(list: { invalidate(): void }): void {
    this.#otherLists.add(list);
  }

  /** The field values of an artifact, as a list with a single page. */
  fieldValues(artifact: ArtifactRow): PagedList<FieldWithValue> {
    return getOrCreateList(this.#fields, artifact.id, () =>
      this.#createList(
        async ({ client }) => {
          const { values, asOf } = await client.artifact(artifact.id);
          return { items: values, nextOffset: undefined, total: values.length, asOf };
        },
        ({ fieldId }) => fieldId,
      ),
    );
  }

  /** A tracker with its fields, loaded once until it is invalidated. */
  async loadTracker(trackerId: number): Promise<Tracker> {
    const load = (): Promise<Tracker> => this.#runConnected(({ client }) => client.tracker(trackerId));
    const tracker = await this.#loadStructure(trackerId, load);
    // A load for display was in flight and returned cached data.
    return tracker.asOf === undefined ? tracker : this.#loadStructure(trackerId, load);
  }

  /** For display: falls back to the offline cache. */
  loadTrackerOrCached(trackerId: number): Promise<Tracker> {
    return this.#loadStructure(trackerId, () =>
      this.#runForReading(({ client }) => client.tracker(trackerId)),
    );
  }

  rememberTracker(tracker: Tracker): Tracker {
    const { kind, id, uri, label, color, artifactsUri, itemName } = tracker;
    this.#knownTrackers.set(id, { kind, id, uri, label, color, artifactsUri, itemName });
    const statusColors = getStatusColors(tracker);
    if (statusColors.size > 0) this.#statusColors.set(id, statusColors);
    else this.#statusColors.delete(id);
    return tracker;
  }

  /**
   * Tuleap's color of a status, empty if only other values have one. `undefined` if the tracker isn't loaded, or has no
   * such colors.
   */
  findStatusColor(trackerId: number, status: string | undefined): string | undefined {
    const colors = this.#statusColors.get(trackerId);
    return colors === undefined || status === undefined ? undefined : (colors.get(status) ?? "");
  }

  /** Short names of loaded trackers, by tracker ID. Tracker lists don't include them. */
  get trackerShortNames(): readonly string[] {
    const known = [...this.#knownTrackers.values()].sort((left, right) => left.id - right.id);
    return known.flatMap(({ itemName }) => itemName ?? []);
  }

  /** Trackers whose fields are loaded. */
  async getLoadedTrackers(): Promise<readonly Tracker[]> {
    const results = await Promise.allSettled(this.#structures.values());
    return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  }

  /** Trackers with a loaded artifact or a loaded list. */
  get usedTrackers(): readonly TrackerSummary[] {
    const shownTrackerIds = new Set([...this.#artifactLists].map(({ trackerId }) => trackerId));
    const listed = [...this.#trackers.values()].flatMap(({ items }) => items);
    const expanded = listed.flatMap((item) =>
      item.kind === "tracker" && shownTrackerIds.has(item.id) ? item : [],
    );
    return [
      ...new Map([...expanded, ...this.#knownTrackers.values()].map((each) => [each.id, each])).values(),
    ];
  }

  /** Reloads the tracker's fields when they are next needed. */
  invalidateTracker(trackerId: number): void {
    this.#structures.delete(trackerId);
  }

  /** The tracker of an artifact, if a loaded list has it. */
  findTrackerOfArtifact(artifactId: number): number | undefined {
    for (const { trackerId, rows } of this.#artifactLists) {
      const row = rows().find((each) => each.kind === "artifact" && each.id === artifactId);
      const artifactTrackerId = row?.kind === "artifact" ? (trackerId ?? row.tracker?.id) : undefined;
      if (artifactTrackerId !== undefined) return artifactTrackerId;
    }
    return undefined;
  }

  /** Rows of all loaded lists. */
  get loadedArtifacts(): readonly ArtifactRow[] {
    return [...this.#artifactLists].flatMap(({ rows }) => rows().filter((row) => row.kind === "artifact"));
  }

  /** For a form. Lists can use what was loaded after a save. */
  async loadArtifact(
    artifactId: number,
    {
      source,
      signal,
    }: { readonly source: "server" | "offlineCache"; readonly signal?: AbortSignal | undefined },
  ): Promise<Artifact> {
    if (source === "offlineCache") {
      return (await this.connectForReading()).client.artifactWithStructure(artifactId, signal);
    }
    const loading = this.#runConnected(({ client }) => client.artifactWithStructure(artifactId, signal));
    this.#savedArtifacts.setLoading(artifactId, loading);
    return loading;
  }

  /** The artifact, if it was loaded after it was saved here. */
  findSavedArtifact(artifactId: number): Promise<Artifact> | undefined {
    return this.#savedArtifacts.find(artifactId);
  }

  connect(): Promise<Connection> {
    return this.#runConnected((connection) => Promise.resolve(connection));
  }

  /** Whether files can be uploaded for a file field. The server is asked once, unless that fails. */
  supportsUploads(fieldId: number): Promise<boolean> {
    this.#uploadSupport ??= this.#runConnected(({ client }) => client.supportsUploads(fieldId)).catch(
      (failure: unknown) => {
        this.#uploadSupport = undefined;
        throw failure;
      },
    );
    return this.#uploadSupport;
  }

  /** Reloads the artifact's row in lists that may contain it, when they are next shown. */
  invalidateArtifact(artifactId: number, trackerId: number | undefined): void {
    this.#fields.get(artifactId)?.invalidate();
    this.#savedArtifacts.add(artifactId);
    const artifactTrackerId = trackerId ?? this.findTrackerOfArtifact(artifactId);
    for (const list of this.#artifactLists) {
      const mayContain =
        artifactTrackerId === undefined ||
        list.trackerId === undefined ||
        list.trackerId === artifactTrackerId;
      if (mayContain) list.invalidateRow(artifactId, artifactTrackerId);
    }
  }

  /** For display: falls back to the offline cache. */
  connectForReading(): Promise<ReadConnection> {
    return this.#runForReading((connection) => Promise.resolve(connection));
  }

  /** `undefined` also if an unencrypted site isn't allowed yet: its rows are shown with that message. */
  async getAccount(): Promise<Account | undefined> {
    try {
      return (await this.#connect()).account;
    } catch (failure) {
      if (isFailure(failure) && failure.kind === "notEncrypted") return undefined;
      throw failure;
    }
  }

  /** Everything is reloaded when it is next shown. */
  invalidate(): void {
    const byParent = [this.#trackers, this.#fields, this.#milestones].flatMap((byId) => [...byId.values()]);
    this.#structures.clear();
    this.#savedArtifacts.clear();
    this.#uploadSupport = undefined;
    const lists = [
      this.memberProjects,
      this.allProjects,
      ...byParent,
      ...this.#artifactLists,
      ...this.#otherLists,
    ];
    for (const list of lists) list.invalidate();
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #loadStructure(trackerId: number, load: () => Promise<Tracker>): Promise<Tracker> {
    const known = this.#structures.get(trackerId);
    if (known !== undefined) return known;
    const loading = load().then((tracker) => this.rememberTracker(tracker));
    this.#structures.set(trackerId, loading);
    const forget = (): void => {
      if (this.#structures.get(trackerId) === loading) this.#structures.delete(trackerId);
    };
    const release = (): boolean => {
      forget();
      return true;
    };
    // Failed loads and cached responses are loaded again next time.
    loading.then((tracker) => {
      if (tracker.asOf === undefined) this.listCache.touch({ release }, estimateBytes(tracker));
      else forget();
    }, forget);
    return loading;
  }

  #createList<T extends object>(load: FetchPage<T>, getKey: (item: T) => number): PagedList<T> {
    return PagedList.createForward<T>(
      (offset) => this.#runForReading((connection) => load(connection, offset)),
      getKey,
      this.listCache,
    );
  }

  #runForReading<T>(load: (connection: ReadConnection) => Promise<T>): Promise<T> {
    return this.#runConnected((connection) =>
      load({ ...connection, client: connection.client.cachedClient }),
    );
  }

  async #runConnected<T>(load: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    // The connection may belong to another account by now.
    if (this.#isDisposed) throw new Canceled({ method: "GET", url: connection.site.api });
    return load(connection);
  }
}

function getOrCreateList<T extends object, Id>(
  lists: Map<Id, PagedList<T>>,
  id: Id,
  create: () => PagedList<T>,
): PagedList<T> {
  const list = lists.get(id) ?? create();
  lists.set(id, list);
  return list;
}

export class Catalog {
  /** Fires with the API root of a site whose data must be reloaded. */
  readonly onDidForgetSite = new Emitter<string>();
  /** Fires when an artifact was changed or created. `fieldIds` are fields changed outside of a form. */
  readonly onDidWriteArtifact = new Emitter<{
    readonly siteApi: string;
    readonly artifactId: number;
    readonly fieldIds: readonly number[];
  }>();
  /** Fires when the user has saved a change of artifacts, and again with the same ID when more is known about it. */
  readonly onDidSaveChange = new Emitter<SavedChange>();
  readonly #connections: Connections;
  readonly #sites = new Map<string, SiteCatalog>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  getSite(site: Site): SiteCatalog {
    const catalog = this.#sites.get(site.api) ?? new SiteCatalog(() => this.#connections.connect(site));
    this.#sites.set(site.api, catalog);
    return catalog;
  }

  /** Fails if another account is signed in, perhaps since then, or in another window. */
  async connectAs(site: Site, accountId: string | undefined): Promise<Connection> {
    const connection = await this.getSite(site).connect();
    const { account } = connection;
    if (account?.id === accountId) return connection;
    throw new SignedOut({ method: "GET", url: site.api, isAnonymous: account === undefined });
  }

  /** Call after a write: loaded data of the artifact is stale. */
  reportWrite(
    site: Site,
    artifactId: number,
    trackerId: number | undefined,
    fieldIds: readonly number[] = [],
  ): void {
    this.getSite(site).invalidateArtifact(artifactId, trackerId);
    this.onDidWriteArtifact.fire({ siteApi: site.api, artifactId, fieldIds });
  }

  /** Drops all data of a site, which may have another account from now on. */
  async forgetSite(api: string): Promise<void> {
    this.#sites.get(api)?.dispose();
    this.#sites.delete(api);
    await this.#connections.disconnect(api);
    this.onDidForgetSite.fire(api);
  }
}
