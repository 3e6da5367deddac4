// What can be a column: what rows bring with them, and the fields of their tracker.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { isArrangement } from "../../model/form/layout.ts";
import type { PlacedRow } from "../../model/query/rows.ts";
import type { RowFact } from "../../model/table.ts";
import type { Field, Tracker } from "../../model/tracker.ts";
import { fieldKey, rowFacts } from "../../protocol/columns.ts";
import type { Column } from "../../protocol/table.ts";

const longest = 60;
const numbers = new Set(["int", "float", "computed", "aid", "atid", "priority"]);
const dates = new Set(["date", "subon", "lud"]);
/** Types that rows tell already. */
const told = new Set(["aid", "subby", "subon", "lud"]);

function factLabel(fact: RowFact): string {
  switch (fact) {
    case "id":
      return vscode.l10n.t("ID");
    case "title":
      return vscode.l10n.t("Title");
    case "status":
      return vscode.l10n.t("Status");
    case "assignee":
      return vscode.l10n.t("Assigned to");
    case "tracker":
      return vscode.l10n.t("Tracker");
    case "submittedBy":
      return vscode.l10n.t("Submitted by");
    case "submitted":
      return vscode.l10n.t("Submitted");
    case "modified":
      return vscode.l10n.t("Changed");
  }
}

function factKind(fact: RowFact): Column["kind"] {
  if (fact === "id") return "number";
  return fact === "submitted" || fact === "modified" ? "date" : "text";
}

function fieldKind({ type }: Field): Column["kind"] {
  if (numbers.has(type)) return "number";
  return dates.has(type) ? "date" : "text";
}

/** Fields that rows tell of by themselves, under the name that they have there. */
function meanings({ semantics }: Tracker): ReadonlyMap<RowFact, number | undefined> {
  return new Map([
    ["title", semantics.titleFieldId],
    ["status", semantics.status?.fieldId],
    ["assignee", semantics.assigneeFieldId],
  ]);
}

/** Whether rows tell something, by one of them: some servers tell little. Until there is one, they may tell all. */
function isTold(fact: RowFact, tracker: Tracker | undefined, sample: PlacedRow | undefined): boolean {
  switch (fact) {
    case "tracker":
      return tracker === undefined;
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

/** Of one tracker, or without one those that artifacts of all trackers have. */
export function columnsOf(tracker: Tracker | undefined, sample: PlacedRow | undefined): readonly Column[] {
  const facts = rowFacts.filter((fact) => isTold(fact, tracker, sample));
  const meant = tracker === undefined ? new Map<RowFact, number | undefined>() : meanings(tracker);
  const fields = tracker?.fields ?? [];
  const labelOf = (fact: RowFact): string => {
    const label = fields.find(({ id }) => id === meant.get(fact))?.label;
    return label === undefined || label.trim() === "" ? factLabel(fact) : oneLine(label, longest);
  };
  const known = new Set(meant.values());
  return [
    ...facts.map((fact): Column => ({ key: fact, label: labelOf(fact), kind: factKind(fact) })),
    ...fields
      .filter((field) => !isArrangement(field) && !told.has(field.type) && !known.has(field.id))
      .map((field): Column => ({
        key: fieldKey(field.id),
        label: oneLine(field.label, longest) || field.name,
        kind: fieldKind(field),
      })),
  ];
}
