/** Script and style sheets of a page; the order of styles matters. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
}

interface PageHtmlOptions {
  readonly assets: PageAssets;
  readonly language: string;
  /** The time zone of the extension host. */
  readonly timeZone: string;
  /** The source of the extension's files in the content security policy. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly toUri: (...path: string[]) => string;
}

export const formPageAssets: PageAssets = {
  script: "page.js",
  styles: [
    "shared.css",
    "form.css",
    "fields.css",
    "pickers.css",
    "components.css",
    "files.css",
    "activity.css",
    "conflict.css",
  ],
};

export const tablePageAssets: PageAssets = {
  script: "table.js",
  styles: ["shared.css", "table.css", "tableGrid.css", "tablePopups.css"],
};

export const boardPageAssets: PageAssets = {
  script: "board.js",
  styles: [...tablePageAssets.styles, "board.css"],
};

/**
 * The HTML of a page: one script by nonce, the extension's styles, nothing inline and nothing from elsewhere.
 */
export function renderPageHtml({
  assets,
  language,
  timeZone,
  cspSource,
  nonce,
  toUri,
}: PageHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "img-src data:",
    // `default-src` covers neither of these.
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = assets.styles
    .map((file) => `<link rel="stylesheet" href="${toUri("media", file)}">`)
    .join("\n");
  return `<!DOCTYPE html>
<html lang="${language}" data-time-zone="${timeZone}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Artifacts for Tuleap</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${toUri("dist", "codicon.css")}">
${links}
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${toUri("dist", assets.script)}"></script>
</body>
</html>`;
}
