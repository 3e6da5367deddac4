// Creates an artifact from a comment of source code, and writes its reference into the comment when it was created, which may be
// long after: the user completes the form, and may edit the document meanwhile.
import * as vscode from "vscode";
import { formatArtifactReference } from "../../../model/artifact.ts";
import { isSafeInComment } from "../../../model/codeComments.ts";
import { toDisplayLine } from "../../../model/displayText.ts";
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

/** A comment that waits for its reference. */
interface PendingComment {
  readonly uri: vscode.Uri;
  anchor: CommentAnchor;
}

const maxPending = 100;
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

/** `false` if the comment isn't there any more. */
async function writeReference(
  { uri, anchor }: PendingComment,
  reference: string,
  replaced: CodeCommentTarget["replaced"],
): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const document = await openDocument(uri);
    const line = document && findAnchoredLine(document.getText(), document.languageId, anchor);
    if (document === undefined || line === undefined) return false;
    const { start, end, text } =
      replaced === undefined
        ? createTodoReferenceEdit(line.text, reference)
        : { ...replaced, text: reference };
    const [from, to] = [start, end].map((offset) => document.positionAt(line.start + offset));
    if (from === undefined || to === undefined) return false;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(from, to), text);
    if (await vscode.workspace.applyEdit(edit)) return true;
  }
  return false;
}

export class CommentArtifacts implements vscode.Disposable {
  readonly #context: CommitsContext;
  readonly #pending = new Set<PendingComment>();
  readonly #listener: vscode.Disposable;

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      for (const pending of this.#pending) {
        if (pending.uri.toString() !== document.uri.toString()) continue;
        pending.anchor = moveCommentAnchor(pending.anchor, contentChanges);
      }
    });
  }

  async create(target: CodeCommentTarget): Promise<void> {
    const { siteApi, uri, line, title, linkedArtifactId } = target;
    const document = await vscode.workspace.openTextDocument(uri);
    const anchor = createCommentAnchor(document.getText(), document.languageId, line);
    const pending: PendingComment = { uri, anchor };
    this.#addPending(pending);
    await this.#context.commands.execute("artifacts.newArtifact", {
      siteApi,
      title,
      text: await this.#createText(document, target),
      linkedArtifactId,
      onCreated: (artifactId) => this.#handleCreated(pending, target, artifactId),
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** The user may never create the artifact, so the oldest ones are no longer followed. */
  #addPending(pending: PendingComment): void {
    this.#pending.add(pending);
    for (const oldest of this.#pending) {
      if (this.#pending.size <= maxPending) return;
      this.#pending.delete(oldest);
    }
  }

  async #createText(
    document: vscode.TextDocument,
    { description, firstLine, lastLine }: CodeCommentTarget,
  ): Promise<string> {
    const location = formatCodeLocation(document.uri, firstLine, lastLine);
    const permalink = await this.#findPermalink(document, firstLine, lastLine);
    const parts = [description, `\`${location}\``, permalink === undefined ? "" : `<${permalink}>`];
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

  async #handleCreated(
    pending: PendingComment,
    { siteApi, replaced }: CodeCommentTarget,
    artifactId: number,
  ): Promise<void> {
    const reference = await this.#formatReference(pending.uri, siteApi, artifactId);
    const isWritten = await writeReference(pending, reference, replaced);
    this.#pending.delete(pending);
    if (isWritten) return;
    const name = toDisplayLine(pending.uri.path.split("/").at(-1) ?? "");
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
    const mention = site && (await referenceFormatter.formatMention(root, { site, artifactId }));
    return mention !== undefined && isSafeInComment(mention.reference)
      ? mention.reference
      : formatArtifactReference(artifactId);
  }
}
