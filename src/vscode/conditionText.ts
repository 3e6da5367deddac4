// Texts of conditions of a query.
import * as vscode from "vscode";
import { toDisplayLine } from "../model/displayText.ts";
import { type DisplayCondition, toDisplayCondition, type DisplayValue } from "../model/query/conditions.ts";
import type { ConditionOperator } from "../model/query/criteria.ts";
import type { SavedCondition } from "../model/query/savedQuery.ts";
import type { Tracker } from "../model/tracker.ts";

/** More values would make the sentence too long. */
const maxValues = 4;
const maxNameLength = 60;

/** A day relative to today. */
export function relativeDayText(daysAfterToday: number): string {
  if (daysAfterToday === 0) return vscode.l10n.t("today");
  const days = Math.abs(daysAfterToday);
  if (daysAfterToday < 0) {
    return days === 1 ? vscode.l10n.t("yesterday") : vscode.l10n.t("today − {0} days", days);
  }
  return days === 1 ? vscode.l10n.t("tomorrow") : vscode.l10n.t("today + {0} days", days);
}

function conditionValueText(value: DisplayValue): string {
  switch (value.kind) {
    case "me":
      return vscode.l10n.t("me");
    case "none":
      return vscode.l10n.t("no value");
    case "day":
      return relativeDayText(value.daysAfterToday);
    case "text":
      return toDisplayLine(value.text, maxNameLength);
  }
}

function formatAlternatives(values: readonly string[]): string {
  const remaining = values.length - maxValues;
  const items =
    remaining > 1 ? [...values.slice(0, maxValues), vscode.l10n.t("{0} others", remaining)] : values;
  return new Intl.ListFormat(vscode.env.language, { type: "disjunction" }).format(items);
}

/** The operator as an item of a quick pick. */
export function operatorText(operator: ConditionOperator, valueType: DisplayCondition["valueType"]): string {
  const isDay = valueType === "day";
  switch (operator) {
    case "contains":
      return vscode.l10n.t("contains all of the words");
    case "is":
      return vscode.l10n.t("is any of");
    case "=":
      return valueType === "artifact" ? vscode.l10n.t("refers to artifact") : vscode.l10n.t("is");
    case "<":
      return isDay ? vscode.l10n.t("is before") : vscode.l10n.t("is less than");
    case ">":
      return isDay ? vscode.l10n.t("is after") : vscode.l10n.t("is more than");
    case "<=":
      return vscode.l10n.t("is at most");
    case ">=":
      return vscode.l10n.t("is at least");
    case "between":
      return vscode.l10n.t("is between");
  }
}

function formatSentence(
  { operator, valueType }: DisplayCondition,
  field: string,
  values: readonly string[],
): string {
  const [first = "", second = ""] = values;
  const isDay = valueType === "day";
  switch (operator) {
    case "contains":
      return vscode.l10n.t("{0} contains “{1}”", field, first);
    case "is":
      return vscode.l10n.t("{0} is {1}", field, formatAlternatives(values));
    case "=":
      return valueType === "artifact"
        ? vscode.l10n.t("{0} refers to #{1}", field, first)
        : vscode.l10n.t("{0} is {1}", field, first);
    case "<":
      return isDay
        ? vscode.l10n.t("{0} is before {1}", field, first)
        : vscode.l10n.t("{0} is less than {1}", field, first);
    case ">":
      return isDay
        ? vscode.l10n.t("{0} is after {1}", field, first)
        : vscode.l10n.t("{0} is more than {1}", field, first);
    case "<=":
      return vscode.l10n.t("{0} is at most {1}", field, first);
    case ">=":
      return vscode.l10n.t("{0} is at least {1}", field, first);
    case "between":
      return vscode.l10n.t("{0} is between {1} and {2}", field, first, second);
    default:
      // An unknown operator, written into the settings by hand.
      return [field, toDisplayLine(operator, maxNameLength), formatAlternatives(values)].join(" ");
  }
}

/** Such as "Status is New or Assigned", "Submitted on is before today − 7 days". */
export function conditionText(tracker: Tracker, condition: SavedCondition): string {
  const displayCondition = toDisplayCondition(tracker, condition);
  return formatSentence(
    displayCondition,
    toDisplayLine(displayCondition.field, maxNameLength),
    displayCondition.values.map(conditionValueText),
  );
}
