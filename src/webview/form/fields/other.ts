// Renders fields of unknown types, which are read-only.
import { html } from "lit";
import type { OtherFieldShapes } from "../../../model/fields/other.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";

export const otherRenderer: FieldRenderer<OtherFieldShapes> = {
  renderReadOnly: ({ view }, { kind }) =>
    kind === "broken" ? html`<p class="problem">${view.texts.unreadable}</p>` : undefined,
};
