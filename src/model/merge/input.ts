// What two people made of the same field, put together where that needs no decision.
import type { MergeResult, Takes } from "../fields/fieldType.ts";
import { hostTypeOfControl, hostTypeOfInput } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { sameInput } from "../form/input.ts";

export type Merged =
  /** Only I have changed it. */
  | { readonly kind: "mine" }
  /** Only they have. */
  | { readonly kind: "theirs" }
  | { readonly kind: "same" }
  | MergeResult<Input>;

export function takesOf(control: Control): Takes {
  return hostTypeOfControl(control)?.takes?.(control) ?? "one";
}

/** As if both had changed it, whoever has. `takes` is asked of lists of choices only: the other lists take many. */
function combined(base: Input | undefined, mine: Input, theirs: Input | undefined, takes: Takes): Merged {
  const collision = { kind: "collision", both: undefined } as const;
  if (mine.kind !== theirs?.kind) return collision;
  const before = base?.kind === mine.kind ? base : undefined;
  return hostTypeOfInput(mine)?.merge?.(before, mine, theirs, takes) ?? collision;
}

export function mergeInput(
  base: Input | undefined,
  mine: Input,
  theirs: Input | undefined,
  takes: Takes,
): Merged {
  if (sameInput(mine, theirs)) return { kind: "same" };
  if (sameInput(theirs, base)) return { kind: "mine" };
  if (sameInput(mine, base)) return { kind: "theirs" };
  return combined(base, mine, theirs, takes);
}

/** What was typed with theirs in sight: what stood there before may be meant to come back. */
export function mergeTyped(
  base: Input | undefined,
  typed: Input,
  theirs: Input | undefined,
  takes: Takes,
): Merged {
  const merged = mergeInput(base, typed, theirs, takes);
  const verdict = merged.kind === "theirs" ? combined(base, typed, theirs, takes) : merged;
  return verdict.kind === "merged" && sameInput(verdict.input, typed) ? { kind: "mine" } : verdict;
}
