// Diagnostics of documents that are visible, checked some time after each change. What a diagnostic is about is kept for its
// quick fixes.
import * as vscode from "vscode";
import type { ErrorHandler } from "./errorHandler.ts";

export interface DocumentProblem<Problem> {
  readonly problem: Problem;
  readonly diagnostic: vscode.Diagnostic;
}

interface DocumentDiagnosticsOptions<Problem> {
  /** Of the collection. */
  readonly name: string;
  readonly errorHandler: Pick<ErrorHandler, "runInBackground">;
  /** Whether the document is visible and may have problems. */
  readonly isChecked: (document: vscode.TextDocument) => boolean;
  readonly findProblems: (
    document: vscode.TextDocument,
    signal: AbortSignal,
  ) => Promise<readonly DocumentProblem<Problem>[]>;
}

/** The problems of one version of a document. */
interface CheckedDocument<Problem> {
  readonly version: number;
  readonly problems: readonly DocumentProblem<Problem>[];
}

interface PendingCheck {
  readonly timer: NodeJS.Timeout;
  readonly controller: AbortController;
}

/** Longer than the pause between two keystrokes. */
const debounceMs = 400;

export class DocumentDiagnostics<Problem> implements vscode.Disposable {
  readonly #options: DocumentDiagnosticsOptions<Problem>;
  readonly #collection: vscode.DiagnosticCollection;
  readonly #checkedDocuments = new Map<string, CheckedDocument<Problem>>();
  readonly #pendingChecks = new Map<string, PendingCheck>();
  readonly #listeners: vscode.Disposable;

  constructor(options: DocumentDiagnosticsOptions<Problem>) {
    this.#options = options;
    this.#collection = vscode.languages.createDiagnosticCollection(options.name);
    this.#listeners = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidOpenTextDocument((document) => this.#scheduleCheck(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#scheduleCheck(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.checkAll()),
    );
    this.checkAll();
  }

  checkAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#scheduleCheck(document);
  }

  /** The problems that touch a range; none if the document has changed since the check. */
  getProblemsAt(document: vscode.TextDocument, range: vscode.Range): readonly DocumentProblem<Problem>[] {
    const checked = this.#checkedDocuments.get(document.uri.toString());
    if (checked === undefined || checked.version !== document.version) return [];
    return checked.problems.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const check of this.#pendingChecks.values()) this.#cancel(check);
    this.#pendingChecks.clear();
  }

  #cancel({ timer, controller }: PendingCheck): void {
    clearTimeout(timer);
    controller.abort();
  }

  #forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    const check = this.#pendingChecks.get(key);
    if (check !== undefined) this.#cancel(check);
    this.#pendingChecks.delete(key);
    if (this.#checkedDocuments.delete(key)) this.#collection.delete(uri);
  }

  #scheduleCheck(document: vscode.TextDocument): void {
    if (!this.#options.isChecked(document)) return this.#forget(document);
    const key = document.uri.toString();
    const earlier = this.#pendingChecks.get(key);
    if (earlier !== undefined) this.#cancel(earlier);
    const controller = new AbortController();
    const check = (): void =>
      this.#options.errorHandler.runInBackground(`check ${this.#options.name}`, () =>
        this.#check(document, controller.signal),
      );
    this.#pendingChecks.set(key, { timer: setTimeout(check, debounceMs), controller });
  }

  async #check(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const { version, uri } = document;
    const problems = await this.#options.findProblems(document, signal);
    if (signal.aborted || document.version !== version) return;
    this.#checkedDocuments.set(uri.toString(), { version, problems });
    this.#collection.set(
      uri,
      problems.map(({ diagnostic }) => diagnostic),
    );
  }
}

export function isVisibleInEditor(document: vscode.TextDocument): boolean {
  return (
    !document.isClosed && vscode.window.visibleTextEditors.some((editor) => editor.document === document)
  );
}
