// Which repositories take no commit without a reference. That is a setting of theirs, which those may read who administer them;
// where it can't be read, nothing is assumed.
import { isFailure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { SvnSummary } from "../../model/svn.ts";
import type { Catalog, SiteCatalog } from "../catalog.ts";
import type { PagedList } from "../pagedList.ts";
import type { SvnRepositories } from "./repositories.ts";
import { liesUnder, svnPath } from "./workingCopy.ts";

interface ReferenceRulesOptions {
  readonly catalog: Catalog;
  readonly repositories: SvnRepositories;
  readonly now: () => number;
}

interface Kept {
  readonly since: number;
  readonly refusing: Promise<string | undefined>;
}

/** Nothing is asked with each letter of a message; what has failed or changed elsewhere is known soon after. */
const keptMs = 60_000;

export class ReferenceRules {
  readonly #options: ReferenceRulesOptions;
  /** With the catalog they go when whoever looks next may be someone else. */
  #kept = new WeakMap<SiteCatalog, Map<string, Kept>>();
  readonly #listening: { dispose(): void };

  constructor(options: ReferenceRulesOptions) {
    this.#options = options;
    this.#listening = options.repositories.changed.listen(() => {
      this.#kept = new WeakMap();
    });
  }

  /** For a working copy of this address: the name of the repository that refuses messages without a reference. */
  async refusing(site: Site, address: string): Promise<string | undefined> {
    const { catalog, now } = this.#options;
    const known = catalog.of(site);
    const ofSite = this.#kept.get(known) ?? new Map<string, Kept>();
    this.#kept.set(known, ofSite);
    const kept = ofSite.get(address);
    if (kept !== undefined && now() - kept.since < keptMs) return kept.refusing;
    const refusing = this.#ask(site, known, address);
    ofSite.set(address, { since: now(), refusing });
    return refusing;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #ask(site: Site, catalog: SiteCatalog, address: string): Promise<string | undefined> {
    try {
      const found = await this.#repositoryAt(site, catalog, address);
      if (found === undefined) return undefined;
      const { client } = await catalog.connection();
      const { name = found.name, settings } = await client.svn(found.id);
      return settings?.commitRules.isReferenceMandatory === true ? (name ?? `#${found.id}`) : undefined;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return undefined;
    }
  }

  async #repositoryAt(site: Site, catalog: SiteCatalog, address: string): Promise<SvnSummary | undefined> {
    for (const project of await projectsNamed(catalog, svnPath(address))) {
      const { listing } = this.#options.repositories.of(site, project);
      await readWhole(listing);
      const found = listing.items.find(
        (item) =>
          item.kind === "svnRepository" && item.address !== undefined && liesUnder(address, item.address),
      );
      if (found?.kind === "svnRepository") return found;
    }
    return undefined;
  }
}

async function readWhole<T extends object>(listing: PagedList<T>): Promise<void> {
  // One that failed before may work by now.
  if (listing.trouble !== undefined) listing.invalidate();
  await listing.loadUntil(() => false);
}

/** The platform has a project's name in the addresses of its repositories; nobody's other projects are looked through. */
async function projectsNamed(catalog: SiteCatalog, path: readonly string[]): Promise<readonly Project[]> {
  if (path.length === 0) return [];
  await readWhole(catalog.memberProjects);
  const names = new Set(path.map((part) => part.toLowerCase()));
  const named = catalog.seenProjects.filter(({ shortName }) => names.has(shortName.toLowerCase()));
  return [...new Map(named.map((project) => [project.id, project])).values()];
}
