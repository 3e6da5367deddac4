// What an assistant asks for, over the form of one artifact: the draft that would be sent, or why there is none.
import type { Taken } from "../fields/fieldType.ts";
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { changesOf } from "../form/changes.ts";
import { type Draft, edited, inputIn, isUntouched, type Target, typedIn, untouched } from "../form/draft.ts";
import { fieldOf, type Form, type FormField } from "../form/form.ts";
import { emptyInput, inputText, sameInput } from "../form/input.ts";
import { isArrangement } from "../form/layout.ts";
import { problemsOf } from "../form/problems.ts";
import { folded } from "../query/query.ts";
import type { SavedCondition, SavedValue } from "../query/savedQuery.ts";
import { titleField } from "../query/titles.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { wantedIn } from "../triage/wanted.ts";
import type { Wish, WishedField } from "../triage/wish.ts";
import type { Person } from "../user.ts";
import type { ChoiceId, Chosen } from "../value.ts";
import { takenFacts } from "./facts.ts";
import type { FieldRequest, Objection, SearchRequest } from "./request.ts";

// What an assistant calls by its label: fields, the values of lists, people.

/** Those that a text names: as it is written, else whatever the case and the accents. */
function naming<T>(all: readonly T[], text: string, namesOf: (each: T) => readonly string[]): readonly T[] {
  const exactly = all.filter((each) => namesOf(each).includes(text));
  if (exactly.length > 0) return exactly;
  const wanted = folded(text.trim());
  return all.filter((each) => namesOf(each).some((name) => folded(name) === wanted));
}

/** A label is what people call it; a name is its own. */
function fieldNamed<T extends Pick<FormField, "label" | "name">>(
  fields: readonly T[],
  text: string,
): T | Objection {
  const byName = fields.filter(({ name }) => name !== "" && name === text);
  const [found, ...others] = byName.length === 1 ? byName : naming(fields, text, ({ label }) => [label]);
  if (found === undefined) {
    const [named] = naming(fields, text, ({ name }) => (name === "" ? [] : [name]));
    return named ?? { code: "noField", field: text, known: fields.map(({ label }) => label) };
  }
  if (others.length === 0) return found;
  return { code: "severalFields", field: text, known: [found, ...others].map(({ name }) => name) };
}

/** Lists of people have "Real Name (user)" for labels, and artifacts only one of the two. */
function partsOf({ label }: Choice): readonly string[] {
  const [, real, user] = /^(.+) \(([^()]+)\)$/.exec(label) ?? [];
  return real === undefined || user === undefined ? [] : [real, user];
}

/** A value of a list by its label, where just one of those on offer has it. */
function choiceNamed(field: string, choices: readonly Choice[], text: string): Chosen | Objection {
  const offered = choices.filter(({ isHidden }) => !isHidden);
  const labelled = naming(offered, text, ({ label }) => [label]);
  const [found, ...others] = labelled.length > 0 ? labelled : naming(offered, text, partsOf);
  if (found !== undefined && others.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "noValue" : "severalValues";
  return { code, field, value: text, known: offered.map(({ label }) => label) };
}

function called({ label, username }: Person): string {
  return username === undefined || username === label ? label : `${label} (${username})`;
}

/** Who is meant, of those that a search has found: by the user name, the real name, or both as we write them. */
function personNamed(field: string, people: readonly Person[], text: string): Chosen | Objection {
  const byUsername = people.filter(({ username }) => username === text);
  const [found, ...others] =
    byUsername.length > 0
      ? byUsername
      : naming(people, text, (person) => [person.label, person.username ?? person.label, called(person)]);
  if (found !== undefined && others.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "nobody" : "severalPeople";
  return { code, field, value: text, known: people.map(called) };
}

/** Whether something was found, rather than a reason why not. */
function isFound<T extends object>(found: T | Objection): found is T {
  return !("code" in found);
}

/** What no list has: an open one makes a value of it. */
function typedId(text: string): ChoiceId {
  return `typed ${text}`;
}

/** A value of a list by its label, however that is written; anything else is left to what the field takes. */
function meant({ label, choices = [] }: Field, value: string): SavedValue {
  const chosen = choiceNamed(label, choices, value);
  return isFound(chosen) ? chosen : value;
}

/** What an assistant asks of a tracker, in the names that queries have: words are looked for in titles. */
export function conditionsOf(
  tracker: Tracker,
  { words, where }: Pick<SearchRequest, "words" | "where">,
): readonly SavedCondition[] | Objection {
  const conditions: SavedCondition[] = [];
  const fields = tracker.fields.filter((field) => !isArrangement(field));
  for (const { field: text, operator, values } of where) {
    const field = fieldNamed(fields, text);
    if (!isFound(field)) return field;
    conditions.push({ field: field.name, operator, values: values.map((value) => meant(field, value)) });
  }
  if (words === undefined) return conditions;
  const title = titleField(tracker)?.field;
  if (title === undefined) return { code: "notHere", field: "words" };
  return [...conditions, { field: title.name, operator: "contains", values: [words] }];
}

// What has become of an artifact since an assistant has read it.

export interface ChangedField {
  readonly label: string;
  /** Undefined for what takes no input, such as attachments. */
  readonly before: Input | undefined;
  readonly after: Input | undefined;
}

function hasOtherFiles(before: FormField | undefined, after: FormField): boolean {
  return (
    after.control.kind === "files" &&
    JSON.stringify(before?.value ?? null) !== JSON.stringify(after.value ?? null)
  );
}

/** In the order of the form; then those that it does not have any more. */
export function changedFields(then: Form, now: Form): readonly ChangedField[] {
  const present = now.fields.flatMap((field) => {
    const before = fieldOf(then, field.id);
    const isSame = before === undefined || sameInput(before.base, field.base);
    return isSame && !hasOtherFiles(before, field)
      ? []
      : [{ label: field.label, before: before?.base, after: field.base }];
  });
  const gone = then.fields.filter(({ id, base }) => base !== undefined && fieldOf(now, id) === undefined);
  return [...present, ...gone.map(({ label, base }) => ({ label, before: base, after: undefined }))];
}

/** What stands in a field, to be confirmed: all that is sent of it. */
export function shownInput(input: Input | undefined): string {
  if (input === undefined) return "";
  return hostTypeOfInput(input)?.confirmedText?.(input) ?? inputText(input);
}

/** What one field was and shall be. */
export interface Intended {
  readonly target: Target;
  /** Empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
  /** Nobody asked for it: the tracker sets it into what is new. */
  readonly isDefault: boolean;
}

export type Intent =
  | { readonly kind: "intent"; readonly draft: Draft; readonly changes: readonly Intended[] }
  | { readonly kind: "objection"; readonly objection: Objection };

/** Whom a search has found, by what was searched; undefined where the server can't be searched. */
export type PeopleFound = ReadonlyMap<string, readonly Person[] | undefined>;

interface Asked {
  readonly fields: readonly FieldRequest[];
  readonly comment: string | undefined;
}

function takenBy(control: Control): Taken | undefined {
  return hostTypeOfControl(control)?.taken?.(control, false);
}

/** The names that have to be searched for, since no list has them. */
export function namesSought({ fields }: Form, asked: readonly FieldRequest[]): readonly string[] {
  const names = asked.flatMap(({ field: text, values }) => {
    const field = fieldNamed(fields, text);
    const taken = isFound(field) ? takenBy(field.control) : undefined;
    return taken?.kind === "people" && taken.choices === undefined ? values : [];
  });
  return [...new Set(names)];
}

type Meant = { readonly target: Target; readonly input: Input } | Objection;

/** All of them, or what is wrong with the first that is not found. */
function allFound(
  values: readonly string[],
  find: (text: string) => Chosen | Objection,
): Chosen[] | Objection {
  const chosen: Chosen[] = [];
  for (const text of values) {
    const found = find(text);
    if (!isFound(found)) return found;
    chosen.push(found);
  }
  return chosen;
}

function chosenFor(
  { control, label }: FormField,
  choices: readonly Choice[] | undefined,
  { values }: FieldRequest,
  people: PeopleFound,
): Chosen[] | Objection {
  if (choices === undefined) {
    return allFound(values, (text) => {
      const found = people.get(text);
      return found === undefined
        ? { code: "notSearched", field: label, value: text }
        : personNamed(label, found, text);
    });
  }
  const takesNew = hostTypeOfControl(control)?.takesNew?.(control) === true;
  return allFound(values, (text) => {
    const found = choiceNamed(label, choices, text);
    const isNew = !isFound(found) && found.code === "noValue" && takesNew;
    return isNew ? { id: typedId(text), label: text } : found;
  });
}

function wishFor(field: FormField, request: FieldRequest, people: PeopleFound): Wish | Objection {
  const { control, label } = field;
  const { how, values } = request;
  const by: WishedField = { by: "id", fieldId: field.id };
  const taken = takenBy(control);
  if (taken === undefined) return { code: "notHere", field: label };
  if (taken.kind === "write") {
    const [text = "", ...more] = values;
    if (how !== "set") return { code: "onlySet", field: label };
    return more.length > 0 ? { code: "oneValue", field: label } : { kind: "write", field: by, text };
  }
  const chosen = chosenFor(field, taken.choices, request, people);
  if (!Array.isArray(chosen)) return chosen;
  return taken.kind === "people"
    ? { kind: "people", field: by, how, people: chosen }
    : { kind: "choices", field: by, how, values: chosen };
}

function meantBy(form: Form, request: FieldRequest, people: PeopleFound): Meant {
  const field = fieldNamed(form.fields, request.field);
  if (!isFound(field)) return field;
  const { control, base, label } = field;
  const type = hostTypeOfControl(control);
  // The rest is left to the form.
  if (takenFacts(control) === undefined) return { code: "notHere", field: label };
  if (field.access !== "edit") return { code: "refused", field: label, why: { code: "readOnly" } };
  const held = base?.kind === emptyInput(control)?.kind ? base : undefined;
  const input = type?.asked?.({ ...request, field: label }, control, held);
  if (input !== undefined) return isFound(input) ? { target: field.id, input } : input;
  const wish = wishFor(field, request, people);
  if (!isFound(wish)) return wish;
  const wanted = wantedIn(form, wish);
  if (wanted.kind === "refused") return { code: "refused", field: label, why: wanted.why };
  return { target: wanted.target, input: wanted.input };
}

function refused(objection: Objection): Intent {
  return { kind: "objection", objection };
}

/** Everything that would be sent; of what is new the defaults too. */
function changesIn(form: Form, draft: Draft): readonly Intended[] {
  const fields = changesOf(form, draft).flatMap(({ fieldId }): Intended[] => {
    const [field, after] = [fieldOf(form, fieldId), inputIn(form, draft, fieldId)];
    if (field === undefined || after === undefined) return [];
    const isDefault = typedIn(draft, fieldId) === undefined;
    return [
      { target: fieldId, label: field.label, before: form.isNew ? undefined : field.base, after, isDefault },
    ];
  });
  const comment = typedIn(draft, "comment");
  if (comment === undefined) return fields;
  return [...fields, { target: "comment", label: "", before: undefined, after: comment, isDefault: false }];
}

export function intentOf(form: Form, { fields, comment }: Asked, people: PeopleFound): Intent {
  let draft = untouched;
  const named = new Set<Target>();
  for (const request of fields) {
    const meant = meantBy(form, request, people);
    if ("code" in meant) return refused(meant);
    const { target, input } = meant;
    if (named.has(target)) return refused({ code: "repeatedField", field: request.field });
    named.add(target);
    draft = edited(form, draft, { target, input, step: "begin" });
  }
  if (comment !== undefined) {
    if (!form.takesComment) return refused({ code: "noComments" });
    const input = { kind: "text", source: comment, format: "commonmark" } as const;
    draft = edited(form, draft, { target: "comment", input, step: "begin" });
  }
  if (isUntouched(draft) && !form.isNew) return refused({ code: "alreadySo" });
  const [found] = problemsOf(form, draft);
  if (found === undefined) return { kind: "intent", draft, changes: changesIn(form, draft) };
  const [target, problem] = found;
  const label = target === "comment" ? "" : (fieldOf(form, target)?.label ?? "");
  return refused({ code: "problem", field: label, problem });
}
