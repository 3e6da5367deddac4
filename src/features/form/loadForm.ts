import { isFailure } from "../../model/failure.ts";
import type { FormSession } from "../../store/formSession.ts";

interface LoadFormOptions {
  /** The holder that the form's tab had before a reload. */
  readonly previousHolder: string | undefined;
  /** Makes the first edits after the form is loaded. */
  readonly prefill: (session: FormSession) => void;
  readonly signal: AbortSignal;
}

/**
 * Loads or refreshes a form. Returns any error instead of throwing, so that the tab never keeps showing that it is loading;
 * `undefined` on success or cancellation.
 */
export async function loadForm(
  session: FormSession,
  { previousHolder, prefill, signal }: LoadFormOptions,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    // A session that is open elsewhere may be outdated.
    if (session.base === undefined) await session.load(previousHolder, signal);
    else await session.refresh(signal);
    prefill(session);
    return undefined;
  } catch (error) {
    return isFailure(error) && error.kind === "canceled" ? undefined : { error };
  }
}
