import * as vscode from "vscode";
import type { Project } from "../../model/project.ts";
import type { Grouping, Sort } from "../../model/query/savedQuery.ts";
import type { Services } from "../../services.ts";
import { pickSite } from "../../vscode/prompts.ts";
import type { TreeContext } from "./context.ts";
import type { Arrangement } from "./viewState.ts";

// Asks in which order, or in which groups, a view shall show artifacts.

interface Offer<T> extends vscode.QuickPickItem {
  readonly value: T;
}

function sortOffers(): readonly (readonly [string, Sort | undefined])[] {
  const up = "ascending";
  const down = "descending";
  return [
    [vscode.l10n.t("Newest first"), undefined],
    [vscode.l10n.t("Oldest first"), { by: "id", direction: up }],
    [vscode.l10n.t("Title, A to Z"), { by: "title", direction: up }],
    [vscode.l10n.t("Title, Z to A"), { by: "title", direction: down }],
    [vscode.l10n.t("Status, A to Z"), { by: "status", direction: up }],
    [vscode.l10n.t("Status, Z to A"), { by: "status", direction: down }],
    [vscode.l10n.t("Assignee, A to Z"), { by: "assignee", direction: up }],
    [vscode.l10n.t("Assignee, Z to A"), { by: "assignee", direction: down }],
    [vscode.l10n.t("Submitted, latest first"), { by: "submitted", direction: down }],
    [vscode.l10n.t("Submitted, earliest first"), { by: "submitted", direction: up }],
    [vscode.l10n.t("Modified, latest first"), { by: "modified", direction: down }],
    [vscode.l10n.t("Modified, earliest first"), { by: "modified", direction: up }],
  ];
}

function groupOffers(): readonly (readonly [string, Grouping | undefined])[] {
  return [
    [vscode.l10n.t("No groups"), undefined],
    [vscode.l10n.t("Status"), "status"],
    [vscode.l10n.t("Assignee"), "assignee"],
    [vscode.l10n.t("Tracker"), "tracker"],
  ];
}

async function ask<T>(
  offers: readonly (readonly [string, T])[],
  now: T,
  title: string,
): Promise<{ readonly chosen: T } | undefined> {
  const isNow = (value: T): boolean => JSON.stringify(value) === JSON.stringify(now);
  const items = offers.map(([label, value]): Offer<T> => ({
    label,
    description: isNow(value) ? vscode.l10n.t("now") : "",
    value,
  }));
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked && { chosen: picked.value };
}

/** Undefined if nothing was chosen. */
export function askSort({ sort }: Arrangement): Promise<{ readonly chosen: Sort | undefined } | undefined> {
  return ask(sortOffers(), sort, vscode.l10n.t("Sort Artifacts By"));
}

export function askGroup({
  group,
}: Arrangement): Promise<{ readonly chosen: Grouping | undefined } | undefined> {
  return ask(groupOffers(), group, vscode.l10n.t("Group Artifacts By"));
}

/** In short, for the title of a view; empty for what is usual. */
export function arrangementText({ sort, group }: Arrangement): string {
  const nameOf = <T>(offers: readonly (readonly [string, T])[], wanted: T): string =>
    offers.find(([, value]) => JSON.stringify(value) === JSON.stringify(wanted))?.[0] ?? "";
  return [
    sort === undefined ? "" : nameOf(sortOffers(), sort),
    group === undefined ? "" : vscode.l10n.t("by {0}", nameOf(groupOffers(), group)),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function findProject({ catalog, sites }: Services, siteApi: string, projectId: number): Project | undefined {
  const site = sites.find(siteApi);
  if (site === undefined) return undefined;
  const { allProjects, memberProjects } = catalog.of(site);
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
  await services.pins.pin(site.api, await services.catalog.of(site).account(), project);
}

export async function unpinProject(
  { catalog, pins, sites }: Services,
  target: { readonly siteApi: string; readonly projectId: number },
): Promise<void> {
  const site = sites.find(target.siteApi);
  if (site !== undefined) await pins.unpin(site.api, await catalog.of(site).account(), target.projectId);
}

/** Asks what to look for among the projects of a site; an empty answer shows all of them again. */
export async function askProjectFilter(
  { filters, sites }: TreeContext,
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
