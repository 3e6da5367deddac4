// The artifacts that commits mention, as a list in Markdown.
import { cleanLine } from "../displayText.ts";

export interface ChangeLogEntry {
  readonly artifactId: number;
  /** Undefined where the artifact can't be read. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Its web page. */
  readonly page: string | undefined;
  /** That mention it, newest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
}

/** Where addresses become links, these are looked for in what is left without backslashes; an invisible mark parts them. */
const addresses = /:(?=\/\/)|@|www(?=\.)/gi;

function withPartedAddresses(line: string): string {
  return line.replaceAll(addresses, "$&\u200b");
}

/** Text for Markdown that may run commands: every mark is escaped, and addresses stay addresses to read. */
export function escapeMarkdown(line: string): string {
  return withPartedAddresses(line).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** Marks that mean something wherever they are; `_` only at the edge of a word, `#` only before a space, `&` only in an entity. */
const inlineMarks = /[\\`*[\]<~$]|(?<![a-z0-9_])_+|_+(?![a-z0-9_])|#(?![a-z0-9])|&(?=#?\w+;)/gi;
/** What would begin a list, a quotation or a line. */
const leadingMark = /^(\d{0,9})([-+=>.)])/;

/** Text for Markdown that people read as it is, too: only what would mean something else there is escaped. */
export function markdownText(text: string): string {
  return withPartedAddresses(cleanLine(text))
    .replaceAll(inlineMarks, (marks) => marks.replaceAll(/./g, String.raw`\$&`))
    .replace(leadingMark, String.raw`$1\$2`);
}

function linked(label: string, page: string | undefined): string {
  if (page === undefined || !/^https?:\/\/[^\s<>\\\p{Cc}]+$/u.test(page)) return label;
  return `[${label}](<${page}>)`;
}

/** How many of an artifact's commits are listed. */
const mostCommits = 50;

function linesOf({ artifactId, title, status, page, commits }: ChangeLogEntry, more: MoreText): string {
  const parts = [linked(`art #${artifactId}`, page)];
  if (title !== undefined && title.trim() !== "") parts.push(markdownText(title));
  if (status !== undefined && status.trim() !== "") parts.push(`(${markdownText(status)})`);
  const listed = commits
    .slice(0, mostCommits)
    .map(({ hash, subject }) => [markdownText(subject), `(${hash.slice(0, 10)})`].join(" ").trim());
  const left = commits.length - listed.length;
  const lines = left === 0 ? listed : [...listed, markdownText(more(left))];
  return [`- ${parts.join(" ")}\n`, ...lines.map((line) => `  - ${line}\n`)].join("");
}

/** Says how many commits are not listed. */
type MoreText = (left: number) => string;

/** Each artifact once, in the order in which they come, with its commits. `note` says what is not in the list. */
export function changeLog(
  heading: string,
  entries: readonly ChangeLogEntry[],
  more: MoreText,
  note = "",
): string {
  const once = new Map<number, ChangeLogEntry>();
  for (const entry of entries) {
    if (!once.has(entry.artifactId)) once.set(entry.artifactId, entry);
  }
  const end = note === "" ? "" : `\n${markdownText(note)}\n`;
  return `## ${markdownText(heading)}\n\n${[...once.values()].map((entry) => linesOf(entry, more)).join("")}${end}`;
}
