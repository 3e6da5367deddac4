// What is only shown.
import { html } from "lit";
import type { OtherField } from "../../../model/fields/other.ts";
import type { FieldDrawing } from "./drawing.ts";

export const otherDrawing: FieldDrawing<OtherField> = {
  unchangeable: ({ view }, { kind }) =>
    kind === "broken" ? html`<p class="problem">${view.texts.broken}</p>` : undefined,
};
