// Renders cross-references of an artifact.
import { html, type TemplateResult } from "lit";
import type { CrossReference, ReferencesFieldShapes } from "../../../model/fields/references.ts";
import type { FormPageContext } from "../formPageContext.ts";
import { maxLinks } from "../referenceLinks.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";

function renderReferences(page: FormPageContext, references: readonly CrossReference[]): TemplateResult {
  return html`<ul class="references">
    ${references.map(
      ({ text, path }, index) =>
        html`<li>
          ${
            path === undefined || index >= maxLinks
              ? html`<bdi>${text}</bdi>`
              : html`<button
                  type="button"
                  class="link"
                  @click=${() => void page.call("openUrl", { address: path })}
                >
                  ${text}
                </button>`
          }
        </li>`,
    )}
  </ul>`;
}

export const referencesRenderer: FieldRenderer<ReferencesFieldShapes> = {
  renderValue: ({ page }, { references }) =>
    references.length === 0 ? undefined : renderReferences(page, references),
};
