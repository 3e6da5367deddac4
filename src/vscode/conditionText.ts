// A condition in words.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { type ShownCondition, shownCondition, type ShownValue } from "../model/query/conditions.ts";
import type { Operator } from "../model/query/query.ts";
import type { SavedCondition } from "../model/query/savedQuery.ts";
import type { Tracker } from "../model/tracker.ts";

/** More of them make no sentence. */
const mostNamed = 4;
const longestName = 60;

/** A day that is counted from today. */
export function dayText(daysAfterToday: number): string {
  if (daysAfterToday === 0) return vscode.l10n.t("today");
  const days = Math.abs(daysAfterToday);
  if (daysAfterToday < 0) {
    return days === 1 ? vscode.l10n.t("yesterday") : vscode.l10n.t("today − {0} days", days);
  }
  return days === 1 ? vscode.l10n.t("tomorrow") : vscode.l10n.t("today + {0} days", days);
}

function valueText(value: ShownValue): string {
  switch (value.kind) {
    case "me":
      return vscode.l10n.t("me");
    case "none":
      return vscode.l10n.t("no value");
    case "day":
      return dayText(value.daysAfterToday);
    case "text":
      return oneLine(value.text, longestName);
  }
}

function anyOf(values: readonly string[]): string {
  const rest = values.length - mostNamed;
  const named = rest > 1 ? [...values.slice(0, mostNamed), vscode.l10n.t("{0} others", rest)] : values;
  return new Intl.ListFormat(vscode.env.language, { type: "disjunction" }).format(named);
}

/** The operator as one chooses it. */
export function operatorText(operator: Operator, wanted: ShownCondition["wanted"]): string {
  const isDay = wanted === "day";
  switch (operator) {
    case "contains":
      return vscode.l10n.t("contains all of the words");
    case "is":
      return vscode.l10n.t("is any of");
    case "=":
      return wanted === "artifact" ? vscode.l10n.t("names artifact") : vscode.l10n.t("is");
    case "<":
      return isDay ? vscode.l10n.t("before") : vscode.l10n.t("is less than");
    case ">":
      return isDay ? vscode.l10n.t("after") : vscode.l10n.t("is more than");
    case "<=":
      return vscode.l10n.t("is at most");
    case ">=":
      return vscode.l10n.t("is at least");
    case "between":
      return vscode.l10n.t("between");
  }
}

function sentence({ operator, wanted }: ShownCondition, field: string, values: readonly string[]): string {
  const [first = "", second = ""] = values;
  const isDay = wanted === "day";
  switch (operator) {
    case "contains":
      return vscode.l10n.t("{0} contains “{1}”", field, first);
    case "is":
      return vscode.l10n.t("{0} is {1}", field, anyOf(values));
    case "=":
      return wanted === "artifact"
        ? vscode.l10n.t("{0} names #{1}", field, first)
        : vscode.l10n.t("{0} is {1}", field, first);
    case "<":
      return isDay
        ? vscode.l10n.t("{0} before {1}", field, first)
        : vscode.l10n.t("{0} is less than {1}", field, first);
    case ">":
      return isDay
        ? vscode.l10n.t("{0} after {1}", field, first)
        : vscode.l10n.t("{0} is more than {1}", field, first);
    case "<=":
      return vscode.l10n.t("{0} is at most {1}", field, first);
    case ">=":
      return vscode.l10n.t("{0} is at least {1}", field, first);
    case "between":
      return vscode.l10n.t("{0} between {1} and {2}", field, first, second);
    default:
      // Written into the settings by hand; nobody knows what it means.
      return [field, oneLine(operator, longestName), anyOf(values)].join(" ");
  }
}

/** Such as "Status is New or Assigned", "Submitted on before today − 7 days". */
export function conditionText(tracker: Tracker, condition: SavedCondition): string {
  const shown = shownCondition(tracker, condition);
  return sentence(shown, oneLine(shown.field, longestName), shown.values.map(valueText));
}
