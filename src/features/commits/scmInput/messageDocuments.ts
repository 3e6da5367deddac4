// The documents of commit messages: SCM inputs, and the message files of git and svn.
import * as vscode from "vscode";
import type { MessageSyntax } from "../../../model/reference/insertReference.ts";
import type { Site } from "../../../model/site.ts";
import { readCommentPrefix } from "../../../store/commits/commitMessage.ts";
import type { GitPathAndFolder } from "../../../store/commits/git.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";
import { parseScmInputRoot } from "../gitRepositories.ts";

/** Calls `watch` for each repository, and disposes its result when the repository is closed. */
export function watchEachRepository(
  workspace: WorkspaceContext,
  watch: (repository: OpenRepository) => vscode.Disposable,
): vscode.Disposable {
  const watched = new Map<OpenRepository, vscode.Disposable>();

  function disposeExcept(repositories: readonly OpenRepository[]): void {
    for (const [repository, disposable] of watched) {
      if (repositories.includes(repository)) continue;
      watched.delete(repository);
      disposable.dispose();
    }
  }

  function update(): void {
    const { repositories } = workspace;
    disposeExcept(repositories);
    for (const repository of repositories) {
      if (!watched.has(repository)) watched.set(repository, watch(repository));
    }
  }

  const listener = workspace.onDidChangeRepositories(update);
  update();
  return {
    dispose: () => {
      listener.dispose();
      disposeExcept([]);
    },
  };
}

// Subversion messages: the SCM input of a Subversion extension, and the message file of svn, in which svn ignores everything
// from a separator line on.

/** Matched by name, because the language svn-commit may not be installed. */
const svnMessageFile = { scheme: "file", pattern: "**/svn-commit*.tmp" } as const;

const svnSeparatorPattern = /^--.*--\s*$/m;

/** The working copy of a Subversion message; undefined for other documents. */
function findSvnRoot(document: vscode.TextDocument): vscode.Uri | undefined {
  const { uri } = document;
  if (vscode.languages.match(svnMessageFile, document) > 0) return vscode.Uri.joinPath(uri, "..");
  const isSvnInput = uri.scheme === "vscode-scm" && /^\/?svn\b/.test(uri.path);
  const root = isSvnInput ? parseScmInputRoot(uri) : undefined;
  return root === undefined ? undefined : vscode.Uri.parse(root);
}

/** The message without the part below the separator. */
function getSvnMessage(document: vscode.TextDocument): string {
  const text = document.getText();
  const { index = text.length } =
    document.uri.scheme === "file" ? (svnSeparatorPattern.exec(text) ?? {}) : {};
  return text.slice(0, index);
}

const scmInputScheme = "vscode-scm";

/** Documents with completion for commit messages; an svn message in plain text is completed like other prose. */
export const completableMessageSelector: vscode.DocumentSelector = [
  { language: "scminput", scheme: scmInputScheme },
  { language: "git-commit", scheme: "file" },
  { language: "svn-commit", scheme: "file" },
];

export const messageDocumentSelector: vscode.DocumentSelector = [
  ...completableMessageSelector,
  svnMessageFile,
];

export function isMessageDocument(document: vscode.TextDocument): boolean {
  return vscode.languages.match(messageDocumentSelector, document) > 0;
}

export function isScmInput({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === scmInputScheme;
}

/** A commit message with its repository and site. */
export interface CommitMessageContext {
  readonly root: vscode.Uri;
  /** For running git; undefined for Subversion messages. */
  readonly cli: GitPathAndFolder | undefined;
  readonly site: Site;
  readonly rules: MessageSyntax;
  /** The active artifact, if it is on this site. */
  readonly activeId: number | undefined;
  /** The part of the document that is the message. */
  readonly message: string;
}

export class CommitMessageContexts {
  readonly #workspace: WorkspaceContext;
  readonly #commentPrefixes = new WeakMap<OpenRepository, Promise<string>>();

  constructor(workspace: WorkspaceContext) {
    this.#workspace = workspace;
  }

  /** Undefined if the site is unknown. */
  async load(document: vscode.TextDocument): Promise<CommitMessageContext | undefined> {
    if (!isMessageDocument(document)) return undefined;
    const repository = this.#workspace.findMessageRepository(document);
    return repository === undefined
      ? this.#loadSvnContext(document)
      : this.#loadGitContext(document, repository);
  }

  async #loadGitContext(
    document: vscode.TextDocument,
    repository: OpenRepository,
  ): Promise<CommitMessageContext | undefined> {
    const { root, cli } = repository;
    const site = await this.#workspace.getSite(root);
    if (site === undefined) return undefined;
    const commentPrefix = isScmInput(document) ? undefined : await this.#getCommentPrefix(repository);
    const active = this.#workspace.getActiveArtifact(repository);
    return {
      root,
      cli,
      site,
      rules: { commentPrefix, grammar: this.#workspace.getGrammar(site) },
      activeId: active?.site.api === site.api ? active.artifactId : undefined,
      message: document.getText(),
    };
  }

  /** Subversion has no branches, so there is no active artifact. */
  async #loadSvnContext(document: vscode.TextDocument): Promise<CommitMessageContext | undefined> {
    const root = findSvnRoot(document);
    const site = root && (await this.#workspace.getSite(root));
    if (root === undefined || site === undefined) return undefined;
    const rules = { commentPrefix: undefined, grammar: this.#workspace.getGrammar(site) };
    return { root, cli: undefined, site, rules, activeId: undefined, message: getSvnMessage(document) };
  }

  #getCommentPrefix(repository: OpenRepository): Promise<string> {
    const prefix = this.#commentPrefixes.get(repository) ?? readCommentPrefix(repository.cli);
    this.#commentPrefixes.set(repository, prefix);
    return prefix;
  }
}
