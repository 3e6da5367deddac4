// Validates a draft. Problems are codes that the host turns into text.
import type { Problem } from "../fields/fieldType.ts";
import { type Input, typeOfControl, typeOfInput } from "../fields/registry.ts";
import { canCompareTimes, type ComparableTime } from "../localTime.ts";
import type { LabeledId } from "../valueTypes.ts";
import { type Draft, getCurrentInput, type InputTarget, getDraftInput } from "./draft.ts";
import { findField, type Form, type FormField } from "./form.ts";
import { isEmptyInput, getFreeTexts } from "./input.ts";
import { findChoiceObstacle } from "./availableChoices.ts";

/** Tuleap's limit for text fields and comments, in bytes; the largest of all types. */
const maxTextBytes = 65_535;
function utf8Length(text: string): number {
  let sum = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) sum += 1;
    else if (point < 0x8_00) sum += 2;
    else sum += point < 0x1_00_00 ? 3 : 4;
  }
  return sum;
}

/** A UTF-16 unit has at most three bytes: most texts needn't be counted. */
function isTooLong(text: string): boolean {
  return text.length > maxTextBytes || (text.length * 3 > maxTextBytes && utf8Length(text) > maxTextBytes);
}

function checkLength(input: Input): Problem | undefined {
  return getFreeTexts(input).some(isTooLong)
    ? { kind: "tooLong", maximum: maxTextBytes, unit: "bytes" }
    : undefined;
}

function checkChoice(
  form: Form,
  draft: Draft,
  field: FormField,
  { id, label }: LabeledId,
): Problem | undefined {
  const obstacle = findChoiceObstacle(form, draft, field, id);
  if (obstacle === undefined) return undefined;
  return obstacle.kind === "transition"
    ? { kind: "noTransition", value: label }
    : { kind: "excludedByField", value: label, otherLabel: findField(form, obstacle.sourceId)?.label ?? "" };
}

function checkByType(form: Form, draft: Draft, field: FormField, input: Input): Problem | undefined {
  const type = typeOfInput(input);
  // An unknown type can't be sent.
  if (type === undefined) return { kind: "notAllowed" };
  const { control } = field;
  return type.input?.findProblem?.(input, typeOfControl(control) === type ? control : undefined, {
    checkChoice: (value) => checkChoice(form, draft, field, value),
  });
}

function holdsComparison(one: number, comparator: string, other: number): boolean {
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

function getComparableTime(form: Form, draft: Draft, fieldId: number): ComparableTime | undefined {
  const input = getCurrentInput(form, draft, fieldId);
  return input && typeOfInput(input)?.input?.toComparableTime?.(input);
}

function checkDateRules(form: Form, draft: Draft, field: FormField): Problem | undefined {
  for (const { sourceId, targetId, comparator } of form.rules?.dateRules ?? []) {
    // A violated rule is reported at its source, or at its target if the source isn't editable.
    if (sourceId !== field.id && targetId !== field.id) continue;
    const [one, other] = [getComparableTime(form, draft, sourceId), getComparableTime(form, draft, targetId)];
    // The server decides if it depends on its time zone.
    if (one === undefined || other === undefined || !canCompareTimes(one, other)) continue;
    if (holdsComparison(one.at, comparator, other.at)) continue;
    const isReportedHere = field.id === sourceId || findField(form, sourceId)?.access !== "edit";
    if (isReportedHere) {
      const otherId = field.id === sourceId ? targetId : sourceId;
      return { kind: "dateRule", comparator, otherLabel: findField(form, otherId)?.label ?? "" };
    }
  }
  return undefined;
}

/** Whether an edit of another field can have made an unchanged value invalid. */
function needsCheck(form: Form, draft: Draft, field: FormField): boolean {
  if (form.isNew || form.isBlind === true || getDraftInput(draft, field.id) !== undefined) return true;
  const { dateRules = [], listRules = [] } = form.rules ?? {};
  const partners = [
    ...dateRules.flatMap(({ sourceId, targetId }) => {
      if (sourceId === field.id) return targetId;
      return targetId === field.id ? sourceId : [];
    }),
    ...listRules.flatMap(({ sourceId, targetId }) => (targetId === field.id ? sourceId : [])),
  ];
  return partners.some((id) => getDraftInput(draft, id) !== undefined);
}

function isMissing({ blank }: FormField, input: Input | undefined): boolean {
  return blank === undefined ? isEmptyInput(input) : input === undefined;
}

function checkField(form: Form, draft: Draft, field: FormField): Problem | undefined {
  const typed = getDraftInput(draft, field.id);
  if (field.access !== "edit") return typed === undefined ? undefined : { kind: "notAllowed" };
  const input = getCurrentInput(form, draft, field.id);
  if (!needsCheck(form, draft, field)) return undefined;
  if (field.isRequired && isMissing(field, input)) return { kind: "required" };
  if (input === undefined) return undefined;
  return checkByType(form, draft, field, input) ?? checkLength(input) ?? checkDateRules(form, draft, field);
}

/** All problems by target, in the order of the fields. */
export function findProblemsByTarget(form: Form, draft: Draft): ReadonlyMap<InputTarget, Problem> {
  const problems = new Map<InputTarget, Problem>();
  for (const field of form.fields) {
    const problem = checkField(form, draft, field);
    if (problem !== undefined) problems.set(field.id, problem);
  }
  for (const { target, input } of draft.inputs) {
    if (target === "comment") {
      const problem = checkLength(input);
      if (problem !== undefined) problems.set(target, problem);
    } else if (findField(form, target) === undefined) {
      problems.set(target, { kind: "fieldRemoved" });
    }
  }
  return problems;
}
