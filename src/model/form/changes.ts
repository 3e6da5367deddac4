// From a draft to what is sent: only what differs from what the server holds.
import { firstMinute, sameMoment } from "../localTime.ts";
import type { FieldChange, FieldEdit, NewComment } from "../revision.ts";
import { noneId, type OpenEntry } from "../value.ts";
import type { Control } from "./control.ts";
import { type Draft, edited, inputIn, typedIn, untouched } from "./draft.ts";
import { fieldOf, type Form } from "./form.ts";
import { emptyInput, type Input, sameInput } from "./input.ts";

// What a server has made of what was sent, once it is read again: it may cut or rewrite a value without a word.

/** A field that holds something else than what was sent for it. */
export interface StoredDifference {
  readonly fieldId: number;
  readonly label: string;
  readonly sent: Input;
  readonly stored: Input | undefined;
}

/** Blanks around a text, and how its lines end, are left to the server. */
function plain(text: string): string {
  return text.trim().replaceAll(/\r\n?/g, "\n");
}

/** A value that was new has got an id since, and the ids of others are written in another way where they are read. */
function holdsEntry(stored: readonly OpenEntry[], { id, label }: OpenEntry): boolean {
  return stored.some(
    (entry) => plain(entry.label) === plain(label) || (id !== undefined && String(entry.id) === String(id)),
  );
}

/** A day alone stands for its first minute where there is a time: that of the server, where it was sent as a day. */
function holdsMoment(sent: string, stored: string): boolean {
  return sameMoment(sent, stored) || sameMoment(firstMinute(sent), stored);
}

/** Whether a field holds what was sent for it, as a form compares values; servers may write a text down in another format. */
export function holdsSent(sent: Input, stored: Input | undefined): boolean {
  if (sent.kind === "text" && stored?.kind === "text") return plain(sent.source) === plain(stored.source);
  if (sent.kind === "line" && stored?.kind === "line") return plain(sent.text) === plain(stored.text);
  if (sent.kind === "date" && stored?.kind === "date") return holdsMoment(sent.text, stored.text);
  if (sent.kind === "choices") {
    const chosen = sent.chosen.filter(({ id }) => Number(id) !== noneId);
    return sameInput({ kind: "choices", chosen }, stored);
  }
  if (sent.kind === "openList" && stored?.kind === "openList") {
    const isLost = (entry: OpenEntry): boolean => !holdsEntry(stored.entries, entry);
    return !sent.entries.some(isLost) && stored.entries.length <= sent.entries.length;
  }
  return sameInput(sent, stored);
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

function numberIn(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}

function dateIn(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" ? undefined : trimmed.replace(/[T ]+/, "T");
}

/** What no artifact has. */
type Foreign = Extract<Input, { kind: "notifications" }>;

/** What a field is asked to become. The input has no problem. */
function editOf(control: Control, input: Exclude<Input, Foreign>): FieldEdit {
  switch (input.kind) {
    case "line":
      return { kind: "string", text: input.text };
    case "text":
      return { kind: "text", source: input.source, format: input.format };
    case "number":
      return {
        kind: control.kind === "number" && control.isWhole ? "int" : "float",
        number: numberIn(input.text),
      };
    case "date":
      return { kind: "date", date: dateIn(input.text) };
    case "choices":
      return { kind: "choices", ids: input.chosen.map(({ id }) => id) };
    case "openList":
      return { kind: "openList", entries: input.entries };
    case "links":
      return { kind: "links", links: input.forward };
    case "permissions":
      return { kind: "permissions", groupIds: input.groups.map(({ id }) => id) };
    case "computed":
      return input.isAutomatic ? { kind: "automatic" } : { kind: "manual", number: Number(input.text) };
    case "steps":
      return { kind: "steps", steps: input.steps };
  }
}

/** A date with a time needs one; a day alone stands for its first minute. */
function completed(control: Control, edit: FieldEdit): FieldEdit {
  if (edit.kind !== "date" || edit.date === undefined || control.kind !== "date") return edit;
  return control.withTime && control.isTimeOptional !== true
    ? { ...edit, date: firstMinute(edit.date) }
    : edit;
}

export function changesOf(form: Form, draft: Draft): readonly FieldChange[] {
  return form.fields.flatMap(({ id, control, access }) => {
    const input = form.isNew ? inputIn(form, draft, id) : typedIn(draft, id);
    // Defaults are sent as they are shown: a server may have others by now. Nothing is not sent, unless it
    // stands in place of a default.
    const isSilent =
      input === undefined || (typedIn(draft, id) === undefined && sameInput(input, emptyInput(control)));
    if (access !== "edit" || isSilent || input.kind === "notifications") return [];
    return { fieldId: id, edit: completed(control, editOf(control, input)) };
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
