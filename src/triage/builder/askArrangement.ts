// In which order a query's rows are shown, and in which groups.
import * as vscode from "vscode";
import type { Grouping, Sort } from "../../model/query/savedQuery.ts";
import { pickOne, type Reply, type StepRow } from "../../platform/askStep.ts";

/** `view`: as the view has it, which is what a query without a word about it leaves it to. */
type OrView<T> = T | "view";

export function sortText({ by, direction }: Sort): string {
  const isUp = direction === "ascending";
  switch (by) {
    case "id":
      return isUp ? vscode.l10n.t("Number, lowest first") : vscode.l10n.t("Number, highest first");
    case "title":
      return isUp ? vscode.l10n.t("Title, from A to Z") : vscode.l10n.t("Title, from Z to A");
    case "status":
      return isUp ? vscode.l10n.t("Status, from A to Z") : vscode.l10n.t("Status, from Z to A");
    case "assignee":
      return isUp ? vscode.l10n.t("Assignee, from A to Z") : vscode.l10n.t("Assignee, from Z to A");
    case "submitted":
      return isUp ? vscode.l10n.t("Submitted, oldest first") : vscode.l10n.t("Submitted, newest first");
    case "modified":
      return isUp ? vscode.l10n.t("Changed, longest ago first") : vscode.l10n.t("Changed, latest first");
  }
}

export function groupText(group: Grouping): string {
  switch (group) {
    case "status":
      return vscode.l10n.t("Status");
    case "assignee":
      return vscode.l10n.t("Assignee");
    case "tracker":
      return vscode.l10n.t("Tracker");
  }
}

const sorts: readonly Sort[] = [
  { by: "modified", direction: "descending" },
  { by: "modified", direction: "ascending" },
  { by: "submitted", direction: "descending" },
  { by: "submitted", direction: "ascending" },
  { by: "title", direction: "ascending" },
  { by: "title", direction: "descending" },
  { by: "status", direction: "ascending" },
  { by: "status", direction: "descending" },
  { by: "assignee", direction: "ascending" },
  { by: "assignee", direction: "descending" },
  { by: "id", direction: "ascending" },
  { by: "id", direction: "descending" },
];

function viewRow<T>(): StepRow<OrView<T>> {
  return { label: asTheViewHasIt(), value: "view" };
}

export function asTheViewHasIt(): string {
  return vscode.l10n.t("As the view has it");
}

export async function askSort(now: Sort | undefined): Promise<Reply<OrView<Sort>>> {
  return pickOne<OrView<Sort>>({
    title: vscode.l10n.t("Sort By"),
    canGoBack: true,
    rows: [viewRow(), ...sorts.map((sort) => ({ label: sortText(sort), value: sort }))],
    isActive: (value) =>
      value === "view" ? now === undefined : value.by === now?.by && value.direction === now.direction,
  });
}

/** All of a query is of one tracker. */
const groups: readonly Grouping[] = ["status", "assignee"];

export async function askGroup(now: Grouping | undefined): Promise<Reply<OrView<Grouping>>> {
  return pickOne<OrView<Grouping>>({
    title: vscode.l10n.t("Group By"),
    canGoBack: true,
    rows: [viewRow(), ...groups.map((group) => ({ label: groupText(group), value: group }))],
    isActive: (value) => value === (now ?? "view"),
  });
}
