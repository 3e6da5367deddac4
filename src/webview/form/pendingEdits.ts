// Tracks edits that the host hasn't saved yet.
import type { Input } from "../../model/fields/registry.ts";
import type { DraftEdit } from "../../model/form/draft.ts";
import { getFreeTexts } from "../../model/form/input.ts";
import type { FormHostMethods, FormPageDraft } from "../../protocol/formProtocol.ts";
import type { Rpc } from "../../protocol/rpc.ts";

/** The host rejects longer texts; fields of the server hold far less. */
const maxTextLength = 1_000_000;

/** Whether the host would reject the input. */
export function isTooLongToSend(input: Input | undefined): boolean {
  return input !== undefined && getFreeTexts(input).some(({ length }) => length > maxTextLength);
}

// Edits are stored in localStorage until the host has saved them: if the host ends while the user types, the next page
// sends them.

export interface NumberedEdit {
  readonly number: number;
  readonly edit: DraftEdit;
  /** The base that the edit was typed over, if the host may have another one. */
  readonly before?: Input | undefined;
}

/** A stored edit with the base that it was typed over, which may have changed when the edit is loaded. */
type StoredEdit = DraftEdit & { readonly over?: Input | undefined };

const storageKeyPrefix = "unheard ";

function getStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Browser settings can forbid localStorage; then only the host's draft is left.
    return undefined;
  }
}

/** A rough check; the host validates the edit. */
function isStoredEdit(stored: unknown): stored is StoredEdit {
  if (typeof stored !== "object" || stored === null || !("target" in stored)) return false;
  const { target } = stored;
  if (typeof target !== "number" && target !== "comment") return false;
  if (!("input" in stored) || stored.input === undefined) return true;
  return typeof stored.input === "object" && stored.input !== null && "kind" in stored.input;
}

function loadStoredEdits(key: string): readonly StoredEdit[] {
  try {
    const stored: unknown = JSON.parse(getStorage()?.getItem(storageKeyPrefix + key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(isStoredEdit).filter(({ input }) => !isTooLongToSend(input))
      : [];
  } catch {
    return [];
  }
}

function storeEdits(key: string, edits: readonly StoredEdit[]): void {
  try {
    if (edits.length === 0) getStorage()?.removeItem(storageKeyPrefix + key);
    else getStorage()?.setItem(storageKeyPrefix + key, JSON.stringify(edits));
  } catch {
    // The storage is full; then only the host's draft is left.
  }
}

/** Stores consecutive keystrokes as one edit. */
function joinTypingSteps(edits: readonly StoredEdit[]): readonly StoredEdit[] {
  const joined: StoredEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    const continuesTyping = edit.step === "join" && last?.target === edit.target;
    if (continuesTyping) joined.pop();
    joined.push(continuesTyping ? { ...edit, step: last.step, over: last.over } : edit);
  }
  return joined;
}

/** After this time without a confirmation, the page shows that the draft isn't saved. */
const confirmationTimeoutMs = 2_000;

export class PendingEdits {
  readonly #call: Rpc<FormHostMethods>["call"];
  readonly #onChange: () => void;
  /** Edits that the host hasn't saved, as far as the page knows. */
  #edits: readonly (NumberedEdit & { readonly over: Input | undefined })[] = [];
  /** Edits of an earlier page that haven't been sent again yet. */
  #storedEdits: readonly StoredEdit[] = [];
  /** By edit number, for edits that the host hasn't answered. */
  readonly #confirmationTimers = new Map<number, number>();
  #key: string | undefined;
  #isLate = false;

  constructor(call: Rpc<FormHostMethods>["call"], onChange: () => void) {
    this.#call = call;
    this.#onChange = onChange;
  }

  get isConfirmationLate(): boolean {
    return this.#isLate;
  }

  get storedEdits(): readonly StoredEdit[] {
    return this.#storedEdits;
  }

  setStorageKey(key: string): void {
    if (key === this.#key) return;
    if (this.#key !== undefined && this.#storedEdits.length === 0) storeEdits(this.#key, []);
    this.#key = key;
    this.#storedEdits = loadStoredEdits(key);
    if (this.#edits.length > 0) this.#store();
  }

  clearStoredEdits(): void {
    if (this.#storedEdits.length === 0) return;
    this.#storedEdits = [];
    this.#store();
  }

  /** `over` is the current base of the field, stored with the edit because the base may change before it is sent again. */
  send(numbered: NumberedEdit, over: Input | undefined): void {
    this.#edits = [...this.#edits, { ...numbered, over }];
    this.#store();
    const { number } = numbered;
    this.#confirmationTimers.set(
      number,
      window.setTimeout(() => this.#setLate(true), confirmationTimeoutMs),
    );
    this.#call("edit", numbered).then(
      () => this.#confirm(number),
      // The edit stays in the list, and the timer reports it.
      () => undefined,
    );
  }

  /** Edits in a draft that is on disk needn't be stored here. The host saves to the server only what is on disk. */
  updateFromHost({ lastEditNumber, state }: FormPageDraft): void {
    for (const number of this.#confirmationTimers.keys()) {
      if (number <= lastEditNumber) this.#confirm(number);
    }
    const isSafe = state.kind === "saved" || state.kind === "empty" || state.kind === "savingToServer";
    if (!isSafe || this.#edits.length === 0) return;
    this.#edits = this.#edits.filter(({ number }) => number > lastEditNumber);
    this.#store();
  }

  #confirm(number: number): void {
    window.clearTimeout(this.#confirmationTimers.get(number));
    this.#confirmationTimers.delete(number);
    if (this.#confirmationTimers.size === 0) this.#setLate(false);
  }

  #setLate(isLate: boolean): void {
    if (this.#isLate === isLate) return;
    this.#isLate = isLate;
    this.#onChange();
  }

  #store(): void {
    if (this.#key === undefined) return;
    storeEdits(
      this.#key,
      joinTypingSteps([...this.#storedEdits, ...this.#edits.map(({ edit, over }) => ({ ...edit, over }))]),
    );
  }
}
