// Renders text fields of one line, also for numbers, dates and titles.
import { html, nothing, type TemplateResult } from "lit";
import type { NumberFieldShapes } from "../../../model/fields/number.ts";
import type { Input } from "../../../model/fields/registry.ts";
import type { StringFieldShapes } from "../../../model/fields/string.ts";
import { textFieldStyles, titleStyles } from "../../shared/controlStyles.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { changeInput, hasProblem, type FieldContext, setFieldAttributes } from "./fieldContext.ts";

export type TextInputElement = HTMLElement & { readonly value: string };

export interface LineInputOptions {
  readonly toInput: (text: string) => Input;
  readonly text: string;
  readonly placeholder?: string;
  /** Tooltip. */
  readonly title?: string | undefined;
  /** Inside the control, after the text. */
  readonly suffix?: TemplateResult;
}

export function renderLineInput(
  context: FieldContext,
  { toInput, text, placeholder = "", title, suffix }: LineInputOptions,
): TemplateResult {
  return html`<vscode-textfield
    id=${context.id}
    .label=${context.view.field.label}
    .value=${text}
    .placeholder=${placeholder}
    title=${title ?? nothing}
    ?invalid=${hasProblem(context)}
    @input=${({ currentTarget }: InputEvent & { currentTarget: TextInputElement }) =>
      changeInput(context, toInput(currentTarget.value), true)}
    ${setFieldAttributes(context, textFieldStyles)}
    >${suffix}</vscode-textfield
  >`;
}

/** A title wraps, so that all of it can be read, but has no line breaks. */
function renderTitleControl(context: FieldContext, text: string): TemplateResult {
  return html`<vscode-textarea
    id=${context.id}
    rows="1"
    .label=${context.view.field.label}
    .value=${text}
    .placeholder=${context.view.field.isRequired ? `${context.view.field.label} *` : context.view.field.label}
    ?invalid=${hasProblem(context)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Enter") event.preventDefault();
    }}
    @input=${({ currentTarget }: InputEvent & { currentTarget: TextInputElement }) =>
      changeInput(context, { kind: "line", text: currentTarget.value.replaceAll(/\r?\n/g, " ") }, true)}
    ${setFieldAttributes(context, titleStyles)}
  ></vscode-textarea>`;
}

export const stringRenderer: FieldRenderer<StringFieldShapes> = {
  renderControl: (context, _control, { text }) =>
    context.variant === "title"
      ? renderTitleControl(context, text)
      : renderLineInput(context, { text, toInput: (typed) => ({ kind: "line", text: typed }) }),
  usesWordDiff: true,
  isLabelable: true,
};

export const numberRenderer: FieldRenderer<NumberFieldShapes> = {
  renderControl: (context, _control, { text }) =>
    renderLineInput(context, { text, toInput: (typed) => ({ kind: "number", text: typed }) }),
  isLabelable: true,
};
