import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";

interface SiteQuestion {
  readonly title: string;
  readonly placeHolder?: string;
}

/** One of several; the only one without a question. */
export async function pickSite(sites: readonly Site[], question: SiteQuestion): Promise<Site | undefined> {
  if (sites.length < 2) return sites[0];
  const rows = sites.map((site) => ({
    label: withoutIcons(oneLine(site.label)),
    description: withoutIcons(site.web),
    site,
  }));
  return (await vscode.window.showQuickPick(rows, question))?.site;
}
