// Creates an artifact from a comment of source code, and writes its reference into the comment when it was created, which may be
// long after: the user completes the form, and may edit the document, rename the file, or reload the window meanwhile.
import * as vscode from "vscode";
import { formatArtifactReference } from "../../../model/artifact.ts";
import { isSafeInComment } from "../../../model/codeComments.ts";
import { toDisplayLine } from "../../../model/displayText.ts";
import { toInlineCode } from "../../../model/markdownCode.ts";
import {
  type CommentAnchor,
  createCommentAnchor,
  createTodoReferenceEdit,
  findAnchoredLine,
  moveCommentAnchor,
} from "../../../model/todoComments.ts";
import type { TextRange } from "../../../model/reference/artifactReference.ts";
import type { SiteTarget } from "../../../protocol/commandArguments.ts";
import { toRepositoryPath } from "../../../store/commits/git.ts";
import {
  findRenamedUri,
  type PendingComment,
  PendingComments,
} from "../../../store/commits/pendingComments.ts";
import { findPermalink } from "../../../store/commits/permalink.ts";
import { formatCodeLocation } from "../../../vscode/codeLocation.ts";
import { showNotification } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";

/** A comment of source code that an artifact is created from. Its reference is written into the comment. */
export interface CodeCommentTarget extends SiteTarget {
  readonly uri: vscode.Uri;
  /** The line of the comment into which the reference is written. */
  readonly line: { readonly start: number; readonly text: string };
  /** In the text of that line: the reference that is replaced; undefined for a TODO. */
  readonly replaced?: TextRange | undefined;
  /** Of the comment, from 0. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly title: string;
  readonly description: string;
  readonly linkedArtifactId?: number | undefined;
}

/** The command of quick fixes. It isn't in the manifest, because it is of no use without a comment. */
export const createArtifactCommand = "artifacts.codeComments.createArtifact";

/** Follows the line of a comment through edits, as long as the window isn't reloaded. */
interface FollowedComment {
  uri: string;
  anchor: CommentAnchor;
  /** Of the subject of the new artifact; undefined until its form is open. */
  key?: string;
}

/** The document may be edited while the edit is applied. */
const maxAttempts = 3;

async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    // VS Code keeps the document of a deleted file for some time.
    await vscode.workspace.fs.stat(uri);
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file was deleted or renamed.
    return undefined;
  }
}

/** `false` if the comment isn't there any more. The comment may move meanwhile. */
async function writeReference(
  comment: Readonly<FollowedComment>,
  reference: string,
  replaced: CodeCommentTarget["replaced"],
): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const document = await openDocument(vscode.Uri.parse(comment.uri));
    const line = document && findAnchoredLine(document.getText(), document.languageId, comment.anchor);
    if (document === undefined || line === undefined) return false;
    const { start, end, text } =
      replaced === undefined
        ? createTodoReferenceEdit(line.text, reference)
        : { ...replaced, text: reference };
    const [from, to] = [start, end].map((offset) => document.positionAt(line.start + offset));
    if (from === undefined || to === undefined) return false;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(from, to), text);
    if (await vscode.workspace.applyEdit(edit)) return true;
  }
  return false;
}

export class CommentArtifacts implements vscode.Disposable {
  readonly #context: CommitsContext;
  readonly #pending: PendingComments;
  readonly #followed = new Set<FollowedComment>();
  readonly #listeners: vscode.Disposable;

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#pending = new PendingComments(context.workspaceState);
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        for (const comment of this.#followed) {
          if (comment.uri !== document.uri.toString()) continue;
          comment.anchor = moveCommentAnchor(comment.anchor, contentChanges);
        }
      }),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        context.errorHandler.runInBackground("follow renamed files", () => this.#handleRename(files)),
      ),
    );
  }

  async create(target: CodeCommentTarget): Promise<void> {
    const { siteApi, uri, line, title, linkedArtifactId, replaced } = target;
    const document = await vscode.workspace.openTextDocument(uri);
    const anchor = createCommentAnchor(document.getText(), document.languageId, line);
    const comment: FollowedComment = { uri: uri.toString(), anchor };
    this.#forgetDone();
    this.#followed.add(comment);
    try {
      const text = await this.#createText(document, target);
      const content = { siteApi, title, text, linkedArtifactId };
      const key = await this.#context.features.form.openNewArtifact(content);
      if (key === undefined) return;
      await this.#pending.add({ key, siteApi, uri: comment.uri, anchor, replaced });
      comment.key = key;
    } finally {
      if (comment.key === undefined) this.#followed.delete(comment);
    }
  }

  /** `pending` is the comment as it was stored when the form was opened; this window may know more about it. */
  async addReference(pending: PendingComment, artifactId: number): Promise<void> {
    const { key, siteApi, replaced } = pending;
    const comment = [...this.#followed].find((each) => each.key === key) ?? pending;
    const reference = await this.#formatReference(vscode.Uri.parse(comment.uri), siteApi, artifactId);
    const isWritten = await this.#tryOrLog("add reference to comment", () =>
      writeReference(comment, reference, replaced),
    );
    if (isWritten !== true) this.#showReference(vscode.Uri.parse(comment.uri), artifactId, reference);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Those that were created or discarded. */
  #forgetDone(): void {
    for (const comment of this.#followed) {
      const { key } = comment;
      if (key !== undefined && this.#pending.get(key) === undefined) this.#followed.delete(comment);
    }
  }

  async #handleRename(files: vscode.FileRenameEvent["files"]): Promise<void> {
    const renames = files.map(({ oldUri, newUri }) => ({ from: oldUri.toString(), to: newUri.toString() }));
    for (const comment of this.#followed) comment.uri = findRenamedUri(comment.uri, renames) ?? comment.uri;
    await this.#pending.renameFiles(renames);
  }

  /** For what isn't worth losing the rest. */
  async #tryOrLog<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.#context.errorHandler.logError(name, thrown);
      return undefined;
    }
  }

  async #createText(
    document: vscode.TextDocument,
    { description, firstLine, lastLine }: CodeCommentTarget,
  ): Promise<string> {
    const location = toInlineCode(formatCodeLocation(document.uri, firstLine, lastLine));
    const permalink = await this.#tryOrLog("find permalink", () =>
      this.#findPermalink(document, firstLine, lastLine),
    );
    const parts = [description, location, permalink === undefined ? "" : `<${permalink}>`];
    return parts.filter((part) => part !== "").join("\n\n");
  }

  async #findPermalink(
    document: vscode.TextDocument,
    firstLine: number,
    lastLine: number,
  ): Promise<string | undefined> {
    const { workspace, sites } = this.#context;
    const { uri } = document;
    const repository = uri.scheme === "file" ? workspace.findRepository(uri) : undefined;
    if (repository === undefined || !vscode.workspace.isTrusted) return undefined;
    const lines = document.getText().split(/\r\n|\n/);
    const path = toRepositoryPath(repository.cli, uri.fsPath);
    const platforms = sites.list().map(({ web }) => web);
    return findPermalink(repository.cli, { path, lines, firstLine, lastLine }, platforms);
  }

  #showReference(uri: vscode.Uri, artifactId: number, reference: string): void {
    const name = toDisplayLine(uri.path.split("/").at(-1) ?? "");
    showNotification(
      this.#context.errorHandler,
      "information",
      vscode.l10n.t(
        "#{0} was created, but its comment in {1} has changed or was removed. Add “{2}” where it belongs.",
        artifactId,
        name,
        reference,
      ),
      {
        label: vscode.l10n.t("Copy Reference"),
        run: () => vscode.env.clipboard.writeText(reference),
      },
    );
  }

  /** As in commit messages of the folder, unless text of the server could end the comment. */
  async #formatReference(uri: vscode.Uri, siteApi: string, artifactId: number): Promise<string> {
    const { sites, workspace, referenceFormatter } = this.#context;
    const site = sites.find(siteApi);
    const root = workspace.findRepository(uri)?.root ?? vscode.workspace.getWorkspaceFolder(uri)?.uri ?? uri;
    const mention = await this.#tryOrLog("format reference", async () =>
      site === undefined ? undefined : referenceFormatter.formatMention(root, { site, artifactId }),
    );
    return mention !== undefined && isSafeInComment(mention.reference)
      ? mention.reference
      : formatArtifactReference(artifactId);
  }
}
