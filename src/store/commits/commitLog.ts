// Commits as git log prints them.
import { type GitFailure, gitFailure, readGit, type Repository, startGit } from "./git.ts";

const nul = 0;

/**
 * Cuts a stream of bytes at its NULs, piece by piece as they come. A field that is longer than allowed loses its end, so
 * that no message of a commit fills the memory.
 */
export class NulFields {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The fields that are whole with this piece. */
  take(chunk: Buffer): readonly Buffer[] {
    const fields: Buffer[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(nul, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      fields.push(this.#take());
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    return fields;
  }

  #add(piece: Buffer): void {
    const room = this.#longest - this.#length;
    if (room <= 0 || piece.length === 0) return;
    this.#pieces.push(piece.subarray(0, room));
    this.#length += Math.min(piece.length, room);
  }

  #take(): Buffer {
    const [first] = this.#pieces;
    const field = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    return field;
  }
}

export interface CommitDetails extends CommitSummary {
  /** What follows the subject. */
  readonly body: string;
}

export async function commitOf(
  repository: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "commit"; readonly commit: CommitDetails } | GitFailure> {
  const resolved = await resolveCommit(repository, ref, signal);
  if (resolved.kind !== "resolved") return resolved;
  for await (const step of commitLog(repository, ["--no-walk", resolved.hash], signal)) {
    if (isFailedLog(step)) return step;
    for (const { message, summary } of step) {
      return { kind: "commit", commit: { ...summary(), body: bodyOf(message.toString()) } };
    }
  }
  return { kind: "refUnknown", ref };
}

// Commits as `git log` prints them for us, in the pieces in which they come.

export interface CommitSummary {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601 with the author's own time zone. */
  readonly authoredAt: string;
}

/** As bytes: most of them are looked at once and never made into text. */
interface LoggedCommit {
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

function bodyOf(message: string): string {
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

const longestRef = 1_000;

/**
 * The hash of what a person calls a commit: a branch, a tag, a hash, `HEAD~3`. This is the only place where a name from
 * outside meets git as a revision; everything else works with the hash.
 */
export async function resolveCommit(
  repository: Repository,
  ref: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: "resolved"; readonly hash: string } | GitFailure> {
  if (ref === "" || ref.length > longestRef || ref.includes("\0")) return { kind: "refUnknown", ref };
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  if (answer.kind === "failed") return { kind: "refUnknown", ref };
  if (answer.kind !== "answered") return answer;
  const hash = answer.text.trim();
  return /^[0-9a-f]{40,64}$/.test(hash) ? { kind: "resolved", hash } : { kind: "refUnknown", ref };
}

interface RecentCommits {
  readonly kind: "commits";
  readonly commits: readonly CommitSummary[];
}

const mostRecentCommits = 200;

/** Those that lead to where one is, newest first; none before the first one. Of a file by its whole path, where one is named, whatever it was called before. */
export async function recentCommits(
  repository: Repository,
  {
    signal,
    file,
    most = mostRecentCommits,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly file?: string | undefined;
    readonly most?: number;
  } = {},
): Promise<RecentCommits | GitFailure> {
  const head = await resolveCommit(repository, "HEAD", signal);
  if (head.kind === "refUnknown") return { kind: "commits", commits: [] };
  if (head.kind !== "resolved") return head;
  const which = [`--max-count=${most}`, head.hash];
  if (file === undefined) return read(repository, which, [], signal);
  // Whatever marks its name has, it means that one file.
  const paths = [`:(literal)${file}`];
  const followed = await read(repository, ["--follow", ...which], paths, signal);
  // To tell what was renamed git reads the files, and those may be on the server only.
  return followed.kind === "failed" ? read(repository, which, paths, signal) : followed;
}

async function read(
  repository: Repository,
  which: readonly string[],
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<RecentCommits | GitFailure> {
  const commits: CommitSummary[] = [];
  for await (const step of commitLog(repository, which, signal, paths)) {
    if (isFailedLog(step)) return step;
    commits.push(...step.map(({ summary }) => summary()));
  }
  return { kind: "commits", commits };
}
