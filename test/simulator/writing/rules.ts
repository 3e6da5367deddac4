import type { Field } from "../state/field.ts";
import { none } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";
import { restrictionsOf } from "../state/restrictions.ts";
import { isEmpty, isSameValue } from "./sameValue.ts";
import type { Writing } from "./writing.ts";

type Values = ReadonlyMap<Field, FieldValue>;

/** Rules that look at the values together, once each of them was understood. */
export function checkRules(values: Values, writing: Writing): void {
  checkRequired(values, writing);
  if (!writing.manners.hasWorkflow) return;
  checkFrozen(values, writing);
  checkTransition(values, writing);
  checkDates(values, writing);
}

function checkRequired(values: Values, { complaints }: Writing): void {
  for (const [field, value] of values) {
    if (!field.required || !isEmpty(value)) continue;
    complaints.say(`The field ${field.label} (${field.name}) needs a value.`);
  }
}

/** What holds is the state before the change, and saying the same again is no change. */
function checkFrozen(values: Values, { artifact, complaints }: Writing): void {
  if (artifact === undefined) return;
  const { isFrozen } = restrictionsOf(artifact);
  for (const [field, value] of values) {
    if (!isFrozen(field) || isSameValue(artifact.valueOf(field), value, field)) continue;
    complaints.say(`${field.label} can't be changed in this state.`);
  }
}

/** A state can be reached only along the arrows, and the first one only from nothing. */
function checkTransition(values: Values, { tracker, artifact, complaints }: Writing): void {
  const { workflow } = tracker;
  const value = workflow && values.get(workflow.field);
  if (workflow === undefined || value?.kind !== "choices") return;
  const stored = artifact?.valueOf(workflow.field);
  const from = stored?.kind === "choices" ? (stored.ids[0] ?? null) : null;
  const hasBeginning = artifact === undefined && workflow.transitions.some((each) => each.from === null);
  const to = value.ids[0] ?? (hasBeginning ? none : undefined);
  if (to === undefined || from === to) return;
  if (workflow.transitions.some((each) => each.from === from && each.to === to)) return;
  complaints.say(`The transition to the value "${labelOf(workflow.field, to)}" is not valid.`);
}

function labelOf(field: Field, id: number): string {
  const choices = field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : [];
  return choices.find((choice) => choice.id === id)?.label ?? "None";
}

function checkDates(values: Values, { tracker, artifact, complaints }: Writing): void {
  const dateOf = (field: Field): number | null => {
    const value = values.get(field) ?? artifact?.valueOf(field);
    return value?.kind === "date" ? value.at : null;
  };
  for (const { source, target, comparator } of tracker.workflow?.dateRules ?? []) {
    if (!values.has(source) && !values.has(target)) continue;
    const [one, other] = [dateOf(source), dateOf(target)];
    if (one === null || other === null || holds(one, comparator, other)) continue;
    complaints.say(`${source.label} must be ${comparator} ${target.label}.`);
  }
}

function holds(one: number, comparator: string, other: number): boolean {
  switch (comparator) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    case "=":
      return one === other;
    default:
      return one !== other;
  }
}
