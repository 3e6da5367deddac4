// Which tracker is meant, where no row of the tree says it.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import type { Project } from "../model/project.ts";
import type { Site } from "../model/site.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import { pickSite } from "../platform/pickSite.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Listing } from "../store/listing.ts";

export interface ChosenTracker {
  readonly site: Site;
  readonly trackerId: number;
}

/** All that a listing can give; what went wrong with it is thrown if there is nothing at all. */
async function all<T extends { readonly kind: string }>(listing: Listing<T>): Promise<readonly T[]> {
  await listing.loadUntil(() => false);
  const items = listing.items.filter((item): item is T => item.kind !== "unreadable");
  if (items.length === 0 && listing.trouble !== undefined) throw listing.trouble.failure;
  return items;
}

async function projectsOf(catalog: Catalog, site: Site): Promise<readonly Project[]> {
  const known = catalog.of(site);
  const mine = await all(known.memberProjects);
  return mine.length > 0 ? mine : all(known.allProjects);
}

/** Those that fit first of all; where none seems to, any of them. */
export async function askProject(
  catalog: Catalog,
  site: Site,
  title: string,
  isFit: (project: Project) => boolean = () => true,
): Promise<Project | undefined> {
  const projects = projectsOf(catalog, site).then((found) =>
    (found.some(isFit) ? found.filter(isFit) : found).map((project) => ({
      label: withoutIcons(oneLine(project.label)),
      description: withoutIcons(oneLine(project.shortName)),
      project,
    })),
  );
  const picked = await vscode.window.showQuickPick(projects, {
    title,
    placeHolder: vscode.l10n.t("In which project?"),
    matchOnDescription: true,
  });
  return picked?.project;
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
