// Prompts for what a query searches: a tracker, several, or all trackers of the user's projects.
import * as vscode from "vscode";
import { escapeIcons, toDisplayLine } from "../../model/displayText.ts";
import { maxQueryTrackers, type QueryTracker } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { loadMemberOrFirstProjects, loadProjectTrackers } from "../../store/queries/searchedTrackers.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { pickMany, pickOne, type PromptItem, type PromptResult } from "../../vscode/prompts.ts";

export type TrackerScope = "one" | "several" | "all";

export function pickTrackerScope(
  title: string,
  canGoBack: boolean,
  active: TrackerScope,
): Promise<PromptResult<TrackerScope>> {
  return pickOne<TrackerScope>({
    title,
    placeholder: vscode.l10n.t("Select what to search"),
    canGoBack,
    items: [
      { label: `$(list-unordered) ${vscode.l10n.t("One Tracker…")}`, value: "one" },
      { label: `$(checklist) ${vscode.l10n.t("Several Trackers…")}`, value: "several" },
      { label: `$(globe) ${vscode.l10n.t("All My Projects")}`, value: "all" },
    ],
    isActive: (value) => value === active,
  });
}

export function toTrackerScope(tracker: QueryTracker): TrackerScope {
  if (tracker === "all") return "all";
  return typeof tracker === "number" ? "one" : "several";
}

/** Of pinned projects and those that the user is a member of. */
export async function pickSeveralTrackers(
  { catalog, pinnedProjects }: Services,
  site: Site,
  title: string,
  selected: readonly number[],
): Promise<PromptResult<readonly number[]>> {
  const siteCatalog = catalog.getSite(site);
  const projects = await withProgress(vscode.l10n.t("Loading trackers…"), async (signal) => {
    const pinned = pinnedProjects.list(site.api, await siteCatalog.getAccount());
    const all = [...pinned, ...(await loadMemberOrFirstProjects(siteCatalog))];
    const unique = [...new Map(all.map((project) => [project.id, project])).values()];
    return loadProjectTrackers(siteCatalog, unique, signal);
  });
  const listed = projects.flatMap(({ project, trackers }): readonly PromptItem<number>[] =>
    trackers.map(({ id, label }) => ({
      label: escapeIcons(toDisplayLine(label)) || `#${id}`,
      description: escapeIcons(toDisplayLine(project.label, 60)),
      picked: selected.includes(id),
      value: id,
    })),
  );
  const listedIds = new Set(listed.map(({ value }) => value));
  const failed = projects.find(({ failure }) => failure !== undefined);
  if (listed.length === 0 && failed?.failure !== undefined) throw failed.failure;
  // Trackers of other projects, and of projects that couldn't be loaded, stay selected.
  const others = selected
    .filter((id) => !listedIds.has(id))
    .map((id): PromptItem<number> => ({ label: `#${id}`, picked: true, value: id }));
  const items = [...listed, ...others];
  return pickMany({
    title,
    canGoBack: true,
    placeholder: vscode.l10n.t("Select the trackers to search"),
    items:
      items.length > 0
        ? items
        : [{ label: `$(info) ${vscode.l10n.t("You aren't a member of any project.")}` }],
    validate: (ids) => {
      if (ids.length === 0) return vscode.l10n.t("Select at least one tracker.");
      return ids.length > maxQueryTrackers
        ? vscode.l10n.t("Select at most {0} trackers.", maxQueryTrackers)
        : undefined;
    },
  });
}
