// An entry of an artifact's history, and a change in it, as pages and notices show them.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Control, FieldValue } from "../../model/fields/registry.ts";
import { withGroupLabels } from "../../model/form/build.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { fileChangeOf, type HistoryEntry, type ValueChange } from "../../model/history.ts";
import type { FileDescription } from "../../model/value.ts";
import type { ShownChange, ShownComment, ShownEntry } from "../../protocol/page.ts";
import { age, serverMoment } from "../../vscode/age.ts";
import { moment } from "../../vscode/dates.ts";
import { valueText } from "../../vscode/inputText.ts";

/** Enough to see what it is about; long texts are read in their field. */
const longest = 200;

function shownValue(value: FieldValue | undefined, control: Control | undefined): string {
  if (value === undefined) return "";
  return oneLine(valueText(control === undefined ? value : withGroupLabels(value, control)), longest);
}

function serverTimeOf(value: FieldValue | undefined): string | undefined {
  return value?.kind === "date" ? serverMoment(value.date) : undefined;
}

function shownFiles(files: readonly FileDescription[]): string {
  return oneLine(files.map(({ name }) => name).join(", "), longest);
}

export function shownChange(change: ValueChange, form?: Form): ShownChange {
  const label = oneLine(change.label);
  const files = fileChangeOf(change);
  if (files !== undefined) {
    return { kind: "files", label, removed: shownFiles(files.removed), added: shownFiles(files.added) };
  }
  const control = form && fieldOf(form, change.fieldId)?.control;
  const { before, after } = change;
  return {
    kind: "value",
    label,
    before: shownValue(before, control),
    after: shownValue(after, control),
    serverTimes: { before: serverTimeOf(before), after: serverTimeOf(after) },
  };
}

function shownComment({ changeset: { comment } }: HistoryEntry): ShownComment | undefined {
  if (comment === undefined) return undefined;
  const { source, format, onlyFor } = comment;
  return {
    source,
    format,
    onlyFor: onlyFor?.map((group) => oneLine(group)).join(", "),
  };
}

export function shownEntry(entry: HistoryEntry, form: Form | undefined, now: number): ShownEntry {
  const { id, by, on } = entry.changeset;
  const instant = on === undefined ? Number.NaN : Date.parse(on);
  return {
    id,
    by: by === undefined ? vscode.l10n.t("Someone who was not signed in") : oneLine(by.label),
    when: Number.isNaN(instant) ? "" : age(instant, now),
    exactly: [moment(on), serverMoment(on)].filter((each) => each !== undefined).join("\n"),
    isCreation: entry.isCreation,
    changes: entry.changes.map((change) => shownChange(change, form)),
    comment: shownComment(entry),
  };
}
