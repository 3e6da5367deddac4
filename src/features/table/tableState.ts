// The state of a table for its page: heading, load state and notes.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import { hasCrossTrackerStatusCondition } from "../../model/query/combinedTracker.ts";
import type { Site } from "../../model/site.ts";
import { getStatusColors, type Tracker } from "../../model/tracker.ts";
import type {
  ConditionChip,
  TableLoadState,
  TableHeading,
  TableState,
} from "../../protocol/tableProtocol.ts";
import { maxBacklogRows } from "../../store/milestonePlan.ts";
import { maxTableRows, type TableRows } from "../../store/tableRows.ts";
import { getCombinedTracker } from "../../vscode/combinedTracker.ts";
import { conditionText } from "../../vscode/conditionText.ts";
import { failureText } from "../../vscode/failureText.ts";
import { missingTrackersText } from "../../vscode/queryProblemText.ts";
import { severalTrackersNotSupportedText, severalTrackersText } from "../../vscode/severalTrackersText.ts";
import type { RowsContent, TableContent, TableSourceResult } from "./tableContent.ts";

/** The chip for `openOnly` of the query itself. */
export const openOnlyChipId = "open";

export interface TableSnapshot {
  readonly source: TableSourceResult;
  readonly content: TableContent | undefined;
  readonly rows: TableRows | undefined;
  readonly openOnly: boolean;
  /** Whether it differs from what is saved, or was never saved. */
  readonly isUnsaved: boolean;
  /** When loading finished. */
  readonly loadedAt: string;
  /** The source is being resolved; previous rows are still shown. */
  readonly isOpening: boolean;
}

function usesConditions({ text, report }: SavedQuery): boolean {
  return text === undefined && report === undefined;
}

function getRows(content: TableContent | undefined): RowsContent | undefined {
  return content?.kind === "rows" ? content : undefined;
}

export function getTableTitle({ source, content }: Pick<TableSnapshot, "source" | "content">): string {
  switch (source.kind) {
    case "query": {
      const { name, tracker } = source.query;
      if (toDisplayLine(name) !== "") return toDisplayLine(name);
      return typeof tracker === "number"
        ? toDisplayLine(content?.tracker?.label ?? `#${tracker}`)
        : severalTrackersText(tracker);
    }
    case "selection":
      return source.artifacts.length === 1
        ? vscode.l10n.t("1 artifact")
        : vscode.l10n.t("{0} artifacts", source.artifacts.length);
    case "milestone":
      return toDisplayLine(getRows(content)?.plan?.milestone.label ?? vscode.l10n.t("Milestone"));
    case "kanban":
      return toDisplayLine(getRows(content)?.kanban?.label ?? vscode.l10n.t("Kanban"));
    case "invalid":
      return vscode.l10n.t("Query");
  }
}

/** The tracker whose fields the conditions name, if it is loaded. */
export function getConditionTracker(
  { tracker }: SavedQuery,
  content: TableContent | undefined,
): Tracker | undefined {
  return typeof tracker === "number" ? content?.tracker : getCombinedTracker(tracker);
}

function toChips(query: SavedQuery, content: TableContent | undefined): readonly ConditionChip[] {
  const { where, openOnly, text, report } = query;
  if (text !== undefined) return [{ id: "text", label: toDisplayLine(text, 120) }];
  if (report !== undefined) return [{ id: "report", label: vscode.l10n.t("Report #{0}", report) }];
  const openOnlyChips = openOnly === true ? [{ id: openOnlyChipId, label: vscode.l10n.t("Open only") }] : [];
  const tracker = getConditionTracker(query, content);
  if (tracker === undefined) return openOnlyChips;
  return [
    ...where.map((each, index) => ({ id: String(index), label: conditionText(tracker, each) })),
    ...openOnlyChips,
  ];
}

export function createTableHeading(snapshot: TableSnapshot): TableHeading {
  const { source, content, openOnly, isUnsaved } = snapshot;
  const query = source.kind === "query" ? source.query : undefined;
  const tracker = query === undefined ? content?.tracker : getConditionTracker(query, content);
  const breadcrumbs = [content?.site?.label, tracker?.label];
  const hasStatus = query !== undefined && hasCrossTrackerStatusCondition(query);
  const canToggleOpenOnly =
    source.kind === "kanban" ||
    (query !== undefined && usesConditions(query) && !hasStatus && query.openOnly === undefined);
  return {
    title: getTableTitle(snapshot),
    breadcrumbs: breadcrumbs.flatMap((part) => (part === undefined ? [] : [toDisplayLine(part)])),
    chips: query === undefined ? [] : toChips(query, content),
    canEditConditions: query !== undefined && usesConditions(query) && tracker !== undefined,
    canSave: query !== undefined && isUnsaved,
    openOnly: canToggleOpenOnly ? openOnly : undefined,
  };
}

function formatIgnoredConditions(site: string): string {
  return vscode.l10n.t(
    "{0} ignored a condition, so the results aren't shown. Edit or remove a condition.",
    site,
  );
}

function formatUnsupportedQuery({ label }: Site, source: TableSourceResult): string {
  if (source.kind === "query" && typeof source.query.tracker !== "number") {
    return severalTrackersNotSupportedText(label);
  }
  const isReport = source.kind === "query" && source.query.report !== undefined;
  return isReport
    ? vscode.l10n.t("This report doesn't exist on {0}. Edit the query.", label)
    : vscode.l10n.t("{0} doesn't support this query. Edit the query.", label);
}

export function toLoadingState({
  source,
  content,
  rows,
  loadedAt,
  isOpening,
}: TableSnapshot): TableLoadState {
  if (isOpening) return { kind: "loading", loadedCount: 0, totalCount: undefined };
  if (content?.kind === "problem") return { kind: "problem", text: content.text };
  if (content === undefined || rows === undefined) {
    return { kind: "loading", loadedCount: 0, totalCount: undefined };
  }
  const { state } = rows;
  switch (state.kind) {
    case "loading":
    case "stopped":
      return { kind: state.kind, loadedCount: rows.count, totalCount: rows.size };
    case "loaded":
      return { kind: "loaded", loadedAt: loadedAt, notLoadedCount: state.remaining };
    case "failed":
      return { kind: "problem", text: failureText(state.failure, content.site.label) };
    case "contradicted":
      return { kind: "problem", text: formatIgnoredConditions(content.site.label) };
    case "absent":
      return { kind: "problem", text: formatUnsupportedQuery(content.site, source) };
  }
}

export function getTableStatusColors({ content }: TableSnapshot): TableState["statusColors"] {
  const colors = content?.tracker === undefined ? undefined : getStatusColors(content.tracker);
  return colors === undefined || colors.size === 0 ? undefined : Object.fromEntries(colors);
}

export function listTableNotes({ content, rows, isOpening }: TableSnapshot): readonly string[] {
  if (isOpening || content?.kind !== "rows") return [];
  if (rows === undefined || rows.state.kind === "contradicted") return [];
  const { label } = content.site;
  const { state, unreadableCount } = rows;
  const isBacklogComplete = content.plan?.isBacklogComplete ?? content.backlog?.isComplete ?? true;
  const isBeyondCount = state.kind === "loaded" && state.hasMore && state.remaining === undefined;
  return [
    ...(content.missingTrackerIds.length > 0 ? [missingTrackersText(content.missingTrackerIds, label)] : []),
    ...(content.isOpenStateUnknown && rows.count > 0
      ? [
          vscode.l10n.t(
            "{0} doesn't report which artifacts are open, so closed artifacts are included.",
            label,
          ),
        ]
      : []),
    ...(isBacklogComplete
      ? []
      : [vscode.l10n.t("Only the first {0} artifacts of the backlog are shown.", maxBacklogRows)]),
    ...(isBeyondCount
      ? [
          vscode.l10n.t(
            "Only the newest {0} artifacts are shown. Add a condition to narrow the results.",
            maxTableRows,
          ),
        ]
      : []),
    ...(unreadableCount === 0
      ? []
      : [
          unreadableCount === 1
            ? vscode.l10n.t(
                "1 artifact isn't shown. It was deleted, you don't have access to it, or its data is invalid.",
              )
            : vscode.l10n.t(
                "{0} artifacts aren't shown. They were deleted, you don't have access to them, or their data is invalid.",
                unreadableCount,
              ),
        ]),
  ];
}
