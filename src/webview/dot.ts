import { html, nothing, type TemplateResult } from "lit";
import { hueClass } from "./hue.ts";

/** A colour of the server as a small dot; nothing where it is none that themes have. */
export function dot(color: string | undefined): TemplateResult | typeof nothing {
  const hue = hueClass(color);
  return hue === undefined ? nothing : html`<span class="dot ${hue}" aria-hidden="true"></span>`;
}
