/** Just enough Markdown to HTML for the texts of the demo: paragraphs, lists, emphasis, code. */
export function markdownToHtml(source: string): string {
  const lines = source.split("\n");
  const list = /^(?:[-*]|\d+\.) /;
  if (lines.every((line) => list.test(line))) {
    const tag = /^\d/.test(source) ? "ol" : "ul";
    const items = lines.map((line) => `<li>${inline(line.replace(list, ""))}</li>\n`).join("");
    return `<${tag}>\n${items}</${tag}>\n`;
  }
  return `<p>${inline(source)}</p>\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What the platform takes out before it shows HTML that somebody wrote: scripts, and what runs by itself. */
export function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script\s*>/gis, "")
    .replaceAll(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
}

function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/\*(.+?)\*/g, "<em>$1</em>")
    .replaceAll(/`(.+?)`/g, "<code>$1</code>");
}
