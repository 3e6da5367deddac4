import { html, type TemplateResult } from "lit";
import { icon } from "./icon.ts";

/** What others have to do with a field, below it. */
export function contestLine(sign: "warning" | "git-merge", text: string): TemplateResult {
  return html`<p class="contest">${icon(sign)}<span dir="auto">${text}</span></p>`;
}
