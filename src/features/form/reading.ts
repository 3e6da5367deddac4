import { isFailure } from "../../model/failure.ts";
import type { Editing } from "../../store/editing.ts";

interface ReadingOptions {
  /** The holder that the form's tab had before a reload. */
  readonly remembered: string | undefined;
  /** What to type in first, once the form is there. */
  readonly prepare: (editing: Editing) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads what a form shows. Gives what went wrong, of whatever kind: a tab that goes on saying that it reads would be worse.
 * Undefined where nothing did, or where nobody waits any more.
 */
export async function troubleReading(
  editing: Editing,
  { remembered, prepare, signal }: ReadingOptions,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    // Shown elsewhere before, it may be old by now.
    if (editing.base === undefined) await editing.load(remembered, signal);
    else await editing.refresh(signal);
    prepare(editing);
    return undefined;
  } catch (error) {
    return isFailure(error) && error.kind === "cancelled" ? undefined : { error };
  }
}
