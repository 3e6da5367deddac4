import { oneLine, withoutIcons } from "../../../model/displayText.ts";
import { escapeMarkdown } from "../../../model/reference/changeLog.ts";

/** More than the parts of a hover, which have their own limits, come to. */
const longest = 2000;

/**
 * Server text for Markdown that may run commands: it means nothing but itself. What VS Code makes of text by itself is not enough:
 * it leaves `<command:x>` a link, and lets no line break between words.
 */
export function plainMarkdown(text: string): string {
  return escapeMarkdown(withoutIcons(oneLine(text, longest)));
}
