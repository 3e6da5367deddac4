// An entry of an artifact's history, and a change in it, as pages and notices show them.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import type { HistoryEntry, ValueChange } from "../model/history.ts";
import type { FieldValue } from "../model/value.ts";
import { age } from "../platform/age.ts";
import { valueText } from "../platform/fieldValue.ts";
import { moment } from "../platform/moment.ts";
import type { ShownChange, ShownComment, ShownEntry } from "../protocol/page.ts";

/** Enough to see what it is about; long texts are read in their field. */
const longest = 200;

function shownValue(value: FieldValue | undefined): string {
  return value === undefined ? "" : oneLine(valueText(value), longest);
}

export function shownChange({ label, before, after }: ValueChange): ShownChange {
  return { label: oneLine(label), before: shownValue(before), after: shownValue(after) };
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

export function shownEntry(entry: HistoryEntry, now: number): ShownEntry {
  const { id, by, on } = entry.changeset;
  const instant = on === undefined ? Number.NaN : Date.parse(on);
  return {
    id,
    by: by === undefined ? vscode.l10n.t("Someone who was not signed in") : oneLine(by.label),
    when: Number.isNaN(instant) ? "" : age(instant, now),
    exactly: moment(on) ?? "",
    isCreation: entry.isCreation,
    changes: entry.changes.map(shownChange),
    comment: shownComment(entry),
  };
}
