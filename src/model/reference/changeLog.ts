// The artifacts that commits mention, as a list in Markdown.
import { cleanLine } from "../displayText.ts";

export interface ChangeLogEntry {
  readonly artifactId: number;
  /** Undefined where the artifact can't be read. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Its web page. */
  readonly page: string | undefined;
}

/** Where addresses become links, these are looked for in what is left without backslashes; an invisible mark parts them. */
const addresses = /:(?=\/\/)|@|www(?=\.)/gi;

/** Server text as text: every mark that could mean something is escaped, and addresses stay addresses to read. */
export function escapeMarkdown(line: string): string {
  return line.replaceAll(addresses, "$&\u200b").replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

export function markdownText(text: string): string {
  return escapeMarkdown(cleanLine(text));
}

function linked(label: string, page: string | undefined): string {
  if (page === undefined || !/^https?:\/\/[^\s<>\\\p{Cc}]+$/u.test(page)) return label;
  return `[${label}](<${page}>)`;
}

function lineOf({ artifactId, title, status, page }: ChangeLogEntry): string {
  const parts = [linked(String.raw`art \#${artifactId}`, page)];
  if (title !== undefined && title.trim() !== "") parts.push(markdownText(title));
  if (status !== undefined && status.trim() !== "") parts.push(`(${markdownText(status)})`);
  return `- ${parts.join(" ")}\n`;
}

/** Each artifact once, in the order in which they come. `note` says what is not in the list. */
export function changeLog(heading: string, entries: readonly ChangeLogEntry[], note = ""): string {
  const once = new Map<number, ChangeLogEntry>();
  for (const entry of entries) {
    if (!once.has(entry.artifactId)) once.set(entry.artifactId, entry);
  }
  const end = note === "" ? "" : `\n${markdownText(note)}\n`;
  return `## ${markdownText(heading)}\n\n${[...once.values()].map(lineOf).join("")}${end}`;
}
