// Reads commits with `git log`.
import { type GitFailure, toGitFailure, runGit, type GitPathAndFolder, startGit } from "./git.ts";

const nul = 0;

/**
 * Splits a stream at NUL bytes. A field longer than the limit is truncated, so that a commit message can't fill the
 * memory.
 */
export class NulFieldParser {
  readonly #maxLength: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Returns the fields that this chunk completes. */
  push(chunk: Buffer): readonly Buffer[] {
    const fields: Buffer[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(nul, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      fields.push(this.#takeField());
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    return fields;
  }

  #add(chunk: Buffer): void {
    const remaining = this.#maxLength - this.#length;
    if (remaining <= 0 || chunk.length === 0) return;
    this.#chunks.push(chunk.subarray(0, remaining));
    this.#length += Math.min(chunk.length, remaining);
  }

  #takeField(): Buffer {
    const [first] = this.#chunks;
    const field = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    return field;
  }
}

export interface CommitDetails extends CommitSummary {
  /** The message after the subject. */
  readonly body: string;
}

export async function readCommit(
  repository: GitPathAndFolder,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "commit"; readonly commit: CommitDetails } | GitFailure> {
  const resolved = await resolveCommit(repository, ref, signal);
  if (resolved.kind !== "resolved") return resolved;
  for await (const step of readCommitLog(repository, ["--no-walk", resolved.hash], signal)) {
    if (isLogFailure(step)) return step;
    for (const { message, summary } of step) {
      return { kind: "commit", commit: { ...summary(), body: getBody(message.toString()) } };
    }
  }
  return { kind: "refUnknown", ref };
}

export interface CommitSummary {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601 with the author's own time zone. */
  readonly authoredAt: string;
}

/** Kept as bytes: most commits are tested once and never converted to text. */
export interface LoggedCommit {
  readonly message: Buffer;
  /** The ref it was reached from. */
  readonly source: Buffer;
  readonly summary: () => CommitSummary;
}

type CommitFields = readonly [
  hash: Buffer,
  author: Buffer,
  authoredAt: Buffer,
  source: Buffer,
  message: Buffer,
];

const format = "%H%x00%an%x00%aI%x00%S%x00%B";
const fieldCount = 5;
/** The rest of a longer message is ignored. */
const maxFieldBytes = 1024 * 1024;
const maxSubjectLength = 500;
/** A part of a string keeps the whole string in memory, so only the start of a message is converted. */
const maxSubjectBytes = 4 * maxSubjectLength;

const logOptions = [
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

/** `revisions` must come from our own code: hashes and options only. A failure is the last step. */
export async function* readCommitLog(
  repository: GitPathAndFolder,
  revisions: readonly string[],
  signal?: AbortSignal,
  paths: readonly string[] = [],
): AsyncGenerator<readonly LoggedCommit[] | GitFailure, void> {
  const git = startGit(repository, ["log", ...logOptions, ...revisions, "--", ...paths], signal);
  try {
    const fields = new NulFieldParser(maxFieldBytes);
    let pendingFields: Buffer[] = [];
    for await (const chunk of git.output) {
      pendingFields = pendingFields.concat(fields.push(chunk));
      const completeCount = pendingFields.length - (pendingFields.length % fieldCount);
      if (completeCount === 0) continue;
      yield toLoggedCommits(pendingFields.slice(0, completeCount));
      pendingFields = pendingFields.slice(completeCount);
    }
    const end = await git.exited;
    if (end.kind !== "ended") yield end;
    else if (end.code !== 0) yield toGitFailure(end.stderr);
  } finally {
    // Also when the caller stops reading early.
    await git.stop();
  }
}

export function isLogFailure(step: readonly LoggedCommit[] | GitFailure): step is GitFailure {
  return "kind" in step;
}

function toLoggedCommits(fields: readonly Buffer[]): readonly LoggedCommit[] {
  const commits: LoggedCommit[] = [];
  for (let index = 0; index < fields.length; index += fieldCount) {
    const [hash, author, authoredAt, source, message] = fields.slice(
      index,
      index + fieldCount,
    ) as unknown as CommitFields;
    let known: CommitSummary | undefined;
    const summary = (): CommitSummary =>
      (known ??= {
        hash: hash.toString(),
        subject: getSubject(message.toString("utf8", 0, maxSubjectBytes)),
        author: author.toString(),
        authoredAt: authoredAt.toString(),
      });
    commits.push({ message, source, summary });
  }
  return commits;
}

/** The first paragraph in one line, as in git. */
function getSubject(message: string): string {
  const [paragraph = ""] = splitParagraphs(message);
  const line = paragraph.split("\n").map((textLine) => textLine.trim());
  return line.join(" ").slice(0, maxSubjectLength);
}

function getBody(message: string): string {
  const [, body = ""] = splitParagraphs(message);
  return body;
}

/** Returns the first paragraph and the rest. */
function splitParagraphs(message: string): readonly string[] {
  const text = message.replaceAll("\r\n", "\n").trim();
  const gap = /\n[^\S\n]*\n/.exec(text);
  if (gap === null) return [text];
  return [text.slice(0, gap.index), text.slice(gap.index + gap[0].length).trimStart()];
}

const maxRefLength = 1_000;

/**
 * Resolves a branch, a tag, a hash or `HEAD~3`. Only here a ref from outside is passed to git as a revision; all other
 * code uses the hash.
 */
export async function resolveCommit(
  repository: GitPathAndFolder,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "resolved"; readonly hash: string } | GitFailure> {
  if (ref === "" || ref.length > maxRefLength || ref.includes("\0")) return { kind: "refUnknown", ref };
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  if (answer.kind === "failed") return { kind: "refUnknown", ref };
  if (answer.kind !== "answered") return answer;
  const hash = answer.text.trim();
  return /^[0-9a-f]{40,64}$/.test(hash) ? { kind: "resolved", hash } : { kind: "refUnknown", ref };
}

interface RecentCommits {
  readonly kind: "commits";
  readonly commits: readonly CommitSummary[];
}

const maxRecentCommits = 200;

/** The commits of HEAD, newest first. With `file`, only those of that file, including its former names. */
export async function listRecentCommits(
  repository: GitPathAndFolder,
  {
    signal,
    file,
    limit = maxRecentCommits,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly file?: string | undefined;
    readonly limit?: number;
  } = {},
): Promise<RecentCommits | GitFailure> {
  const head = await resolveCommit(repository, "HEAD", signal);
  if (head.kind === "refUnknown") return { kind: "commits", commits: [] };
  if (head.kind !== "resolved") return head;
  const revisions = [`--max-count=${limit}`, head.hash];
  if (file === undefined) return readCommits(repository, revisions, [], signal);
  // `literal` disables pathspec magic.
  const paths = [`:(literal)${file}`];
  const followed = await readCommits(repository, ["--follow", ...revisions], paths, signal);
  // Rename detection reads file contents, which may be missing in a partial clone.
  return followed.kind === "failed" ? readCommits(repository, revisions, paths, signal) : followed;
}

async function readCommits(
  repository: GitPathAndFolder,
  revisions: readonly string[],
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<RecentCommits | GitFailure> {
  const commits: CommitSummary[] = [];
  for await (const step of readCommitLog(repository, revisions, signal, paths)) {
    if (isLogFailure(step)) return step;
    commits.push(...step.map(({ summary }) => summary()));
  }
  return { kind: "commits", commits };
}
