import type { Input } from "../form/input.ts";
import { inputText } from "../form/inputText.ts";

/** What stands in a field, to be read: of links their types too, which are part of what is sent. */
export function shownInput(input: Input | undefined): string {
  if (input === undefined) return "";
  if (input.kind !== "links") return inputText(input);
  return input.forward
    .map(({ artifactId, type }) => (type === "" ? `#${artifactId}` : `#${artifactId} (${type})`))
    .join(", ");
}
