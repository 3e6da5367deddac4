// What is wrong with what was typed, found before anything is sent: as codes, which the host puts into words.
import { canCompare, comparable, type Comparable, localTime } from "../localTime.ts";
import { isDay } from "../query/query.ts";
import type { Notified, OpenEntry } from "../value.ts";
import type { Control } from "./control.ts";
import { type Draft, inputIn, type Target, typedIn } from "./draft.ts";
import { fieldOf, type Form, type FormField } from "./form.ts";
import { type Input, isEmpty } from "./input.ts";
import { chosenIn, obstacle } from "./offered.ts";

export type Problem =
  | { readonly kind: "required" }
  | { readonly kind: "tooLong"; readonly maximum: number; readonly unit: "characters" | "bytes" }
  | { readonly kind: "severalLines" }
  | { readonly kind: "notANumber" }
  | { readonly kind: "notWhole" }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notADate" }
  | { readonly kind: "noSuchDay" }
  | { readonly kind: "dateRule"; readonly comparator: string; readonly other: string }
  | { readonly kind: "notReachable"; readonly value: string }
  | { readonly kind: "notWith"; readonly value: string; readonly other: string }
  | { readonly kind: "notAName" }
  /** A new value of an open list that the server would cut at its comma. */
  | { readonly kind: "comma"; readonly value: string }
  /** Nobody is told of a path, or of none. */
  | { readonly kind: "notificationIncomplete" }
  | { readonly kind: "pathRepeated"; readonly value: string }
  /** A value that the list no longer has. */
  | { readonly kind: "gone"; readonly value: string }
  /** Something was typed, and then the field, or the right to change it, went away. */
  | { readonly kind: "fieldGone" }
  | { readonly kind: "notAllowed" };

/** What a text field or a comment of the product can hold, in bytes; nothing else holds more. */
const longestText = 65_535;
const largestWhole = 2_147_483_647;
const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

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

function lineProblem(text: string, maximum: number | undefined): Problem | undefined {
  if (/[\r\n]/.test(text)) return { kind: "severalLines" };
  // A character takes one or two units: most texts need no counting.
  const isTooLong =
    maximum !== undefined &&
    text.length > maximum &&
    (text.length > 2 * maximum || Array.from(text).length > maximum);
  return isTooLong ? { kind: "tooLong", maximum, unit: "characters" } : undefined;
}

/** A unit takes one to three bytes: most texts need no counting. */
function isTooLong(text: string): boolean {
  return text.length > longestText || (text.length * 3 > longestText && bytes(text) > longestText);
}

/** All that was typed freely. */
export function textsIn(input: Input): readonly string[] {
  switch (input.kind) {
    case "line":
    case "number":
    case "date":
    case "computed":
      return [input.text];
    case "text":
      return [input.source];
    case "openList":
      return input.entries.map(({ label }) => label);
    case "steps":
      return input.steps.flatMap(({ description, expected }) => [description, expected]);
    case "notifications":
      return input.rows.flatMap(({ path, emails }) => [path, ...emails]);
    case "choices":
    case "links":
    case "permissions":
      return [];
  }
}

function lengthProblem(input: Input): Problem | undefined {
  return textsIn(input).some(isTooLong)
    ? { kind: "tooLong", maximum: longestText, unit: "bytes" }
    : undefined;
}

function numberProblem(typed: string, isWhole: boolean): Problem | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  if (!number.test(text) || !Number.isFinite(Number(text))) return { kind: "notANumber" };
  if (!isWhole) return undefined;
  if (!/^[-+]?\d+$/.test(text)) return { kind: "notWhole" };
  const isIn = Number(text) <= largestWhole && Number(text) >= -largestWhole - 1;
  return isIn ? undefined : { kind: "tooLarge" };
}

function dateProblem(typed: string, withTime: boolean): Problem | undefined {
  const text = localTime(typed.trim());
  if (text === "") return undefined;
  const [day = "", clock, ...more] = text.split(/[T ]+/);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || more.length > 0) return { kind: "notADate" };
  if (!isDay(day)) return { kind: "noSuchDay" };
  const isTimeGood = withTime ? clock === undefined || time.test(clock) : clock === undefined;
  return isTimeGood ? undefined : { kind: "notADate" };
}

function choiceProblem(form: Form, draft: Draft, field: FormField, input: Input): Problem | undefined {
  if (field.control.kind !== "choice") return undefined;
  const listed = new Set(field.control.choices.map(({ id }) => String(id)));
  for (const { id, label } of chosenIn(input)) {
    if (!listed.has(String(id))) return { kind: "gone", value: label };
    const found = obstacle(form, draft, field, id);
    if (found?.kind === "transition") return { kind: "notReachable", value: label };
    if (found?.kind === "dependency") {
      return { kind: "notWith", value: label, other: fieldOf(form, found.sourceId)?.label ?? "" };
    }
  }
  return undefined;
}

/** A letter, then two more letters, digits, dashes, underscores or dots, at least. */
const repositoryName = /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/;

function nameProblem(name: string, control: Control): Problem | undefined {
  const isBad = control.kind === "line" && control.isRepositoryName === true && !repositoryName.test(name);
  return isBad ? { kind: "notAName" } : undefined;
}

/** Those that the list has are sent by their ids, and paths are not joined. */
function commaProblem(entries: readonly OpenEntry[], control: Control): Problem | undefined {
  if (control.kind !== "openList" || control.of === "paths") return undefined;
  const cut = entries.find(({ id, label }) => id === undefined && label.includes(","));
  return cut && { kind: "comma", value: cut.label };
}

/** Of each row, since each is mended by itself. */
export function notificationProblems(rows: readonly Notified[]): readonly (Problem | undefined)[] {
  return rows.map(({ path, emails, users, groups }) => {
    if (path.trim() === "" || emails.length + users.length + groups.length === 0) {
      return { kind: "notificationIncomplete" };
    }
    const isRepeated = rows.filter((row) => row.path === path).length > 1;
    return isRepeated ? { kind: "pathRepeated", value: path } : undefined;
  });
}

/** What a single input has against it, whatever stands elsewhere. */
function ownProblem(field: FormField, input: Input): Problem | undefined {
  const { control } = field;
  switch (input.kind) {
    case "line":
      return (
        lineProblem(input.text, control.kind === "line" ? control.maxLength : undefined) ??
        nameProblem(input.text, control)
      );
    case "notifications":
      return notificationProblems(input.rows).find((problem) => problem !== undefined);
    case "number":
      return numberProblem(input.text, control.kind === "number" && control.isWhole);
    case "date":
      return dateProblem(input.text, control.kind === "date" && control.withTime);
    case "computed":
      if (input.isAutomatic) return undefined;
      return input.text.trim() === "" ? { kind: "required" } : numberProblem(input.text, false);
    case "openList":
      return commaProblem(input.entries, control);
    case "text":
    case "choices":
    case "links":
    case "permissions":
    case "steps":
      return undefined;
  }
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
  if (input?.kind !== "date" || isEmpty(input)) return undefined;
  if (dateProblem(input.text, true) !== undefined) return undefined;
  return comparable(input.text);
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
  return (
    ownProblem(field, input) ??
    lengthProblem(input) ??
    choiceProblem(form, draft, field, input) ??
    dateRuleProblem(form, draft, field)
  );
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
