// Renders icons and colors.
import { html, nothing, type TemplateResult } from "lit";
import type { FileDescription } from "../../model/valueTypes.ts";

/** Renders a codicon that screen readers skip. */
export function renderIcon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** While its action is in progress, a busy button keeps the focus. */
export function renderIconButton(
  name: string,
  label: string,
  onClick: (event: MouseEvent) => void,
  isBusy = false,
): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    title=${label}
    aria-label=${label}
    aria-disabled=${isBusy ? "true" : nothing}
    @click=${onClick}
  >
    ${renderIcon(name)}
  </button>`;
}

/** A button that adds an entry to a list. */
export function renderAddButton(
  label: string,
  onClick: () => void,
  id: string | typeof nothing = nothing,
): TemplateResult {
  return html`<button id=${id} type="button" class="text-button add" @click=${onClick}>
    ${renderIcon("add")} ${label}
  </button>`;
}

// The server's colors are named like paints ("fiesta-red", "plum-crazy"); the last word names the hue. Themes
// have six hues that suit every background; grays have no hue.
const hueByColorWord: Readonly<Record<string, string>> = {
  red: "red",
  wine: "red",
  pink: "red",
  orange: "orange",
  brown: "orange",
  yellow: "yellow",
  green: "green",
  turquoise: "green",
  blue: "blue",
  purple: "purple",
  violet: "purple",
  crazy: "purple",
};

/** Returns the CSS class for a color of the server; `undefined` if its name has no known hue. */
export function toHueClass(colorName: string | undefined): string | undefined {
  const hue = colorName?.split("-").at(-1) ?? "";
  return Object.hasOwn(hueByColorWord, hue) ? `hue-${hueByColorWord[hue]}` : undefined;
}

/** Renders a color of the server as a dot; nothing if it has no known hue. */
export function renderColorDot(color: string | undefined): TemplateResult | typeof nothing {
  const hue = toHueClass(color);
  return hue === undefined ? nothing : html`<span class="color-dot ${hue}" aria-hidden="true"></span>`;
}

const iconsByExtension: readonly (readonly [icon: string, extensions: string])[] = [
  ["file-pdf", "pdf"],
  ["file-zip", "zip gz tgz bz2 xz 7z rar tar zst jar war"],
  ["json", "json jsonl ndjson"],
  ["markdown", "md markdown"],
  ["table", "csv tsv xls xlsx ods"],
  ["file-code", "c cc cpp h hpp cs css go html java js jsx kt php py rb rs sh sql ts tsx xml yaml yml"],
  ["file-code", "diff patch"],
  ["file-binary", "bin exe dll so dmp"],
  ["file-text", "txt log ini conf rtf doc docx odt"],
];

const iconsByMimeType: readonly (readonly [icon: string, type: RegExp])[] = [
  ["file-pdf", /^application\/pdf/],
  ["file-zip", /^application\/(?:x-)?(?:zip|gzip|tar|7z)/],
  ["json", /^application\/json/],
  ["file-text", /^text\//],
];

const mediaTypePattern = /^(?:image|video|audio)\//;

export function getFileIcon({ name, type }: Pick<FileDescription, "name" | "type">): string {
  if (mediaTypePattern.test(type)) return "file-media";
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const byExtension = iconsByExtension.find(([, extensions]) => extensions.split(" ").includes(extension));
  return (byExtension ?? iconsByMimeType.find(([, pattern]) => pattern.test(type)))?.[0] ?? "file";
}
