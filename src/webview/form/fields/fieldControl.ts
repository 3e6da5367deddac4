// Renders the control of a field by its type.
import type { TemplateResult } from "lit";
import type { Input } from "../../../model/fields/registry.ts";
import { createEmptyInput } from "../../../model/form/input.ts";
import type { TextEditorState } from "./fieldRenderer.ts";
import { findControlRenderer } from "./fieldRenderers.ts";
import type { FieldContext } from "./fieldContext.ts";
import { renderReadOnlyField } from "./readOnlyField.ts";

/** An old draft may have an input of another kind, which the control can't show. */
function getInput({ view: { field, input } }: FieldContext): Input | undefined {
  const empty = createEmptyInput(field.control);
  return input?.kind === empty?.kind ? input : empty;
}

/** Fields without a control are rendered read-only. */
export function renderFieldControl(context: FieldContext, state: TextEditorState): TemplateResult {
  const { control } = context.view.field;
  const input = getInput(context);
  return (
    (input && findControlRenderer(control)?.renderControl?.(context, control, input, state)) ??
    renderReadOnlyField(context)
  );
}

export function renderFieldTools(context: FieldContext, state: TextEditorState): TemplateResult | undefined {
  const input = getInput(context);
  return input && findControlRenderer(context.view.field.control)?.renderTools?.(context, input, state);
}
