// A value as one line to read, where it is only looked at.
import type { FieldValue } from "./value.ts";

function names(chosen: readonly { readonly label: string }[]): string {
  return chosen.map(({ label }) => label).join(", ");
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Not by a pattern: one would look for the end of a tag from every `<` to the end of the text. */
function spacesForTags(html: string): string {
  let text = "";
  let after = 0;
  for (;;) {
    const start = html.indexOf("<", after);
    const end = start < 0 ? -1 : html.indexOf(">", start);
    if (end < 0) return text + html.slice(after);
    text += `${html.slice(after, start)} `;
    after = end + 1;
  }
}

/** For reading only; whoever edits gets the source. */
function withoutTags(html: string): string {
  return spacesForTags(html).replace(
    /&(?:lt|gt|quot|#39|nbsp|amp);/g,
    (entity) => entities[entity] ?? entity,
  );
}

/** Empty for what has no value. Dates are left as they are: how to write them is the person's. */
export function fieldText(value: FieldValue): string {
  switch (value.kind) {
    case "string":
    case "other":
      return value.text;
    case "text":
      return value.format === "html" ? withoutTags(value.source) : value.source;
    case "int":
    case "float":
      return value.number?.toString() ?? "";
    case "date":
      return value.date ?? "";
    case "choices":
      return names(value.chosen);
    case "openList":
      return names(value.entries);
    case "files":
      return value.files.map(({ name }) => name).join(", ");
    case "links":
      return value.forward.map(({ artifactId }) => `#${artifactId}`).join(", ");
    case "permissions":
      return names(value.groups);
    case "computed":
      return (value.isAutomatic ? value.computed : value.manual)?.toString() ?? "";
    case "steps":
      return value.steps.map(({ description }) => withoutTags(description)).join(" · ");
    case "references":
      return value.references.map(({ text }) => text).join(", ");
    case "user":
      return value.user?.label ?? "";
  }
}
