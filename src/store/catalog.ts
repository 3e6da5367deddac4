// What we know of the projects, trackers and artifacts of one site, as one account sees them.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Account, Site } from "../model/site.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { FieldEntry } from "../model/value.ts";
import type { Connection, Connections } from "./connections.ts";
import { Emitter } from "./emitter.ts";
import { Listing } from "./listing.ts";

/** Everything known of one site. Asks nothing by itself. */
export class SiteCatalog {
  readonly #connect: () => Promise<Connection>;
  readonly memberProjects: Listing<Project>;
  readonly allProjects: Listing<Project>;
  readonly #trackers = new Map<number, Listing<TrackerSummary>>();
  readonly #artifacts = new Map<number, Listing<ArtifactRow>>();
  readonly #fields = new Map<number, Listing<FieldEntry>>();

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
    this.allProjects = new Listing(async (offset) => (await connect()).client.projects(offset));
    this.memberProjects = new Listing(async (offset) => {
      const { account, client } = await connect();
      return account === undefined ? { items: [], next: undefined, size: 0 } : client.memberProjects(offset);
    });
  }

  trackers(project: Project): Listing<TrackerSummary> {
    return this.#listing(this.#trackers, project.id, (offset, { client }) =>
      client.trackers(project, offset),
    );
  }

  artifacts(tracker: TrackerSummary): Listing<ArtifactRow> {
    return this.#listing(this.#artifacts, tracker.id, (offset, { client }) =>
      client.artifacts(tracker, { offset }),
    );
  }

  /** The values of an artifact's fields; one page, but read, kept and refreshed as any listing. */
  fields(artifact: ArtifactRow): Listing<FieldEntry> {
    return this.#listing(this.#fields, artifact.id, async (_offset, { client }) => {
      const { values } = await client.artifact(artifact.id);
      return { items: values, next: undefined, size: values.length };
    });
  }

  account(): Promise<Account | undefined> {
    return this.#connect().then(({ account }) => account);
  }

  /** Everything read so far is read again when it is next looked at. */
  invalidate(): void {
    const known = [this.#trackers, this.#artifacts, this.#fields].flatMap((listings) => [
      ...listings.values(),
    ]);
    for (const listing of [this.memberProjects, this.allProjects, ...known]) listing.invalidate();
  }

  #listing<T>(
    known: Map<number, Listing<T>>,
    id: number,
    fetchPage: (offset: number, connection: Connection) => Promise<Page<T>>,
  ): Listing<T> {
    const listing =
      known.get(id) ?? new Listing<T>(async (offset) => fetchPage(offset, await this.#connect()));
    known.set(id, listing);
    return listing;
  }
}

export class Catalog {
  /** Says which site (by its API root) has to be looked at afresh. */
  readonly forgotten = new Emitter<string>();
  readonly #connections: Connections;
  readonly #sites = new Map<string, SiteCatalog>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  of(site: Site): SiteCatalog {
    const known = this.#sites.get(site.api) ?? new SiteCatalog(() => this.#connections.to(site));
    this.#sites.set(site.api, known);
    return known;
  }

  /** Forgets what was seen of a site: whoever looks next may be someone else. */
  async forget(api: string): Promise<void> {
    this.#sites.delete(api);
    await this.#connections.drop(api);
    this.forgotten.announce(api);
  }
}
