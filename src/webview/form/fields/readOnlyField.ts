// Renders read-only fields, and formats inputs whose control is gone.
import { html, type TemplateResult } from "lit";
import { toFieldText, type Input } from "../../../model/fields/registry.ts";
import { toInputText } from "../../../model/form/input.ts";
import type { FormTexts } from "../../../protocol/formTexts.ts";
import { hostTimeZone } from "../../shared/localization.ts";
import { findControlRenderer, findInputRenderer, findValueRenderer } from "./fieldRenderers.ts";
import { type FieldContext, renderValueText } from "./fieldContext.ts";

/** Formats the complete input, so that the user can still read and copy it. */
export function formatFullInput(input: Input, texts: FormTexts): string {
  return findInputRenderer(input)?.toFullText?.(input, texts) ?? toInputText(input, hostTimeZone);
}

/** An input that was typed before the field became read-only, or in another window, is shown below the value. */
export function renderReadOnlyField(context: FieldContext): TemplateResult {
  const { field, input, isChanged, texts } = context.view;
  const { value, control } = field;
  const replacement = findControlRenderer(control)?.renderReadOnly?.(context, control);
  if (replacement !== undefined) return replacement;
  const rendered = value && findValueRenderer(value)?.renderValue?.(context, value);
  const text = rendered ?? renderValueText(context.view, value === undefined ? "" : toFieldText(value));
  if (!isChanged || input === undefined) return text;
  return html`${text}
    <div class="draft-value" dir="auto">${formatFullInput(input, texts)}</div>`;
}
