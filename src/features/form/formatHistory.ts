// Formats entries and changes of an artifact's history for pages and notices.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Control, FieldValue } from "../../model/fields/registry.ts";
import { applyGroupLabels } from "../../model/form/createForm.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { toFileChange, type HistoryEntry, type ValueChange } from "../../model/history.ts";
import type { FileDescription } from "../../model/valueTypes.ts";
import type { HistoryChangeView, HistoryCommentView, HistoryEntryView } from "../../protocol/formProtocol.ts";
import type { FormSession } from "../../store/formSession.ts";
import { formatDateTime } from "../../vscode/dates.ts";
import { formatRelativeTime, serverTimeText } from "../../vscode/relativeTime.ts";
import { fieldValueText } from "../../vscode/fieldText.ts";

/** Long texts can be read in their field. */
const maxValueLength = 200;

function formatFieldValue(value: FieldValue | undefined, control: Control | undefined): string {
  if (value === undefined) return "";
  return toDisplayLine(
    fieldValueText(control === undefined ? value : applyGroupLabels(value, control)),
    maxValueLength,
  );
}

function toServerTime(value: FieldValue | undefined): string | undefined {
  return value?.kind === "date" ? serverTimeText(value.date) : undefined;
}

function formatFileNames(files: readonly FileDescription[]): string {
  return toDisplayLine(files.map(({ name }) => name).join(", "), maxValueLength);
}

export function toHistoryChangeView(change: ValueChange, form?: Form): HistoryChangeView {
  const label = toDisplayLine(change.label);
  const files = toFileChange(change);
  if (files !== undefined) {
    return {
      kind: "files",
      label,
      removed: formatFileNames(files.removed),
      added: formatFileNames(files.added),
    };
  }
  const control = form && findField(form, change.fieldId)?.control;
  const { before, after } = change;
  return {
    kind: "value",
    label,
    before: formatFieldValue(before, control),
    after: formatFieldValue(after, control),
    serverTimes: { before: toServerTime(before), after: toServerTime(after) },
  };
}

function toHistoryComment({ changeset: { comment } }: HistoryEntry): HistoryCommentView | undefined {
  if (comment === undefined) return undefined;
  const { source, format, onlyFor } = comment;
  return {
    source,
    format,
    visibleTo: onlyFor?.map((group) => toDisplayLine(group)).join(", "),
  };
}

export function toHistoryEntryView(
  entry: HistoryEntry,
  { subject, base }: Pick<FormSession, "subject" | "base">,
  now: number,
): HistoryEntryView {
  const { id, by, on } = entry.changeset;
  const instant = on === undefined ? Number.NaN : Date.parse(on);
  return {
    id,
    author: by === undefined ? vscode.l10n.t("Anonymous user") : toDisplayLine(by.label),
    relativeTime: Number.isNaN(instant) ? "" : formatRelativeTime(instant, now),
    exactTime: [formatDateTime(on), serverTimeText(on)].filter((each) => each !== undefined).join("\n"),
    isCreation: entry.isCreation,
    isOwn: by !== undefined && String(by.id) === subject.accountId,
    changes: entry.changes.map((change) => toHistoryChangeView(change, base?.form)),
    comment: toHistoryComment(entry),
  };
}
