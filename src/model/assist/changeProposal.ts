// Turns the input of a chat tool into a draft over an artifact's form, or into a problem.
import type { BulkEditControl } from "../fields/fieldType.ts";
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { toFieldUpdates } from "../form/fieldChanges.ts";
import {
  type Draft,
  editDraft,
  getCurrentInput,
  isEmptyDraft,
  type InputTarget,
  getDraftInput,
  emptyDraft,
} from "../form/draft.ts";
import { findField, type Form, type FormField } from "../form/form.ts";
import { createEmptyInput, toInputText, isSameInput } from "../form/input.ts";
import { isLayoutElement } from "../form/layout.ts";
import { findProblemsByTarget } from "../form/problems.ts";
import { foldCaseAndAccents } from "../query/criteria.ts";
import type { SavedCondition, SavedValue } from "../query/savedQuery.ts";
import { findTitleField } from "../query/artifactMatching.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import { getRequestedInput } from "../triage/checkEdit.ts";
import type { FieldEditRequest, FieldSelector } from "../triage/fieldEditRequest.ts";
import type { User } from "../user.ts";
import type { ChoiceId, LabeledId } from "../valueTypes.ts";
import { toAcceptedInputJson } from "./toolResponse.ts";
import type { ToolFieldInput, ToolRequestProblem, SearchToolInput } from "./toolInput.ts";

// Finds fields, list values and people by label.

/** Exact matches, or else matches that ignore case and accents. */
function findByName<T>(
  items: readonly T[],
  text: string,
  getNames: (each: T) => readonly string[],
): readonly T[] {
  const exact = items.filter((each) => getNames(each).includes(text));
  if (exact.length > 0) return exact;
  const normalized = foldCaseAndAccents(text.trim());
  return items.filter((each) => getNames(each).some((name) => foldCaseAndAccents(name) === normalized));
}

/** Looks for the name first, then for the label. */
function findFieldByLabel<T extends Pick<FormField, "label" | "name">>(
  fields: readonly T[],
  text: string,
): T | ToolRequestProblem {
  const byName = fields.filter(({ name }) => name !== "" && name === text);
  const [found, ...otherMatches] =
    byName.length === 1 ? byName : findByName(fields, text, ({ label }) => [label]);
  if (found === undefined) {
    const [named] = findByName(fields, text, ({ name }) => (name === "" ? [] : [name]));
    return named ?? { code: "noField", field: text, known: fields.map(({ label }) => label) };
  }
  if (otherMatches.length === 0) return found;
  return { code: "ambiguousField", field: text, known: [found, ...otherMatches].map(({ name }) => name) };
}

/** Choices of user lists are labeled "Real Name (user)", but artifacts have only one of the two. */
function splitUserLabel({ label }: Choice): readonly string[] {
  const [, real, user] = /^(.+) \(([^()]+)\)$/.exec(label) ?? [];
  return real === undefined || user === undefined ? [] : [real, user];
}

/** Finds the only visible choice with this label. */
function findChoiceByLabel(
  field: string,
  choices: readonly Choice[],
  text: string,
): LabeledId | ToolRequestProblem {
  const visible = choices.filter(({ isHidden }) => !isHidden);
  const labelled = findByName(visible, text, ({ label }) => [label]);
  const [found, ...otherMatches] = labelled.length > 0 ? labelled : findByName(visible, text, splitUserLabel);
  if (found !== undefined && otherMatches.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "unknownValue" : "ambiguousValue";
  return { code, field, value: text, known: visible.map(({ label }) => label) };
}

function formatPerson({ label, username }: User): string {
  return username === undefined || username === label ? label : `${label} (${username})`;
}

/** Matches the user name, the real name, or the combined form of `formatPerson`. */
function findPersonByName(
  field: string,
  people: readonly User[],
  text: string,
): LabeledId | ToolRequestProblem {
  const byUsername = people.filter(({ username }) => username === text);
  const [found, ...otherMatches] =
    byUsername.length > 0
      ? byUsername
      : findByName(people, text, (person) => [
          person.label,
          person.username ?? person.label,
          formatPerson(person),
        ]);
  if (found !== undefined && otherMatches.length === 0) return { id: found.id, label: found.label };
  const code = found === undefined ? "unknownPerson" : "ambiguousPerson";
  return { code, field, value: text, known: people.map(formatPerson) };
}

function isFound<T extends object>(found: T | ToolRequestProblem): found is T {
  return !("code" in found);
}

/** Id for a new value of an open list. */
function createTypedId(text: string): ChoiceId {
  return `typed ${text}`;
}

/** The choice with this label, or else the text as typed. */
function resolveConditionValue({ label, choices = [] }: Field, value: string): SavedValue {
  const chosen = findChoiceByLabel(label, choices, value);
  return isFound(chosen) ? chosen : value;
}

/** Conditions of a saved query; `words` search the title. */
export function toolSearchToConditions(
  tracker: Tracker,
  { words, where }: Pick<SearchToolInput, "words" | "where">,
): readonly SavedCondition[] | ToolRequestProblem {
  const conditions: SavedCondition[] = [];
  const fields = tracker.fields.filter((field) => !isLayoutElement(field));
  for (const { field: text, operator, values } of where) {
    const field = findFieldByLabel(fields, text);
    if (!isFound(field)) return field;
    conditions.push({
      field: field.name,
      operator,
      values: values.map((value) => resolveConditionValue(field, value)),
    });
  }
  if (words === undefined) return conditions;
  const title = findTitleField(tracker)?.field;
  if (title === undefined) return { code: "notEditable", field: "words" };
  return [...conditions, { field: title.name, operator: "contains", values: [words] }];
}

// A field that changed since the assistant read the artifact.

export interface ChangedFormField {
  readonly label: string;
  /** Undefined for fields without input, such as attachments. */
  readonly before: Input | undefined;
  readonly after: Input | undefined;
}

function haveFilesChanged(before: FormField | undefined, after: FormField): boolean {
  return (
    after.control.kind === "files" &&
    JSON.stringify(before?.value ?? null) !== JSON.stringify(after.value ?? null)
  );
}

/** In the order of the form, followed by removed fields. */
export function findChangedFormFields(older: Form, newer: Form): readonly ChangedFormField[] {
  const present = newer.fields.flatMap((field) => {
    const before = findField(older, field.id);
    const isSame = before === undefined || isSameInput(before.base, field.base);
    return isSame && !haveFilesChanged(before, field)
      ? []
      : [{ label: field.label, before: before?.base, after: field.base }];
  });
  const removed = older.fields.filter(
    ({ id, base }) => base !== undefined && findField(newer, id) === undefined,
  );
  return [...present, ...removed.map(({ label, base }) => ({ label, before: base, after: undefined }))];
}

/** All that is sent for a field, as text for the confirmation. */
export function formatInputForConfirmation(input: Input | undefined): string {
  if (input === undefined) return "";
  return hostTypeOfInput(input)?.toConfirmationText?.(input) ?? toInputText(input);
}

/** A field's value before and after the proposed change. */
export interface ProposedFieldChange {
  readonly target: InputTarget;
  /** Empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
  /** Whether the tracker's default is sent although the assistant didn't set it. */
  readonly isDefault: boolean;
}

export type ChangeProposalResult =
  | { readonly kind: "proposal"; readonly draft: Draft; readonly changes: readonly ProposedFieldChange[] }
  | { readonly kind: "problem"; readonly problem: ToolRequestProblem };

/** Search results by search text; undefined if the server can't search people. */
export type UsersBySearchText = ReadonlyMap<string, readonly User[] | undefined>;

interface RequestedChanges {
  readonly fields: readonly ToolFieldInput[];
  readonly comment: string | undefined;
}

function getBulkInput(control: Control): BulkEditControl | undefined {
  return hostTypeOfControl(control)?.toBulkInput?.(control, false);
}

/** Names that must be searched on the server because no list contains them. */
export function findUserNamesToSearch(
  { fields }: Form,
  requests: readonly ToolFieldInput[],
): readonly string[] {
  const names = requests.flatMap(({ field: text, values }) => {
    const field = findFieldByLabel(fields, text);
    const bulkInput = isFound(field) ? getBulkInput(field.control) : undefined;
    return bulkInput?.kind === "people" && bulkInput.choices === undefined ? values : [];
  });
  return [...new Set(names)];
}

type FieldInputOrProblem = { readonly target: InputTarget; readonly input: Input } | ToolRequestProblem;

/** All choices, or the problem of the first one that isn't found. */
function findAllChosen(
  values: readonly string[],
  find: (text: string) => LabeledId | ToolRequestProblem,
): LabeledId[] | ToolRequestProblem {
  const chosen: LabeledId[] = [];
  for (const text of values) {
    const found = find(text);
    if (!isFound(found)) return found;
    chosen.push(found);
  }
  return chosen;
}

function findChosen(
  { control, label }: FormField,
  choices: readonly Choice[] | undefined,
  { values }: ToolFieldInput,
  people: UsersBySearchText,
): LabeledId[] | ToolRequestProblem {
  if (choices === undefined) {
    return findAllChosen(values, (text) => {
      const found = people.get(text);
      return found === undefined
        ? { code: "searchUnavailable", field: label, value: text }
        : findPersonByName(label, found, text);
    });
  }
  const allowsNew = hostTypeOfControl(control)?.allowsNewValues?.(control) === true;
  return findAllChosen(values, (text) => {
    const found = findChoiceByLabel(label, choices, text);
    const isNew = !isFound(found) && found.code === "unknownValue" && allowsNew;
    return isNew ? { id: createTypedId(text), label: text } : found;
  });
}

function toFieldEditRequest(
  field: FormField,
  request: ToolFieldInput,
  people: UsersBySearchText,
): FieldEditRequest | ToolRequestProblem {
  const { control, label } = field;
  const { operation, values } = request;
  const selector: FieldSelector = { by: "id", fieldId: field.id };
  const bulkInput = getBulkInput(control);
  if (bulkInput === undefined) return { code: "notEditable", field: label };
  if (bulkInput.kind === "write") {
    const [text = "", ...more] = values;
    if (operation !== "set") return { code: "onlySet", field: label };
    return more.length > 0 ? { code: "singleValue", field: label } : { kind: "write", field: selector, text };
  }
  const chosen = findChosen(field, bulkInput.choices, request, people);
  if (!Array.isArray(chosen)) return chosen;
  return bulkInput.kind === "people"
    ? { kind: "people", field: selector, operation, people: chosen }
    : { kind: "choices", field: selector, operation, values: chosen };
}

function toFieldInput(form: Form, request: ToolFieldInput, people: UsersBySearchText): FieldInputOrProblem {
  const field = findFieldByLabel(form.fields, request.field);
  if (!isFound(field)) return field;
  const { control, base, label } = field;
  const type = hostTypeOfControl(control);
  // Other controls can only be edited in the form.
  if (toAcceptedInputJson(control) === undefined) return { code: "notEditable", field: label };
  if (field.access !== "edit") return { code: "refused", field: label, why: { code: "readOnly" } };
  const current = base?.kind === createEmptyInput(control)?.kind ? base : undefined;
  const input = type?.applyAssistantEdit?.({ ...request, field: label }, control, current);
  if (input !== undefined) return isFound(input) ? { target: field.id, input } : input;
  const editRequest = toFieldEditRequest(field, request, people);
  if (!isFound(editRequest)) return editRequest;
  const requested = getRequestedInput(form, editRequest);
  if (requested.kind === "refused") return { code: "refused", field: label, why: requested.why };
  return { target: requested.target, input: requested.input };
}

function toProblem(problem: ToolRequestProblem): ChangeProposalResult {
  return { kind: "problem", problem };
}

/** Everything that would be sent, including the defaults of a new artifact. */
function listProposedChanges(form: Form, draft: Draft): readonly ProposedFieldChange[] {
  const fields = toFieldUpdates(form, draft).flatMap(({ fieldId }): ProposedFieldChange[] => {
    const [field, after] = [findField(form, fieldId), getCurrentInput(form, draft, fieldId)];
    if (field === undefined || after === undefined) return [];
    const isDefault = getDraftInput(draft, fieldId) === undefined;
    return [
      { target: fieldId, label: field.label, before: form.isNew ? undefined : field.base, after, isDefault },
    ];
  });
  const comment = getDraftInput(draft, "comment");
  if (comment === undefined) return fields;
  return [...fields, { target: "comment", label: "", before: undefined, after: comment, isDefault: false }];
}

export function createChangeProposal(
  form: Form,
  { fields, comment }: RequestedChanges,
  people: UsersBySearchText,
): ChangeProposalResult {
  let draft = emptyDraft;
  const named = new Set<InputTarget>();
  for (const request of fields) {
    const result = toFieldInput(form, request, people);
    if ("code" in result) return toProblem(result);
    const { target, input } = result;
    if (named.has(target)) return toProblem({ code: "duplicateField", field: request.field });
    named.add(target);
    draft = editDraft(form, draft, { target, input, step: "begin" });
  }
  if (comment !== undefined) {
    if (!form.takesComment) return toProblem({ code: "noComments" });
    const input = { kind: "text", source: comment, format: "commonmark" } as const;
    draft = editDraft(form, draft, { target: "comment", input, step: "begin" });
  }
  if (isEmptyDraft(draft) && !form.isNew) return toProblem({ code: "unchanged" });
  const [found] = findProblemsByTarget(form, draft);
  if (found === undefined) return { kind: "proposal", draft, changes: listProposedChanges(form, draft) };
  const [target, problem] = found;
  const label = target === "comment" ? "" : (findField(form, target)?.label ?? "");
  return toProblem({ code: "problem", field: label, problem });
}
