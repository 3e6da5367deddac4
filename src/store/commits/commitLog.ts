// Commits as `git log` prints them for us, in the pieces in which they come.
import { gitFailure } from "./gitFailure.ts";
import { NulFields } from "./nulFields.ts";
import type { GitFailure, Repository } from "./repository.ts";
import { startGit } from "./runGit.ts";

export interface CommitSummary {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601 with the author's own time zone. */
  readonly authoredAt: string;
}

/** As bytes: most of them are looked at once and never made into text. */
export interface LoggedCommit {
  readonly message: Buffer;
  /** What it was reached from: one of the names that git was given or found. */
  readonly source: Buffer;
  readonly summary: () => CommitSummary;
}

type Fields = readonly [hash: Buffer, author: Buffer, authoredAt: Buffer, source: Buffer, message: Buffer];

const format = "%H%x00%an%x00%aI%x00%S%x00%B";
const fieldCount = 5;
/** What comes later in a message is not looked at. */
const longestField = 1024 * 1024;
const longestSubject = 500;

const options = [
  "--encoding=UTF-8",
  "--no-show-signature",
  "--no-patch",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-decorate",
  "-z",
  `--format=${format}`,
];

/**
 * `which` says which commits, by our own words, hashes and options only; of `paths` only, where there are some. A failure
 * comes last.
 */
export async function* commitLog(
  repository: Repository,
  which: readonly string[],
  signal?: AbortSignal,
  paths: readonly string[] = [],
): AsyncGenerator<readonly LoggedCommit[] | GitFailure, void> {
  const git = startGit(repository, ["log", ...options, ...which, "--", ...paths], signal);
  try {
    const fields = new NulFields(longestField);
    let waiting: Buffer[] = [];
    for await (const chunk of git.output) {
      waiting = waiting.concat(fields.take(chunk));
      const whole = waiting.length - (waiting.length % fieldCount);
      if (whole === 0) continue;
      yield commitsOf(waiting.slice(0, whole));
      waiting = waiting.slice(whole);
    }
    const end = await git.ended;
    if (end.kind !== "ended") yield end;
    else if (end.code !== 0) yield gitFailure(end.stderr);
  } finally {
    // Also when whoever reads has seen enough.
    await git.stop();
  }
}

export function isFailedLog(step: readonly LoggedCommit[] | GitFailure): step is GitFailure {
  return "kind" in step;
}

function commitsOf(fields: readonly Buffer[]): readonly LoggedCommit[] {
  const commits: LoggedCommit[] = [];
  for (let at = 0; at < fields.length; at += fieldCount) {
    const [hash, author, authoredAt, source, message] = fields.slice(
      at,
      at + fieldCount,
    ) as unknown as Fields;
    const summary = (): CommitSummary => ({
      hash: hash.toString(),
      subject: subjectOf(message.toString()),
      author: author.toString(),
      authoredAt: authoredAt.toString(),
    });
    commits.push({ message, source, summary });
  }
  return commits;
}

/** The first paragraph in one line, as git has it. */
function subjectOf(message: string): string {
  const [paragraph = ""] = paragraphs(message);
  const line = paragraph.split("\n").map((each) => each.trim());
  return line.join(" ").slice(0, longestSubject);
}

export function bodyOf(message: string): string {
  const [, body = ""] = paragraphs(message);
  return body;
}

/** The first one and the rest. */
function paragraphs(message: string): readonly string[] {
  const text = message.replaceAll("\r\n", "\n").trim();
  const gap = /\n[^\S\n]*\n/.exec(text);
  if (gap === null) return [text];
  return [text.slice(0, gap.index), text.slice(gap.index + gap[0].length).trimStart()];
}
