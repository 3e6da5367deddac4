// Markdown as the server understands it. What comes out is markup yet to be sanitised.
import { Marked } from "marked";

const marked = new Marked({
  gfm: true,
  renderer: {
    // A box that can't be ticked is a sign, not a control.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

export function markdownToHtml(source: string): string {
  return marked.parse(source, { async: false });
}
