// Formats artifacts mentioned by commits as a Markdown list.
import { normalizeLine } from "../displayText.ts";

export interface ChangeLogEntry {
  readonly artifactId: number;
  /** Undefined if the artifact can't be read. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly pageUrl: string | undefined;
  /** Newest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
}

/** Markdown renderers autolink these even after escaping; a zero-width character prevents it. */
const autolinkPattern = /:(?=\/\/)|@|www(?=\.)/gi;

function preventAutolinks(line: string): string {
  return line.replaceAll(autolinkPattern, "$&\u200b");
}

/** For Markdown that can run commands: escapes all punctuation and prevents autolinks. */
export function escapeMarkdown(line: string): string {
  return preventAutolinks(line).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** Characters with a meaning anywhere; `_` only at word boundaries, `#` only before a space, `&` only in an entity. */
const inlineMarks = /[\\`*[\]<~$]|(?<![a-z0-9_])_+|_+(?![a-z0-9_])|#(?![a-z0-9])|&(?=#?\w+;)/gi;
/** Starts a list, a quote or a rule. */
const leadingMark = /^(\d{0,9})([-+=>.)])/;

/** For Markdown that is also read as plain text: escapes only what would be interpreted. */
export function escapeMarkdownMinimally(text: string): string {
  return preventAutolinks(normalizeLine(text))
    .replaceAll(inlineMarks, (marks) => marks.replaceAll(/./g, String.raw`\$&`))
    .replace(leadingMark, String.raw`$1\$2`);
}

function toMarkdownLink(label: string, page: string | undefined): string {
  if (page === undefined || !/^https?:\/\/[^\s<>\\\p{Cc}]+$/u.test(page)) return label;
  return `[${label}](<${page}>)`;
}

/** Maximum number of listed commits per artifact. */
const maxCommits = 50;

function formatEntry(
  { artifactId, title, status, pageUrl, commits }: ChangeLogEntry,
  formatOmitted: FormatOmittedCount,
): string {
  const parts = [toMarkdownLink(`art #${artifactId}`, pageUrl)];
  if (title !== undefined && title.trim() !== "") parts.push(escapeMarkdownMinimally(title));
  if (status !== undefined && status.trim() !== "") parts.push(`(${escapeMarkdownMinimally(status)})`);
  const listed = commits
    .slice(0, maxCommits)
    .map(({ hash, subject }) =>
      [escapeMarkdownMinimally(subject), `(${hash.slice(0, 10)})`].join(" ").trim(),
    );
  const omitted = commits.length - listed.length;
  const lines = omitted === 0 ? listed : [...listed, escapeMarkdownMinimally(formatOmitted(omitted))];
  return [`- ${parts.join(" ")}\n`, ...lines.map((line) => `  - ${line}\n`)].join("");
}

type FormatOmittedCount = (omitted: number) => string;

/** Lists each artifact once in the given order. `note` is appended at the end. */
export function formatChangeLog(
  heading: string,
  entries: readonly ChangeLogEntry[],
  formatOmitted: FormatOmittedCount,
  note = "",
): string {
  const unique = new Map<number, ChangeLogEntry>();
  for (const entry of entries) {
    if (!unique.has(entry.artifactId)) unique.set(entry.artifactId, entry);
  }
  const end = note === "" ? "" : `\n${escapeMarkdownMinimally(note)}\n`;
  return `## ${escapeMarkdownMinimally(heading)}\n\n${[...unique.values()].map((entry) => formatEntry(entry, formatOmitted)).join("")}${end}`;
}
