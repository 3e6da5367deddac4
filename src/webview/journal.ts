// Edits that the host has not written down yet. They outlive this page: should the host end while somebody types,
// the next page hands them over.
import type { Edit } from "../model/form/draft.ts";
import type { Input } from "../model/form/input.ts";
import { isTooLongToSend } from "./tooLong.ts";

export interface NumberedEdit {
  readonly number: number;
  readonly edit: Edit;
  /** What stood in the field when it was typed, where the host has to know. */
  readonly before?: Input | undefined;
}

/** An edit as it is left behind: with what stood in the field, which may be another one when it is found. */
export type LeftEdit = Edit & { readonly over?: Input | undefined };

const prefix = "unheard ";

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Some settings of a browser forbid it; then there is no net below the host's own.
    return undefined;
  }
}

/** Whether it looks like an edit; the host checks what it is handed. */
function isEdit(kept: unknown): kept is LeftEdit {
  if (typeof kept !== "object" || kept === null || !("target" in kept)) return false;
  const { target } = kept;
  if (typeof target !== "number" && target !== "comment") return false;
  if (!("input" in kept) || kept.input === undefined) return true;
  return typeof kept.input === "object" && kept.input !== null && "kind" in kept.input;
}

/** What an earlier page left behind. */
export function leftBehind(key: string): readonly LeftEdit[] {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(prefix + key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEdit).filter(({ input }) => !isTooLongToSend(input)) : [];
  } catch {
    return [];
  }
}

export function leaveBehind(key: string, edits: readonly LeftEdit[]): void {
  try {
    if (edits.length === 0) storage()?.removeItem(prefix + key);
    else storage()?.setItem(prefix + key, JSON.stringify(edits));
  } catch {
    // Full: what the host holds is all there is.
  }
}

/** A word typed letter by letter is one edit to those who come later. */
export function condensed(edits: readonly LeftEdit[]): readonly LeftEdit[] {
  const short: LeftEdit[] = [];
  for (const edit of edits) {
    const last = short.at(-1);
    const goesOn = edit.step === "join" && last?.target === edit.target;
    if (goesOn) short.pop();
    short.push(goesOn ? { ...edit, step: last.step, over: last.over } : edit);
  }
  return short;
}
