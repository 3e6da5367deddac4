// A wish over the form of one artifact: what it would change there, and whether it may.
import { type Draft, type Edit, edited, isUntouched, type Target, untouched } from "../form/draft.ts";
import { type Form, fieldOf } from "../form/form.ts";
import type { Input } from "../form/input.ts";
import { problemsOf } from "../form/problems.ts";
import { holdsSent } from "../form/stored.ts";
import { wantedIn } from "./wanted.ts";
import type { Refusal, Wish } from "./wish.ts";

/** What one field was and shall be; `inputText` makes texts of both. */
export interface Change {
  readonly kind: "change";
  readonly target: Target;
  /** Of the field; empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
  /** The same as something typed, for whatever sends it. */
  readonly draft: Draft;
}

export type Applied =
  Change | { readonly kind: "alreadySo" } | { readonly kind: "refused"; readonly why: Refusal };

/** What it means that a field gets an input, by the rules that a form has. */
export function changeTo(form: Form, target: Target, input: Input): Applied {
  const field = target === "comment" ? undefined : fieldOf(form, target);
  if (target !== "comment" && field === undefined) return { kind: "refused", why: { code: "noField" } };
  const draft = edited(form, untouched, { target, input, step: "begin" });
  if (isUntouched(draft)) return { kind: "alreadySo" };
  if (field !== undefined && field.access !== "edit") return { kind: "refused", why: { code: "readOnly" } };
  const [found] = problemsOf(form, draft);
  if (found !== undefined) {
    return { kind: "refused", why: { code: "problem", target: found[0], problem: found[1] } };
  }
  return { kind: "change", target, label: field?.label ?? "", before: field?.base, after: input, draft };
}

export function applied(form: Form, wish: Wish): Applied {
  const wanted = wantedIn(form, wish);
  return wanted.kind === "refused" ? wanted : changeTo(form, wanted.target, wanted.input);
}

/** What a person would have typed: for a form in which they can see what stands against it. */
export function editsFor(form: Form, wish: Wish): readonly Edit[] {
  const wanted = wantedIn(form, wish);
  if (wanted.kind === "refused") return [];
  return [{ target: wanted.target, input: wanted.input, step: "begin" }];
}

/** Whether a field has what was sent for it. */
export function holdsStill(form: Form, target: number, sent: Input): boolean {
  return holdsSent(sent, fieldOf(form, target)?.base);
}
