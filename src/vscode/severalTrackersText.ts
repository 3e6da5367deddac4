// Texts that name the trackers of a query. Loaded with the tree, so it imports no rules of queries.
import * as vscode from "vscode";
import type { QueryTracker } from "../model/query/savedQuery.ts";

export type SeveralTrackers = Exclude<QueryTracker, number>;

export function severalTrackersText(trackers: SeveralTrackers): string {
  if (trackers === "all") return vscode.l10n.t("All My Projects");
  return trackers.length === 1 ? vscode.l10n.t("1 tracker") : vscode.l10n.t("{0} trackers", trackers.length);
}

/** Older servers have no such route. */
export function severalTrackersNotSupportedText(site: string): string {
  return vscode.l10n.t(
    "{0} doesn't support queries over several trackers. Edit the query to search one tracker.",
    site,
  );
}
