// Finds repositories that require a reference in commit messages. Only administrators can read this setting; if it
// can't be read, nothing is required.
import { isFailure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { SvnRepositorySummary } from "../../model/svn.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import type { PagedList } from "../pagedList.ts";
import type { SvnRepositories } from "./svnRepositories.ts";
import { isSvnUrlBelow, getSvnPathParts } from "./svnUrls.ts";

interface ReferenceRulesOptions {
  readonly catalog: Catalog;
  readonly repositories: SvnRepositories;
  readonly now: () => number;
}

interface CachedRule {
  readonly loadedAt: number;
  readonly repositoryName: Promise<string | undefined>;
}

/** Avoids a request for each keystroke in a message, but picks up changes soon. */
const maxAgeMs = 60_000;

export class RequiredSvnReferences {
  readonly #options: ReferenceRulesOptions;
  /** Dropped with the catalog, which is replaced when the account changes. */
  #rulesBySite = new WeakMap<SiteCatalog, Map<string, CachedRule>>();
  readonly #listener: { dispose(): void };

  constructor(options: ReferenceRulesOptions) {
    this.#options = options;
    this.#listener = options.repositories.onDidChange.event(() => {
      this.#rulesBySite = new WeakMap();
    });
  }

  /** The name of the working copy's repository, if it requires a reference. */
  async findRequiringRepository(site: Site, address: string): Promise<string | undefined> {
    const { catalog, now } = this.#options;
    const siteCatalog = catalog.getSite(site);
    const siteRules = this.#rulesBySite.get(siteCatalog) ?? new Map<string, CachedRule>();
    this.#rulesBySite.set(siteCatalog, siteRules);
    const cached = siteRules.get(address);
    if (cached !== undefined && now() - cached.loadedAt < maxAgeMs) return cached.repositoryName;
    const repositoryName = this.#loadRule(site, siteCatalog, address);
    siteRules.set(address, { loadedAt: now(), repositoryName });
    return repositoryName;
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async #loadRule(site: Site, catalog: SiteCatalog, address: string): Promise<string | undefined> {
    try {
      const repository = await this.#findRepository(site, catalog, address);
      if (repository === undefined) return undefined;
      const { client } = await catalog.connect();
      const { name = repository.name, settings } = await client.svnRepository(repository.id);
      return settings?.commitRules.isReferenceMandatory === true ? (name ?? `#${repository.id}`) : undefined;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return undefined;
    }
  }

  async #findRepository(
    site: Site,
    catalog: SiteCatalog,
    address: string,
  ): Promise<SvnRepositorySummary | undefined> {
    for (const project of await findProjectsInPath(catalog, getSvnPathParts(address))) {
      const { list } = this.#options.repositories.forProject(site, project);
      await loadAll(list);
      const found = list.items.find(
        (item) =>
          item.kind === "svnRepository" && item.address !== undefined && isSvnUrlBelow(address, item.address),
      );
      if (found?.kind === "svnRepository") return found;
    }
    return undefined;
  }
}

async function loadAll<T extends object>(list: PagedList<T>): Promise<void> {
  // Retry a failed load.
  if (list.lastFailure !== undefined) list.invalidate();
  await list.loadUntil(() => false);
}

/** Repository URLs contain the project's short name, so other projects aren't searched. */
async function findProjectsInPath(
  catalog: SiteCatalog,
  path: readonly string[],
): Promise<readonly Project[]> {
  if (path.length === 0) return [];
  await loadAll(catalog.memberProjects);
  const names = new Set(path.map((part) => part.toLowerCase()));
  const matching = catalog.loadedProjects.filter(({ shortName }) => names.has(shortName.toLowerCase()));
  return [...new Map(matching.map((project) => [project.id, project])).values()];
}
