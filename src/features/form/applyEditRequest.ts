// Puts a field edit request that couldn't be carried out into the form, where the user sees the obstacle.
import type { Input } from "../../model/fields/registry.ts";
import { getDraftInput } from "../../model/form/draft.ts";
import { toDraftEdits } from "../../model/triage/checkEdit.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import type { FormPanel } from "./formPanel.ts";

/** An edit of the same field that is in the draft already is kept and only focused. */
export function applyEditRequest(
  panel: FormPanel,
  request: FieldEditRequest,
  before: Input | undefined,
): void {
  const { session } = panel;
  const { base, draft } = session;
  const [edit] = base === undefined ? [] : toDraftEdits(base.form, request);
  if (edit === undefined) return;
  if (getDraftInput(draft, edit.target) === undefined) session.edit(edit, session.lastEditNumber, before);
  if (session.conflicts.some(({ fieldId }) => fieldId === edit.target)) session.setResolving(true);
  panel.focus(edit.target);
}
