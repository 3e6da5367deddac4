import type { TextRange } from "./reference.ts";

/** What stands in the range becomes the text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

export function applied(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}
