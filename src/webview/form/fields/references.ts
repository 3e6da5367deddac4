// What an artifact refers to, and what refers to it.
import { html, type TemplateResult } from "lit";
import type { CrossReference, ReferencesField } from "../../../model/fields/references.ts";
import type { Page } from "../context.ts";
import { mostLinks } from "../references.ts";
import type { FieldDrawing } from "./drawing.ts";

function shownReferences(page: Page, references: readonly CrossReference[]): TemplateResult {
  return html`<ul class="references">
    ${references.map(
      ({ text, path }, index) =>
        html`<li>
          ${
            path === undefined || index >= mostLinks
              ? html`<bdi>${text}</bdi>`
              : html`<button
                  type="button"
                  class="link"
                  @click=${() => void page.call("openAddress", { address: path })}
                >
                  ${text}
                </button>`
          }
        </li>`,
    )}
  </ul>`;
}

export const referencesDrawing: FieldDrawing<ReferencesField> = {
  shown: ({ page }, { references }) =>
    references.length === 0 ? undefined : shownReferences(page, references),
};
