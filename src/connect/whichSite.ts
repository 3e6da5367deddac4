import * as vscode from "vscode";
import { withoutIcons } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import type { SiteTarget } from "../protocol/commands.ts";

/** The site a command is meant for: the row it was called on, the only one there is, or one that is picked. */
export async function whichSite(
  candidates: readonly Site[],
  target: SiteTarget | undefined,
  question: string,
): Promise<Site | undefined> {
  if (target !== undefined) return candidates.find(({ api }) => api === target.siteApi);
  if (candidates.length < 2) return candidates[0];
  const rows = candidates.map((site) => ({
    label: withoutIcons(site.label),
    description: withoutIcons(site.web),
    site,
  }));
  return (await vscode.window.showQuickPick(rows, { title: question }))?.site;
}
