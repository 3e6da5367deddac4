// The artifacts behind a line: those that the commit of the line mentions, or the active one if it isn't committed yet.
import type * as vscode from "vscode";
import { CommittedLines } from "../../../model/lineMapping.ts";
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import { blameFile } from "../../../store/commits/blame.ts";
import { type CommitDetails, readCommit, resolveCommit } from "../../../store/commits/commitLog.ts";
import { type GitPathAndFolder, toRepositoryPath } from "../../../store/commits/git.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../workspaceContext.ts";

/** A longer file would need too much memory, and is usually generated. */
const maxLines = 200_000;
const maxBlames = 20;
const maxCommits = 1_000;

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
}

async function loadLineCommit(cli: GitPathAndFolder, hash: string): Promise<LineCommit | undefined> {
  const result = await readCommit(cli, hash);
  if (result.kind !== "commit") return undefined;
  const secondParent = await resolveCommit(cli, `${hash}^2`);
  return { ...result.commit, isMerge: secondParent.kind === "resolved" };
}

interface BlamedLines {
  readonly lines: CommittedLines;
  /** By the index of a line. */
  readonly hashes: readonly string[];
}

/** The blame of a file at a commit, which may still run. */
interface FileBlame {
  readonly repositoryKey: string;
  readonly head: string;
  readonly controller: AbortController;
  /** `undefined` if the file isn't committed, or it was canceled. */
  readonly result: Promise<BlamedLines | undefined>;
}

/** The lines of an open document, mapped to the committed ones. */
interface MappedDocument {
  readonly version: number;
  readonly blamed: BlamedLines;
  readonly committedLines: Int32Array;
}

/** Removes the oldest entries. */
function limitSize<Key, Value>(
  entries: Map<Key, Value>,
  maxSize: number,
  onRemove?: (removed: Value) => void,
): void {
  for (const [key, value] of entries) {
    if (entries.size <= maxSize) return;
    entries.delete(key);
    onRemove?.(value);
  }
}

async function blameLines(
  cli: GitPathAndFolder,
  head: string,
  path: string,
  signal: AbortSignal,
): Promise<BlamedLines | undefined> {
  const blame = await blameFile(cli, head, path, signal);
  if (blame.kind !== "blame") return undefined;
  return { lines: new CommittedLines(blame.lines), hashes: blame.hashes };
}

function getFileKey(repository: OpenRepository, path: string): string {
  return JSON.stringify([repository.key, path]);
}

export class LineArtifactFinder {
  readonly #context: Pick<CommitsContext, "workspace">;
  /** One for each file. */
  readonly #blames = new Map<string, FileBlame>();
  readonly #commits = new Map<string, Promise<LineCommit | undefined>>();
  readonly #documents = new WeakMap<vscode.TextDocument, MappedDocument>();

  constructor(context: Pick<CommitsContext, "workspace">) {
    this.#context = context;
  }

  /** `undefined` if the line has none, or it isn't known. */
  async find(
    document: vscode.TextDocument,
    line: number,
    signal: AbortSignal,
  ): Promise<LineArtifacts | undefined> {
    const { workspace } = this.#context;
    if (document.uri.scheme !== "file" || document.lineCount > maxLines) return undefined;
    const repository = workspace.findRepository(document.uri);
    const site = repository && (await workspace.getSite(repository.root));
    const isCanceled = (): boolean => signal.aborted;
    if (repository === undefined || site === undefined || isCanceled()) return undefined;
    const blamed = await this.#blame(repository, document);
    if (blamed === undefined || isCanceled()) return undefined;
    const committedLine = this.#mapDocument(document, blamed).committedLines[line];
    if (committedLine === undefined) return undefined;
    const hash = blamed.hashes[committedLine];
    if (hash === undefined) {
      const active = workspace.getActiveArtifact(repository);
      return active?.site.api === site.api
        ? { kind: "notCommitted", site, repository, artifactIds: [active.artifactId] }
        : undefined;
    }
    const commit = await this.#loadCommit(repository, hash);
    if (commit === undefined || isCanceled()) return undefined;
    const references = findReferences(`${commit.subject}\n\n${commit.body}`, workspace.getGrammar(site));
    const mentioned = [...new Set(references.map(({ artifactId }) => artifactId))];
    // A merge also lists what its branch is about.
    const artifactIds = commit.isMerge ? mentioned.slice(0, 1) : mentioned;
    return artifactIds.length === 0
      ? undefined
      : { kind: "committed", site, repository, artifactIds, commit };
  }

  /** Stops git, and forgets the blame. */
  closeDocument(document: vscode.TextDocument): void {
    // Older versions of a file have its path, too.
    if (document.uri.scheme !== "file") return;
    this.#documents.delete(document);
    const repository = this.#context.workspace.findRepository(document.uri);
    if (repository === undefined) return;
    const key = getFileKey(repository, toRepositoryPath(repository.cli, document.uri.fsPath));
    this.#blames.get(key)?.controller.abort();
    this.#blames.delete(key);
  }

  /** Stops and forgets what was blamed at another commit than HEAD. */
  async removeOutdated({ key: repositoryKey, cli }: OpenRepository): Promise<void> {
    const isOfRepository = (blame: FileBlame): boolean => blame.repositoryKey === repositoryKey;
    if (![...this.#blames.values()].some(isOfRepository)) return;
    const head = await resolveCommit(cli, "HEAD");
    if (head.kind !== "resolved") return;
    for (const [key, blame] of this.#blames) {
      if (!isOfRepository(blame) || blame.head === head.hash) continue;
      blame.controller.abort();
      this.#blames.delete(key);
    }
  }

  dispose(): void {
    for (const { controller } of this.#blames.values()) controller.abort();
    this.#blames.clear();
  }

  async #blame(repository: OpenRepository, document: vscode.TextDocument): Promise<BlamedLines | undefined> {
    const head = await resolveCommit(repository.cli, "HEAD");
    if (head.kind !== "resolved" || document.isClosed) return undefined;
    const path = toRepositoryPath(repository.cli, document.uri.fsPath);
    const key = getFileKey(repository, path);
    const known = this.#blames.get(key);
    if (known?.head === head.hash) return known.result;
    known?.controller.abort();
    const controller = new AbortController();
    const result = blameLines(repository.cli, head.hash, path, controller.signal);
    this.#blames.delete(key);
    this.#blames.set(key, { repositoryKey: repository.key, head: head.hash, controller, result });
    limitSize(this.#blames, maxBlames, (removed) => removed.controller.abort());
    return result;
  }

  #mapDocument(document: vscode.TextDocument, blamed: BlamedLines): MappedDocument {
    const known = this.#documents.get(document);
    if (known?.version === document.version && known.blamed === blamed) return known;
    const current = document.getText().split(/\r\n|\n/);
    // What follows the last line break isn't a line for git.
    if (current.at(-1) === "") current.pop();
    const mapped = { version: document.version, blamed, committedLines: blamed.lines.mapLines(current) };
    this.#documents.set(document, mapped);
    return mapped;
  }

  #loadCommit({ cli, key }: OpenRepository, hash: string): Promise<LineCommit | undefined> {
    const commitKey = `${key} ${hash}`;
    const known = this.#commits.get(commitKey);
    if (known !== undefined) return known;
    const loading = loadLineCommit(cli, hash);
    this.#commits.set(commitKey, loading);
    limitSize(this.#commits, maxCommits);
    return loading;
  }
}
