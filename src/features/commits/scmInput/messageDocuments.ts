// The documents in which commit messages are written: commit boxes, and the files that git and svn have edited.
import * as vscode from "vscode";
import type { MessageRules } from "../../../model/reference/insertion.ts";
import type { Site } from "../../../model/site.ts";
import { commentMark } from "../../../store/commits/commitMessage.ts";
import type { Repository } from "../../../store/commits/git.ts";
import type { OpenRepository, Workplace } from "../folderContext.ts";
import { rootOfBox } from "../repositories.ts";

/** Opens something for each repository, and closes it with the repository. */
export function eachRepository(
  workplace: Workplace,
  open: (repository: OpenRepository) => vscode.Disposable,
): vscode.Disposable {
  const opened = new Map<OpenRepository, vscode.Disposable>();

  function closeAllBut(repositories: readonly OpenRepository[]): void {
    for (const [repository, disposable] of opened) {
      if (repositories.includes(repository)) continue;
      opened.delete(repository);
      disposable.dispose();
    }
  }

  function look(): void {
    const { repositories } = workplace;
    closeAllBut(repositories);
    for (const repository of repositories) {
      if (!opened.has(repository)) opened.set(repository, open(repository));
    }
  }

  const listening = workplace.changed(look);
  look();
  return {
    dispose: () => {
      listening.dispose();
      closeAllBut([]);
    },
  };
}

// Messages for Subversion itself: the commit box of an extension that looks after a working copy, and the file that svn has
// edited, where everything from a line between dashes on is svn's own.

/** By its name, since not everybody has a language for it. */
const svnMessageFile = { scheme: "file", pattern: "**/svn-commit*.tmp" } as const;

const ownPart = /^--.*--\s*$/m;

/** The working copy that a message is for; undefined for messages to something else. */
function svnRootOf(document: vscode.TextDocument): vscode.Uri | undefined {
  const { uri } = document;
  if (vscode.languages.match(svnMessageFile, document) > 0) return vscode.Uri.joinPath(uri, "..");
  const isBox = uri.scheme === "vscode-scm" && /^\/?svn\b/.test(uri.path);
  const root = isBox ? rootOfBox(uri) : undefined;
  return root === undefined ? undefined : vscode.Uri.parse(root);
}

/** Without what svn has written below it. */
function svnMessage(document: vscode.TextDocument): string {
  const text = document.getText();
  const { index = text.length } = document.uri.scheme === "file" ? (ownPart.exec(text) ?? {}) : {};
  return text.slice(0, index);
}

const boxScheme = "vscode-scm";

/** Those that references are completed in; where a file of svn's is plain text, that is done there as in any other. */
export const completedMessages: vscode.DocumentSelector = [
  { language: "scminput", scheme: boxScheme },
  { language: "git-commit", scheme: "file" },
  { language: "svn-commit", scheme: "file" },
];

export const messageDocuments: vscode.DocumentSelector = [...completedMessages, svnMessageFile];

export function isMessageDocument(document: vscode.TextDocument): boolean {
  return vscode.languages.match(messageDocuments, document) > 0;
}

export function isBox({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === boxScheme;
}

/** Where a message is written. */
export interface MessagePlace {
  readonly root: vscode.Uri;
  /** For our questions to git; undefined where it is none of git's. */
  readonly asked: Repository | undefined;
  readonly site: Site;
  readonly rules: MessageRules;
  /** The artifact of the branch, where it is one of this site. */
  readonly activeId: number | undefined;
  /** What of the document is the message. */
  readonly message: string;
}

export class MessagePlaces {
  readonly #workplace: Workplace;
  readonly #marks = new WeakMap<OpenRepository, Promise<string>>();

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  /** Undefined where it can't be told which site the message is about. */
  async of(document: vscode.TextDocument): Promise<MessagePlace | undefined> {
    if (!isMessageDocument(document)) return undefined;
    const repository = this.#workplace.repositoryOfMessage(document);
    return repository === undefined ? this.#ofSvn(document) : this.#ofGit(document, repository);
  }

  async #ofGit(document: vscode.TextDocument, repository: OpenRepository): Promise<MessagePlace | undefined> {
    const { root, asked } = repository;
    const site = await this.#workplace.siteOf(root);
    if (site === undefined) return undefined;
    const comment = isBox(document) ? undefined : await this.#mark(repository);
    const active = this.#workplace.activeIn(repository);
    return {
      root,
      asked,
      site,
      rules: { comment, grammar: this.#workplace.grammarOf(site) },
      activeId: active?.site.api === site.api ? active.artifactId : undefined,
      message: document.getText(),
    };
  }

  /** Without branches nobody is on an artifact there. */
  async #ofSvn(document: vscode.TextDocument): Promise<MessagePlace | undefined> {
    const root = svnRootOf(document);
    const site = root && (await this.#workplace.siteOf(root));
    if (root === undefined || site === undefined) return undefined;
    const rules = { comment: undefined, grammar: this.#workplace.grammarOf(site) };
    return { root, asked: undefined, site, rules, activeId: undefined, message: svnMessage(document) };
  }

  #mark(repository: OpenRepository): Promise<string> {
    const mark = this.#marks.get(repository) ?? commentMark(repository.asked);
    this.#marks.set(repository, mark);
    return mark;
  }
}
