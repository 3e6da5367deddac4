// What is wrong with what was typed, found before anything is sent: as codes, which the host puts into words.
import type { Problem } from "../fields/fieldType.ts";
import { type Input, typeOfControl, typeOfInput } from "../fields/registry.ts";
import { canCompare, type Comparable } from "../localTime.ts";
import type { Chosen } from "../value.ts";
import { type Draft, inputIn, type Target, typedIn } from "./draft.ts";
import { fieldOf, type Form, type FormField } from "./form.ts";
import { isEmpty, textsIn } from "./input.ts";
import { obstacle } from "./offered.ts";

/** What a text field or a comment of the product can hold, in bytes; nothing else holds more. */
const longestText = 65_535;
function bytes(text: string): number {
  let sum = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) sum += 1;
    else if (point < 0x8_00) sum += 2;
    else sum += point < 0x1_00_00 ? 3 : 4;
  }
  return sum;
}

/** A unit takes one to three bytes: most texts need no counting. */
function isTooLong(text: string): boolean {
  return text.length > longestText || (text.length * 3 > longestText && bytes(text) > longestText);
}

function lengthProblem(input: Input): Problem | undefined {
  return textsIn(input).some(isTooLong)
    ? { kind: "tooLong", maximum: longestText, unit: "bytes" }
    : undefined;
}

/** Why a value of a list can't be chosen now. */
function obstacleProblem(
  form: Form,
  draft: Draft,
  field: FormField,
  { id, label }: Chosen,
): Problem | undefined {
  const found = obstacle(form, draft, field, id);
  if (found === undefined) return undefined;
  return found.kind === "transition"
    ? { kind: "notReachable", value: label }
    : { kind: "notWith", value: label, other: fieldOf(form, found.sourceId)?.label ?? "" };
}

/** What an input has against it by the rules of its type. */
function ownProblem(form: Form, draft: Draft, field: FormField, input: Input): Problem | undefined {
  const type = typeOfInput(input);
  // What is of no known type can't be sent.
  if (type === undefined) return { kind: "notAllowed" };
  const { control } = field;
  return type.input?.problem?.(input, typeOfControl(control) === type ? control : undefined, {
    obstacle: (value) => obstacleProblem(form, draft, field, value),
  });
}

function compares(one: number, comparator: string, other: number): boolean {
  switch (comparator) {
    case "<":
      return one < other;
    case "<=":
    case "≤":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
    case "≥":
      return one >= other;
    case "=":
      return one === other;
    case "!=":
    case "≠":
      return one !== other;
    default:
      return true;
  }
}

function moment(form: Form, draft: Draft, fieldId: number): Comparable | undefined {
  const input = inputIn(form, draft, fieldId);
  return input && typeOfInput(input)?.input?.moment?.(input);
}

function dateRuleProblem(form: Form, draft: Draft, field: FormField): Problem | undefined {
  for (const { sourceId, targetId, comparator } of form.rules?.dateRules ?? []) {
    // A rule is broken by one of its ends; it is told where the rule starts, or where that can't be changed.
    if (sourceId !== field.id && targetId !== field.id) continue;
    const [one, other] = [moment(form, draft, sourceId), moment(form, draft, targetId)];
    // Where it depends on the server's zone, the server judges.
    if (one === undefined || other === undefined || !canCompare(one, other)) continue;
    if (compares(one.at, comparator, other.at)) continue;
    const isHere = field.id === sourceId || fieldOf(form, sourceId)?.access !== "edit";
    if (isHere) {
      const otherId = field.id === sourceId ? targetId : sourceId;
      return { kind: "dateRule", comparator, other: fieldOf(form, otherId)?.label ?? "" };
    }
  }
  return undefined;
}

/** Whether a change elsewhere can have made a field's own, unchanged value wrong. */
function isTouched(form: Form, draft: Draft, field: FormField): boolean {
  if (form.isNew || form.isBlind === true || typedIn(draft, field.id) !== undefined) return true;
  const { dateRules = [], listRules = [] } = form.rules ?? {};
  const partners = [
    ...dateRules.flatMap(({ sourceId, targetId }) => {
      if (sourceId === field.id) return targetId;
      return targetId === field.id ? sourceId : [];
    }),
    ...listRules.flatMap(({ sourceId, targetId }) => (targetId === field.id ? sourceId : [])),
  ];
  return partners.some((id) => typedIn(draft, id) !== undefined);
}

function isMissing({ blank }: FormField, input: Input | undefined): boolean {
  return blank === undefined ? isEmpty(input) : input === undefined;
}

function fieldProblem(form: Form, draft: Draft, field: FormField): Problem | undefined {
  const typed = typedIn(draft, field.id);
  if (field.access !== "edit") return typed === undefined ? undefined : { kind: "notAllowed" };
  const input = inputIn(form, draft, field.id);
  if (!isTouched(form, draft, field)) return undefined;
  if (field.isRequired && isMissing(field, input)) return { kind: "required" };
  if (input === undefined) return undefined;
  return ownProblem(form, draft, field, input) ?? lengthProblem(input) ?? dateRuleProblem(form, draft, field);
}

/** Everything that keeps a draft from being sent, by the place where it stands, in the order of the fields. */
export function problemsOf(form: Form, draft: Draft): ReadonlyMap<Target, Problem> {
  const problems = new Map<Target, Problem>();
  for (const field of form.fields) {
    const problem = fieldProblem(form, draft, field);
    if (problem !== undefined) problems.set(field.id, problem);
  }
  for (const { target, input } of draft.inputs) {
    if (target === "comment") {
      const problem = lengthProblem(input);
      if (problem !== undefined) problems.set(target, problem);
    } else if (fieldOf(form, target) === undefined) {
      problems.set(target, { kind: "fieldGone" });
    }
  }
  return problems;
}
