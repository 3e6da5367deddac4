/** A page of ours: its script, and its styles in their order. */
export interface PageParts {
  readonly script: string;
  readonly styles: readonly string[];
}

interface FrameParts {
  readonly page: PageParts;
  readonly language: string;
  /** In which the extension host writes times. */
  readonly timeZone: string;
  /** Where our own files come from, as the policy names it. */
  readonly source: string;
  readonly nonce: string;
  readonly address: (...path: string[]) => string;
}

export const formPage: PageParts = {
  script: "page.js",
  styles: [
    "pages.css",
    "page.css",
    "fields.css",
    "pickers.css",
    "lists.css",
    "files.css",
    "activity.css",
    "conflict.css",
  ],
};

export const tablePage: PageParts = {
  script: "table.js",
  styles: ["pages.css", "table.css", "tableGrid.css", "tableBars.css"],
};

/** The frame of a page: our script by a nonce, our styles, nothing inline and nothing from anywhere else. */
export function pageFrame({ page, language, timeZone, source, nonce, address }: FrameParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    "img-src data:",
    // The default covers neither of these two.
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = page.styles
    .map((file) => `<link rel="stylesheet" href="${address("media", file)}">`)
    .join("\n");
  return `<!DOCTYPE html>
<html lang="${language}" data-time-zone="${timeZone}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Artifacts for Tuleap</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${address("dist", "codicon.css")}">
${links}
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${address("dist", page.script)}"></script>
</body>
</html>`;
}
