import * as vscode from "vscode";
import type { Project } from "../model/project.ts";
import { pickSite } from "../platform/pickSite.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Pins } from "../store/pins.ts";
import type { Sites } from "../store/sites.ts";
import type { ProjectFilters } from "./projectFilters.ts";

interface PinDependencies {
  readonly catalog: Catalog;
  readonly pins: Pins;
  readonly sites: Sites;
}

function findProject(
  { catalog, sites }: PinDependencies,
  siteApi: string,
  projectId: number,
): Project | undefined {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const { allProjects, memberProjects } = catalog.of(site);
  return [...allProjects.items, ...memberProjects.items]
    .filter((item) => item.kind === "project")
    .find(({ id }) => id === projectId);
}

export async function pinProject(
  dependencies: PinDependencies,
  target: { readonly siteApi: string; readonly projectId: number },
): Promise<void> {
  const site = dependencies.sites.find(target.siteApi);
  const project = findProject(dependencies, target.siteApi, target.projectId);
  if (site === undefined || project === undefined) return;
  await dependencies.pins.pin(site.api, await dependencies.catalog.of(site).account(), project);
}

export async function unpinProject(
  { catalog, pins, sites }: PinDependencies,
  target: { readonly siteApi: string; readonly projectId: number },
): Promise<void> {
  const site = sites.find(target.siteApi);
  if (site !== undefined) await pins.unpin(site.api, await catalog.of(site).account(), target.projectId);
}

/** Asks what to look for among the projects of a site; an empty answer shows all of them again. */
export async function askProjectFilter(
  { filters, sites }: { readonly filters: ProjectFilters; readonly sites: Sites },
  target: { readonly siteApi: string } | undefined,
): Promise<void> {
  const title = vscode.l10n.t("Filter Projects");
  const siteApi = target?.siteApi ?? (await pickSite(sites.list(), { title }))?.api;
  if (siteApi === undefined) return;
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Part of a project's name; leave empty to show all"),
    value: filters.of(siteApi)?.text ?? "",
  });
  if (text !== undefined) filters.set(siteApi, text);
}
