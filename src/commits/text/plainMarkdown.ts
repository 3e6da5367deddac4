import { withoutIcons } from "../../model/displayText.ts";
import { markdownText } from "../../model/reference/changeLog.ts";

/**
 * Server text for Markdown that may run commands: it means nothing but itself. What VS Code makes of text by itself is not enough:
 * it leaves `<command:x>` a link, and lets no line break between words.
 */
export function plainMarkdown(text: string): string {
  return text
    .split(" ")
    .map((word) => markdownText(withoutIcons(word)))
    .join(" ");
}
