import { html, nothing, type TemplateResult } from "lit";
import type { FileDescription } from "../../model/value.ts";
import { icon } from "../icon.ts";
import type { Place } from "./place.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** "2.6 MB", as the person's language writes it. */
function sizeText(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

function file({ name, size, type, description }: FileDescription): TemplateResult {
  const kind = type.startsWith("image/") ? "file-media" : "file";
  return html`<li class="row">
    ${icon(kind)}<bdi class="file-name">${name}</bdi
    ><span class="dim">${sizeText(size, document.documentElement.lang)}</span>${
      description === "" ? nothing : html`<bdi class="row-title dim">${description}</bdi>`
    }
  </li>`;
}

export function filesControl({ view }: Place): TemplateResult {
  const files = view.field.value?.kind === "files" ? view.field.value.files : [];
  return files.length === 0
    ? html`<span class="dim">${view.texts.empty}</span>`
    : html`<ul class="rows">
        ${files.map(file)}
      </ul>`;
}
