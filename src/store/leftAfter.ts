// What is left to send after a save.
import { type Draft, typedIn } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import { settled, unsent } from "../model/form/settle.ts";
import { alone, isDecidedIn, type Meeting, met } from "../model/merge/encounter.ts";

/**
 * Typed while the answer was on its way: that is not sent yet, and meets what it was put together with. What was put
 * back meanwhile was put back with theirs in it, and what was typed after that was typed over theirs. `over` is what the
 * server has now, `typed` what stood in the form when it was sent.
 */
export function leftAfter(
  form: Form,
  over: Form,
  typed: Draft,
  { draft: now, encounter: known }: Meeting,
): Meeting {
  const left = unsent(form, typed, now);
  const kept = typed.inputs.filter(
    ({ target }) => typedIn(now, target) !== undefined && !isDecidedIn(now, known, target),
  );
  const older = settled(over, { ...typed, inputs: kept });
  const { draft, encounter } = met({ older, newer: over, writings: [] }, { draft: left, encounter: alone });
  return { draft, encounter: { taken: [], contests: encounter.contests } };
}
