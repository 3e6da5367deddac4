// Decides how an SCM input is prefilled. Text that the user typed is never changed.

/** The text for an empty input. */
export interface NewPrefill {
  /** The key of the artifact. */
  readonly about: string;
  readonly text: string;
}

/** The prefilled text, and whether the user has removed it. Stored in the workspace state. */
export interface StoredPrefill extends NewPrefill {
  readonly state: "in" | "out";
}

interface PrefillStep {
  /** The state to store. */
  readonly prefilled: StoredPrefill | undefined;
  /** Undefined to keep the input. */
  readonly newText: string | undefined;
}

/** An input has the line breaks of the operating system. */
export function isSameText(left: string, right: string): boolean {
  return left.replaceAll("\r\n", "\n") === right.replaceAll("\r\n", "\n");
}

/** Whether the input holds only the prefilled text. */
export function isUntouchedPrefill(input: string, prefilled: StoredPrefill | undefined): boolean {
  return prefilled !== undefined && isSameText(input, prefilled.text);
}

/** `mode`: whether to fill an empty input, or only to update the prefilled text. */
export function planPrefill(
  input: string,
  prefilled: StoredPrefill | undefined,
  prefill: NewPrefill | undefined,
  mode: "fill" | "keep",
): PrefillStep {
  if (prefilled !== undefined && isUntouchedPrefill(input, prefilled)) {
    if (prefill === undefined) return { prefilled: undefined, newText: "" };
    const updated: StoredPrefill = { ...prefill, state: "in" };
    return {
      prefilled: updated,
      newText: isSameText(prefilled.text, prefill.text) ? undefined : prefill.text,
    };
  }
  if (prefill === undefined) return { prefilled: undefined, newText: undefined };
  if (prefilled?.about === prefill.about) {
    // A removed reference is not prefilled again until the next commit.
    return {
      prefilled: input.trim() === "" ? { ...prefilled, state: "out" } : prefilled,
      newText: undefined,
    };
  }
  return input === "" && mode === "fill"
    ? { prefilled: { ...prefill, state: "in" }, newText: prefill.text }
    : { prefilled: undefined, newText: undefined };
}

/** Undefined for stored values that can't be read. */
export function parseStoredPrefill(stored: unknown): StoredPrefill | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("about" in stored) || !("text" in stored) || !("state" in stored)) return undefined;
  const { about, text, state } = stored;
  const isKnown = state === "in" || state === "out";
  return typeof about === "string" && typeof text === "string" && isKnown
    ? { about, text, state }
    : undefined;
}

// The extension writes to the input from another process than the one where the user types, so the prefilled text can
// overwrite typed text. The document of the input shows both one after the other, so that the typed text can be restored.

/** Maximum time until the written text appears in the document. */
const maxRoundTripMs = 5_000;

export class OverwrittenTypingRecovery {
  readonly #now: () => number;
  readonly #pendingWrites = new Map<
    string,
    { readonly text: string; readonly sentAt: number; typed: string }
  >();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called when prefilled text is written to an empty input. */
  markWritten(key: string, text: string): void {
    this.#pendingWrites.set(key, { text, sentAt: this.#now(), typed: "" });
  }

  /** Called with the new text of the input; returns the text that it should have if typed text was overwritten. */
  recoverTyped(key: string, text: string): string | undefined {
    const pending = this.#pendingWrites.get(key);
    if (pending === undefined) return undefined;
    const isExpired = this.#now() - pending.sentAt > maxRoundTripMs;
    const hasArrived = text.replaceAll("\r\n", "\n") === pending.text;
    if (isExpired || hasArrived) this.#pendingWrites.delete(key);
    else pending.typed = text;
    return hasArrived && !isExpired && pending.typed.trim() !== "" ? pending.typed + pending.text : undefined;
  }

  forget(key: string): void {
    this.#pendingWrites.delete(key);
  }
}
