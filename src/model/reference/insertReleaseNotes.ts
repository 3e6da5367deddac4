// Where release notes are inserted in a Markdown document.

/** With backticks after the marks, it is a code span. */
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const atxHeading = /^ {0,3}(#{1,6})(?:\s(.*)|$)/;
/** Makes the paragraph above it a heading. */
const underline = /^ {0,3}(=+|-+)\s*$/;
const paragraphStart = /^ {0,3}[^\s>*+-]/;
const commentStart = /^\s*<!--/;
const commentEnd = "-->";

interface MarkdownHeading {
  /** The index of its first line. */
  readonly line: number;
  readonly level: number;
  readonly text: string;
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
    const [, marks, title = ""] = atxHeading.exec(text) ?? [];
    const [, underlining] = underline.exec(text) ?? [];
    if (marks !== undefined) headings.push({ line, level: marks.length, text: title });
    else if (underlining !== undefined && paragraph !== undefined) {
      const level = underlining.startsWith("=") ? 1 : 2;
      headings.push({ line: paragraph, level, text: lines.slice(paragraph, line).join(" ") });
    } else if (text.trim() !== "" && (paragraph !== undefined || paragraphStart.test(text))) {
      paragraph ??= line;
      continue;
    }
    paragraph = undefined;
  }
  return headings;
}

// Sections of releases are recognized by the names of their headings, at any level.

/** A version or a date. A number alone must not be followed by words: `1. Overview` is none. */
const releaseName =
  /^[^\p{L}\p{N}]*(?:(?:(?:version|release)\s+)?v?\d+(?:\.\d+)+|(?:version\s+|release\s+|v)\d+|\d+(?=\]|\s*(?:$|[-–—(:,])))/iu;
const unreleasedName = /^unreleased\b/;
/** After the name: a date, or nothing. */
const nameEnd = /^(?:$|[:,(]|\s+[-–—(:,\d])/;
const linkDefinition = /^ {0,3}\[[^\]]+\]:/;

/** Without Markdown, in lower case. */
function toPlainName(heading: string): string {
  return heading
    .replaceAll(/\]\([^)]*\)|\s#+\s*$|[[\]*`<>\\]/g, "")
    .trim()
    .toLowerCase();
}

function toVersion(name: string): string {
  return toPlainName(name)
    .replace(/^(?:version|release)\s+/, "")
    .replace(/^v(?=\d)/, "");
}

/** `v2` is also `[2] - 2026-01-31` and `Version 2`. */
function isNameOfRelease(heading: string, release: string): boolean {
  const [name, version] = [toVersion(heading), toVersion(release)];
  return name.startsWith(version) && nameEnd.test(name.slice(version.length));
}

/** The end of the document is above the definitions of its links. */
function findSectionEnd(
  lines: readonly string[],
  headings: readonly MarkdownHeading[],
  section: MarkdownHeading,
): number {
  const next = headings.find(({ line, level }) => line > section.line && level <= section.level);
  if (next !== undefined) return next.line;
  const lastText = lines.findLastIndex((line) => line.trim() !== "" && !linkDefinition.test(line));
  const definition = lines.findIndex((line, index) => index > lastText && line.trim() !== "");
  return definition === -1 ? lines.length : definition;
}

/** The level of the heading of notes. */
const noteLevel = 2;

/** Where a section is inserted, and the level of its heading. */
interface SectionPosition {
  readonly line: number;
  readonly level: number;
}

/** Above the sections of other releases, but below the one of what isn't released. */
function findReleasePosition(
  lines: readonly string[],
  headings: readonly MarkdownHeading[],
  isUnreleased: (heading: MarkdownHeading) => boolean,
): SectionPosition | undefined {
  const named = headings.filter((heading) => isUnreleased(heading) || releaseName.test(heading.text));
  const [first, ...others] = named;
  // `# App 2.0` may be the title of a document with a section for `2.0.1`.
  const isTitle = first !== undefined && first === headings[0] && isOnlyTitle(headings, first);
  const sections = isTitle && others.length > 0 ? others : named;
  const [top] = sections;
  if (top === undefined) return undefined;
  const released = sections.find((heading) => !isUnreleased(heading));
  return released ?? { line: findSectionEnd(lines, headings, top), level: top.level };
}

function isOnlyTitle(headings: readonly MarkdownHeading[], { level }: MarkdownHeading): boolean {
  return level === 1 && headings.filter((heading) => heading.level === 1).length === 1;
}

/** Above the first section: below the title of the document and what introduces it. Without a title, at the top. */
function findTopPosition(lines: readonly string[], headings: readonly MarkdownHeading[]): SectionPosition {
  const [first, second] = headings;
  const hasTitle = first?.level === 1 && (isOnlyTitle(headings, first) || !/\d\.\d/.test(first.text));
  const section = hasTitle ? second : first;
  const top = hasTitle ? findSectionEnd(lines, headings, first) : findBodyStart(lines);
  return { line: section?.line ?? top, level: Math.min(section?.level ?? noteLevel, noteLevel) };
}

export interface ReleaseNotes {
  /** Starts with a heading of level 2, and ends with a line break. */
  readonly text: string;
  /** The tag; `undefined` for what isn't released. */
  readonly release: string | undefined;
}

function setHeadingLevel(notes: string, level: number): string {
  return notes.replaceAll(/^#+(?= )/gm, (marks) => "#".repeat(Math.min(marks.length - noteLevel + level, 6)));
}

export interface ReleaseNotesInsertion {
  /** The index of the line before which the text is inserted; the number of lines for the end of the document. */
  readonly line: number;
  readonly text: string;
}

/**
 * At the end of the section of the release if there is one, else as a section of the same level as those of other releases.
 *
 * @param lines All lines of the document; the last one is empty if it ends with a line break.
 */
export function insertReleaseNotes(
  lines: readonly string[],
  { text, release }: ReleaseNotes,
): ReleaseNotesInsertion {
  const headings = findHeadings(lines);
  const [noteHeading = "", , ...noteBody] = text.split("\n");
  const ownName = toPlainName(noteHeading.replace(/^#+ /, ""));
  const isUnreleased = (heading: MarkdownHeading): boolean => {
    const name = toPlainName(heading.text);
    return unreleasedName.test(name) || (release === undefined && name === ownName);
  };
  const section = headings.find((heading) =>
    release === undefined ? isUnreleased(heading) : isNameOfRelease(heading.text, release),
  );
  if (section !== undefined) {
    const body = setHeadingLevel(noteBody.join("\n"), section.level);
    return createInsertion(lines, findSectionEnd(lines, headings, section), body);
  }
  const { line, level } =
    findReleasePosition(lines, headings, isUnreleased) ?? findTopPosition(lines, headings);
  return createInsertion(lines, line, setHeadingLevel(text, level));
}

function createInsertion(lines: readonly string[], line: number, notes: string): ReleaseNotesInsertion {
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
