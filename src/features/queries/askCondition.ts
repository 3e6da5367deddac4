// One condition, asked in steps: the field, how it is compared, with what.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { type Operator, type Searchable, searchableFields } from "../../model/query/query.ts";
import type { SavedCondition } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Services } from "../../services.ts";
import { operatorText } from "../../vscode/conditionText.ts";
import { pickOne, type Reply } from "../../vscode/prompts.ts";
import { askValues } from "./askValues.ts";

/** Where the person is: each step knows what the ones before it found. */
type Stage =
  | { readonly at: "field" }
  | { readonly at: "operator"; readonly asked: Searchable }
  | { readonly at: "values"; readonly asked: Searchable; readonly operator: Operator };

function kindText({ wanted }: Searchable): string {
  switch (wanted.kind) {
    case "words":
      return vscode.l10n.t("text");
    case "number":
      return vscode.l10n.t("number");
    case "artifact":
      return vscode.l10n.t("links");
    case "choices":
      return vscode.l10n.t("list");
    case "people":
      return vscode.l10n.t("people");
    case "day":
      return vscode.l10n.t("date");
  }
}

/** One who changes a condition begins with its values: that is what changes most. */
function firstStage(fields: readonly Searchable[], before: SavedCondition | undefined): Stage {
  const asked = fields.find(({ field }) => field.name === before?.field);
  if (asked === undefined) return { at: "field" };
  const operator = asked.operators.find((each) => each === before?.operator);
  return operator === undefined ? { at: "operator", asked } : { at: "values", asked, operator };
}

function askField(
  fields: readonly Searchable[],
  title: string,
  active: string | undefined,
): Promise<Reply<Searchable>> {
  return pickOne({
    title,
    placeholder: vscode.l10n.t("Which field?"),
    canGoBack: true,
    rows:
      fields.length === 0
        ? [{ label: `$(info) ${vscode.l10n.t("No other field can be asked about.")}` }]
        : fields.map((asked) => ({
            label: withoutIcons(oneLine(asked.field.label) || asked.field.name),
            description: kindText(asked),
            value: asked,
          })),
    isActive: ({ field }) => field.name === active,
  });
}

function askOperator(
  { field, operators, wanted }: Searchable,
  active: string | undefined,
): Promise<Reply<Operator>> {
  return pickOne({
    title: oneLine(field.label),
    placeholder: vscode.l10n.t("How is it compared?"),
    canGoBack: true,
    rows: operators.map((operator) => ({ label: operatorText(operator, wanted.kind), value: operator })),
    isActive: (operator) => operator === active,
  });
}

/** A field that is compared in one way only is not asked about it. */
function afterField(asked: Searchable): Stage {
  const [only, ...others] = asked.operators;
  return only !== undefined && others.length === 0
    ? { at: "values", asked, operator: only }
    : { at: "operator", asked };
}

function beforeValues(asked: Searchable): Stage {
  return asked.operators.length === 1 ? { at: "field" } : { at: "operator", asked };
}

/**
 * Undefined for who turns away, or goes back from the first step. `taken` are the names of fields that have a condition
 * already: servers take one of each.
 */
export async function askCondition(
  { catalog }: Services,
  site: Site,
  tracker: Tracker,
  taken: readonly string[],
  before?: SavedCondition,
): Promise<SavedCondition | undefined> {
  const fields = searchableFields(tracker).filter(
    ({ field: { name } }) => name === before?.field || !taken.includes(name),
  );
  let stage = firstStage(fields, before);
  for (;;) {
    switch (stage.at) {
      case "field": {
        const title = vscode.l10n.t("Condition on {0}", oneLine(tracker.label, 60));
        const reply = await askField(fields, title, before?.field);
        if (reply.kind !== "answer") return undefined;
        stage = afterField(reply.value);
        break;
      }
      case "operator": {
        const reply = await askOperator(stage.asked, before?.operator);
        if (reply.kind === "away") return undefined;
        stage = reply.kind === "back" ? { at: "field" } : { ...stage, at: "values", operator: reply.value };
        break;
      }
      case "values": {
        const { asked, operator } = stage;
        const { name, label } = asked.field;
        const title = `${oneLine(label, 60)} ${operatorText(operator, asked.wanted.kind)}`;
        const values = before?.field === name ? before.values : [];
        const reply = await askValues({ site, catalog, tracker, asked, operator, title, before: values });
        if (reply.kind === "answer") return { field: name, operator, values: reply.value };
        if (reply.kind === "away") return undefined;
        stage = beforeValues(asked);
      }
    }
  }
}
