// Comments of source code: stale references, and TODOs that become artifacts.
import * as vscode from "vscode";
import { findTodoComments, type TodoComment } from "../../../model/todoComments.ts";
import type { PendingComment } from "../../../store/commits/pendingComments.ts";
import { tryOrLog } from "../../../vscode/async.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { getTextWithinLinkLimit } from "../references/documentText.ts";
import { findLinkableReferences } from "../references/linkableReferences.ts";
import { mayContainTodo } from "../references/mayContainReference.ts";
import { loadDocumentReferenceContext } from "../references/referenceContext.ts";
import { type CodeCommentTarget, CommentArtifacts, createArtifactCommand } from "./commentArtifacts.ts";
import { ExcludedFiles, findFolderOfFile } from "./excludedFiles.ts";
import { createCommandAction, StaleReferences } from "./staleReferences.ts";

/** The TODOs of one version of a document. */
interface ParsedDocument {
  readonly version: number;
  readonly languageId: string;
  readonly text: string;
  readonly todos: readonly TodoComment[];
}

export class CodeComments implements vscode.Disposable {
  readonly #context: CommitsContext;
  readonly #excluded: ExcludedFiles;
  readonly #staleReferences: StaleReferences;
  readonly #artifacts: CommentArtifacts;
  readonly #parsed = new WeakMap<vscode.TextDocument, ParsedDocument>();
  readonly #disposables: vscode.Disposable;

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#excluded = new ExcludedFiles(context.workspace);
    this.#staleReferences = new StaleReferences(context, this.#excluded);
    this.#artifacts = new CommentArtifacts(context);
    this.#disposables = vscode.Disposable.from(
      this.#excluded,
      this.#staleReferences,
      this.#artifacts,
      vscode.languages.registerCodeActionsProvider(
        { pattern: "**" },
        {
          provideCodeActions: (document, range, _context, token) =>
            tryOrLog(context.errorHandler, "provide quick fixes", token, () =>
              this.#createQuickFixes(document, range),
            ),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  createArtifact(target: CodeCommentTarget): Promise<void> {
    return this.#artifacts.create(target);
  }

  /** Writes the reference of a new artifact into the comment that its form was opened from. */
  addReference(comment: PendingComment, artifactId: number): Promise<void> {
    return this.#artifacts.addReference(comment, artifactId);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #createQuickFixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    if (findFolderOfFile(document) === undefined) return [];
    const staleFixes = this.#staleReferences.createQuickFixes(document, range);
    return [...staleFixes, ...(await this.#createTodoFixes(document, range))];
  }

  async #createTodoFixes(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Promise<readonly vscode.CodeAction[]> {
    const { text, todos } = this.#parse(document);
    const toRange = ({ start, end }: TodoComment): vscode.Range =>
      new vscode.Range(document.positionAt(start), document.positionAt(end));
    const touched = todos.filter((todo) => toRange(todo).intersection(range) !== undefined);
    if (touched.length === 0) return [];
    const { version } = document;
    const { site, grammar } = await loadDocumentReferenceContext(this.#context.workspace, document);
    if (site === undefined || (await this.#excluded.has(document)) || document.version !== version) return [];
    return touched
      .filter(({ start, end }) => findLinkableReferences(text.slice(start, end), grammar).length === 0)
      .map((todo) =>
        createCommandAction(
          vscode.l10n.t("Create Artifact from TODO…"),
          createArtifactCommand,
          toTodoTarget(document, todo, site.api),
        ),
      );
  }

  /** VS Code requests quick fixes whenever the cursor moves. */
  #parse(document: vscode.TextDocument): ParsedDocument {
    const { version, languageId } = document;
    const known = this.#parsed.get(document);
    if (known?.version === version && known.languageId === languageId) return known;
    const text = getTextWithinLinkLimit(document);
    const found = mayContainTodo(text) ? findTodoComments(text, languageId) : [];
    // The last one may be cut.
    const isWhole = text.length === document.getText().length;
    const parsed = { version, languageId, text, todos: isWhole ? found : found.slice(0, -1) };
    this.#parsed.set(document, parsed);
    return parsed;
  }
}

function toTodoTarget(
  document: vscode.TextDocument,
  { line, start, end, title, description }: TodoComment,
  siteApi: string,
): CodeCommentTarget {
  return {
    siteApi,
    uri: document.uri,
    line: { start: line.start, text: line.text },
    firstLine: document.positionAt(start).line,
    lastLine: document.positionAt(end).line,
    title,
    description,
  };
}

export interface CodeCommentsFeature extends Pick<CodeComments, "addReference">, vscode.Disposable {}

export function createCodeCommentsFeature(context: CommitsContext): CodeCommentsFeature {
  const comments = new CodeComments(context);
  const command = vscode.commands.registerCommand(createArtifactCommand, (target: CodeCommentTarget) =>
    context.errorHandler.run(createArtifactCommand, () => comments.createArtifact(target)),
  );
  const disposables = vscode.Disposable.from(comments, command);
  return {
    addReference: (comment, artifactId) => comments.addReference(comment, artifactId),
    dispose: () => void disposables.dispose(),
  };
}
