// Tree items of milestones and kanbans.
import * as vscode from "vscode";
import { escapeHtml, toDisplayLine } from "../../model/displayText.ts";
import { getRemainingDays, type Milestone } from "../../model/milestone.ts";
import type { KanbanNode, MilestoneNode, MilestonesNode } from "./treeNodes.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

export function createMilestonesItem({ status }: MilestonesNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    status === "open" ? vscode.l10n.t("Milestones") : vscode.l10n.t("Closed Milestones"),
    Collapsed,
  );
  item.iconPath = new vscode.ThemeIcon(status === "open" ? "milestone" : "archive");
  item.contextValue = "milestones";
  return item;
}

/** Servers write the start of a day in their own time zone, so only the date counts. */
function toDay(iso: string | undefined): Date | undefined {
  const [year, month, day] = (iso ?? "").slice(0, 10).split("-").map(Number);
  const date = new Date(year ?? Number.NaN, (month ?? 0) - 1, day);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Only with the year if it isn't the current one. */
function formatPeriod({ startsOn, endsOn }: Milestone, now: Date): string {
  const [start, end] = [toDay(startsOn), toDay(endsOn)];
  const isThisYear = [start, end].every(
    (day) => day === undefined || day.getFullYear() === now.getFullYear(),
  );
  const format = new Intl.DateTimeFormat(vscode.env.language, {
    month: "short",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  });
  if (start !== undefined && end !== undefined) return format.formatRange(start, end);
  if (end !== undefined) return vscode.l10n.t("ends {0}", format.format(end));
  return start === undefined ? "" : vscode.l10n.t("starts {0}", format.format(start));
}

function formatRemainingDays(milestone: Milestone, now: Date): string {
  const days = getRemainingDays(milestone, now);
  if (days === undefined || !milestone.isOpen) return "";
  if (days === 0) return vscode.l10n.t("ends today");
  if (days < 0) return days === -1 ? vscode.l10n.t("1 day late") : vscode.l10n.t("{0} days late", -days);
  const start = toDay(milestone.startsOn);
  if (start !== undefined && start > now) return "";
  return days === 1 ? vscode.l10n.t("1 day left") : vscode.l10n.t("{0} days left", days);
}

function formatEffort({ remainingEffort, capacity, isOpen }: Milestone): string {
  if (remainingEffort === undefined || !isOpen) return "";
  return capacity === undefined || capacity === 0
    ? vscode.l10n.t("remaining effort {0}", remainingEffort)
    : vscode.l10n.t("remaining effort {0}, capacity {1}", remainingEffort, capacity);
}

export function createMilestoneItem(node: MilestoneNode, now: Date): vscode.TreeItem {
  const { milestone } = node;
  const label = toDisplayLine(milestone.label) || `#${milestone.id}`;
  const item = new vscode.TreeItem(label, milestone.canHaveMilestones ? Collapsed : None);
  const details = [
    formatRemainingDays(milestone, now),
    formatPeriod(milestone, now),
    formatEffort(milestone),
  ];
  item.description = details.filter((part) => part !== "").join(" · ");
  item.iconPath = new vscode.ThemeIcon(milestone.isOpen ? "milestone" : "pass");
  item.contextValue = "milestone";
  const tooltip = new vscode.MarkdownString().appendMarkdown("**").appendText(escapeHtml(label));
  tooltip.appendMarkdown("**");
  for (const part of [toDisplayLine(milestone.status ?? ""), ...details].filter((each) => each !== "")) {
    tooltip.appendMarkdown("\n\n").appendText(escapeHtml(part));
  }
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.openBoard",
    title: vscode.l10n.t("Open as Board"),
    arguments: [node],
  };
  return item;
}

export function createKanbanItem(node: KanbanNode): vscode.TreeItem {
  const item = new vscode.TreeItem(toDisplayLine(node.label) || `#${node.kanbanId}`, None);
  item.description = vscode.l10n.t("kanban");
  item.iconPath = new vscode.ThemeIcon("editor-layout");
  item.contextValue = "kanban";
  item.command = {
    command: "artifacts.openBoard",
    title: vscode.l10n.t("Open as Board"),
    arguments: [node],
  };
  return item;
}
