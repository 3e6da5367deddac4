// Creates the conflicts that a FakeHost sends to the page, with the rules of the model and texts of the test.
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Draft, DraftInput } from "../../../../src/model/form/draft.ts";
import { type Form, findField } from "../../../../src/model/form/form.ts";
import {
  type ShownConflict,
  getResolution,
  type MergeState,
  getInputBeforeResolution,
  getAvailableResolutions,
  getShownConflicts,
} from "../../../../src/model/merge/mergeState.ts";
import type { FormPageConflicts, ConflictQuestion } from "../../../../src/protocol/formProtocol.ts";

export interface FakeConflict {
  readonly mergeState: MergeState;
  /** Inputs of the draft. */
  readonly typed: readonly DraftInput[];
  readonly texts: Pick<FormPageConflicts, "title" | "summary" | "theirs" | "merged"> &
    Partial<Pick<FormPageConflicts, "comments">>;
  /** By field ID, if the fields have different authors. */
  readonly authors?: Readonly<Record<number, string>>;
  readonly obstacles?: Readonly<Record<number, string>>;
  /** Whether the conflict view is shown. */
  readonly isResolving: boolean;
}

function createQuestion(
  form: Form,
  draft: Draft,
  prompt: ShownConflict,
  { authors, obstacles }: FakeConflict,
): ConflictQuestion {
  const { fieldId, label, original } = prompt;
  return {
    fieldId,
    label,
    before: original,
    mine: getInputBeforeResolution(draft, prompt),
    theirs: findField(form, fieldId)?.base,
    by: authors?.[fieldId],
    resolutions: getAvailableResolutions(form, draft, prompt),
    obstacle: obstacles?.[fieldId],
    resolution: getResolution(form, draft, prompt),
  };
}

export function createPageConflict(
  form: Form,
  draft: Draft,
  conflict: FakeConflict,
): FormPageConflicts | undefined {
  if (!conflict.isResolving) return undefined;
  const prompts = getShownConflicts(form, draft, conflict.mergeState);
  return {
    comments: [],
    ...conflict.texts,
    questions: prompts.map((prompt) => createQuestion(form, draft, prompt, conflict)),
  };
}

/** `sides` has the original and the typed input by field ID; the form has the remote values. */
export function createConflicts(
  form: Form,
  sides: Readonly<Record<number, { readonly before: Input | undefined; readonly mine: Input }>>,
): Pick<FakeConflict, "mergeState" | "typed"> {
  const fields = Object.entries(sides).map(([id, side]) => ({ fieldId: Number(id), ...side }));
  return {
    mergeState: {
      merged: [],
      conflicts: fields.map(({ fieldId, before }) => ({
        fieldId,
        label: findField(form, fieldId)?.label ?? `Field ${fieldId}`,
        before,
        by: undefined,
        on: undefined,
        decision: undefined,
      })),
    },
    typed: fields.map(({ fieldId, mine }) => ({ target: fieldId, input: mine })),
  };
}
