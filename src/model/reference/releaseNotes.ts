// Where release notes are inserted in a Markdown document.

const fence = /^ {0,3}(```+|~~~+)/;
const atxHeading = /^ {0,3}(#{1,6})(?:\s|$)/;
/** Makes the paragraph above it a heading. */
const underline = /^ {0,3}(=+|-+)\s*$/;
const paragraphStart = /^ {0,3}[^\s>*+-]/;
const commentStart = /^\s*<!--/;
const commentEnd = "-->";

interface MarkdownHeading {
  /** The index of its first line. */
  readonly line: number;
  readonly level: number;
}

/** The line after front matter. */
function findBodyStart(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  return lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1;
}

/** Skips code blocks and comments, which may contain anything. */
function isolateText(lines: readonly string[]): readonly (string | undefined)[] {
  const bodyStart = findBodyStart(lines);
  let openFence: string | undefined;
  let isInComment = false;
  return lines.map((line, index) => {
    if (index < bodyStart) return undefined;
    const [, marks] = fence.exec(line) ?? [];
    if (openFence !== undefined) {
      if (marks?.startsWith(openFence) === true && line.trim() === marks) openFence = undefined;
      return undefined;
    }
    if (!isInComment && marks !== undefined) {
      openFence = marks;
      return undefined;
    }
    if (!isInComment && !commentStart.test(line)) return line;
    isInComment = !line.includes(commentEnd);
    return undefined;
  });
}

function findHeadings(lines: readonly string[]): readonly MarkdownHeading[] {
  const headings: MarkdownHeading[] = [];
  let paragraph: number | undefined;
  for (const [line, text = ""] of isolateText(lines).entries()) {
    const [, marks] = atxHeading.exec(text) ?? [];
    const [, underlining] = underline.exec(text) ?? [];
    if (marks !== undefined) headings.push({ line, level: marks.length });
    else if (underlining !== undefined && paragraph !== undefined) {
      headings.push({ line: paragraph, level: underlining.startsWith("=") ? 1 : 2 });
    } else if (text.trim() !== "" && (paragraph !== undefined || paragraphStart.test(text))) {
      paragraph ??= line;
      continue;
    }
    paragraph = undefined;
  }
  return headings;
}

export interface ReleaseNotesInsertion {
  /** The index of the line before which the text is inserted; the number of lines for the end of the document. */
  readonly line: number;
  readonly text: string;
}

/**
 * Above the first section: below the title of the document and what introduces it. Without a title, at the top.
 *
 * @param lines All lines of the document; the last one is empty if it ends with a line break.
 * @param notes Ends with a line break.
 */
export function insertReleaseNotes(lines: readonly string[], notes: string): ReleaseNotesInsertion {
  const [first, second] = findHeadings(lines);
  const hasTitle = first?.level === 1;
  const section = hasTitle ? second : first;
  const line = section?.line ?? (hasTitle ? lines.length : findBodyStart(lines));
  const isFollowed = lines.slice(line).some((text) => text.trim() !== "");
  return { line, text: `${getSeparator(lines, line)}${notes}${isFollowed ? "\n" : ""}` };
}

/** The line breaks that are missing before the notes, which start after an empty line. */
function getSeparator(lines: readonly string[], line: number): string {
  if (line === 0) return "";
  const isAtEnd = line === lines.length;
  if (isAtEnd && lines.at(-1) !== "") return "\n\n";
  const before = lines[isAtEnd ? line - 2 : line - 1] ?? "";
  return before.trim() === "" ? "" : "\n";
}
