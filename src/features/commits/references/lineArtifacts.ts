// The artifacts behind a line: those that the commit of the line mentions, or the active one if it isn't committed yet.
import type * as vscode from "vscode";
import { mapToCommittedLines } from "../../../model/lineMapping.ts";
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import { type Blame, blameFile } from "../../../store/commits/blame.ts";
import { type CommitDetails, readCommit, resolveCommit } from "../../../store/commits/commitLog.ts";
import { type GitFailure, type GitPathAndFolder, toRepositoryPath } from "../../../store/commits/git.ts";
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

/** The lines of an open document, mapped to the committed ones. */
interface MappedDocument {
  readonly version: number;
  readonly blame: Blame;
  readonly lines: Int32Array;
}

/** Removes the oldest entries. */
function limitSize<Key, Value>(entries: Map<Key, Value>, maxSize: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= maxSize) return;
    entries.delete(key);
  }
}

export class LineArtifactFinder {
  readonly #context: Pick<CommitsContext, "workspace">;
  /** By repository, commit and path. */
  readonly #blames = new Map<string, Promise<Blame | GitFailure>>();
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
    const blame = await this.#blame(repository, document.uri);
    if (blame?.kind !== "blame" || isCanceled()) return undefined;
    const committedLine = this.#mapDocument(document, blame).lines[line] ?? -1;
    const hash = blame.hashes[committedLine];
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

  async #blame(repository: OpenRepository, file: vscode.Uri): Promise<Blame | GitFailure | undefined> {
    const head = await resolveCommit(repository.cli, "HEAD");
    if (head.kind !== "resolved") return undefined;
    const path = toRepositoryPath(repository.cli, file.fsPath);
    const key = JSON.stringify([repository.key, head.hash, path]);
    const known = this.#blames.get(key);
    if (known !== undefined) return known;
    const blaming = blameFile(repository.cli, head.hash, path);
    this.#blames.set(key, blaming);
    limitSize(this.#blames, maxBlames);
    return blaming;
  }

  #mapDocument(document: vscode.TextDocument, blame: Blame): MappedDocument {
    const known = this.#documents.get(document);
    if (known?.version === document.version && known.blame === blame) return known;
    const current = document.getText().split(/\r\n|\n/);
    const mapped = { version: document.version, blame, lines: mapToCommittedLines(blame.lines, current) };
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
