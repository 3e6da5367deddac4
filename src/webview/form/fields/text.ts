// Renders text fields: the formatted text for reading, an editor for the source, and a preview.
import { html, nothing, type TemplateResult } from "lit";
import type { TextFieldShapes } from "../../../model/fields/text.ts";
import { preserveLineEndings } from "../../../model/form/lineEndings.ts";
import type { TextFormat } from "../../../model/valueTypes.ts";
import { commentStyles, textAreaStyles } from "../../shared/controlStyles.ts";
import { renderTabs } from "../../shared/tabs.ts";
import type { FieldRenderer, TextEditorState } from "./fieldRenderer.ts";
import {
  changeInput,
  getAriaDescription,
  hasProblem,
  queryRenderedField,
  type FieldContext,
  setFieldAttributes,
  renderRichText,
  toLabelId,
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
  return renderTabs<"write" | "preview">({
    label: view.field.label,
    selected: state.mode === "preview" ? "preview" : "write",
    onSelect: state.setMode,
    panelId: `${id}-panel`,
    tabs: [
      { id: "write", label: text.write },
      { id: "preview", label: text.preview },
    ],
  });
}

/** Switches between reading and editing, and keeps the focus in the field. */
async function setModeAndFocus(
  context: FieldContext,
  state: TextEditorState,
  mode: "read" | "write",
): Promise<void> {
  state.setMode(mode);
  const [control] = await queryRenderedField(context, mode === "read" ? ".reading" : "vscode-textarea");
  control?.focus();
}

function renderTextButton({ view }: FieldContext, label: string, onClick: () => void): TemplateResult {
  return html`<button
    type="button"
    class="text-button"
    @click=${onClick}
    aria-label="${label}: ${view.field.label}"
  >
    ${label}
  </button>`;
}

/** Tools beside the label. */
function renderTextTools(
  context: FieldContext,
  { source, format }: TextInput,
  state: TextEditorState,
): TemplateResult {
  const { page, target, view, variant } = context;
  const { text } = view.texts;
  const openInEditor = renderTextButton(
    context,
    text.openInEditor,
    () => void page.call("openTextInEditor", { target }),
  );
  if (state.mode === "read") {
    const edit = (): void => void setModeAndFocus(context, state, "write");
    return html`${renderTextButton(context, text.edit, edit)}${openInEditor}`;
  }
  const stopEditing = (): void => void setModeAndFocus(context, state, "read");
  const stopButton =
    state.isReadFirst && !view.isChanged ? renderTextButton(context, text.stopEditing, stopEditing) : nothing;
  if (isPlainTextOnly(context)) return html`${openInEditor}${stopButton}`;
  return html`${renderModeTabs(context, state)}${openInEditor}${stopButton}
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

function sendComment({ page, view }: FieldContext): void {
  if (view.isChanged) void page.sendComment();
}

function renderCommentActions(context: FieldContext): TemplateResult {
  const { comment } = context.view.texts;
  return html`<div class="comment-actions">
    <vscode-button
      secondary
      aria-disabled=${context.view.isChanged ? nothing : "true"}
      title=${comment.sendTitle}
      @click=${() => sendComment(context)}
      >${comment.send}</vscode-button
    >
  </div>`;
}

function renderReading(context: FieldContext, input: TextInput, state: TextEditorState): TemplateResult {
  const { page, view, id } = context;
  const editOnKey = (event: KeyboardEvent): void => {
    const isPlainKey = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    // In a link of the text, Enter opens the link.
    const isOnText = event.target === event.currentTarget;
    if (!isPlainKey || !isOnText || (event.key !== "Enter" && event.key !== "e")) return;
    event.preventDefault();
    void setModeAndFocus(context, state, "write");
  };
  const description = getAriaDescription(context);
  return html`<div
    id=${id}
    class="reading"
    tabindex="0"
    role="group"
    aria-labelledby=${toLabelId(context)}
    aria-keyshortcuts="Enter E"
    aria-description=${description === "" ? nothing : description}
    @keydown=${editOnKey}
  >
    ${
      input.source.trim() === ""
        ? html`<span class="dim">${view.texts.empty}</span>`
        : renderRichText(page, input.source, input.format)
    }
  </div>`;
}

function renderTextControl(context: FieldContext, input: TextInput, state: TextEditorState): TemplateResult {
  if (state.mode === "read") return renderReading(context, input, state);
  const { page, view, variant, id } = context;
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
  const sendOnKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sendComment(context);
  };
  const stopOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !state.isReadFirst || view.isChanged) return;
    event.stopPropagation();
    void setModeAndFocus(context, state, "read");
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
      .placeholder=${variant === "comment" ? view.texts.comment.placeholder : ""}
      ?invalid=${hasProblem(context)}
      @input=${handleInput}
      @keydown=${variant === "comment" ? sendOnKey : stopOnEscape}
      ${setFieldAttributes(context, variant === "comment" ? commentStyles : textAreaStyles)}
    ></vscode-textarea>
    ${
      variant === "comment"
        ? html`<artifact-text-completions .page=${page}></artifact-text-completions>
            ${renderCommentActions(context)}`
        : nothing
    }
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
