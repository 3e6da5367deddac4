// Renders text fields: an editor for the source, and a preview.
import { html, nothing, type TemplateResult } from "lit";
import type { TextFieldShapes } from "../../../model/fields/text.ts";
import { preserveLineEndings } from "../../../model/form/lineEndings.ts";
import type { TextFormat } from "../../../model/valueTypes.ts";
import { commentStyles, textAreaStyles } from "../../shared/controlStyles.ts";
import { renderTabs } from "../../shared/tabs.ts";
import type { FieldRenderer, TextEditorState } from "./fieldRenderer.ts";
import {
  changeInput,
  hasProblem,
  type FieldContext,
  setFieldAttributes,
  renderRichText,
} from "./fieldContext.ts";

type TextInput = TextFieldShapes["input"];

function renderFormatSelect(context: FieldContext, source: string, state: TextEditorState): TemplateResult {
  const { texts } = context.view;
  const setFormat = ({ currentTarget }: Event & { currentTarget: HTMLElement & { value: string } }): void => {
    const format: TextFormat = currentTarget.value === "text" ? "text" : "commonmark";
    state.setFormat(format);
    if (source !== "") changeInput(context, { kind: "text", source, format });
  };
  return html`<vscode-single-select class="format" .label=${texts.text.format} @change=${setFormat}>
    ${(["commonmark", "text"] as const).map(
      (format) =>
        html`<vscode-option value=${format} ?selected=${format === state.format}
          >${texts.text.formats[format]}</vscode-option
        >`,
    )}
  </vscode-single-select>`;
}

/** Plain text needs no preview. */
function isPlainTextOnly({ view }: FieldContext): boolean {
  const { control } = view.field;
  return control.kind === "text" && control.format === "text";
}

function renderModeTabs({ id, view }: FieldContext, state: TextEditorState): TemplateResult {
  const { text } = view.texts;
  return renderTabs({
    label: view.field.label,
    selected: state.mode,
    onSelect: state.setMode,
    panelId: `${id}-panel`,
    tabs: [
      { id: "write", label: text.write },
      { id: "preview", label: text.preview },
    ],
  });
}

/** Tools beside the label. */
function renderTextTools(
  context: FieldContext,
  { source, format }: TextInput,
  state: TextEditorState,
): TemplateResult {
  const { page, target, view, variant } = context;
  const { text } = view.texts;
  const openInEditor = html`<button
    type="button"
    class="text-button"
    @click=${() => void page.call("openTextInEditor", { target })}
    aria-label="${text.openInEditor}: ${view.field.label}"
  >
    ${text.openInEditor}
  </button>`;
  if (isPlainTextOnly(context)) return openInEditor;
  return html`${renderModeTabs(context, state)}${openInEditor}
  ${
    variant === "comment"
      ? renderFormatSelect(context, source, state)
      : html`<span class="dim">${text.formats[format]}</span>`
  }`;
}

function renderPreview({ page, view }: FieldContext, { source, format }: TextInput): TemplateResult {
  return source.trim() === ""
    ? html`<p class="dim">${view.texts.text.nothingToPreview}</p>`
    : renderRichText(page, source, format);
}

function renderTextControl(context: FieldContext, input: TextInput, state: TextEditorState): TemplateResult {
  const { view, variant, id } = context;
  const format = variant === "comment" ? state.format : input.format;
  const handleInput = ({
    currentTarget,
  }: InputEvent & { currentTarget: HTMLElement & { value: string } }): void => {
    const { base } = view.field;
    const source = preserveLineEndings(
      input.source,
      currentTarget.value,
      base?.kind === "text" ? [base.source] : [],
    );
    changeInput(context, { kind: "text", source, format }, true);
  };
  const panel = isPlainTextOnly(context) ? undefined : { role: "tabpanel", label: view.field.label };
  return html`<div id="${id}-panel" role=${panel?.role ?? nothing} aria-label=${panel?.label ?? nothing}>
    ${state.mode === "preview" ? html`<div class="preview">${renderPreview(context, input)}</div>` : nothing}
    <vscode-textarea
      id=${id}
      monospace
      ?hidden=${state.mode === "preview"}
      .label=${view.field.label}
      .value=${input.source}
      .placeholder=${variant === "comment" ? view.texts.commentPlaceholder : ""}
      ?invalid=${hasProblem(context)}
      @input=${handleInput}
      ${setFieldAttributes(context, variant === "comment" ? commentStyles : textAreaStyles)}
    ></vscode-textarea>
  </div>`;
}

export const textRenderer: FieldRenderer<TextFieldShapes> = {
  renderControl: (context, _control, input, state) => renderTextControl(context, input, state),
  renderTools: renderTextTools,
  renderValue: ({ page }, { source, format }) =>
    source === "" ? undefined : renderRichText(page, source, format),
  usesWordDiff: true,
  isFullWidth: true,
  isLabelable: true,
};
