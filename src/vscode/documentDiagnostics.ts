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
  readonly errorHandler: Pick<ErrorHandler, "logError">;
  /** Whether the document is visible and may have problems. */
  readonly isChecked: (document: vscode.TextDocument) => boolean;
  /** An edit doesn't abort the signal: requests go on, so that the next check needs no others. */
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

/** Longer than the pause between two keystrokes. */
const debounceMs = 400;

export class DocumentDiagnostics<Problem> implements vscode.Disposable {
  readonly #options: DocumentDiagnosticsOptions<Problem>;
  readonly #collection: vscode.DiagnosticCollection;
  readonly #checkedDocuments = new Map<string, CheckedDocument<Problem>>();
  /** Of the last check of each document, which may have started. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposal = new AbortController();
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
    this.#disposal.abort();
    this.#listeners.dispose();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    if (this.#checkedDocuments.delete(key)) this.#collection.delete(uri);
  }

  #scheduleCheck(document: vscode.TextDocument): void {
    if (!this.#options.isChecked(document)) return this.#forget(document);
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => void this.#check(document, timer), debounceMs);
    this.#timers.set(key, timer);
  }

  /** Nobody waits for a check, so an error is only logged. */
  async #check(document: vscode.TextDocument, timer: NodeJS.Timeout): Promise<void> {
    const { name, errorHandler, findProblems } = this.#options;
    const { signal } = this.#disposal;
    const { version, uri } = document;
    const key = uri.toString();
    try {
      const problems = await findProblems(document, signal);
      const isLastCheck = this.#timers.get(key) === timer;
      if (!isLastCheck || document.version !== version) return;
      this.#checkedDocuments.set(key, { version, problems });
      this.#collection.set(
        uri,
        problems.map(({ diagnostic }) => diagnostic),
      );
    } catch (thrown) {
      if (!signal.aborted) errorHandler.logError(`check ${name}`, thrown);
    }
  }
}

export function isVisibleInEditor(document: vscode.TextDocument): boolean {
  return (
    !document.isClosed && vscode.window.visibleTextEditors.some((editor) => editor.document === document)
  );
}
