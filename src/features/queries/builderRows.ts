// The rows of the query builder: the query draft, and actions on it.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import { hasCrossTrackerStatusCondition } from "../../model/query/combinedTracker.ts";
import { getOpenOnlyFilter, type QueryProblem } from "../../model/query/resolveQuery.ts";
import type { Grouping, Sort } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import { conditionText } from "../../vscode/conditionText.ts";
import { pickOne, type PromptResult, type PromptItem } from "../../vscode/prompts.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import type { QueryDraft, QueryMode } from "./queryDraft.ts";

/** `view`: the setting of the view, which applies to queries without their own. */
type OrViewDefault<T> = T | "view";

function formatSort({ by, direction }: Sort): string {
  const isAscending = direction === "ascending";
  switch (by) {
    case "id":
      return isAscending ? vscode.l10n.t("Oldest first") : vscode.l10n.t("Newest first");
    case "title":
      return isAscending ? vscode.l10n.t("Title, A to Z") : vscode.l10n.t("Title, Z to A");
    case "status":
      return isAscending ? vscode.l10n.t("Status, A to Z") : vscode.l10n.t("Status, Z to A");
    case "assignee":
      return isAscending ? vscode.l10n.t("Assignee, A to Z") : vscode.l10n.t("Assignee, Z to A");
    case "submitted":
      return isAscending
        ? vscode.l10n.t("Submitted, oldest first")
        : vscode.l10n.t("Submitted, newest first");
    case "modified":
      return isAscending ? vscode.l10n.t("Modified, oldest first") : vscode.l10n.t("Modified, newest first");
  }
}

function formatGrouping(group: Grouping): string {
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

function createViewDefaultRow<T>(): PromptItem<OrViewDefault<T>> {
  return { label: formatViewDefault(), value: "view" };
}

function formatViewDefault(): string {
  return vscode.l10n.t("Use the View's Setting");
}

export async function pickQuerySort(current: Sort | undefined): Promise<PromptResult<OrViewDefault<Sort>>> {
  return pickOne<OrViewDefault<Sort>>({
    title: vscode.l10n.t("Sort By"),
    canGoBack: true,
    items: [createViewDefaultRow(), ...sorts.map((sort) => ({ label: formatSort(sort), value: sort }))],
    isActive: (value) =>
      value === "view"
        ? current === undefined
        : value.by === current?.by && value.direction === current.direction,
  });
}

/** Grouping by tracker is pointless for a query of one tracker. */
function listGroupings({ tracker }: Pick<QueryDraft, "tracker">): readonly Grouping[] {
  return typeof tracker === "number" ? ["status", "assignee"] : ["status", "assignee", "tracker"];
}

export async function pickQueryGrouping(
  draft: Pick<QueryDraft, "tracker" | "group">,
): Promise<PromptResult<OrViewDefault<Grouping>>> {
  return pickOne<OrViewDefault<Grouping>>({
    title: vscode.l10n.t("Group By"),
    canGoBack: true,
    items: [
      createViewDefaultRow(),
      ...listGroupings(draft).map((group) => ({ label: formatGrouping(group), value: group })),
    ],
    isActive: (value) => value === (draft.group ?? "view"),
  });
}

export type BuilderAction =
  | { readonly kind: "change" | "remove"; readonly index: number }
  | {
      readonly kind:
        | "trackers"
        | "add"
        | "conditions"
        | "text"
        | "report"
        | "toggleOpenOnly"
        | "sort"
        | "group"
        | "selectUser"
        | "table"
        | "save"
        | "saveAs";
    };

interface BuilderState {
  readonly site: Site;
  readonly draft: QueryDraft;
  readonly tracker: Tracker;
  readonly problems: readonly QueryProblem[];
  readonly hasTqlAndReports: boolean;
  /** Whether it is in the settings. */
  readonly isSaved: boolean;
}

type BuilderRow = PromptItem<BuilderAction>;

function createRemoveButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Remove") };
}

function createSeparator(label: string): BuilderRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function createActionRow(
  icon: string,
  label: string,
  kind: Exclude<BuilderAction["kind"], "change" | "remove">,
  description = "",
): BuilderRow {
  return { label: `$(${icon}) ${label}`, description, value: { kind } };
}

function createConditionRows({ site, draft, tracker, problems }: BuilderState): readonly BuilderRow[] {
  const rows = draft.where.map((condition, index): BuilderRow => {
    const conditionProblems = problems.filter(({ field }) => field === condition.field);
    const icon = conditionProblems.length > 0 ? "$(warning)" : "$(filter)";
    return {
      label: `${icon} ${escapeIcons(conditionText(tracker, condition))}`,
      ...(conditionProblems.length > 0 && {
        detail: escapeIcons(
          conditionProblems.map((problem) => queryProblemText(problem, site.label, tracker)).join(" "),
        ),
      }),
      buttons: [createRemoveButton()],
      value: { kind: "change", index },
    };
  });
  return [
    createSeparator(vscode.l10n.t("Conditions")),
    ...rows,
    createActionRow("add", vscode.l10n.t("Add Condition…"), "add"),
    ...(problems.some(({ kind }) => kind === "currentUserUnknown")
      ? [createActionRow("account", vscode.l10n.t("Select Your User…"), "selectUser")]
      : []),
  ];
}

function createModeRow(mode: Exclude<QueryMode, { kind: "conditions" }>): BuilderRow {
  const buttons = [createRemoveButton()];
  return mode.kind === "text"
    ? { label: `$(code) ${escapeIcons(toDisplayLine(mode.text))}`, buttons, value: { kind: "text" } }
    : {
        label: `$(output) ${escapeIcons(toDisplayLine(mode.label ?? vscode.l10n.t("Report #{0}", mode.id)))}`,
        buttons,
        value: { kind: "report" },
      };
}

function createQueryRows(state: BuilderState): readonly BuilderRow[] {
  const { mode } = state.draft;
  if (mode.kind === "conditions") return createConditionRows(state);
  const title = mode.kind === "text" ? vscode.l10n.t("TQL query") : vscode.l10n.t("Tuleap report");
  return [
    createSeparator(title),
    createModeRow(mode),
    createActionRow("filter", vscode.l10n.t("Use Conditions Instead"), "conditions"),
  ];
}

/** TQL names its trackers itself, and a report has one. */
function createTrackerRows({ draft, tracker }: BuilderState): readonly BuilderRow[] {
  if (draft.mode.kind !== "conditions") return [];
  return [
    createSeparator(vscode.l10n.t("Trackers")),
    createActionRow("list-unordered", escapeIcons(toDisplayLine(tracker.label, 60)), "trackers"),
  ];
}

function createOpenOnlyRows({ draft, tracker }: BuilderState): readonly BuilderRow[] {
  if (hasCrossTrackerStatusCondition(draft)) return [];
  if (draft.mode.kind !== "conditions" || getOpenOnlyFilter(tracker).kind === "notReported") return [];
  const isOn = draft.openOnly ?? true;
  const label = vscode.l10n.t("Open Artifacts Only");
  return [
    createActionRow(
      isOn ? "check" : "circle-large-outline",
      label,
      "toggleOpenOnly",
      isOn ? vscode.l10n.t("on") : vscode.l10n.t("off"),
    ),
  ];
}

function createOtherModeRows({
  draft: { mode, tracker },
  hasTqlAndReports,
}: BuilderState): readonly BuilderRow[] {
  if (!hasTqlAndReports) return [];
  const hasReports = typeof tracker === "number";
  const text = createActionRow("code", vscode.l10n.t("Enter a TQL Query…"), "text");
  const report = createActionRow("output", vscode.l10n.t("Use a Tuleap Report…"), "report");
  return [
    createSeparator(vscode.l10n.t("Other query types")),
    ...(mode.kind === "text" ? [] : [text]),
    ...(mode.kind === "report" || !hasReports ? [] : [report]),
  ];
}

export function createBuilderRows(state: BuilderState): readonly BuilderRow[] {
  const { sort, group } = state.draft;
  return [
    ...createQueryRows(state),
    ...createTrackerRows(state),
    createSeparator(vscode.l10n.t("Display")),
    ...createOpenOnlyRows(state),
    createActionRow(
      "list-ordered",
      vscode.l10n.t("Sort By…"),
      "sort",
      sort === undefined ? formatViewDefault() : formatSort(sort),
    ),
    createActionRow(
      "list-tree",
      vscode.l10n.t("Group By…"),
      "group",
      group === undefined ? formatViewDefault() : formatGrouping(group),
    ),
    createSeparator(vscode.l10n.t("Actions")),
    createActionRow("table", vscode.l10n.t("Open as Table"), "table"),
    createActionRow("save", vscode.l10n.t("Save…"), "save"),
    ...(state.isSaved ? [createActionRow("save-as", vscode.l10n.t("Save As New Query…"), "saveAs")] : []),
    // Last, since they appear after the server's response, and other rows must not move.
    ...createOtherModeRows(state),
  ];
}
