// Which tracker is meant, where no row of the tree says it.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import type { Catalog, SiteCatalog } from "../../store/catalog.ts";
import type { PagedList } from "../../store/pagedList.ts";
import { pickSite } from "../../vscode/prompts.ts";

/** Nothing can be opened before there is a site, so that is what is asked for. */
export async function hasNoSite({ sites, commands }: Pick<Services, "sites" | "commands">): Promise<boolean> {
  if (sites.list().length > 0) return false;
  await commands.run("artifacts.connect");
  return true;
}

export interface ChosenTracker {
  readonly site: Site;
  readonly trackerId: number;
}

/** All that a listing can give; what went wrong with it is thrown if there is nothing at all. */
async function all<T extends { readonly kind: string }>(listing: PagedList<T>): Promise<readonly T[]> {
  await listing.loadUntil(() => false);
  const items = listing.items.filter((item): item is T => item.kind !== "unreadable");
  if (items.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  return items;
}

interface ProjectRow extends vscode.QuickPickItem {
  /** Undefined for lines between rows, and for what leads elsewhere or only says something. */
  readonly project?: Project;
  readonly isWayOn?: boolean;
}

type Fits = (project: Project) => boolean;

/** Those that fit first of all; where none seems to, any of them. */
function rowsOf(projects: readonly Project[], isFit: Fits): readonly ProjectRow[] {
  return (projects.some(isFit) ? projects.filter(isFit) : projects).map((project) => ({
    label: withoutIcons(oneLine(project.label)),
    description: withoutIcons(oneLine(project.shortName)),
    project,
  }));
}

/** The projects of a member, and a way on to the others; where there are none of them, all that there are. */
async function firstRows({ memberProjects, allProjects }: SiteCatalog, isFit: Fits): Promise<ProjectRow[]> {
  const mine = await all(memberProjects);
  if (mine.length === 0) return [...rowsOf(await all(allProjects), isFit)];
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
  // Whoever types a name that none of them has is looking for another one.
  const wayOn = { label: vscode.l10n.t("Other Projects…"), alwaysShow: true, isWayOn: true };
  return [...rowsOf(mine, isFit), separator, wayOn];
}

async function otherRows({ memberProjects, allProjects }: SiteCatalog, isFit: Fits): Promise<ProjectRow[]> {
  const mine = new Set((await all(memberProjects)).map(({ id }) => id));
  const others = (await all(allProjects)).filter(({ id }) => !mine.has(id));
  return others.length > 0
    ? [...rowsOf(others, isFit)]
    : [{ label: vscode.l10n.t("There are no other projects that you have access to.") }];
}

export async function askProject(
  catalog: Catalog,
  site: Site,
  title: string,
  isFit: Fits = () => true,
): Promise<Project | undefined> {
  const known = catalog.of(site);
  const ask = (rows: Promise<ProjectRow[]>): Thenable<ProjectRow | undefined> =>
    vscode.window.showQuickPick(rows, {
      title,
      placeHolder: vscode.l10n.t("In which project?"),
      matchOnDescription: true,
    });
  const picked = await ask(firstRows(known, isFit));
  return (picked?.isWayOn === true ? await ask(otherRows(known, isFit)) : picked)?.project;
}

/** From site, where there are several, to project to tracker. */
export async function askTracker(
  catalog: Catalog,
  sites: readonly Site[],
  title: string,
): Promise<ChosenTracker | undefined> {
  const site = await pickSite(sites, { title });
  const project = site === undefined ? undefined : await askProject(catalog, site, title);
  if (site === undefined || project === undefined) return undefined;
  const trackers = all<TrackerSummary>(catalog.of(site).trackers(project)).then((found) =>
    found.map((tracker) => ({
      label: withoutIcons(oneLine(tracker.label)),
      description: `#${tracker.id}`,
      tracker,
    })),
  );
  const tracker = await vscode.window.showQuickPick(trackers, {
    title,
    placeHolder: vscode.l10n.t("In which tracker?"),
  });
  return tracker === undefined ? undefined : { site, trackerId: tracker.tracker.id };
}
