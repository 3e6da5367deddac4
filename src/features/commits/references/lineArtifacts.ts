// The artifacts behind a line: those that the commit of the line mentions, or the active one if it isn't committed yet.
import type * as vscode from "vscode";
import { CommittedLines } from "../../../model/lineMapping.ts";
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import {
  type Blame,
  blameFile,
  type FileMissing,
  readCommitParents,
  splitBlame,
  type TextDecode,
} from "../../../store/commits/blame.ts";
import { type CommitDetails, readCommit, resolveCommit } from "../../../store/commits/commitLog.ts";
import type { GitFailure, GitPathAndFolder } from "../../../store/commits/git.ts";
import {
  findNewFile,
  findPathBeforeRename,
  findRepositoryPath,
  hasNoCommits,
  readFileConversions,
} from "../../../store/commits/workingTreeFile.ts";
import { LoadingCache } from "../../../store/loadingCache.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../workspaceContext.ts";

/** A longer file would need too much memory, and is usually generated. */
const maxLines = 200_000;
const mebibyte = 1024 * 1024;
const maxBlames = 20;
/** What a line needs in addition to its text. */
const bytesPerLine = 100;
const commitLimits = { maxEntries: 1_000, maxSize: 8 * mebibyte };

export type LineArtifacts = {
  readonly site: Site;
  readonly repository: OpenRepository;
  readonly artifactIds: readonly number[];
} & (
  | { readonly kind: "committed"; readonly commit: CommitDetails }
  /** The artifact that the user works on. */
  | { readonly kind: "notCommitted" }
);

interface LineCommit extends CommitDetails {
  readonly isMerge: boolean;
  /** The line may be older, because a shallow clone has nothing before this commit. */
  readonly isCutOff: boolean;
}

async function loadLineCommit(cli: GitPathAndFolder, hash: string): Promise<LineCommit | undefined> {
  const result = await readCommit(cli, hash);
  const parents = await readCommitParents(cli, hash);
  if (result.kind !== "commit" || parents.kind !== "parents") return undefined;
  return { ...result.commit, isMerge: parents.count > 1, isCutOff: parents.isCutOff };
}

/** What the blame of a document depends on. */
interface BlameSource {
  readonly repositoryKey: string;
  /** The commit that it is compared with. */
  readonly head: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly encoding: string;
}

interface CommittedFile {
  readonly kind: "committed";
  readonly lines: CommittedLines;
  /** By the index of a line. */
  readonly hashes: readonly (string | undefined)[];
  /** Whether a program converts the file, so that a line may be committed in another form. */
  readonly hasFilter: boolean;
  /** Lines are compared in this form. */
  readonly normalizeLine: (line: string) => string;
  readonly bytes: number;
}

type BlamedFile =
  | CommittedFile
  /** It isn't committed yet, but will be. */
  | { readonly kind: "new" }
  | { readonly kind: "tooLong" };

function keepLine(line: string): string {
  return line;
}

function collapseIdent(line: string): string {
  return line.replaceAll(/\$Id:[^$]*\$/g, () => "$Id$");
}

/** Also of a file that was renamed since, if that is staged. */
async function blameAtHead(
  cli: GitPathAndFolder,
  { head, path }: BlameSource,
  signal: AbortSignal,
): Promise<Blame | FileMissing | GitFailure | { readonly kind: "new" }> {
  const blame = await blameFile(cli, head, path, signal);
  if (blame.kind !== "fileMissing") return blame;
  const state = await findNewFile(cli, path, signal);
  if (state === undefined) return blame;
  const before = state === "staged" ? await findPathBeforeRename(cli, head, path, signal) : undefined;
  return before === undefined ? { kind: "new" } : blameFile(cli, head, before, signal);
}

/** `undefined` if git failed, it was canceled, or the file won't be committed. */
async function blameDocument(
  cli: GitPathAndFolder,
  source: BlameSource,
  decode: TextDecode,
  signal: AbortSignal,
): Promise<BlamedFile | undefined> {
  const [blame, conversions] = await Promise.all([
    blameAtHead(cli, source, signal),
    readFileConversions(cli, source.path, signal),
  ]);
  if (blame.kind === "new") return blame;
  if (blame.kind === "tooMuch") return { kind: "tooLong" };
  if (blame.kind !== "blame" || conversions.kind !== "conversions") return undefined;
  const { hasFilter, hasIdent, hasEncoding } = conversions;
  const { lines, hashes } = await splitBlame(blame, hasEncoding ? "utf8" : source.encoding, decode);
  const normalizeLine = hasIdent ? collapseIdent : keepLine;
  return {
    kind: "committed",
    lines: new CommittedLines(lines.map(normalizeLine)),
    hashes,
    hasFilter,
    normalizeLine,
    bytes: blame.content.length + lines.length * bytesPerLine,
  };
}

/** As git reports it to VS Code, which runs filters. */
function isUnchanged({ scm }: OpenRepository, document: vscode.TextDocument): boolean {
  const { workingTreeChanges, indexChanges, mergeChanges } = scm.state;
  const changes = [...workingTreeChanges, ...indexChanges, ...mergeChanges];
  return !document.isDirty && !changes.some(({ uri }) => uri.fsPath === document.uri.fsPath);
}

/** The lines of a document, mapped to the committed ones. */
interface MappedLines {
  readonly version: number;
  readonly committedLines: Int32Array;
}

type LineOrigin =
  { readonly kind: "committed"; readonly hash: string } | { readonly kind: "notCommitted" } | undefined;

export class LineArtifactFinder {
  readonly #context: Pick<CommitsContext, "workspace">;
  readonly #decode: TextDecode;
  /** By the URI of the document. Files that aren't committed may be staged at any time. */
  readonly #blames: LoadingCache<BlameSource, BlamedFile>;
  readonly #commits = new LoadingCache<{ readonly repositoryKey: string; readonly hash: string }, LineCommit>(
    {
      ...commitLimits,
      getSize: ({ subject, body }) => subject.length + body.length,
    },
  );
  readonly #mapped = new WeakMap<CommittedFile, MappedLines>();

  constructor(
    context: Pick<CommitsContext, "workspace">,
    decode: TextDecode,
    { maxBlameBytes = 64 * mebibyte }: { readonly maxBlameBytes?: number } = {},
  ) {
    this.#context = context;
    this.#decode = decode;
    this.#blames = new LoadingCache({
      maxEntries: maxBlames,
      maxSize: maxBlameBytes,
      getSize: (file) => (file.kind === "new" ? undefined : file.kind === "tooLong" ? 0 : file.bytes),
    });
  }

  /** `undefined` if the line has none, or it isn't known. */
  async find(
    document: vscode.TextDocument,
    line: number,
    signal: AbortSignal,
  ): Promise<LineArtifacts | undefined> {
    const { workspace } = this.#context;
    if (document.uri.scheme !== "file" || document.lineCount > maxLines) return undefined;
    const { version } = document;
    const isOutdated = (): boolean => signal.aborted || document.isClosed || document.version !== version;
    const repository = workspace.findRepository(document.uri);
    const site = repository && (await workspace.getSite(repository.root));
    if (repository === undefined || site === undefined || isOutdated()) return undefined;
    const file = await this.#loadFile(repository, document, signal);
    if (file === undefined || isOutdated()) return undefined;
    const origin = await this.#findOrigin(repository, document, file, line, signal);
    if (origin === undefined || isOutdated()) return undefined;
    if (origin.kind === "notCommitted") {
      const active = workspace.getActiveArtifact(repository);
      return active?.site.api === site.api
        ? { kind: "notCommitted", site, repository, artifactIds: [active.artifactId] }
        : undefined;
    }
    const commit = await this.#loadCommit(repository, origin.hash);
    if (commit === undefined || commit.isCutOff || isOutdated()) return undefined;
    const references = findReferences(`${commit.subject}\n\n${commit.body}`, workspace.getGrammar(site));
    const mentioned = [...new Set(references.map(({ artifactId }) => artifactId))];
    // A merge also lists what its branch is about.
    const artifactIds = commit.isMerge ? mentioned.slice(0, 1) : mentioned;
    return artifactIds.length === 0
      ? undefined
      : { kind: "committed", site, repository, artifactIds, commit };
  }

  /** Stops git, and forgets the blame. */
  closeDocument({ uri }: Pick<vscode.TextDocument, "uri">): void {
    this.#blames.remove(uri.toString());
  }

  /** Stops and forgets what was blamed at another commit than HEAD. */
  async removeOutdated({ key, cli }: OpenRepository): Promise<void> {
    const result = await resolveCommit(cli, "HEAD");
    const current = result.kind === "resolved" ? result.hash : undefined;
    this.#blames.removeWhere(({ repositoryKey, head }) => repositoryKey === key && head !== current);
  }

  /** Stops and forgets what was blamed in repositories that are no longer open. */
  removeClosedRepositories(): void {
    const open = new Set(this.#context.workspace.repositories.map(({ key }) => key));
    this.#blames.removeWhere(({ repositoryKey }) => !open.has(repositoryKey));
    this.#commits.removeWhere(({ repositoryKey }) => !open.has(repositoryKey));
  }

  dispose(): void {
    this.#blames.removeWhere(() => true);
    this.#commits.removeWhere(() => true);
  }

  async #loadFile(
    { cli, key: repositoryKey }: OpenRepository,
    document: vscode.TextDocument,
    signal: AbortSignal,
  ): Promise<BlamedFile | undefined> {
    const { uri, encoding } = document;
    const path = await findRepositoryPath(cli, uri.fsPath);
    if (path === undefined) return undefined;
    const head = await resolveCommit(cli, "HEAD", signal);
    if (head.kind === "refUnknown") {
      const isNew = (await hasNoCommits(cli, signal)) && (await findNewFile(cli, path, signal)) !== undefined;
      return isNew ? { kind: "new" } : undefined;
    }
    // Nobody would stop it.
    if (head.kind !== "resolved" || document.isClosed) return undefined;
    const source = { repositoryKey, head: head.hash, path, encoding };
    return this.#blames.load(uri.toString(), source, (blameSignal) =>
      blameDocument(cli, source, this.#decode, blameSignal),
    );
  }

  async #findOrigin(
    repository: OpenRepository,
    document: vscode.TextDocument,
    file: BlamedFile,
    line: number,
    signal: AbortSignal,
  ): Promise<LineOrigin> {
    if (file.kind === "tooLong") return undefined;
    if (file.kind === "committed") {
      const committedLine = this.#findCommittedLine(repository, document, file, line);
      const hash = committedLine === undefined ? undefined : file.hashes[committedLine];
      if (hash !== undefined) return { kind: "committed", hash };
      if (committedLine !== -1 || file.hasFilter) return undefined;
    }
    // During a merge, the line may be committed on the other branch.
    const mergedCommit = await resolveCommit(repository.cli, "MERGE_HEAD", signal);
    return mergedCommit.kind === "refUnknown" ? { kind: "notCommitted" } : undefined;
  }

  /** -1 if it isn't committed; `undefined` after the last line break. */
  #findCommittedLine(
    repository: OpenRepository,
    document: vscode.TextDocument,
    file: CommittedFile,
    line: number,
  ): number | undefined {
    const { committedLines } = this.#mapDocument(document, file);
    const isSameLength = committedLines.length === file.hashes.length;
    const isMappedByNumber = file.hasFilter && isSameLength && isUnchanged(repository, document);
    return isMappedByNumber && line < committedLines.length ? line : committedLines[line];
  }

  #mapDocument(document: vscode.TextDocument, file: CommittedFile): MappedLines {
    const { version } = document;
    const known = this.#mapped.get(file);
    if (known?.version === version) return known;
    const current = document.getText().split(/\r\n|\n/);
    // What follows the last line break isn't a line for git.
    if (current.at(-1) === "") current.pop();
    const mapped = { version, committedLines: file.lines.mapLines(current.map(file.normalizeLine)) };
    this.#mapped.set(file, mapped);
    return mapped;
  }

  #loadCommit({ cli, key: repositoryKey }: OpenRepository, hash: string): Promise<LineCommit | undefined> {
    const source = { repositoryKey, hash };
    return this.#commits.load(JSON.stringify(source), source, () => loadLineCommit(cli, hash));
  }
}
