// The Subversion repositories of projects. Not every server can list them: those that were created or changed from here
// are remembered, and shown where it can't.
import type { Project } from "../../model/project.ts";
import type { Account, Site } from "../../model/site.ts";
import type { SvnRepository, SvnSummary } from "../../model/svn.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { Emitter } from "../emitter.ts";
import type { Memory } from "../mementos.ts";
import { PagedList } from "../pagedList.ts";

export interface ProjectRepositories {
  readonly listing: PagedList<SvnSummary>;
  /** Whether the server lists them; undefined before it was asked. */
  readonly isTold: () => boolean | undefined;
}

interface Remembered {
  readonly projectId: number;
  readonly repository: SvnSummary;
}

const prefix = "svnRepositories";

function memoryKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What another version of the program kept may look otherwise. */
function toRemembered(kept: unknown): readonly Remembered[] {
  const { projectId, id, name, address } = members(kept);
  if (typeof projectId !== "number" || typeof id !== "number") return [];
  return [{ projectId, repository: { kind: "svnRepository", id, name: text(name), address: text(address) } }];
}

function toKept({ projectId, repository: { id, name, address } }: Remembered): object {
  return { projectId, id, name, address };
}

export class SvnRepositories {
  /** Says in which project there are others now. */
  readonly changed = new Emitter<{ readonly siteApi: string; readonly projectId: number }>();
  readonly #catalog: Catalog;
  readonly #memory: Memory;
  /** What was read of a site goes with its catalog, when whoever looks next may be someone else. */
  readonly #read = new WeakMap<SiteCatalog, Map<number, ProjectRepositories>>();

  constructor(catalog: Catalog, memory: Memory) {
    this.#catalog = catalog;
    this.#memory = memory;
  }

  of(site: Site, project: Project): ProjectRepositories {
    const known = this.#catalog.of(site);
    const ofSite = this.#read.get(known) ?? new Map<number, ProjectRepositories>();
    this.#read.set(known, ofSite);
    const repositories = ofSite.get(project.id) ?? this.#reading(site, known, project);
    ofSite.set(project.id, repositories);
    return repositories;
  }

  /** To be told of one that was created or changed from here. */
  async remember(
    site: Site,
    projectId: number,
    { id, name, address }: Pick<SvnRepository, "id" | "name" | "address">,
  ): Promise<void> {
    const known = this.#catalog.of(site);
    const account = await known.account();
    const all = this.#remembered(site.api, account);
    const before = all.find(({ repository }) => repository.id === id)?.repository;
    const kept = [
      ...all.filter(({ repository }) => repository.id !== id).map(toKept),
      // Not every answer tells all of it.
      { projectId, id, name: text(name) ?? before?.name, address: text(address) ?? before?.address },
    ];
    await this.#memory.update(memoryKey(site.api, account), kept);
    this.#read.get(known)?.get(projectId)?.listing.invalidate();
    this.changed.announce({ siteApi: site.api, projectId });
  }

  /** What one is called, as far as that was ever told to whoever is signed in. */
  async recall(site: Site, repositoryId: number): Promise<SvnSummary | undefined> {
    const account = await this.#catalog.of(site).account();
    const all = this.#remembered(site.api, account);
    return all.find(({ repository }) => repository.id === repositoryId)?.repository;
  }

  /** Forgets those of everybody at a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }

  #remembered(api: string, account: Account | undefined): readonly Remembered[] {
    const kept = this.#memory.get(memoryKey(api, account));
    return Array.isArray(kept) ? kept.flatMap(toRemembered) : [];
  }

  #reading(site: Site, known: SiteCatalog, project: Project): ProjectRepositories {
    let isTold: boolean | undefined;
    const listing = PagedList.forward<SvnSummary>(
      async (offset) => {
        const { client, account } = await known.connection();
        const page = await client.svnRepositories(project, offset);
        isTold = page !== undefined;
        if (page !== undefined) return page;
        const items = this.#remembered(site.api, account)
          .filter(({ projectId }) => projectId === project.id)
          .map(({ repository }) => repository);
        return { items, next: undefined, size: items.length };
      },
      ({ id }) => id,
      known.memory,
    );
    known.keep(listing);
    return { listing, isTold: () => isTold };
  }
}
