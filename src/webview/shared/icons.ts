// Icons and colours.
import { html, nothing, type TemplateResult } from "lit";
import type { FileDescription } from "../../model/value.ts";

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

// The server's colours are named like paints ("fiesta-red", "plum-crazy"): the last word tells the hue. Themes
// have six that suit every background; greys stay uncoloured.
const hues: Readonly<Record<string, string>> = {
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

/** The class that colours something; undefined where the name tells no hue. */
export function hueClass(serverName: string | undefined): string | undefined {
  const hue = serverName?.split("-").at(-1) ?? "";
  return Object.hasOwn(hues, hue) ? `hue-${hues[hue]}` : undefined;
}

/** A colour of the server as a small dot; nothing where it is none that themes have. */
export function dot(color: string | undefined): TemplateResult | typeof nothing {
  const hue = hueClass(color);
  return hue === undefined ? nothing : html`<span class="dot ${hue}" aria-hidden="true"></span>`;
}

// Which of VS Code's icons a file gets.

const byEnding: readonly (readonly [icon: string, endings: string])[] = [
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

const byType: readonly (readonly [icon: string, type: RegExp])[] = [
  ["file-pdf", /^application\/pdf/],
  ["file-zip", /^application\/(?:x-)?(?:zip|gzip|tar|7z)/],
  ["json", /^application\/json/],
  ["file-text", /^text\//],
];

const media = /^(?:image|video|audio)\//;

export function fileIcon({ name, type }: Pick<FileDescription, "name" | "type">): string {
  if (media.test(type)) return "file-media";
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const named = byEnding.find(([, endings]) => endings.split(" ").includes(ending));
  return (named ?? byType.find(([, pattern]) => pattern.test(type)))?.[0] ?? "file";
}
