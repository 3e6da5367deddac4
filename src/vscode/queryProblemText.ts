// Texts of problems of a saved query.
import * as vscode from "vscode";
import { toDisplayLine } from "../model/displayText.ts";
import type { QueryProblem } from "../model/query/resolveQuery.ts";
import type { Tracker } from "../model/tracker.ts";

/** With `tracker`, fields are shown by their labels. */
export function queryProblemText(
  problem: QueryProblem,
  site: string,
  tracker?: Pick<Tracker, "fields">,
): string {
  const label = tracker?.fields.find(({ name }) => name === problem.field)?.label;
  const field = toDisplayLine(label ?? problem.field, 60);
  switch (problem.kind) {
    case "fieldNotFound":
      return vscode.l10n.t(
        "The tracker has no field “{0}”, or you don't have access to it. Edit the query.",
        field,
      );
    case "duplicateField":
      return vscode.l10n.t("The field “{0}” is used twice in the query. Edit the query.", field);
    case "notSearchable":
      return vscode.l10n.t("{0} can't search the field “{1}”. Edit the query.", site, field);
    case "currentUserUnknown":
      return vscode.l10n.t(
        "{0} doesn't report which user you are. Select your user, or edit the query.",
        site,
      );
    case "unknownOperator":
      return vscode.l10n.t(
        "“{0}” isn't a valid operator for the field “{1}”. Edit the query.",
        toDisplayLine(problem.operator, 60),
        field,
      );
    case "valueNotFound":
      return vscode.l10n.t(
        "The field “{0}” no longer has the value “{1}”. Edit the query.",
        field,
        toDisplayLine(problem.value, 60),
      );
    case "invalidDate":
      return vscode.l10n.t(
        "“{0}” isn't a valid date for the field “{1}”. Edit the query.",
        toDisplayLine(problem.value, 60),
        field,
      );
    case "invalidNumber":
      return vscode.l10n.t(
        "“{0}” isn't a valid number for the field “{1}”. Edit the query.",
        toDisplayLine(problem.value, 60),
        field,
      );
    case "emptyText":
      return vscode.l10n.t("The condition on “{0}” has no search text. Edit the query.", field);
    case "wrongValueCount":
      return vscode.l10n.t("The condition on “{0}” has the wrong number of values. Edit the query.", field);
    case "onlyNone":
      return vscode.l10n.t(
        "{0} can search for “no value” in “{1}” only together with other values. Edit the query.",
        site,
        field,
      );
    case "tooManyUsers":
      return vscode.l10n.t(
        "The condition on “{0}” has too many users for this query. Select fewer users or search fewer trackers.",
        field,
      );
  }
}

/** For trackers that a query names. */
export function missingTrackersText(trackerIds: readonly number[], site: string): string {
  const names = trackerIds.map((id) => `#${id}`).join(", ");
  return trackerIds.length === 1
    ? vscode.l10n.t(
        "Tracker {0} was deleted on {1}, or you no longer have access to it. Edit the query to remove it.",
        names,
        site,
      )
    : vscode.l10n.t(
        "Trackers {0} were deleted on {1}, or you no longer have access to them. Edit the query to remove them.",
        names,
        site,
      );
}
