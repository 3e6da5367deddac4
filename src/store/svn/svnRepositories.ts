// The Subversion repositories of projects. Servers without a list show those that were created or changed here.
import type { Project } from "../../model/project.ts";
import type { Account, Site } from "../../model/site.ts";
import type { SvnRepository, SvnRepositorySummary } from "../../model/svn.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import { Emitter } from "../emitter.ts";
import type { Memento } from "../mementos.ts";
import { PagedList } from "../pagedList.ts";

export interface ProjectSvnRepositories {
  readonly list: PagedList<SvnRepositorySummary>;
  /** `undefined` before the first request. */
  readonly isListedByServer: () => boolean | undefined;
}

interface RememberedRepository {
  readonly projectId: number;
  readonly repository: SvnRepositorySummary;
}

const prefix = "svnRepositories";

function getMementoKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

function getMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Another version of the extension may have stored other data. */
function toRememberedRepositories(stored: unknown): readonly RememberedRepository[] {
  const { projectId, id, name, address } = getMembers(stored);
  if (typeof projectId !== "number" || typeof id !== "number") return [];
  return [
    { projectId, repository: { kind: "svnRepository", id, name: toText(name), address: toText(address) } },
  ];
}

function toStored({ projectId, repository: { id, name, address } }: RememberedRepository): object {
  return { projectId, id, name, address };
}

export class SvnRepositories {
  /** Fires when the repositories of a project have changed. */
  readonly onDidChange = new Emitter<{ readonly siteApi: string; readonly projectId: number }>();
  readonly #catalog: Catalog;
  readonly #memento: Memento;
  /** Dropped with the site's catalog, which is replaced when the account changes. */
  readonly #loaded = new WeakMap<SiteCatalog, Map<number, ProjectSvnRepositories>>();

  constructor(catalog: Catalog, memento: Memento) {
    this.#catalog = catalog;
    this.#memento = memento;
  }

  forProject(site: Site, project: Project): ProjectSvnRepositories {
    const siteCatalog = this.#catalog.getSite(site);
    const siteRepositories = this.#loaded.get(siteCatalog) ?? new Map<number, ProjectSvnRepositories>();
    this.#loaded.set(siteCatalog, siteRepositories);
    const repositories = siteRepositories.get(project.id) ?? this.#createList(site, siteCatalog, project);
    siteRepositories.set(project.id, repositories);
    return repositories;
  }

  /** Call when a repository was created or changed. */
  async remember(
    site: Site,
    projectId: number,
    { id, name, address }: Pick<SvnRepository, "id" | "name" | "address">,
  ): Promise<void> {
    const siteCatalog = this.#catalog.getSite(site);
    const account = await siteCatalog.getAccount();
    const all = this.#readStored(site.api, account);
    const previous = all.find(({ repository }) => repository.id === id)?.repository;
    const stored = [
      ...all.filter(({ repository }) => repository.id !== id).map(toStored),
      // Not every response has name and URL.
      { projectId, id, name: toText(name) ?? previous?.name, address: toText(address) ?? previous?.address },
    ];
    await this.#memento.update(getMementoKey(site.api, account), stored);
    this.#loaded.get(siteCatalog)?.get(projectId)?.list.invalidate();
    this.onDidChange.fire({ siteApi: site.api, projectId });
  }

  /** Name and URL of a repository, if known for the current account. */
  async findRemembered(site: Site, repositoryId: number): Promise<SvnRepositorySummary | undefined> {
    const account = await this.#catalog.getSite(site).getAccount();
    const all = this.#readStored(site.api, account);
    return all.find(({ repository }) => repository.id === repositoryId)?.repository;
  }

  /** Removes the repositories of all accounts of a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memento.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memento.update(key, undefined);
  }

  #readStored(api: string, account: Account | undefined): readonly RememberedRepository[] {
    const stored = this.#memento.get(getMementoKey(api, account));
    return Array.isArray(stored) ? stored.flatMap(toRememberedRepositories) : [];
  }

  #createList(site: Site, siteCatalog: SiteCatalog, project: Project): ProjectSvnRepositories {
    let isListedByServer: boolean | undefined;
    const list = PagedList.createForward<SvnRepositorySummary>(
      async (offset) => {
        const { client, account } = await siteCatalog.connect();
        const page = await client.svnRepositories(project, offset);
        isListedByServer = page !== undefined;
        if (page !== undefined) return page;
        const items = this.#readStored(site.api, account)
          .filter(({ projectId }) => projectId === project.id)
          .map(({ repository }) => repository);
        return { items, nextOffset: undefined, total: items.length };
      },
      ({ id }) => id,
      siteCatalog.listCache,
    );
    siteCatalog.registerList(list);
    return { list, isListedByServer: () => isListedByServer };
  }
}
