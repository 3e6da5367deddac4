// The ways to ask that only some servers have: a text in their own query language, and the reports that they keep.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { Report } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Catalog } from "../../store/catalog.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { askText, pickOne, type Reply, type StepRow, type Verdict } from "../../vscode/prompts.ts";

export interface OwnWays {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
}

/** Servers that keep no reports know no such language either. */
export async function hasOwnWays({ site, catalog, tracker }: OwnWays, signal: AbortSignal): Promise<boolean> {
  const { client } = await catalog.of(site).connection();
  return (await client.reports(tracker.id, 0, signal)) !== undefined;
}

async function judge(
  { site, catalog, tracker }: OwnWays,
  text: string,
  signal: AbortSignal,
): Promise<Verdict<Reply<string>>> {
  if (text === "") return { kind: "refused", why: vscode.l10n.t("Write what to ask for.") };
  const { client } = await catalog.of(site).connection();
  try {
    const page = await client.findByText(tracker, text, { offset: 0, limit: 10, signal });
    return page === undefined
      ? { kind: "refused", why: vscode.l10n.t("{0} reads no queries in this language.", site.label) }
      : { kind: "accepted", value: { kind: "answer", value: text } };
  } catch (failure) {
    if (!isFailure(failure) || signal.aborted) throw failure;
    return { kind: "refused", why: failureText(failure, site.label) };
  }
}

/** Asks until the server understands it; what is wrong with it is the server's to say. */
export async function askExpertText(ways: OwnWays, value: string): Promise<Reply<string>> {
  const reply = await askText<Reply<string>>({
    title: vscode.l10n.t("Query in TQL"),
    prompt: vscode.l10n.t("Fields by their names, such as: status = 'New' AND assigned_to = MYSELF()"),
    value,
    buttons: [{ button: vscode.QuickInputButtons.Back, press: () => ({ kind: "back" }) }],
    judge: (text, signal) => judge(ways, text.trim(), signal),
  });
  return reply ?? { kind: "away" };
}

async function reportsOf(
  { site, catalog, tracker }: OwnWays,
  signal: AbortSignal,
): Promise<readonly Report[]> {
  const { client } = await catalog.of(site).connection();
  const found: Report[] = [];
  for (let next: number | undefined = 0; next !== undefined;) {
    const page = await client.reports(tracker.id, next, signal);
    found.push(...(page?.items ?? []).filter((item) => item.kind === "report"));
    next = page?.next !== undefined && page.next > next ? page.next : undefined;
  }
  return found;
}

function rowOf(report: Report): StepRow<Report> {
  const facts = [
    report.isDefault ? vscode.l10n.t("shown first on the web pages") : undefined,
    report.isPublic ? undefined : vscode.l10n.t("only yours"),
  ];
  return {
    label: withoutIcons(oneLine(report.label)),
    description: facts.filter((fact) => fact !== undefined).join(" · "),
    value: report,
  };
}

export async function askReport(ways: OwnWays, now: number | undefined): Promise<Reply<Report>> {
  const reading = vscode.l10n.t("Reading from {0}", ways.site.label);
  const reports = await withProgress(reading, (signal) => reportsOf(ways, signal));
  return pickOne({
    title: vscode.l10n.t("Report of {0}", oneLine(ways.tracker.label, 60)),
    placeholder: vscode.l10n.t("Its criteria are the server's, and change when somebody changes them there"),
    canGoBack: true,
    rows:
      reports.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("This tracker has no report that you may see.")}` }]
        : reports.map(rowOf),
    isActive: ({ id }) => id === now,
  });
}
