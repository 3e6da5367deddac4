// Long texts: their source is written, and what it looks like can be seen.
import { html, nothing, type TemplateResult } from "lit";
import type { TextField } from "../../../model/fields/text.ts";
import { typedOver } from "../../../model/form/lineEnds.ts";
import type { TextFormat } from "../../../model/value.ts";
import { commentSheet, textSheet } from "../../shared/styles.ts";
import { tabRow } from "../../shared/tabs.ts";
import type { FieldDrawing, TextState } from "./drawing.ts";
import { change, isInvalid, type Place, refined, richText } from "./place.ts";

type TextInput = TextField["input"];

function formatChoice(place: Place, source: string, state: TextState): TemplateResult {
  const { texts } = place.view;
  const choose = ({ currentTarget }: Event & { currentTarget: HTMLElement & { value: string } }): void => {
    const format: TextFormat = currentTarget.value === "text" ? "text" : "commonmark";
    state.setFormat(format);
    if (source !== "") change(place, { kind: "text", source, format });
  };
  return html`<vscode-single-select class="format" .label=${texts.text.format} @change=${choose}>
    ${(["commonmark", "text"] as const).map(
      (format) =>
        html`<vscode-option value=${format} ?selected=${format === state.format}
          >${texts.text.formats[format]}</vscode-option
        >`,
    )}
  </vscode-single-select>`;
}

/** What is never anything but plain text looks as it is written. */
function isAlwaysPlain({ view }: Place): boolean {
  const { control } = view.field;
  return control.kind === "text" && control.format === "text";
}

function modes({ id, view }: Place, state: TextState): TemplateResult {
  const { text } = view.texts;
  return tabRow({
    label: view.field.label,
    chosen: state.mode,
    choose: state.setMode,
    panel: `${id}-panel`,
    tabs: [
      { id: "write", label: text.write },
      { id: "preview", label: text.preview },
    ],
  });
}

/** What stands beside the label. */
function textTools(place: Place, { source, format }: TextInput, state: TextState): TemplateResult {
  const { page, target, view, look } = place;
  const { text } = view.texts;
  const openInEditor = html`<button
    type="button"
    class="quiet"
    @click=${() => void page.call("openText", { target })}
    aria-label="${text.openInEditor}: ${view.field.label}"
  >
    ${text.openInEditor}
  </button>`;
  if (isAlwaysPlain(place)) return openInEditor;
  return html`${modes(place, state)}${openInEditor}
  ${
    look === "comment"
      ? formatChoice(place, source, state)
      : html`<span class="dim">${text.formats[format]}</span>`
  }`;
}

function preview({ page, view }: Place, { source, format }: TextInput): TemplateResult {
  return source.trim() === ""
    ? html`<p class="dim">${view.texts.text.nothingToPreview}</p>`
    : richText(page, source, format);
}

function textControl(place: Place, input: TextInput, state: TextState): TemplateResult {
  const { view, look, id } = place;
  const format = look === "comment" ? state.format : input.format;
  const write = ({
    currentTarget,
  }: InputEvent & { currentTarget: HTMLElement & { value: string } }): void => {
    const { base } = view.field;
    const source = typedOver(input.source, currentTarget.value, base?.kind === "text" ? [base.source] : []);
    change(place, { kind: "text", source, format }, true);
  };
  const panel = isAlwaysPlain(place) ? undefined : { role: "tabpanel", label: view.field.label };
  return html`<div id="${id}-panel" role=${panel?.role ?? nothing} aria-label=${panel?.label ?? nothing}>
    ${state.mode === "preview" ? html`<div class="preview">${preview(place, input)}</div>` : nothing}
    <vscode-textarea
      id=${id}
      monospace
      ?hidden=${state.mode === "preview"}
      .label=${view.field.label}
      .value=${input.source}
      .placeholder=${look === "comment" ? view.texts.commentPlaceholder : ""}
      ?invalid=${isInvalid(place)}
      @input=${write}
      ${refined(place, look === "comment" ? commentSheet : textSheet)}
    ></vscode-textarea>
  </div>`;
}

export const textDrawing: FieldDrawing<TextField> = {
  control: (place, _control, input, state) => textControl(place, input, state),
  tools: textTools,
  shown: ({ page }, { source, format }) => (source === "" ? undefined : richText(page, source, format)),
  isWritten: true,
  isWide: true,
  isLabelled: true,
};
