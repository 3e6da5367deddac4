// Three-way merge of one field's input.
import type { MergeResult, Cardinality } from "../fields/fieldType.ts";
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { isSameInput } from "../form/input.ts";

export type MergeOutcome =
  /** Only the draft changed it. */
  | { readonly kind: "mine" }
  /** Only the server's value changed. */
  | { readonly kind: "theirs" }
  | { readonly kind: "same" }
  | MergeResult<Input>;

export function getCardinality(control: Control): Cardinality {
  return hostTypeOfControl(control)?.getCardinality?.(control) ?? "one";
}

/**
 * Merges as if both sides changed the input. `cardinality` matters for lists of choices only; other lists accept
 * many values.
 */
function mergeBothInputs(
  base: Input | undefined,
  mine: Input,
  theirs: Input | undefined,
  cardinality: Cardinality,
): MergeOutcome {
  const conflict = { kind: "conflict", both: undefined } as const;
  if (mine.kind !== theirs?.kind) return conflict;
  const before = base?.kind === mine.kind ? base : undefined;
  return hostTypeOfInput(mine)?.merge?.(before, mine, theirs, cardinality) ?? conflict;
}

export function mergeInput(
  base: Input | undefined,
  mine: Input,
  theirs: Input | undefined,
  cardinality: Cardinality,
): MergeOutcome {
  if (isSameInput(mine, theirs)) return { kind: "same" };
  if (isSameInput(theirs, base)) return { kind: "mine" };
  if (isSameInput(mine, base)) return { kind: "theirs" };
  return mergeBothInputs(base, mine, theirs, cardinality);
}

/** For input typed after the remote change was visible: it may restore the previous value on purpose. */
export function mergeLaterInput(
  base: Input | undefined,
  typed: Input,
  theirs: Input | undefined,
  cardinality: Cardinality,
): MergeOutcome {
  const merged = mergeInput(base, typed, theirs, cardinality);
  const outcome = merged.kind === "theirs" ? mergeBothInputs(base, typed, theirs, cardinality) : merged;
  return outcome.kind === "merged" && isSameInput(outcome.input, typed) ? { kind: "mine" } : outcome;
}
