// Prompts for a report, which only some servers have.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import type { Report } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Catalog } from "../../store/catalog.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { pickOne, type PromptResult, type PromptItem } from "../../vscode/prompts.ts";

export interface TrackerContext {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
}

/** Servers without reports don't support TQL either. */
export async function supportsTqlAndReports(
  { site, catalog, tracker }: TrackerContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { client } = await catalog.getSite(site).connect();
  return (await client.reports(tracker.id, 0, signal)) !== undefined;
}

async function loadReports(
  { site, catalog, tracker }: TrackerContext,
  signal: AbortSignal,
): Promise<readonly Report[]> {
  const { client } = await catalog.getSite(site).connect();
  const reports: Report[] = [];
  for (let next: number | undefined = 0; next !== undefined;) {
    const page = await client.reports(tracker.id, next, signal);
    reports.push(...(page?.items ?? []).filter((item) => item.kind === "report"));
    next = page?.nextOffset !== undefined && page.nextOffset > next ? page.nextOffset : undefined;
  }
  return reports;
}

function toReportRow(report: Report): PromptItem<Report> {
  const details = [
    report.isDefault ? vscode.l10n.t("default report") : undefined,
    report.isPublic ? undefined : vscode.l10n.t("personal"),
  ];
  return {
    label: escapeIcons(toDisplayLine(report.label)),
    description: details.filter((detail) => detail !== undefined).join(" · "),
    value: report,
  };
}

export async function pickReport(
  context: TrackerContext,
  currentId: number | undefined,
): Promise<PromptResult<Report>> {
  const title = vscode.l10n.t("Loading from {0}…", context.site.label);
  const reports = await withProgress(title, (signal) => loadReports(context, signal));
  return pickOne({
    title: vscode.l10n.t("Reports in {0}", toDisplayLine(context.tracker.label, 60)),
    placeholder: vscode.l10n.t(
      "Select a report. Its criteria are defined on the server and can change there.",
    ),
    canGoBack: true,
    items:
      reports.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("No reports are available in this tracker.")}` }]
        : reports.map(toReportRow),
    isActive: ({ id }) => id === currentId,
  });
}
