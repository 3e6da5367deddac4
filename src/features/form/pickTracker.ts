// Prompts for a project or a tracker.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import type { Catalog, SiteCatalog } from "../../store/catalog.ts";
import type { PagedList } from "../../store/pagedList.ts";
import { pickSite } from "../../vscode/prompts.ts";

/** Starts Connect to Site if there is no site yet; `true` if it did. */
export async function connectIfNoSite({
  sites,
  commands,
}: Pick<Services, "sites" | "commands">): Promise<boolean> {
  if (sites.list().length > 0) return false;
  await commands.execute("artifacts.connect");
  return true;
}

export interface PickedTracker {
  readonly site: Site;
  readonly trackerId: number;
}

/** Throws the failure of the list only if there are no items. */
async function loadAllItems<T extends { readonly kind: string }>(list: PagedList<T>): Promise<readonly T[]> {
  await list.loadUntil(() => false);
  const items = list.items.filter((item): item is T => item.kind !== "unreadable");
  if (items.length === 0 && list.lastFailure !== undefined) throw list.lastFailure.failure;
  return items;
}

interface ProjectRow extends vscode.QuickPickItem {
  /** `undefined` for separators, messages and Other Projects. */
  readonly project?: Project;
  readonly isOtherProjects?: boolean;
}

type ProjectFilter = (project: Project) => boolean;

/** The matching projects, or all if none matches. */
function toProjectRows(projects: readonly Project[], isMatch: ProjectFilter): readonly ProjectRow[] {
  return (projects.some(isMatch) ? projects.filter(isMatch) : projects).map((project) => ({
    label: escapeIcons(toDisplayLine(project.label)),
    description: escapeIcons(toDisplayLine(project.shortName)),
    project,
  }));
}

/** The user's projects and an item for other projects, or all projects if the user has none. */
async function loadMemberProjectRows(
  { memberProjects, allProjects }: SiteCatalog,
  isMatch: ProjectFilter,
): Promise<ProjectRow[]> {
  const memberProjectList = await loadAllItems(memberProjects);
  if (memberProjectList.length === 0) return [...toProjectRows(await loadAllItems(allProjects), isMatch)];
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
  // A filter text that matches no project is probably the name of another one.
  const otherProjects = {
    label: vscode.l10n.t("Show Other Projects…"),
    alwaysShow: true,
    isOtherProjects: true,
  };
  return [...toProjectRows(memberProjectList, isMatch), separator, otherProjects];
}

async function loadOtherProjectRows(
  { memberProjects, allProjects }: SiteCatalog,
  isMatch: ProjectFilter,
): Promise<ProjectRow[]> {
  const memberProjectList = new Set((await loadAllItems(memberProjects)).map(({ id }) => id));
  const otherProjectList = (await loadAllItems(allProjects)).filter(({ id }) => !memberProjectList.has(id));
  return otherProjectList.length > 0
    ? [...toProjectRows(otherProjectList, isMatch)]
    : [{ label: vscode.l10n.t("No other projects") }];
}

export async function pickProject(
  catalog: Catalog,
  site: Site,
  title: string,
  isMatch: ProjectFilter = () => true,
): Promise<Project | undefined> {
  const siteCatalog = catalog.getSite(site);
  const pickRow = (rows: Promise<ProjectRow[]>): Thenable<ProjectRow | undefined> =>
    vscode.window.showQuickPick(rows, {
      title,
      placeHolder: vscode.l10n.t("Select a project"),
      matchOnDescription: true,
    });
  const picked = await pickRow(loadMemberProjectRows(siteCatalog, isMatch));
  return (
    picked?.isOtherProjects === true ? await pickRow(loadOtherProjectRows(siteCatalog, isMatch)) : picked
  )?.project;
}

/** Prompts for the site if there are several, then for project and tracker. */
export async function pickTracker(
  catalog: Catalog,
  sites: readonly Site[],
  title: string,
): Promise<PickedTracker | undefined> {
  const site = await pickSite(sites, { title });
  const project = site === undefined ? undefined : await pickProject(catalog, site, title);
  if (site === undefined || project === undefined) return undefined;
  const trackers = loadAllItems<TrackerSummary>(catalog.getSite(site).trackers(project)).then((items) =>
    items.map((tracker) => ({
      label: escapeIcons(toDisplayLine(tracker.label)),
      description: `#${tracker.id}`,
      tracker,
    })),
  );
  const tracker = await vscode.window.showQuickPick(trackers, {
    title,
    placeHolder: vscode.l10n.t("Select a tracker"),
  });
  return tracker === undefined ? undefined : { site, trackerId: tracker.tracker.id };
}
