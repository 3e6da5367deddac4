// The web page of lines of a file, at a commit that is on a remote.
import { CommittedLines } from "../../model/lineMapping.ts";
import { resolveCommit } from "./commitLog.ts";
import { type GitPathAndFolder, runGit } from "./git.ts";
import { type FileLines, toPermalink } from "./remotePages.ts";
import { isOnRemoteBranch, listRemotes } from "./remotes.ts";

/** Lines of a document, which may have other line numbers than the commit. */
interface DocumentLines {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  /** All lines of the document. */
  readonly lines: readonly string[];
  /** From 0. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** `undefined` if the lines aren't in the commit as they are in the document. */
async function findCommittedLines(
  repository: GitPathAndFolder,
  hash: string,
  { path, lines, firstLine, lastLine }: DocumentLines,
): Promise<FileLines | undefined> {
  const committed = await runGit(repository, ["cat-file", "blob", `${hash}:${path}`]);
  if (committed.kind !== "answered") return undefined;
  // An editor doesn't show a byte order mark.
  const text = committed.text.replace(/^\uFEFF/, "");
  const mapped = new CommittedLines(text.split(/\r\n|\n/)).mapLines(lines);
  const selected = mapped.subarray(firstLine, lastLine + 1);
  const [first = -1] = selected;
  const areCommitted = first >= 0 && selected.every((line, index) => line === first + index);
  return areCommitted ? { path, firstLine: first + 1, lastLine: first + selected.length } : undefined;
}

/**
 * `undefined` if HEAD isn't pushed, the lines aren't committed, or no remote has web pages. `platforms` are the web roots of the
 * connected sites.
 */
export async function findPermalink(
  repository: GitPathAndFolder,
  document: DocumentLines,
  platforms: readonly string[],
): Promise<string | undefined> {
  const head = await resolveCommit(repository, "HEAD");
  if (head.kind !== "resolved") return undefined;
  const { hash } = head;
  const pushed = await isOnRemoteBranch(repository, hash);
  if (pushed.kind !== "checked" || !pushed.isTrue) return undefined;
  const lines = await findCommittedLines(repository, hash, document);
  const result = lines && (await listRemotes(repository));
  if (lines === undefined || result?.kind !== "remotes") return undefined;
  for (const { url } of result.remotes) {
    const link = toPermalink(url, hash, lines, platforms);
    if (link !== undefined) return link;
  }
  return undefined;
}
