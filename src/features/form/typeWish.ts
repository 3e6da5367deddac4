// A decision that could not be made from afar, typed into the form instead: there the person sees what stands against it.
import type { Input } from "../../model/fields/registry.ts";
import { typedIn } from "../../model/form/draft.ts";
import { editsFor } from "../../model/triage/wanted.ts";
import type { Wish } from "../../model/triage/wish.ts";
import type { FormPanel } from "./formPanel.ts";

/** What was typed into the same field before stays: it is shown, and the person goes on from there. */
export function typeWish(panel: FormPanel, wish: Wish, before: Input | undefined): void {
  const { editing } = panel;
  const { base, draft } = editing;
  const [edit] = base === undefined ? [] : editsFor(base.form, wish);
  if (edit === undefined) return;
  if (typedIn(draft, edit.target) === undefined) editing.edit(edit, editing.seen, before);
  if (editing.collisions.some(({ fieldId }) => fieldId === edit.target)) editing.resolve(true);
  panel.focus(edit.target);
}
