// The rows of the builder: what was put together so far, and what can be done with it.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { openOnly, type QueryProblem } from "../../model/query/resolve.ts";
import type { Grouping, Sort } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import { conditionText } from "../../vscode/conditionText.ts";
import { pickOne, type Reply, type StepRow } from "../../vscode/prompts.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import type { Sketch, Way } from "./sketch.ts";

// In which order a query's rows are shown, and in which groups.

/** `view`: as the view has it, which is what a query without a word about it leaves it to. */
type OrView<T> = T | "view";

function sortText({ by, direction }: Sort): string {
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

function groupText(group: Grouping): string {
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

function asTheViewHasIt(): string {
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

export type Act =
  | { readonly kind: "change" | "remove"; readonly place: number }
  | {
      readonly kind:
        | "add"
        | "conditions"
        | "text"
        | "report"
        | "open"
        | "sort"
        | "group"
        | "me"
        | "table"
        | "save"
        | "saveNew";
    };

interface Shown {
  readonly site: Site;
  readonly sketch: Sketch;
  readonly tracker: Tracker;
  readonly problems: readonly QueryProblem[];
  readonly hasOwnWays: boolean;
  /** Whether it is in the settings already. */
  readonly isKept: boolean;
}

type Row = StepRow<Act>;

function removeButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Remove") };
}

function line(label: string): Row {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function act(
  icon: string,
  label: string,
  kind: Exclude<Act["kind"], "change" | "remove">,
  description = "",
): Row {
  return { label: `$(${icon}) ${label}`, description, value: { kind } };
}

function conditionRows({ site, sketch, tracker, problems }: Shown): readonly Row[] {
  const rows = sketch.where.map((condition, place): Row => {
    const wrong = problems.filter(({ field }) => field === condition.field);
    const icon = wrong.length > 0 ? "$(warning)" : "$(filter)";
    return {
      label: `${icon} ${withoutIcons(conditionText(tracker, condition))}`,
      ...(wrong.length > 0 && {
        detail: withoutIcons(wrong.map((each) => queryProblemText(each, site.label, tracker)).join(" ")),
      }),
      buttons: [removeButton()],
      value: { kind: "change", place },
    };
  });
  return [
    line(vscode.l10n.t("Conditions")),
    ...rows,
    act("add", vscode.l10n.t("Add Condition…"), "add"),
    ...(problems.some(({ kind }) => kind === "nobodyIsMe")
      ? [act("account", vscode.l10n.t("Say Who You Are…"), "me")]
      : []),
  ];
}

function ownWayRow(way: Exclude<Way, { kind: "conditions" }>): Row {
  const buttons = [removeButton()];
  return way.kind === "text"
    ? { label: `$(code) ${withoutIcons(oneLine(way.text))}`, buttons, value: { kind: "text" } }
    : {
        label: `$(output) ${withoutIcons(oneLine(way.label ?? vscode.l10n.t("Report #{0}", way.id)))}`,
        buttons,
        value: { kind: "report" },
      };
}

function askedRows(shown: Shown): readonly Row[] {
  const { way } = shown.sketch;
  if (way.kind === "conditions") return conditionRows(shown);
  const title =
    way.kind === "text"
      ? vscode.l10n.t("In the server's query language")
      : vscode.l10n.t("Report of the server");
  return [
    line(title),
    ownWayRow(way),
    act("filter", vscode.l10n.t("Ask by Conditions Instead"), "conditions"),
  ];
}

function openRow({ sketch, tracker }: Shown): readonly Row[] {
  if (sketch.way.kind !== "conditions" || openOnly(tracker).kind === "untold") return [];
  const isOn = sketch.openOnly ?? true;
  const label = vscode.l10n.t("Open Artifacts Only");
  return [
    act(
      isOn ? "check" : "circle-large-outline",
      label,
      "open",
      isOn ? vscode.l10n.t("on") : vscode.l10n.t("off"),
    ),
  ];
}

function ownWays({ sketch: { way }, hasOwnWays }: Shown): readonly Row[] {
  if (!hasOwnWays) return [];
  const text = act("code", vscode.l10n.t("Write a TQL Query…"), "text");
  const report = act("output", vscode.l10n.t("Use a Report of the Server…"), "report");
  return [
    line(vscode.l10n.t("Other ways to ask")),
    ...(way.kind === "text" ? [] : [text]),
    ...(way.kind === "report" ? [] : [report]),
  ];
}

export function sketchRows(shown: Shown): readonly Row[] {
  const { sort, group } = shown.sketch;
  return [
    ...askedRows(shown),
    line(vscode.l10n.t("Shown")),
    ...openRow(shown),
    act(
      "list-ordered",
      vscode.l10n.t("Sort By…"),
      "sort",
      sort === undefined ? asTheViewHasIt() : sortText(sort),
    ),
    act(
      "list-tree",
      vscode.l10n.t("Group By…"),
      "group",
      group === undefined ? asTheViewHasIt() : groupText(group),
    ),
    line(vscode.l10n.t("Done")),
    act("table", vscode.l10n.t("Show as Table"), "table"),
    act("save", vscode.l10n.t("Save…"), "save"),
    ...(shown.isKept ? [act("save-as", vscode.l10n.t("Save as Another Query…"), "saveNew")] : []),
    // Last, as they come when the server has said that it has them: nothing moves under the pointer.
    ...ownWays(shown),
  ];
}
