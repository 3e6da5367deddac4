import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";
import { getWorkflowRestrictions } from "../state/workflowRestrictions.ts";
import { isEmptyValue, isSameValue } from "./isSameValue.ts";
import type { WriteContext } from "./writeContext.ts";

type Values = ReadonlyMap<Field, FieldValue>;

/** Rules across fields, checked after each value is parsed. */
export function checkRules(values: Values, context: WriteContext): void {
  checkRequiredFields(values, context);
  if (!context.rules.hasWorkflow) return;
  checkFrozenFields(values, context);
  checkTransition(values, context);
  checkDateRules(values, context);
}

function checkRequiredFields(values: Values, { errors }: WriteContext): void {
  for (const [field, value] of values) {
    if (!field.required || !isEmptyValue(value)) continue;
    errors.add(`The field ${field.label} (${field.name}) needs a value.`);
  }
}

/** The state before the change decides, and an unchanged value is allowed. */
function checkFrozenFields(values: Values, { artifact, errors }: WriteContext): void {
  if (artifact === undefined) return;
  const { isFrozen } = getWorkflowRestrictions(artifact);
  for (const [field, value] of values) {
    if (!isFrozen(field) || isSameValue(artifact.getValue(field), value, field)) continue;
    errors.add(`${field.label} can't be changed in this state.`);
  }
}

/** A state can only be reached by a transition, including the initial state. */
function checkTransition(values: Values, { tracker, artifact, errors }: WriteContext): void {
  const { workflow } = tracker;
  const value = workflow && values.get(workflow.field);
  if (workflow === undefined || value?.kind !== "choices") return;
  const stored = artifact?.getValue(workflow.field);
  const from = stored?.kind === "choices" ? (stored.ids[0] ?? null) : null;
  const hasInitialState = artifact === undefined && workflow.transitions.some((each) => each.from === null);
  const to = value.ids[0] ?? (hasInitialState ? noneValueId : undefined);
  if (to === undefined || from === to) return;
  if (workflow.transitions.some((each) => each.from === from && each.to === to)) return;
  errors.add(`The transition to the value "${getValueLabel(workflow.field, to)}" is not valid.`);
}

function getValueLabel(field: Field, id: number): string {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  return choices.find((choice) => choice.id === id)?.label ?? "None";
}

function checkDateRules(values: Values, { tracker, artifact, errors }: WriteContext): void {
  const getDate = (field: Field): number | null => {
    const value = values.get(field) ?? artifact?.getValue(field);
    return value?.kind === "date" ? value.at : null;
  };
  for (const { source, target, comparator } of tracker.workflow?.dateRules ?? []) {
    if (!values.has(source) && !values.has(target)) continue;
    const [first, second] = [getDate(source), getDate(target)];
    if (first === null || second === null || satisfiesComparator(first, comparator, second)) continue;
    errors.add(`${source.label} must be ${comparator} ${target.label}.`);
  }
}

function satisfiesComparator(first: number, comparator: string, second: number): boolean {
  switch (comparator) {
    case "<":
      return first < second;
    case "<=":
      return first <= second;
    case ">":
      return first > second;
    case ">=":
      return first >= second;
    case "=":
      return first === second;
    default:
      return first !== second;
  }
}
