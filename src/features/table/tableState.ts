// What the page is told of the table as a whole: its heading, how far it was read, what to know about it.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Chip, Reading, TableHeading } from "../../protocol/table.ts";
import { mostRows, type TableRows } from "../../store/table.ts";
import { conditionText } from "../../vscode/conditionText.ts";
import { failureText } from "../../vscode/failureText.ts";
import type { Content, Wanted } from "./content.ts";

/** The chip that says that a query itself leaves out what is closed. */
export const openChip = "open";

export interface Shown {
  readonly wanted: Wanted;
  readonly content: Content | undefined;
  readonly rows: TableRows | undefined;
  readonly openOnly: boolean;
  /** Whether it differs from what is saved, or was never saved. */
  readonly isUnsaved: boolean;
  /** When the rows were read to their end. */
  readonly readAt: string;
  /** It is not known yet what there is to read; what was before is still seen. */
  readonly isOpening: boolean;
}

function isByConditions({ text, report }: SavedQuery): boolean {
  return text === undefined && report === undefined;
}

export function titleOf({ wanted, content }: Pick<Shown, "wanted" | "content">): string {
  switch (wanted.kind) {
    case "query": {
      const name = oneLine(wanted.query.name);
      return name === "" ? oneLine(content?.tracker?.label ?? `#${wanted.query.tracker}`) : name;
    }
    case "selection":
      return wanted.artifacts.length === 1
        ? vscode.l10n.t("1 artifact")
        : vscode.l10n.t("{0} artifacts", wanted.artifacts.length);
    case "none":
      return vscode.l10n.t("Query");
  }
}

function chipsOf(query: SavedQuery, content: Content | undefined): readonly Chip[] {
  const { where, openOnly, text, report } = query;
  if (text !== undefined) return [{ id: "text", label: oneLine(text, 120) }];
  if (report !== undefined) return [{ id: "report", label: vscode.l10n.t("Report #{0}", report) }];
  const open = openOnly === true ? [{ id: openChip, label: vscode.l10n.t("Open only") }] : [];
  const tracker = content?.tracker;
  if (tracker === undefined) return open;
  return [
    ...where.map((each, place) => ({ id: String(place), label: conditionText(tracker, each) })),
    ...open,
  ];
}

export function headingOf(shown: Shown): TableHeading {
  const { wanted, content, openOnly, isUnsaved } = shown;
  const origin = [content?.site?.label, content?.tracker?.label];
  const query = wanted.kind === "query" ? wanted.query : undefined;
  const leavesOpen = query !== undefined && isByConditions(query) && query.openOnly === undefined;
  return {
    title: titleOf(shown),
    origin: origin.flatMap((part) => (part === undefined ? [] : [oneLine(part)])),
    chips: query === undefined ? [] : chipsOf(query, content),
    canFilter: query !== undefined && isByConditions(query) && content?.tracker !== undefined,
    canSave: query !== undefined && isUnsaved,
    openOnly: leavesOpen ? openOnly : undefined,
  };
}

function contradictedText(site: string): string {
  return vscode.l10n.t(
    "{0} answered another question than was asked: it passed over a condition. Nothing of that is shown. Change or remove a condition.",
    site,
  );
}

function absentText({ label }: Site, wanted: Wanted): string {
  const isReport = wanted.kind === "query" && wanted.query.report !== undefined;
  return isReport
    ? vscode.l10n.t("{0} has no such report, or no reports at all: edit the query.", label)
    : vscode.l10n.t("{0} can't be asked in this way: edit the query.", label);
}

export function readingOf({ wanted, content, rows, readAt, isOpening }: Shown): Reading {
  if (isOpening) return { kind: "reading", read: 0, size: undefined };
  if (content?.kind === "problem") return { kind: "problem", text: content.text };
  if (content === undefined || rows === undefined) return { kind: "reading", read: 0, size: undefined };
  const { state } = rows;
  switch (state.kind) {
    case "reading":
    case "stopped":
      return { kind: state.kind, read: rows.count, size: rows.size };
    case "read":
      return { kind: "read", at: readAt, rest: state.rest };
    case "failed":
      return { kind: "problem", text: failureText(state.failure, content.site.label) };
    case "contradicted":
      return { kind: "problem", text: contradictedText(content.site.label) };
    case "absent":
      return { kind: "problem", text: absentText(content.site, wanted) };
  }
}

export function notesOf({ content, rows, isOpening }: Shown): readonly string[] {
  if (isOpening || content?.kind !== "rows") return [];
  if (rows === undefined || rows.state.kind === "contradicted") return [];
  const { label } = content.site;
  const { state, unreadable } = rows;
  const isBeyondCount = state.kind === "read" && state.hasMore && state.rest === undefined;
  return [
    ...(content.isOpenUntold && rows.count > 0
      ? [vscode.l10n.t("{0} doesn't tell which artifacts are open: closed ones are among these.", label)]
      : []),
    ...(isBeyondCount
      ? [vscode.l10n.t("There are more than the newest {0}, which is what a table holds.", mostRows)]
      : []),
    ...(unreadable === 0
      ? []
      : [
          unreadable === 1
            ? vscode.l10n.t("1 row is left out: it is gone, hidden from you, or makes no sense.")
            : vscode.l10n.t(
                "{0} rows are left out: they are gone, hidden from you, or make no sense.",
                unreadable,
              ),
        ]),
  ];
}
