// Converts a draft into the changes to send.
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, NewFieldValue, Input } from "../fields/registry.ts";
import type { FieldUpdate, NewComment } from "../artifactVersion.ts";
import { type Draft, editDraft, getCurrentInput, getDraftInput, emptyDraft } from "./draft.ts";
import { findField, type Form } from "./form.ts";
import { createEmptyInput, isSameInput } from "./input.ts";

// Compares sent inputs with what the server stored: it may truncate or convert values silently.

/** A field whose stored value differs from the sent one. */
export interface FieldStoredDifferently {
  readonly fieldId: number;
  readonly label: string;
  readonly sent: Input;
  readonly stored: Input | undefined;
}

/** Compares like the form does, allowing for format conversions of the server. */
export function isStoredAsSent(sent: Input, stored: Input | undefined): boolean {
  const comparable = stored?.kind === sent.kind ? stored : undefined;
  return hostTypeOfInput(sent)?.isStoredAsSent?.(sent, comparable) ?? isSameInput(sent, stored);
}

/** Inputs of the draft, plus the defaults of a new artifact. */
export function getSentInputsByFieldId(form: Form, draft: Draft): ReadonlyMap<number, Input> {
  const ids = new Set(toFieldUpdates(form, draft).map(({ fieldId }) => fieldId));
  return new Map(
    form.fields.flatMap(({ id }) => {
      const input = ids.has(id) ? getCurrentInput(form, draft, id) : getDraftInput(draft, id);
      return input === undefined ? [] : [[id, input] as const];
    }),
  );
}

/** Ignores fields that can't be read. */
export function findStoredDifferences(
  sentForm: Form,
  draft: Draft,
  current: Form,
): readonly FieldStoredDifferently[] {
  return [...getSentInputsByFieldId(sentForm, draft)].flatMap(([fieldId, sent]) => {
    const field = findField(current, fieldId);
    if (field?.base === undefined || isStoredAsSent(sent, field.base)) return [];
    return [{ fieldId, label: field.label, sent, stored: field.base }];
  });
}

/** Undefined for inputs that no artifact has. The input has no problem. */
function toFieldEdit(control: Control, input: Input): NewFieldValue | undefined {
  const type = hostTypeOfInput(input);
  return type?.toEdit?.(input, hostTypeOfControl(control) === type ? control : undefined);
}

export function toFieldUpdates(form: Form, draft: Draft): readonly FieldUpdate[] {
  return form.fields.flatMap(({ id, control, access }) => {
    const input = form.isNew ? getCurrentInput(form, draft, id) : getDraftInput(draft, id);
    // Defaults are sent as shown because the server's may have changed. Empty inputs are only sent if they
    // replace a default.
    const isOmitted =
      input === undefined ||
      (getDraftInput(draft, id) === undefined && isSameInput(input, createEmptyInput(control)));
    const edit = access !== "edit" || isOmitted ? undefined : toFieldEdit(control, input);
    return edit === undefined ? [] : { fieldId: id, edit };
  });
}

export function toNewComment(draft: Draft): NewComment | undefined {
  const input = getDraftInput(draft, "comment");
  return input?.kind === "text" ? { source: input.source, format: input.format } : undefined;
}

/** The form as it will be after the save, until it is loaded again. */
export function toFormAfterSave(form: Form, sent: Draft): Form {
  const fields = form.fields.map((field) => {
    const typed = getDraftInput(sent, field.id);
    return typed === undefined ? field : { ...field, base: typed };
  });
  return { ...form, fields, isNew: false };
}

/**
 * Edits made during a save, over the sent form. Includes fields reverted meanwhile, because the server has
 * the sent value; a sent comment is dropped. Each edit can be undone.
 */
export function getUnsentDraft(form: Form, sent: Draft, current: Draft): Draft {
  const edited = current.inputs.filter(
    ({ target, input }) => !isSameInput(input, getDraftInput(sent, target)),
  );
  const reverted = sent.inputs.flatMap(({ target }) => {
    if (target === "comment" || getDraftInput(current, target) !== undefined) return [];
    const input = findField(form, target)?.base;
    return input === undefined ? [] : [{ target, input }];
  });
  const sentForm = toFormAfterSave(form, sent);
  return [...edited, ...reverted].reduce<Draft>(
    (draft, { target, input }) => editDraft(sentForm, draft, { target, input, step: "begin" }),
    emptyDraft,
  );
}
