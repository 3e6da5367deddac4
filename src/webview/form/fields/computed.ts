// Renders computed fields: numbers that the server computes, unless they are set manually.
import { html, nothing, type TemplateResult } from "lit";
import type { ComputedFieldShapes } from "../../../model/fields/computed.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderRadioGroup } from "./optionGroups.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { renderLineInput } from "./singleLineFields.ts";
import { changeInput, type FieldContext } from "./fieldContext.ts";

function renderManualInput(context: FieldContext, text: string): TemplateResult {
  return renderLineInput(context, {
    text,
    toInput: (typed) => ({ kind: "computed", isAutomatic: false, text: typed }),
  });
}

function renderComputedControl(context: FieldContext, input: ComputedFieldShapes["input"]): TemplateResult {
  const { field, texts } = context.view;
  const computed = field.value?.kind === "computed" ? field.value.computed : undefined;
  const setMode = (key: string): void =>
    changeInput(context, { kind: "computed", isAutomatic: key === "automatic", text: input.text });
  const group = renderRadioGroup(
    context,
    [
      {
        key: "automatic",
        displayLabel: fillPlaceholders(texts.automatic, computed?.toString() ?? texts.noComputedValue),
      },
      { key: "manual", displayLabel: texts.manual },
    ],
    input.isAutomatic ? "automatic" : "manual",
    setMode,
    `${context.id}-mode`,
  );
  return html`<div class="computed">
    ${group}${input.isAutomatic ? nothing : renderManualInput(context, input.text)}
  </div>`;
}

export const computedRenderer: FieldRenderer<ComputedFieldShapes> = {
  renderControl: (context, _control, input) => renderComputedControl(context, input),
  toFullText: ({ isAutomatic, text }, texts) =>
    isAutomatic ? fillPlaceholders(texts.automatic, texts.noComputedValue) : text,
};
