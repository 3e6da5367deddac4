import * as vscode from "vscode";
import type { Project } from "../../model/project.ts";
import type { Grouping, Sort } from "../../model/query/savedQuery.ts";
import type { Services } from "../../services.ts";
import { pickSite } from "../../vscode/prompts.ts";
import type { TreeContext } from "./treeContext.ts";
import type { ViewArrangement } from "./viewState.ts";

// Prompts for sort, grouping and project filter, and pins projects.

interface ValueItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

function createSortOptions(): readonly (readonly [string, Sort | undefined])[] {
  const ascending = "ascending";
  const descending = "descending";
  return [
    [vscode.l10n.t("Newest first"), undefined],
    [vscode.l10n.t("Oldest first"), { by: "id", direction: ascending }],
    [vscode.l10n.t("Title, A to Z"), { by: "title", direction: ascending }],
    [vscode.l10n.t("Title, Z to A"), { by: "title", direction: descending }],
    [vscode.l10n.t("Status, A to Z"), { by: "status", direction: ascending }],
    [vscode.l10n.t("Status, Z to A"), { by: "status", direction: descending }],
    [vscode.l10n.t("Assignee, A to Z"), { by: "assignee", direction: ascending }],
    [vscode.l10n.t("Assignee, Z to A"), { by: "assignee", direction: descending }],
    [vscode.l10n.t("Submitted, newest first"), { by: "submitted", direction: descending }],
    [vscode.l10n.t("Submitted, oldest first"), { by: "submitted", direction: ascending }],
    [vscode.l10n.t("Modified, newest first"), { by: "modified", direction: descending }],
    [vscode.l10n.t("Modified, oldest first"), { by: "modified", direction: ascending }],
  ];
}

function createGroupingOptions(): readonly (readonly [string, Grouping | undefined])[] {
  return [
    [vscode.l10n.t("No grouping"), undefined],
    [vscode.l10n.t("Status"), "status"],
    [vscode.l10n.t("Assignee"), "assignee"],
    [vscode.l10n.t("Tracker"), "tracker"],
  ];
}

async function pickOption<T>(
  options: readonly (readonly [string, T])[],
  current: T,
  title: string,
): Promise<{ readonly value: T } | undefined> {
  const isCurrent = (value: T): boolean => JSON.stringify(value) === JSON.stringify(current);
  const items = options.map(([label, value]): ValueItem<T> => ({
    label,
    description: isCurrent(value) ? vscode.l10n.t("current") : "",
    value,
  }));
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked && { value: picked.value };
}

/** Undefined if the user dismisses the prompt. */
export function pickTreeSort({
  sort,
}: ViewArrangement): Promise<{ readonly value: Sort | undefined } | undefined> {
  return pickOption(createSortOptions(), sort, vscode.l10n.t("Sort Artifacts By"));
}

export function pickTreeGrouping({
  group,
}: ViewArrangement): Promise<{ readonly value: Grouping | undefined } | undefined> {
  return pickOption(createGroupingOptions(), group, vscode.l10n.t("Group Artifacts By"));
}

/** For the title of a view; empty for the default. */
export function formatViewArrangement({ sort, group }: ViewArrangement): string {
  const getLabel = <T>(options: readonly (readonly [string, T])[], option: T): string =>
    options.find(([, value]) => JSON.stringify(value) === JSON.stringify(option))?.[0] ?? "";
  return [
    sort === undefined ? "" : getLabel(createSortOptions(), sort),
    group === undefined ? "" : vscode.l10n.t("grouped by {0}", getLabel(createGroupingOptions(), group)),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function findProject({ catalog, sites }: Services, siteApi: string, projectId: number): Project | undefined {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const { allProjects, memberProjects } = catalog.getSite(site);
  return [...allProjects.items, ...memberProjects.items]
    .filter((item) => item.kind === "project")
    .find(({ id }) => id === projectId);
}

export async function pinProject(
  services: Services,
  target: { readonly siteApi: string; readonly projectId: number },
): Promise<void> {
  const site = services.sites.find(target.siteApi);
  const project = findProject(services, target.siteApi, target.projectId);
  if (site === undefined || project === undefined) return;
  await services.pinnedProjects.pin(site.api, await services.catalog.getSite(site).getAccount(), project);
}

export async function unpinProject(
  { catalog, pinnedProjects, sites }: Services,
  target: { readonly siteApi: string; readonly projectId: number },
): Promise<void> {
  const site = sites.find(target.siteApi);
  if (site !== undefined) {
    await pinnedProjects.unpin(site.api, await catalog.getSite(site).getAccount(), target.projectId);
  }
}

/** Prompts for a filter on the projects of a site; an empty text removes it. */
export async function promptProjectFilter(
  { projectFilters, sites }: TreeContext,
  target: { readonly siteApi: string } | undefined,
): Promise<void> {
  const title = vscode.l10n.t("Filter Projects");
  const siteApi = target?.siteApi ?? (await pickSite(sites.list(), { title }))?.api;
  if (siteApi === undefined) return;
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Enter part of a project name, or leave empty to show all projects"),
    value: projectFilters.get(siteApi)?.text ?? "",
  });
  if (text !== undefined) projectFilters.set(siteApi, text);
}
