// From a draft to what is sent: only what differs from what the server holds.
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, FieldEdit, Input } from "../fields/registry.ts";
import type { FieldChange, NewComment } from "../revision.ts";
import { type Draft, edited, inputIn, typedIn, untouched } from "./draft.ts";
import { fieldOf, type Form } from "./form.ts";
import { emptyInput, sameInput } from "./input.ts";

// What a server has made of what was sent, once it is read again: it may cut or rewrite a value without a word.

/** A field that holds something else than what was sent for it. */
export interface StoredDifference {
  readonly fieldId: number;
  readonly label: string;
  readonly sent: Input;
  readonly stored: Input | undefined;
}

/** Whether a field holds what was sent for it, as a form compares values; servers may write a text down in another format. */
export function holdsSent(sent: Input, stored: Input | undefined): boolean {
  const alike = stored?.kind === sent.kind ? stored : undefined;
  return hostTypeOfInput(sent)?.holdsSent?.(sent, alike) ?? sameInput(sent, stored);
}

/** All that was sent: what was typed and, into something new, the defaults beside it. */
export function sentInputs(form: Form, draft: Draft): ReadonlyMap<number, Input> {
  const ids = new Set(changesOf(form, draft).map(({ fieldId }) => fieldId));
  return new Map(
    form.fields.flatMap(({ id }) => {
      const input = ids.has(id) ? inputIn(form, draft, id) : typedIn(draft, id);
      return input === undefined ? [] : [[id, input] as const];
    }),
  );
}

/** The fields that hold something else than the draft that was sent over a form; not those that can't be read. */
export function storedDifferences(sentOver: Form, draft: Draft, now: Form): readonly StoredDifference[] {
  return [...sentInputs(sentOver, draft)].flatMap(([fieldId, sent]) => {
    const field = fieldOf(now, fieldId);
    if (field?.base === undefined || holdsSent(sent, field.base)) return [];
    return [{ fieldId, label: field.label, sent, stored: field.base }];
  });
}

/** What a field is asked to become; undefined for what no artifact has. The input has no problem. */
function editOf(control: Control, input: Input): FieldEdit | undefined {
  const type = hostTypeOfInput(input);
  return type?.edit?.(input, hostTypeOfControl(control) === type ? control : undefined);
}

export function changesOf(form: Form, draft: Draft): readonly FieldChange[] {
  return form.fields.flatMap(({ id, control, access }) => {
    const input = form.isNew ? inputIn(form, draft, id) : typedIn(draft, id);
    // Defaults are sent as they are shown: a server may have others by now. Nothing is not sent, unless it
    // stands in place of a default.
    const isSilent =
      input === undefined || (typedIn(draft, id) === undefined && sameInput(input, emptyInput(control)));
    const edit = access !== "edit" || isSilent ? undefined : editOf(control, input);
    return edit === undefined ? [] : { fieldId: id, edit };
  });
}

export function commentOf(draft: Draft): NewComment | undefined {
  const input = typedIn(draft, "comment");
  return input?.kind === "text" ? { source: input.source, format: input.format } : undefined;
}

// After a draft was sent: what it said is what the server holds now.

/** The form as if the server already told what was sent, until it is read again. */
export function settled(form: Form, sent: Draft): Form {
  const fields = form.fields.map((field) => {
    const typed = typedIn(sent, field.id);
    return typed === undefined ? field : { ...field, base: typed };
  });
  return { ...form, fields, isNew: false };
}

/**
 * What was typed after the sending began, over the form that was sent: also what was taken back meanwhile, which
 * the server has all the same. A comment that was sent is said. Each of them can be undone.
 */
export function unsent(form: Form, sent: Draft, now: Draft): Draft {
  const typed = now.inputs.filter(({ target, input }) => !sameInput(input, typedIn(sent, target)));
  const takenBack = sent.inputs.flatMap(({ target }) => {
    if (target === "comment" || typedIn(now, target) !== undefined) return [];
    const input = fieldOf(form, target)?.base;
    return input === undefined ? [] : [{ target, input }];
  });
  const over = settled(form, sent);
  return [...typed, ...takenBack].reduce<Draft>(
    (draft, { target, input }) => edited(over, draft, { target, input, step: "begin" }),
    untouched,
  );
}
