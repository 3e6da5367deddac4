// What became of the edits on their way to the host.
import type { Input } from "../../model/fields/registry.ts";
import type { Edit } from "../../model/form/draft.ts";
import { textsIn } from "../../model/form/input.ts";
import type { HostMethods, PageDraft } from "../../protocol/page.ts";
import type { Rpc } from "../../protocol/rpc.ts";

/** The host takes no longer texts, in characters; fields hold far less. */
const longestText = 1_000_000;

/** What is too long for any field is not worth a message: it would not be heard. */
export function isTooLongToSend(input: Input | undefined): boolean {
  return input !== undefined && textsIn(input).some(({ length }) => length > longestText);
}

// Edits that the host has not written down yet. They outlive this page: should the host end while somebody types,
// the next page hands them over.

export interface NumberedEdit {
  readonly number: number;
  readonly edit: Edit;
  /** What stood in the field when it was typed, where the host has to know. */
  readonly before?: Input | undefined;
}

/** An edit as it is left behind: with what stood in the field, which may be another one when it is found. */
type LeftEdit = Edit & { readonly over?: Input | undefined };

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
function leftBehind(key: string): readonly LeftEdit[] {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(prefix + key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEdit).filter(({ input }) => !isTooLongToSend(input)) : [];
  } catch {
    return [];
  }
}

function leaveBehind(key: string, edits: readonly LeftEdit[]): void {
  try {
    if (edits.length === 0) storage()?.removeItem(prefix + key);
    else storage()?.setItem(prefix + key, JSON.stringify(edits));
  } catch {
    // Full: what the host holds is all there is.
  }
}

/** A word typed letter by letter is one edit to those who come later. */
function condensed(edits: readonly LeftEdit[]): readonly LeftEdit[] {
  const short: LeftEdit[] = [];
  for (const edit of edits) {
    const last = short.at(-1);
    const goesOn = edit.step === "join" && last?.target === edit.target;
    if (goesOn) short.pop();
    short.push(goesOn ? { ...edit, step: last.step, over: last.over } : edit);
  }
  return short;
}

/** Longer than this without a word of the host, and the person is told, in milliseconds. */
const longest = 2_000;

export class Unheard {
  readonly #call: Rpc<HostMethods>["call"];
  readonly #changed: () => void;
  /** Not written down by the host, as far as we know. */
  #edits: readonly (NumberedEdit & { readonly over: Input | undefined })[] = [];
  /** Left by an earlier page, and not handed over yet. */
  #inherited: readonly LeftEdit[] = [];
  /** Edits that the host has not answered at all. */
  readonly #unanswered = new Map<number, number>();
  #key: string | undefined;
  #isLate = false;

  constructor(call: Rpc<HostMethods>["call"], changed: () => void) {
    this.#call = call;
    this.#changed = changed;
  }

  /** Whether an edit has been waiting for too long. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** What an earlier page left, until it has found its way. */
  get inherited(): readonly LeftEdit[] {
    return this.#inherited;
  }

  /** From now on edits are kept under the name of what is edited. */
  keepUnder(key: string): void {
    if (key === this.#key) return;
    if (this.#key !== undefined && this.#inherited.length === 0) leaveBehind(this.#key, []);
    this.#key = key;
    this.#inherited = leftBehind(key);
    if (this.#edits.length > 0) this.#keep();
  }

  /** What an earlier page left has found its way. */
  handedOver(): void {
    if (this.#inherited.length === 0) return;
    this.#inherited = [];
    this.#keep();
  }

  /** `over` is what the field starts from: who hands it over later may find another one there. */
  send(numbered: NumberedEdit, over: Input | undefined): void {
    this.#edits = [...this.#edits, { ...numbered, over }];
    this.#keep();
    const { number } = numbered;
    this.#unanswered.set(
      number,
      window.setTimeout(() => this.#setLate(true), longest),
    );
    this.#call("edit", numbered).then(
      () => this.#answered(number),
      // Not taken: it stays on the list, and the timer tells.
      () => undefined,
    );
  }

  /** A draft that is on disk, or was sent, needs no keeping here. The host sends only what is on disk. */
  take({ seen, state }: PageDraft): void {
    for (const number of this.#unanswered.keys()) {
      if (number <= seen) this.#answered(number);
    }
    const isSafe = state.kind === "kept" || state.kind === "nothing" || state.kind === "sending";
    if (!isSafe || this.#edits.length === 0) return;
    this.#edits = this.#edits.filter(({ number }) => number > seen);
    this.#keep();
  }

  #answered(number: number): void {
    window.clearTimeout(this.#unanswered.get(number));
    this.#unanswered.delete(number);
    if (this.#unanswered.size === 0) this.#setLate(false);
  }

  #setLate(isLate: boolean): void {
    if (this.#isLate === isLate) return;
    this.#isLate = isLate;
    this.#changed();
  }

  #keep(): void {
    if (this.#key === undefined) return;
    leaveBehind(
      this.#key,
      condensed([...this.#inherited, ...this.#edits.map(({ edit, over }) => ({ ...edit, over }))]),
    );
  }
}
