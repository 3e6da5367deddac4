// What is wrong with a saved query, in one sentence with what to do.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import type { QueryProblem } from "../model/query/resolve.ts";
import type { Tracker } from "../model/tracker.ts";

/** With the tracker at hand, fields are called by their labels. */
export function queryProblemText(
  problem: QueryProblem,
  site: string,
  tracker?: Pick<Tracker, "fields">,
): string {
  const label = tracker?.fields.find(({ name }) => name === problem.field)?.label;
  const field = oneLine(label ?? problem.field, 60);
  switch (problem.kind) {
    case "fieldGone":
      return vscode.l10n.t("The tracker has no field “{0}” that you may see: edit the query.", field);
    case "fieldRepeated":
      return vscode.l10n.t("The field “{0}” stands in the query twice: edit it.", field);
    case "notSearchable":
      return vscode.l10n.t("{0} can't search by the field “{1}”: edit the query.", site, field);
    case "nobodyIsMe":
      return vscode.l10n.t("{0} doesn't say who you are: say it, or edit the query.", site);
    case "operatorUnknown":
      return vscode.l10n.t(
        "“{0}” is no operator for the field “{1}”: edit the query.",
        oneLine(problem.operator, 60),
        field,
      );
    case "valueGone":
      return vscode.l10n.t(
        "The field “{0}” has no value “{1}” any more: edit the query.",
        field,
        oneLine(problem.value, 60),
      );
    case "badDay":
      return vscode.l10n.t(
        "“{0}” is no day for the field “{1}”: edit the query.",
        oneLine(problem.value, 60),
        field,
      );
    case "badNumber":
      return vscode.l10n.t(
        "“{0}” is no number for the field “{1}”: edit the query.",
        oneLine(problem.value, 60),
        field,
      );
    case "badWords":
      return vscode.l10n.t("No words are given for the field “{0}”: edit the query.", field);
    case "wrongCount":
      return vscode.l10n.t("The number of values for the field “{0}” is wrong: edit the query.", field);
    case "noneAlone":
      return vscode.l10n.t(
        "{0} can't search for no value in “{1}” without others beside it: edit the query.",
        site,
        field,
      );
  }
}
