// In which trackers titles are searched: chosen among those of the projects that one pinned, looked into or belongs to.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import {
  ownProjects,
  type ProjectTrackers,
  searchedTrackers,
  type SearchScope,
  trackersOf,
} from "../../store/queries/titleSearch.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { StepRow } from "../../vscode/prompts.ts";

interface Choice {
  readonly site: Site;
  readonly tracker: TrackerSummary;
}

type Row = StepRow<Choice>;

interface Offered {
  readonly site: Site;
  readonly projects: readonly ProjectTrackers[];
  readonly searched: ReadonlySet<number>;
}

function once(projects: readonly Project[]): readonly Project[] {
  return [...new Map(projects.map((project) => [project.id, project])).values()];
}

async function offeredAt(
  { catalog, pins }: Services,
  scope: SearchScope,
  site: Site,
  signal: AbortSignal,
): Promise<Offered> {
  const known = catalog.of(site);
  const pinned = pins.list(site.api, await known.account());
  const used = known.usedTrackers.flatMap(({ id }) => known.projectHolding(id) ?? []);
  const offered = once([...pinned, ...used, ...(await ownProjects(known))]);
  const projects = await trackersOf(known, offered, signal);
  const { trackers } = await searchedTrackers({ catalog, pins, scope }, site, signal);
  return { site, projects, searched: new Set(trackers.map(({ id }) => id)) };
}

function rowsOf({ site, projects, searched }: Offered, namesSite: boolean): readonly Row[] {
  return projects.flatMap(({ project, trackers, failure }): readonly Row[] => {
    const place = [project.label, ...(namesSite ? [site.label] : [])].map((name) =>
      withoutIcons(oneLine(name, 60)),
    );
    const rows = trackers.map((tracker): Row => ({
      label: withoutIcons(oneLine(tracker.label)),
      description: place.join(" · "),
      picked: searched.has(tracker.id),
      value: { site, tracker },
    }));
    const trouble: Row = {
      label: `$(warning) ${failure === undefined ? "" : withoutIcons(oneLine(failureText(failure, site.label)))}`,
    };
    const shown = failure === undefined ? rows : [...rows, trouble];
    return shown.length === 0
      ? []
      : [{ label: place.join(" · "), kind: vscode.QuickPickItemKind.Separator }, ...shown];
  });
}

function defaultsButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon("discard"),
    tooltip: vscode.l10n.t("Search Open, Expanded and Pinned Trackers"),
  };
}

/** `defaults`: what is open, expanded or pinned by then. */
function pick(rows: readonly Row[]): Promise<readonly Choice[] | "defaults" | undefined> {
  const box = vscode.window.createQuickPick<Row>();
  box.title = vscode.l10n.t("Trackers to Search");
  box.placeholder = vscode.l10n.t("In which trackers shall titles be searched?");
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.ignoreFocusOut = true;
  box.buttons = [defaultsButton()];
  box.items =
    rows.length > 0
      ? rows
      : [{ label: `$(info) ${vscode.l10n.t("There is no project that you belong to.")}` }];
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

/** Kept for the workspace, per site and account. */
export async function askScope(services: Services, scope: SearchScope): Promise<void> {
  const { sites, catalog } = services;
  const all = sites.list();
  const offered = await withProgress(vscode.l10n.t("Reading trackers"), (signal) =>
    Promise.all(all.map((site) => offeredAt(services, scope, site, signal))),
  );
  const picked = await pick(offered.flatMap((each) => rowsOf(each, all.length > 1)));
  if (picked === undefined) return;
  for (const site of all) {
    const account = await catalog.of(site).account();
    const chosen = picked === "defaults" ? undefined : picked.filter((each) => each.site === site);
    await scope.choose(
      site.api,
      account,
      chosen?.map(({ tracker }) => tracker),
    );
  }
}
