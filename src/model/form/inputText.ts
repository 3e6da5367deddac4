import { localTime } from "../localTime.ts";
import type { Notified } from "../value.ts";
import type { Input } from "./input.ts";

export function notifiedText({ path, emails, users, groups }: Notified): string {
  return `${path}: ${[...emails, ...[...users, ...groups].map(({ label }) => label)].join(", ")}`;
}

/** What was typed as a text to read, where it is only told. */
export function inputText(input: Input, zone?: string): string {
  switch (input.kind) {
    case "line":
    case "number":
      return input.text;
    case "date":
      return localTime(input.text, zone);
    case "text":
      return input.source;
    case "choices":
      return input.chosen.map(({ label }) => label).join(", ");
    case "openList":
      return input.entries.map(({ label }) => label).join(", ");
    case "links":
      return input.forward.map(({ artifactId }) => `#${artifactId}`).join(", ");
    case "permissions":
      return input.groups.map(({ label }) => label).join(", ");
    case "computed":
      return input.text;
    case "steps":
      return input.steps.map(({ description }) => description).join(" · ");
    case "notifications":
      return input.rows.map(notifiedText).join(" · ");
  }
}
