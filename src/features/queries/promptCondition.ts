// Prompts for a condition in steps: field, operator, values.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../model/displayText.ts";
import {
  type ConditionOperator,
  type SearchableField,
  getSearchableFields,
} from "../../model/query/criteria.ts";
import type { SavedCondition } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import { operatorText } from "../../vscode/conditionText.ts";
import { pickOne, type PromptResult } from "../../vscode/prompts.ts";
import { promptConditionValues } from "./promptConditionValues.ts";

/** Each step has the results of the previous ones. */
type ConditionStep =
  | { readonly step: "field" }
  | { readonly step: "operator"; readonly searchable: SearchableField }
  | { readonly step: "values"; readonly searchable: SearchableField; readonly operator: ConditionOperator };

function formatFieldKind({ valueType }: SearchableField): string {
  switch (valueType.kind) {
    case "words":
      return vscode.l10n.t("text");
    case "number":
      return vscode.l10n.t("number");
    case "artifact":
      return vscode.l10n.t("links");
    case "choices":
      return vscode.l10n.t("list");
    case "people":
      return vscode.l10n.t("users");
    case "day":
      return vscode.l10n.t("date");
  }
}

/** Starts with the values of an existing condition, which are changed most often. */
function getFirstStep(fields: readonly SearchableField[], before: SavedCondition | undefined): ConditionStep {
  const searchable = fields.find(({ field }) => field.name === before?.field);
  if (searchable === undefined) return { step: "field" };
  const operator = searchable.operators.find((each) => each === before?.operator);
  return operator === undefined ? { step: "operator", searchable } : { step: "values", searchable, operator };
}

function pickField(
  fields: readonly SearchableField[],
  title: string,
  active: string | undefined,
): Promise<PromptResult<SearchableField>> {
  return pickOne({
    title,
    placeholder: vscode.l10n.t("Select a field"),
    canGoBack: true,
    items:
      fields.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("All searchable fields already have a condition.")}` }]
        : fields.map((searchable) => ({
            label: escapeIcons(toDisplayLine(searchable.field.label) || searchable.field.name),
            description: formatFieldKind(searchable),
            value: searchable,
          })),
    isActive: ({ field }) => field.name === active,
  });
}

function pickOperator(
  { field, operators, valueType }: SearchableField,
  active: string | undefined,
): Promise<PromptResult<ConditionOperator>> {
  return pickOne({
    title: toDisplayLine(field.label),
    placeholder: vscode.l10n.t("Select an operator"),
    canGoBack: true,
    items: operators.map((operator) => ({ label: operatorText(operator, valueType.kind), value: operator })),
    isActive: (operator) => operator === active,
  });
}

/** Skips the operator if there is only one. */
function getStepAfterField(searchable: SearchableField): ConditionStep {
  const [only, ...otherOperators] = searchable.operators;
  return only !== undefined && otherOperators.length === 0
    ? { step: "values", searchable, operator: only }
    : { step: "operator", searchable };
}

function getStepBeforeValues(searchable: SearchableField): ConditionStep {
  return searchable.operators.length === 1 ? { step: "field" } : { step: "operator", searchable };
}

/**
 * `undefined` if the user dismisses the prompt or goes back from the first step. `usedFields` are names of fields that
 * already have a condition: servers accept one per field.
 */
export async function promptCondition(
  { catalog }: Services,
  site: Site,
  tracker: Tracker,
  usedFields: readonly string[],
  before?: SavedCondition,
): Promise<SavedCondition | undefined> {
  const fields = getSearchableFields(tracker).filter(
    ({ field: { name } }) => name === before?.field || !usedFields.includes(name),
  );
  let step = getFirstStep(fields, before);
  for (;;) {
    switch (step.step) {
      case "field": {
        const title = vscode.l10n.t("Condition for {0}", toDisplayLine(tracker.label, 60));
        const result = await pickField(fields, title, before?.field);
        if (result.kind !== "accepted") return undefined;
        step = getStepAfterField(result.value);
        break;
      }
      case "operator": {
        const result = await pickOperator(step.searchable, before?.operator);
        if (result.kind === "dismissed") return undefined;
        step =
          result.kind === "back" ? { step: "field" } : { ...step, step: "values", operator: result.value };
        break;
      }
      case "values": {
        const { searchable, operator } = step;
        const { name, label } = searchable.field;
        const title = `${toDisplayLine(label, 60)} ${operatorText(operator, searchable.valueType.kind)}`;
        const values = before?.field === name ? before.values : [];
        const result = await promptConditionValues({
          site,
          catalog,
          tracker,
          searchable,
          operator,
          title,
          before: values,
        });
        if (result.kind === "accepted") return { field: name, operator, values: result.value };
        if (result.kind === "dismissed") return undefined;
        step = getStepBeforeValues(searchable);
      }
    }
  }
}
