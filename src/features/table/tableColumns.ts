// The columns of a table: built-in ones, and the fields of the tracker.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { findServerType } from "../../model/fields/hostRegistry.ts";
import { isLayoutElement } from "../../model/form/layout.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { BuiltInColumn } from "../../model/table.ts";
import type { Field, Tracker } from "../../model/tracker.ts";
import { toFieldColumnKey, builtInColumns } from "../../protocol/columns.ts";
import type { TableColumn } from "../../protocol/tableProtocol.ts";

const maxLabelLength = 60;

function getBuiltInLabel(column: BuiltInColumn): string {
  switch (column) {
    case "id":
      return vscode.l10n.t("ID");
    case "title":
      return vscode.l10n.t("Title");
    case "status":
      return vscode.l10n.t("Status");
    case "assignee":
      return vscode.l10n.t("Assignee");
    case "tracker":
      return vscode.l10n.t("Tracker");
    case "project":
      return vscode.l10n.t("Project");
    case "submittedBy":
      return vscode.l10n.t("Submitted by");
    case "submitted":
      return vscode.l10n.t("Submitted");
    case "modified":
      return vscode.l10n.t("Modified");
  }
}

function getBuiltInKind(column: BuiltInColumn): TableColumn["kind"] {
  if (column === "id") return "number";
  return column === "submitted" || column === "modified" ? "date" : "text";
}

function getFieldKind({ type }: Field): TableColumn["kind"] {
  return findServerType(type)?.columnType ?? "text";
}

/** Fields that are built-in columns by their semantics. */
function getSemanticFields({ semantics }: Tracker): ReadonlyMap<BuiltInColumn, number | undefined> {
  return new Map([
    ["title", semantics.titleFieldId],
    ["status", semantics.status?.fieldId],
    ["assignee", semantics.assigneeFieldId],
  ]);
}

/** Some servers don't report all columns, which the first row shows. Without a row, all are assumed. */
function isReported(
  column: BuiltInColumn,
  tracker: Tracker | undefined,
  sample: RowWithTracker | undefined,
): boolean {
  switch (column) {
    case "tracker":
      return tracker === undefined;
    case "project":
      return tracker === undefined && sample?.tracker?.project !== undefined;
    case "assignee":
      return tracker === undefined || tracker.semantics.assigneeFieldId !== undefined;
    case "submittedBy":
      return sample === undefined || sample.submittedBy !== undefined;
    case "submitted":
      return sample === undefined || sample.submittedOn !== undefined;
    case "modified":
      return sample === undefined || sample.modifiedOn !== undefined;
    case "id":
    case "title":
    case "status":
      return true;
  }
}

/** Without a tracker, only built-in columns. */
export function listColumns(
  tracker: Tracker | undefined,
  sample: RowWithTracker | undefined,
): readonly TableColumn[] {
  const columns = builtInColumns.filter((column) => isReported(column, tracker, sample));
  const semanticFields =
    tracker === undefined ? new Map<BuiltInColumn, number | undefined>() : getSemanticFields(tracker);
  const fields = tracker?.fields ?? [];
  const getLabel = (column: BuiltInColumn): string => {
    const label = fields.find(({ id }) => id === semanticFields.get(column))?.label;
    return label === undefined || label.trim() === ""
      ? getBuiltInLabel(column)
      : toDisplayLine(label, maxLabelLength);
  };
  const semanticFieldIds = new Set(semanticFields.values());
  return [
    ...columns.map((column): TableColumn => ({
      key: column,
      label: getLabel(column),
      kind: getBuiltInKind(column),
    })),
    ...fields
      .filter(
        (field) =>
          !isLayoutElement(field) &&
          findServerType(field.type)?.builtInColumn === undefined &&
          !semanticFieldIds.has(field.id),
      )
      .map((field): TableColumn => ({
        key: toFieldColumnKey(field.id),
        label: toDisplayLine(field.label, maxLabelLength) || field.name,
        kind: getFieldKind(field),
      })),
  ];
}
