// Where a search of artifacts looks for words, as text.
import * as vscode from "vscode";
import { toDisplayLine } from "../model/displayText.ts";

interface NamedSearchScope {
  readonly includesMyProjects: boolean;
  readonly trackers: readonly { readonly label: string }[];
}

const maxTrackerNamesLength = 60;

export function formatSearchScope({ includesMyProjects, trackers }: NamedSearchScope): string {
  const names = toDisplayLine(trackers.map(({ label }) => label).join(", "), maxTrackerNamesLength);
  if (includesMyProjects) {
    return trackers.length === 0
      ? vscode.l10n.t("Searches titles and descriptions in all your projects")
      : vscode.l10n.t("Searches all your projects, and titles in other pinned projects: {0}", names);
  }
  if (trackers.length === 0) {
    return vscode.l10n.t(
      "You can search only by artifact ID. Open, expand, or select trackers to search titles.",
    );
  }
  return trackers.length === 1
    ? vscode.l10n.t("Searches titles in 1 tracker: {0}", names)
    : vscode.l10n.t("Searches titles in {0} trackers: {1}", trackers.length, names);
}

export function formatMoreResults(count: number): string {
  return count === 1
    ? vscode.l10n.t("1 more artifact matches. Type more to narrow the results.")
    : vscode.l10n.t("{0} more artifacts match. Type more to narrow the results.", count);
}
