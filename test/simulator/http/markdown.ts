/** Converts the Markdown of the demo data to HTML: paragraphs, lists, emphasis, code. */
export function markdownToHtml(source: string): string {
  if (source === "") return "";
  const lines = source.split("\n");
  const list = /^(?:[-*]|\d+\.) /;
  if (lines.every((line) => list.test(line))) {
    const tag = /^\d/.test(source) ? "ol" : "ul";
    const items = lines.map((line) => `<li>${renderInline(line.replace(list, ""))}</li>\n`).join("");
    return `<${tag}>\n${items}</${tag}>\n`;
  }
  return `<p>${renderInline(source)}</p>\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Removes scripts and event handlers, as the server does before it shows HTML of a user. */
export function removeScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script\s*>/gis, "")
    .replaceAll(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
}

function renderInline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/\*(.+?)\*/g, "<em>$1</em>")
    .replaceAll(/`(.+?)`/g, "<code>$1</code>");
}
