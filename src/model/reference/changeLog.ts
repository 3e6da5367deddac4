// Change logs: the artifacts that commits of a range mention, by tracker and status, as Markdown and as CSV rows.
import { normalizeLine } from "../displayText.ts";
import { groupBy } from "../groupBy.ts";

export interface ChangeLogCommit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601. */
  readonly authoredAt: string;
}

export interface ChangeLogEntry {
  readonly artifactId: number;
  /** Undefined if the artifact can't be read. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly isOpen: boolean | undefined;
  /** The heading of its group; undefined if the tracker is unknown. */
  readonly tracker: string | undefined;
  readonly pageUrl: string | undefined;
  /** Newest first. */
  readonly commits: readonly ChangeLogCommit[];
}

/** What happened in a range of commits. */
export interface ChangeLog {
  readonly heading: string;
  /** Most recently mentioned first. */
  readonly entries: readonly ChangeLogEntry[];
  /** Commits that mention no artifact, newest first. */
  readonly otherCommits: readonly ChangeLogCommit[];
  /** Why it may be incomplete. */
  readonly notes: readonly string[];
}

export interface ChangeLogTexts {
  readonly unknownTracker: string;
  readonly otherCommits: string;
  readonly formatOmittedCount: (omitted: number) => string;
}

/** Markdown renderers link these even after escaping; a zero-width character prevents it. */
const autolinkPattern = /:(?=\/\/)|@|www(?=\.)/gi;

/** For Markdown that can run commands: escapes all punctuation and prevents links. */
export function escapeMarkdown(line: string): string {
  return line.replaceAll(autolinkPattern, "$&\u200b").replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** Without punctuation at the end, which belongs to the sentence, and without what Markdown would replace. */
const webAddress =
  /(?<![a-z0-9])https?:\/\/(?:[\p{L}\p{N}.\-_~:/?#@!()*+,;=%]|&(?!#?\w+;))*[\p{L}\p{N}\-/=%]/giu;
/** Characters with a meaning anywhere; `_` only at word boundaries, `#` only before a space, `&` only in an entity. */
const inlineMarks = /[\\`*[\]<~$]|(?<![a-z0-9_])_+|_+(?![a-z0-9_])|#(?![a-z0-9])|&(?=#?\w+;)/gi;
/** Some renderers link these with all that follows, including backslashes. */
const linkedMarks = /:(?=\/\/)|(?<=(?<![a-z0-9])www)\./gi;
/** Starts a list, a quote or a rule. */
const leadingMark = /^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+=>]))([-+=>.)])/;

function escapeMarks(text: string): string {
  return text
    .replaceAll(inlineMarks, (marks) => marks.replaceAll(/./g, String.raw`\$&`))
    .replaceAll(linkedMarks, String.raw`\$&`);
}

/**
 * For Markdown that is also read as plain text: escapes only what would be interpreted. Web addresses are written as links
 * that show where they lead.
 */
export function escapeMarkdownMinimally(text: string): string {
  const line = normalizeLine(text);
  let escaped = "";
  let position = 0;
  for (const { 0: address, index } of line.matchAll(webAddress)) {
    escaped += `${escapeMarks(line.slice(position, index))}<${address}>`;
    position = index + address.length;
  }
  return (escaped + escapeMarks(line.slice(position))).replace(leadingMark, String.raw`$1\$2`);
}

function formatHeading(level: number, text: string): readonly string[] {
  return [`${"#".repeat(level)} ${escapeMarkdownMinimally(text)}`, ""];
}

function toMarkdownLink(label: string, page: string | undefined): string {
  if (page === undefined || !/^https?:\/\/[^\s<>\\\p{Cc}]+$/u.test(page)) return label;
  return `[${label}](<${page}>)`;
}

interface StatusGroup {
  /** Empty for artifacts without status. */
  readonly status: string;
  readonly entries: readonly ChangeLogEntry[];
}

interface TrackerGroup {
  /** Undefined for artifacts whose tracker is unknown. */
  readonly tracker: string | undefined;
  readonly statuses: readonly StatusGroup[];
}

/** What is done comes first. */
function getRank({ status, entries }: StatusGroup): number {
  if (status === "") return 0;
  if (entries.every(({ isOpen }) => isOpen === false)) return 1;
  return entries.some(({ isOpen }) => isOpen === true) ? 3 : 2;
}

function groupByStatus(entries: readonly ChangeLogEntry[]): readonly StatusGroup[] {
  return [...groupBy(entries, ({ status }) => normalizeLine(status ?? ""))]
    .map(([status, entriesOfStatus]) => ({ status, entries: entriesOfStatus }))
    .sort((one, other) => getRank(one) - getRank(other) || one.status.localeCompare(other.status));
}

/** Each artifact once; by tracker in alphabetical order, then by status. */
function groupEntries(entries: readonly ChangeLogEntry[]): readonly TrackerGroup[] {
  const unique = new Map<number, ChangeLogEntry>();
  for (const entry of entries) {
    if (!unique.has(entry.artifactId)) unique.set(entry.artifactId, entry);
  }
  return [...groupBy([...unique.values()], ({ tracker }) => normalizeLine(tracker ?? ""))]
    .map(([tracker, entriesOfTracker]) => ({
      tracker: tracker === "" ? undefined : tracker,
      statuses: groupByStatus(entriesOfTracker),
    }))
    .sort(
      (one, other) =>
        Number(one.tracker === undefined) - Number(other.tracker === undefined) ||
        (one.tracker ?? "").localeCompare(other.tracker ?? ""),
    );
}

/** Maximum number of listed commits per artifact. */
const maxCommits = 50;
const maxOtherCommits = 1_000;

function formatCommits(
  commits: readonly ChangeLogCommit[],
  limit: number,
  { formatOmittedCount }: ChangeLogTexts,
): readonly string[] {
  const listed = commits
    .slice(0, limit)
    .map(({ hash, subject }) =>
      [escapeMarkdownMinimally(subject), `(${hash.slice(0, 10)})`].join(" ").trim(),
    );
  const omitted = commits.length - listed.length;
  return omitted === 0 ? listed : [...listed, escapeMarkdownMinimally(formatOmittedCount(omitted))];
}

function formatEntry(
  { artifactId, title, pageUrl, commits }: ChangeLogEntry,
  texts: ChangeLogTexts,
): readonly string[] {
  const parts = [toMarkdownLink(`art #${artifactId}`, pageUrl)];
  if (title !== undefined && title.trim() !== "") parts.push(escapeMarkdownMinimally(title));
  return [
    `- ${parts.join(" ")}`,
    ...formatCommits(commits, maxCommits, texts).map((commit) => `  - ${commit}`),
  ];
}

function formatGroup({ tracker, statuses }: TrackerGroup, texts: ChangeLogTexts): readonly string[] {
  return [
    ...formatHeading(3, tracker ?? texts.unknownTracker),
    ...statuses.flatMap(({ status, entries }) => [
      ...(status === "" ? [] : formatHeading(4, status)),
      ...entries.flatMap((entry) => formatEntry(entry, texts)),
      "",
    ]),
  ];
}

/** As Markdown: a section for each tracker with its artifacts by status, and one for the other commits. */
export function formatChangeLog(
  { heading, entries, otherCommits, notes }: ChangeLog,
  texts: ChangeLogTexts,
): string {
  const commitLines = formatCommits(otherCommits, maxOtherCommits, texts).map((commit) => `- ${commit}`);
  const lines = [
    ...formatHeading(2, heading),
    ...groupEntries(entries).flatMap((group) => formatGroup(group, texts)),
    ...(commitLines.length === 0 ? [] : [...formatHeading(3, texts.otherCommits), ...commitLines, ""]),
    ...notes.flatMap((note) => [escapeMarkdownMinimally(note), ""]),
  ];
  // The last line is empty, so that the text ends with one line break.
  return lines.join("\n");
}

/** A row for each commit of each artifact, in the order of the Markdown, then the other commits. */
export function toChangeLogRows({
  entries,
  otherCommits,
}: Pick<ChangeLog, "entries" | "otherCommits">): readonly (readonly string[])[] {
  const toCells = ({ hash, subject, author, authoredAt }: ChangeLogCommit): readonly string[] => [
    hash,
    subject,
    author,
    authoredAt,
  ];
  const rows = groupEntries(entries).flatMap(({ tracker, statuses }) =>
    statuses.flatMap(({ status, entries: entriesOfStatus }) =>
      entriesOfStatus.flatMap(({ artifactId, title, pageUrl, commits }) =>
        commits.map((commit) => [
          String(artifactId),
          tracker ?? "",
          status,
          title ?? "",
          pageUrl ?? "",
          ...toCells(commit),
        ]),
      ),
    ),
  );
  return [...rows, ...otherCommits.map((commit) => ["", "", "", "", "", ...toCells(commit)])];
}
