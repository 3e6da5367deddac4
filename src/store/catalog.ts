// What we know of the projects, trackers and artifacts of one site, as one account sees them.
import type { ArtifactRow } from "../model/artifact.ts";
import { Cancelled } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Account, Site } from "../model/site.ts";
import type { TrackerSummary } from "../model/tracker.ts";
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

  account(): Promise<Account | undefined> {
    return this.#connect().then(({ account }) => account);
  }

  /** Everything read so far is read again when it is next looked at. */
  invalidate(): void {
    const byParent = [this.#trackers, this.#artifacts, this.#fields].flatMap((listings) => [
      ...listings.values(),
    ]);
    for (const listing of [this.memberProjects, this.allProjects, ...byParent]) listing.invalidate();
  }

  forget(): void {
    this.#isForgotten = true;
  }

  #listing<T extends object>(ask: Ask<T>, keyOf: (item: T) => number): Listing<T> {
    return new Listing<T>(async (offset) => {
      const connection = await this.#connect();
      // By now the connection may be someone else's.
      if (this.#isForgotten) throw new Cancelled({ method: "GET", url: connection.site.api });
      return ask(connection, offset);
    }, keyOf);
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

  /** Forgets what was seen of a site: whoever looks next may be someone else. */
  async forget(api: string): Promise<void> {
    this.#sites.get(api)?.forget();
    this.#sites.delete(api);
    await this.#connections.drop(api);
    this.forgotten.announce(api);
  }
}
