// Prompts for the trackers to search, from pinned projects, projects of used trackers, and the user's projects.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import {
  loadMemberOrFirstProjects,
  type ProjectTrackers,
  loadSearchedTrackers,
  type SearchScopeStore,
  loadProjectTrackers,
} from "../../store/queries/searchedTrackers.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { PromptItem } from "../../vscode/prompts.ts";

interface TrackerChoice {
  readonly site: Site;
  readonly tracker: TrackerSummary;
}

type TrackerRow = PromptItem<TrackerChoice>;

interface SiteTrackers {
  readonly site: Site;
  readonly projects: readonly ProjectTrackers[];
  readonly searched: ReadonlySet<number>;
}

function removeDuplicates(projects: readonly Project[]): readonly Project[] {
  return [...new Map(projects.map((project) => [project.id, project])).values()];
}

async function loadSiteTrackers(
  { catalog, pinnedProjects }: Services,
  scope: SearchScopeStore,
  site: Site,
  signal: AbortSignal,
): Promise<SiteTrackers> {
  const siteCatalog = catalog.getSite(site);
  const pinned = pinnedProjects.list(site.api, await siteCatalog.getAccount());
  const usedProjects = siteCatalog.usedTrackers.flatMap(
    ({ id }) => siteCatalog.findProjectOfTracker(id) ?? [],
  );
  const candidates = removeDuplicates([
    ...pinned,
    ...usedProjects,
    ...(await loadMemberOrFirstProjects(siteCatalog)),
  ]);
  const projects = await loadProjectTrackers(siteCatalog, candidates, signal);
  const { trackers } = await loadSearchedTrackers({ catalog, pinnedProjects, scope }, site, signal);
  return { site, projects, searched: new Set(trackers.map(({ id }) => id)) };
}

function createTrackerRows(
  { site, projects, searched }: SiteTrackers,
  showsSite: boolean,
): readonly TrackerRow[] {
  return projects.flatMap(({ project, trackers, failure }): readonly TrackerRow[] => {
    const breadcrumbs = [project.label, ...(showsSite ? [site.label] : [])].map((name) =>
      escapeIcons(toDisplayLine(name, 60)),
    );
    const rows = trackers.map((tracker): TrackerRow => ({
      label: escapeIcons(toDisplayLine(tracker.label)),
      description: breadcrumbs.join(" · "),
      picked: searched.has(tracker.id),
      value: { site, tracker },
    }));
    const failureRow: TrackerRow = {
      label: `$(warning) ${failure === undefined ? "" : escapeIcons(toDisplayLine(failureText(failure, site.label)))}`,
    };
    const shownRows = failure === undefined ? rows : [...rows, failureRow];
    return shownRows.length === 0
      ? []
      : [{ label: breadcrumbs.join(" · "), kind: vscode.QuickPickItemKind.Separator }, ...shownRows];
  });
}

function createDefaultsButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon("discard"),
    tooltip: vscode.l10n.t("Search Open, Expanded, and Pinned Trackers"),
  };
}

/** `defaults`: trackers that are open, expanded or pinned. */
function pickTrackers(
  rows: readonly TrackerRow[],
): Promise<readonly TrackerChoice[] | "defaults" | undefined> {
  const box = vscode.window.createQuickPick<TrackerRow>();
  box.title = vscode.l10n.t("Trackers to Search");
  box.placeholder = vscode.l10n.t("Select the trackers to search");
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.ignoreFocusOut = true;
  box.buttons = [createDefaultsButton()];
  box.items =
    rows.length > 0 ? rows : [{ label: `$(info) ${vscode.l10n.t("You aren't a member of any project.")}` }];
  box.selectedItems = rows.filter(({ picked }) => picked === true);
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      resolve(box.selectedItems.flatMap(({ value }) => value ?? []));
      box.hide();
    });
    box.onDidTriggerButton(() => {
      resolve("defaults");
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** Stored in the workspace, per site and account. */
export async function pickAndStoreSearchTrackers(services: Services, scope: SearchScopeStore): Promise<void> {
  const { sites, catalog } = services;
  const allSites = sites.list();
  const siteTrackers = await withProgress(vscode.l10n.t("Loading trackers…"), (signal) =>
    Promise.all(allSites.map((site) => loadSiteTrackers(services, scope, site, signal))),
  );
  const picked = await pickTrackers(
    siteTrackers.flatMap((each) => createTrackerRows(each, allSites.length > 1)),
  );
  if (picked === undefined) return;
  for (const site of allSites) {
    const account = await catalog.getSite(site).getAccount();
    const siteChoices = picked === "defaults" ? undefined : picked.filter((each) => each.site === site);
    await scope.set(
      site.api,
      account,
      siteChoices?.map(({ tracker }) => tracker),
    );
  }
}
