import { toDisplayLine, escapeIcons } from "../../../model/displayText.ts";
import { escapeMarkdown } from "../../../model/reference/changeLog.ts";

/** More than the parts of a hover, which have their own limits, add up to. */
const maxLength = 2000;

/**
 * Escapes server text for Markdown that may run commands. `MarkdownString.appendText` is not enough: it keeps `<command:x>`
 * as a link, and its non-breaking spaces prevent line breaks.
 */
export function toSafeMarkdown(text: string): string {
  return escapeMarkdown(escapeIcons(toDisplayLine(text, maxLength)));
}
