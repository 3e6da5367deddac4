// Single lines: texts, numbers, dates.
import { html, nothing, type TemplateResult } from "lit";
import type { NumberField } from "../../../model/fields/number.ts";
import type { Input } from "../../../model/fields/registry.ts";
import type { StringField } from "../../../model/fields/string.ts";
import { lineSheet, titleSheet } from "../../shared/styles.ts";
import type { FieldDrawing } from "./drawing.ts";
import { change, isInvalid, type Place, refined } from "./place.ts";

export type Typed = HTMLElement & { readonly value: string };

export interface LineOptions {
  readonly make: (text: string) => Input;
  readonly text: string;
  readonly placeholder?: string;
  /** What a hover says. */
  readonly title?: string | undefined;
  /** Stands inside of the control, after the text. */
  readonly after?: TemplateResult;
}

export function lineOf(
  place: Place,
  { make, text, placeholder = "", title, after }: LineOptions,
): TemplateResult {
  return html`<vscode-textfield
    id=${place.id}
    .label=${place.view.field.label}
    .value=${text}
    .placeholder=${placeholder}
    title=${title ?? nothing}
    ?invalid=${isInvalid(place)}
    @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
      change(place, make(currentTarget.value), true)}
    ${refined(place, lineSheet)}
    >${after}</vscode-textfield
  >`;
}

// A single line of text.

/** A title is one line that may be broken over several, so that all of it can be read. */
function titleControl(place: Place, text: string): TemplateResult {
  return html`<vscode-textarea
    id=${place.id}
    rows="1"
    .label=${place.view.field.label}
    .value=${text}
    .placeholder=${place.view.field.isRequired ? `${place.view.field.label} *` : place.view.field.label}
    ?invalid=${isInvalid(place)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Enter") event.preventDefault();
    }}
    @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
      change(place, { kind: "line", text: currentTarget.value.replaceAll(/\r?\n/g, " ") }, true)}
    ${refined(place, titleSheet)}
  ></vscode-textarea>`;
}

export const stringDrawing: FieldDrawing<StringField> = {
  control: (place, _control, { text }) =>
    place.look === "title"
      ? titleControl(place, text)
      : lineOf(place, { text, make: (typed) => ({ kind: "line", text: typed }) }),
  isWritten: true,
  isLabelled: true,
};

// Numbers.

export const numberDrawing: FieldDrawing<NumberField> = {
  control: (place, _control, { text }) =>
    lineOf(place, { text, make: (typed) => ({ kind: "number", text: typed }) }),
  isLabelled: true,
};
