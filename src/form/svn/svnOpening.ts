// The ways into the form of a Subversion repository: one that is there, and one yet to be made.
import * as vscode from "vscode";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import { pickSite } from "../../platform/pickSite.ts";
import type { ProjectTarget, SvnRepositoryTarget } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Sites } from "../../store/sites.ts";
import { askProject } from "../askTracker.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import type { FormPanels } from "../formPanels.ts";
import { askRepository } from "./askRepository.ts";

interface SvnOpeningDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly panels: FormPanels;
  readonly repositories: SvnRepositories;
  /** Asks for a site where there is none yet. */
  readonly hasNoSite: () => Promise<boolean>;
}

interface Place {
  readonly site: Site;
  readonly project: Project;
}

export class SvnOpening {
  readonly #dependencies: SvnOpeningDependencies;

  constructor(dependencies: SvnOpeningDependencies) {
    this.#dependencies = dependencies;
  }

  async repository(target: SvnRepositoryTarget | undefined): Promise<void> {
    const { sites, panels, hasNoSite } = this.#dependencies;
    if (await hasNoSite()) return;
    const meant = target ?? (await this.#askRepository());
    const site = meant === undefined ? undefined : sites.find(meant.siteApi);
    if (meant === undefined || site === undefined) return;
    const { siteApi, repositoryId, projectId, name, address } = meant;
    const accountId = await this.#accountId(site);
    const subject = { kind: "svn", siteApi, accountId, repositoryId, projectId } as const;
    panels.open(site, subject, { repository: { name, address } });
  }

  async fresh(target: ProjectTarget | undefined): Promise<void> {
    const { sites, hasNoSite } = this.#dependencies;
    if (await hasNoSite()) return;
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    if (target !== undefined && site !== undefined) return this.#open(site, target.projectId);
    const place = await this.#ask(vscode.l10n.t("New Subversion Repository"));
    if (place !== undefined) await this.#open(place.site, place.project.id);
  }

  async #open(site: Site, projectId: number): Promise<void> {
    const accountId = await this.#accountId(site);
    const key = crypto.randomUUID();
    this.#dependencies.panels.open(site, { kind: "newSvn", siteApi: site.api, accountId, projectId, key });
  }

  async #askRepository(): Promise<SvnRepositoryTarget | undefined> {
    const title = vscode.l10n.t("Subversion Settings");
    const place = await this.#ask(title);
    if (place === undefined) return undefined;
    const { site, project } = place;
    const repository = await askRepository(this.#dependencies.repositories, site, project, title);
    if (repository === undefined) return undefined;
    const { id: repositoryId, name, address } = repository;
    return { siteApi: site.api, projectId: project.id, repositoryId, name, address };
  }

  async #ask(title: string): Promise<Place | undefined> {
    const { sites, catalog } = this.#dependencies;
    const site = await pickSite(sites.list(), { title });
    if (site === undefined) return undefined;
    const project = await askProject(catalog, site, title, ({ resources }) =>
      resources.some(({ type }) => type === "svn"),
    );
    return project && { site, project };
  }

  async #accountId(site: Site): Promise<string | undefined> {
    return (await this.#dependencies.catalog.of(site).account())?.id;
  }
}
