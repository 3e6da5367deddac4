import { html, type TemplateResult } from "lit";

/** One of VS Code's icons, as decoration. */
export function icon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A button that is only an icon. */
export function iconButton(name: string, label: string, act: () => void): TemplateResult {
  return html`<button type="button" class="icon-button" title=${label} aria-label=${label} @click=${act}>
    ${icon(name)}
  </button>`;
}
