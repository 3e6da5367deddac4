// Prompts for TQL queries and reports, which only some servers support.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { Report } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Catalog } from "../../store/catalog.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import {
  promptWithCheck,
  pickOne,
  type PromptResult,
  type PromptItem,
  type InputCheckResult,
} from "../../vscode/prompts.ts";

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

async function validateTql(
  { site, catalog, tracker }: TrackerContext,
  text: string,
  signal: AbortSignal,
): Promise<InputCheckResult<PromptResult<string>>> {
  if (text === "") return { kind: "rejected", message: vscode.l10n.t("Enter a query.") };
  const { client } = await catalog.getSite(site).connect();
  try {
    const page = await client.findByTql(tracker, text, { offset: 0, limit: 10, signal });
    return page === undefined
      ? { kind: "rejected", message: vscode.l10n.t("{0} doesn't support TQL queries.", site.label) }
      : { kind: "accepted", value: { kind: "accepted", value: text } };
  } catch (failure) {
    if (!isFailure(failure) || signal.aborted) throw failure;
    return { kind: "rejected", message: failureText(failure, site.label) };
  }
}

/** The server validates the query. */
export async function promptTqlQuery(context: TrackerContext, value: string): Promise<PromptResult<string>> {
  const result = await promptWithCheck<PromptResult<string>>({
    title: vscode.l10n.t("TQL Query"),
    prompt: vscode.l10n.t(
      "Enter a TQL query. Use field names, for example: status = 'New' AND assigned_to = MYSELF()",
    ),
    value,
    buttons: [{ button: vscode.QuickInputButtons.Back, onClick: () => ({ kind: "back" }) }],
    check: (text, signal) => validateTql(context, text.trim(), signal),
  });
  return result ?? { kind: "dismissed" };
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
