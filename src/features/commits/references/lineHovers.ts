// What the artifacts behind a line show: a hover, and if the user wants, a text at the end of the current line.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine } from "../../../model/displayText.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import type { CommitSummary } from "../../../store/commits/commitLog.ts";
import type { ReferencedArtifact } from "../../../store/references/referenceCache.ts";
import { DebouncedRequest } from "../../../vscode/async.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { formatCommitDetail } from "../log/commitText.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { type LineArtifacts, LineArtifactFinder } from "./lineArtifacts.ts";
import { createHoverText } from "./referenceHovers.ts";
import { toSafeMarkdown } from "./safeMarkdown.ts";

const maxHoverArtifacts = 5;
const currentLineDelayMs = 250;
const maxTextLength = 80;

function formatCommit(commit: CommitSummary): string {
  return [toDisplayLine(commit.subject, 60), formatCommitDetail(commit)]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Where the artifacts come from. */
function formatOrigin(found: LineArtifacts): vscode.MarkdownString {
  const text =
    found.kind === "committed"
      ? `$(git-commit) ${toSafeMarkdown(formatCommit(found.commit))}`
      : `$(edit) ${toSafeMarkdown(vscode.l10n.t("Not committed yet. Active artifact:"))}`;
  return new vscode.MarkdownString(text, true);
}

interface CurrentLine {
  readonly editor: vscode.TextEditor;
  readonly line: number;
  /** Of the document. */
  readonly version: number;
}

export class LineHovers implements vscode.Disposable {
  readonly #context: CommitsContext;
  readonly #finder: LineArtifactFinder;
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    after: {
      color: new vscode.ThemeColor("editorCodeLens.foreground"),
      margin: "0 0 0 3em",
      fontStyle: "italic",
    },
  });
  readonly #request: DebouncedRequest;
  /** The commits of HEAD, by repository. */
  readonly #heads = new Map<string, string | undefined>();
  /** Where the text is shown, or will be. */
  #current: CurrentLine | undefined;
  readonly #listeners: vscode.Disposable;

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#finder = new LineArtifactFinder(context, (bytes, encoding) =>
      vscode.workspace.decode(bytes, { encoding }),
    );
    this.#request = new DebouncedRequest(currentLineDelayMs, (error) =>
      context.errorHandler.logError("find artifacts of the current line", error),
    );
    const update = (): void => this.#updateCurrentLine("cursor");
    const updateContent = (): void => this.#updateCurrentLine("content");
    this.#listeners = vscode.Disposable.from(
      this.#decoration,
      { dispose: () => this.#request.cancel() },
      this.#finder,
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.onDidChangeTextEditorSelection(update),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#current?.editor.document) update();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settingKeys.currentLine)) update();
      }),
      context.workspace.onDidChangeSites(updateContent),
      context.workspace.onDidChangeActiveArtifact(updateContent),
      context.referenceCache.onDidChange.event(updateContent),
      vscode.workspace.onDidCloseTextDocument((document) => this.#finder.closeDocument(document)),
      context.gitRepositories.onDidChangeState((repository) => this.#updateHead(repository)),
      context.workspace.onDidChangeRepositories(() => this.#removeClosedRepositories()),
    );
    update();
  }

  async provide(
    document: vscode.TextDocument,
    { line }: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.Hover | undefined> {
    const { version } = document;
    const found = await this.#finder.find(document, line, signal);
    if (found === undefined) return undefined;
    const { site, repository } = found;
    const ids = found.artifactIds.slice(0, maxHoverArtifacts);
    const references = await this.#context.referenceCache.resolve(site, ids, signal);
    // Another version may have fewer lines.
    if (signal.aborted || document.version !== version) return undefined;
    const commit =
      found.kind === "committed" ? { repository: repository.key, hash: found.commit.hash } : undefined;
    const contents = ids.flatMap((id) => {
      const reference = references.get(id);
      return reference === undefined ? [] : (createHoverText(site, reference, () => false, commit) ?? []);
    });
    if (contents.length === 0) return undefined;
    return new vscode.Hover([formatOrigin(found), ...contents], document.lineAt(line).range);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** The state changes often; only another commit changes the artifacts behind lines. */
  #updateHead(repository: OpenRepository): void {
    const { key, scm } = repository;
    const head = scm.state.HEAD?.commit;
    if (this.#heads.has(key) && this.#heads.get(key) === head) return;
    this.#heads.set(key, head);
    this.#context.errorHandler.runInBackground("update blames", () =>
      this.#finder.removeOutdated(repository),
    );
    this.#updateCurrentLine("content");
  }

  #removeClosedRepositories(): void {
    this.#finder.removeClosedRepositories();
    for (const key of this.#heads.keys()) {
      if (this.#context.gitRepositories.find(key) === undefined) this.#heads.delete(key);
    }
  }

  #getCurrentLine(): CurrentLine | undefined {
    const editor = vscode.window.activeTextEditor;
    const isOn = vscode.workspace.getConfiguration().get<boolean>(settingKeys.currentLine) === true;
    if (editor === undefined || !isOn) return undefined;
    return { editor, line: editor.selection.active.line, version: editor.document.version };
  }

  /** While the cursor moves in the line, the text stays; only other content replaces it. */
  #updateCurrentLine(changed: "cursor" | "content"): void {
    const current = this.#getCurrentLine();
    const isSame =
      current?.editor === this.#current?.editor &&
      current?.line === this.#current?.line &&
      current?.version === this.#current?.version;
    if (isSame && changed === "cursor") return;
    this.#current?.editor.setDecorations(this.#decoration, []);
    this.#current = current;
    this.#request.cancel();
    if (current === undefined) return;
    const { editor, line } = current;
    this.#request.run(
      (signal) => this.#findText(editor.document, line, signal),
      (text) => {
        const isOutdated = this.#current !== current || editor.document.version !== current.version;
        if (text === undefined || isOutdated) return;
        const { end } = editor.document.lineAt(line).range;
        editor.setDecorations(this.#decoration, [
          { range: new vscode.Range(end, end), renderOptions: { after: { contentText: text } } },
        ]);
      },
    );
  }

  async #findText(
    document: vscode.TextDocument,
    line: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const found = await this.#finder.find(document, line, signal);
    const [id] = found?.artifactIds ?? [];
    if (found === undefined || id === undefined) return undefined;
    const reference = (await this.#context.referenceCache.resolve(found.site, [id], signal)).get(id);
    return reference?.kind === "artifact" ? formatText(reference) : undefined;
  }
}

function formatText({ artifactId, title, status }: ReferencedArtifact): string {
  const label = formatArtifactLabel(artifactId, title);
  return [label, status ?? ""]
    .map((part) => toDisplayLine(part, maxTextLength))
    .filter((part) => part !== "")
    .join(" · ");
}
