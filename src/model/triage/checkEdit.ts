// Applies a field edit request to the form of one artifact.
import { hostTypeOfControl } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { isStoredAsSent } from "../form/fieldChanges.ts";
import {
  type Draft,
  type DraftEdit,
  type DraftInput,
  editDraft,
  getDraftInput,
  type InputTarget,
  emptyDraft,
} from "../form/draft.ts";
import { findField, type Form, type FormField } from "../form/form.ts";
import { createEmptyInput } from "../form/input.ts";
import { findProblemsByTarget } from "../form/problems.ts";
import type { Choice } from "../tracker.ts";
import type { ChoiceId, ArtifactLink } from "../valueTypes.ts";
import type { ListOperation, EditObstacle, FieldEditRequest, FieldSelector } from "./fieldEditRequest.ts";

/** A field's input before and after an edit; format with `toInputText`. */
export interface ChangedInput {
  readonly target: InputTarget;
  /** Label of the field; empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
}

export interface InputChange extends ChangedInput {
  readonly kind: "change";
  /** Further inputs in the same request: the undo of a form save can have several. */
  readonly further?: readonly ChangedInput[] | undefined;
  /** The edit as a draft, to be sent. */
  readonly draft: Draft;
}

export function listChangedInputs({ further = [], ...change }: InputChange): readonly ChangedInput[] {
  const { target, label, before, after } = change;
  return [{ target, label, before, after }, ...further];
}

export type EditCheckResult =
  InputChange | { readonly kind: "unchanged" } | { readonly kind: "refused"; readonly why: EditObstacle };

/** Checks inputs that are sent together, with the rules of the form. */
export function checkInputChanges(form: Form, inputs: readonly DraftInput[]): EditCheckResult {
  const draft = inputs.reduce<Draft>(
    (all, { target, input }) => editDraft(form, all, { target, input, step: "begin" }),
    emptyDraft,
  );
  const changes: ChangedInput[] = [];
  for (const { target, input } of inputs) {
    const field = target === "comment" ? undefined : findField(form, target);
    if (target !== "comment" && field === undefined) return toRefused({ code: "noField" });
    // The field has this value.
    if (getDraftInput(draft, target) === undefined) continue;
    if (field !== undefined && field.access !== "edit") {
      return toRefused({ code: "readOnly", field: field.label });
    }
    changes.push({ target, label: field?.label ?? "", before: field?.base, after: input });
  }
  const [first, ...further] = changes;
  if (first === undefined) return { kind: "unchanged" };
  const [problem] = findProblemsByTarget(form, draft);
  if (problem !== undefined) {
    return toRefused({ code: "problem", target: problem[0], problem: problem[1] });
  }
  return { kind: "change", ...first, ...(further.length > 0 && { further }), draft };
}

export function checkInputChange(form: Form, target: InputTarget, input: Input): EditCheckResult {
  return checkInputChanges(form, [{ target, input }]);
}

export function checkEditRequest(form: Form, request: FieldEditRequest): EditCheckResult {
  const requested = getRequestedInput(form, request);
  return requested.kind === "refused" ? requested : checkInputChange(form, requested.target, requested.input);
}

/** The edits of a request, to open in a form that shows their problems. */
export function toDraftEdits(form: Form, request: FieldEditRequest): readonly DraftEdit[] {
  const requested = getRequestedInput(form, request);
  if (requested.kind === "refused") return [];
  return [{ target: requested.target, input: requested.input, step: "begin" }];
}

export function fieldHoldsInput(form: Form, target: number, sent: Input): boolean {
  return isStoredAsSent(sent, findField(form, target)?.base);
}

type RequestedInput =
  | { readonly kind: "input"; readonly target: InputTarget; readonly input: Input }
  | { readonly kind: "refused"; readonly why: EditObstacle };

type InputOrObstacle = Extract<RequestedInput, { kind: "refused" }> | Input;
type EditRequestOf<Kind extends FieldEditRequest["kind"]> = Extract<FieldEditRequest, { kind: Kind }>;

interface ListEntry {
  readonly id: ChoiceId | undefined;
  readonly label: string;
}

function toRefused(why: EditObstacle): Extract<RequestedInput, { kind: "refused" }> {
  return { kind: "refused", why };
}

export function findFieldBySelector(form: Form, selector: FieldSelector): FormField | undefined {
  switch (selector.by) {
    case "id":
      return findField(form, selector.fieldId);
    case "name":
      return form.fields.find(({ name }) => name === selector.name);
    case "role": {
      const id = form.promoted[selector.role];
      return id === undefined ? undefined : findField(form, id);
    }
  }
}

function toKey({ id, label }: ListEntry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

/** Applies the operation and keeps the order of other values. */
function applyListOperation<T extends ListEntry>(
  current: readonly T[],
  operation: ListOperation,
  entries: readonly T[],
): readonly T[] {
  const changed = new Map(entries.map((each) => [toKey(each), each]));
  const remaining = current.filter((each) => !changed.has(toKey(each)));
  if (operation === "remove") return remaining;
  if (operation === "set") return [...changed.values()];
  const present = new Set(current.map(toKey));
  return [...current, ...[...changed.values()].filter((each) => !present.has(toKey(each)))];
}

/** Ids are specific to a tracker; in other trackers the choice is found by its label if that is unambiguous. */
function findChoice(
  choices: readonly Choice[],
  requested: { readonly id: ChoiceId; readonly label: string },
  by: FieldSelector["by"],
): Choice | undefined {
  const hasSameId = ({ id }: Choice): boolean => String(id) === String(requested.id);
  if (by === "id") return choices.find(hasSameId);
  const sameLabel = choices.filter(({ label }) => label === requested.label);
  return sameLabel.find(hasSameId) ?? (sameLabel.length === 1 ? sameLabel[0] : undefined);
}

function allowsOne(control: Control): boolean {
  if (control.kind === "people") return control.takes === "one";
  return control.kind === "choice" && (control.look === "select" || control.look === "radio");
}

function getCurrentEntries({ base }: FormField): readonly ListEntry[] {
  if (base?.kind === "choices") return base.chosen;
  return base?.kind === "openList" ? base.entries : [];
}

/** Removing doesn't require the value to be available. */
function toListInput(
  field: FormField,
  operation: ListOperation,
  requested: readonly ListEntry[],
  find: (each: ListEntry) => ListEntry | undefined,
  toObstacle: (each: ListEntry) => EditObstacle,
): InputOrObstacle {
  const current = getCurrentEntries(field);
  const currentKeys = new Set(current.map(toKey));
  const changed: ListEntry[] = [];
  for (const each of requested) {
    const found = find(each);
    if (found !== undefined) changed.push(found);
    else if (currentKeys.has(toKey(each))) changed.push(each);
    else if (operation !== "remove") return toRefused(toObstacle(each));
  }
  const entries = applyListOperation(current, operation, changed);
  if (allowsOne(field.control) && operation !== "remove" && entries.length > 1) {
    return toRefused({ code: "singleValue" });
  }
  if (field.control.kind === "openList") return { kind: "openList", entries };
  return {
    kind: "choices",
    chosen: entries.flatMap(({ id, label }) => (id === undefined ? [] : { id, label })),
  };
}

function getAvailableChoices(field: FormField, choices: readonly Choice[]): readonly Choice[] {
  const current = new Set(getCurrentEntries(field).map(({ id }) => String(id)));
  return choices.filter(({ id, isHidden }) => !isHidden || current.has(String(id)));
}

function toEntry(choice: Choice | undefined): ListEntry | undefined {
  return choice === undefined ? undefined : { id: choice.id, label: choice.label };
}

function toChoicesInput(
  field: FormField,
  { field: { by }, operation, values }: EditRequestOf<"choices">,
): InputOrObstacle {
  const { control } = field;
  if (control.kind !== "choice" && control.kind !== "openList") return toRefused({ code: "wrongKind" });
  const available = getAvailableChoices(field, control.choices);
  const isFree = control.kind === "openList" && control.of === "texts";
  return toListInput(
    field,
    operation,
    values,
    ({ id, label }) => {
      const found = id === undefined ? undefined : toEntry(findChoice(available, { id, label }, by));
      // Open lists accept new values.
      return found ?? (isFree && operation !== "remove" ? { id: undefined, label } : undefined);
    },
    ({ label }) => ({ code: "notOffered", value: label }),
  );
}

function toPeopleInput(field: FormField, { operation, people }: EditRequestOf<"people">): InputOrObstacle {
  const { control } = field;
  const missing = ({ label }: ListEntry): EditObstacle => ({ code: "notAssignable", person: label });
  // Accepts any user; only the server knows who isn't allowed.
  if (control.kind === "people") return toListInput(field, operation, people, (person) => person, missing);
  const isList = control.kind === "choice" || (control.kind === "openList" && control.of === "people");
  if (!isList) return toRefused({ code: "wrongKind" });
  const available = getAvailableChoices(field, control.choices);
  const find = ({ id }: ListEntry): ListEntry | undefined =>
    toEntry(available.find((each) => String(each.id) === String(id)));
  return toListInput(field, operation, people, find, missing);
}

function toTypedInput(
  { control, base }: FormField,
  { text, format = "commonmark" }: EditRequestOf<"write">,
): InputOrObstacle {
  const kind = createEmptyInput(control)?.kind;
  const current = base?.kind === kind ? base : undefined;
  return (
    hostTypeOfControl(control)?.parseText?.(text, format, control, current) ??
    toRefused({ code: "wrongKind" })
  );
}

function toLinksInput(
  { control, base }: FormField,
  { artifactId, type }: EditRequestOf<"link">,
): InputOrObstacle {
  if (control.kind !== "links" || base?.kind !== "links") return toRefused({ code: "wrongKind" });
  const existing: ArtifactLink | undefined = base.forward.find((link) => link.artifactId === artifactId);
  if (existing?.type === type) return base;
  if (existing !== undefined) return toRefused({ code: "linkedWithOtherType", type: existing.type });
  const isKnownType = type === "" || control.types.some(({ name }) => name === type);
  if (!isKnownType) return toRefused({ code: "unknownLinkType", type });
  return { kind: "links", forward: [...base.forward, { artifactId, type }] };
}

function findEditableLinkField(form: Form): FormField | undefined {
  const fields = form.linkFields.flatMap((id) => findField(form, id) ?? []);
  return fields.find(({ access }) => access === "edit") ?? fields[0];
}

function toInput(field: FormField, request: Exclude<FieldEditRequest, { kind: "comment" }>): InputOrObstacle {
  switch (request.kind) {
    case "choices":
      return toChoicesInput(field, request);
    case "people":
      return toPeopleInput(field, request);
    case "write":
      return toTypedInput(field, request);
    case "link":
      return toLinksInput(field, request);
  }
}

/** The input that the request results in, without checking whether it is allowed. */
export function getRequestedInput(form: Form, request: FieldEditRequest): RequestedInput {
  if (request.kind === "comment") {
    const { source, format } = request;
    if (!form.takesComment) return toRefused({ code: "noComments" });
    return { kind: "input", target: "comment", input: { kind: "text", source, format } };
  }
  const field =
    request.field === undefined ? findEditableLinkField(form) : findFieldBySelector(form, request.field);
  if (field === undefined) return toRefused({ code: "noField" });
  const input = toInput(field, request);
  if (input.kind !== "refused") return { kind: "input", target: field.id, input };
  return field.access === "edit" ? input : toRefused({ code: "readOnly" });
}
