// What a server has made of what was sent, once it is read again: it may cut or rewrite a value without a word.
import { firstMinute, sameMoment } from "../localTime.ts";
import { noneId, type OpenEntry } from "../value.ts";
import { changesOf } from "./changes.ts";
import { type Draft, inputIn, typedIn } from "./draft.ts";
import { type Form, fieldOf } from "./form.ts";
import { type Input, sameInput } from "./input.ts";

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
