import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import { DocumentDiagnostics, type DocumentProblem } from "../../src/vscode/documentDiagnostics.ts";
import { waitUntil } from "../support/wait.ts";
import { closeAllWithoutSaving } from "./closeEditors.ts";

describe("DocumentDiagnostics", () => {
  let document: vscode.TextDocument;
  let diagnostics: DocumentDiagnostics<string> | undefined;
  /** The versions of the document that were checked, with the signal. */
  let checks: { readonly version: number; readonly signal: AbortSignal }[];
  let errors: unknown[];

  before(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "these tests run in a folder");
    const file = vscode.Uri.joinPath(folder.uri, "document-diagnostics.txt");
    await vscode.workspace.fs.writeFile(file, Buffer.from("one\n"));
    document = await vscode.workspace.openTextDocument(file);
  });
  beforeEach(() => {
    checks = [];
    errors = [];
  });
  afterEach(() => diagnostics?.dispose());
  after(async () => {
    await closeAllWithoutSaving();
    await vscode.workspace.fs.delete(document.uri);
  });

  function create(findProblems: () => Promise<readonly DocumentProblem<string>[]>): void {
    diagnostics = new DocumentDiagnostics({
      name: "artifacts.test",
      errorHandler: { logError: (_, thrown) => errors.push(thrown) },
      isChecked: (each) => each === document,
      findProblems: ({ version }, signal) => {
        checks.push({ version, signal });
        return findProblems();
      },
    });
  }

  async function edit(): Promise<void> {
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 0), "a\n");
    assert.ok(await vscode.workspace.applyEdit(change));
  }

  const getMessages = (): readonly string[] =>
    vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);

  function createProblem(message: string): DocumentProblem<string> {
    return { problem: message, diagnostic: new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message) };
  }

  it("doesn't abort a check that is no longer needed, but ignores its result", async () => {
    const pending: ((problems: readonly DocumentProblem<string>[]) => void)[] = [];
    create(() => new Promise((resolve) => pending.push(resolve)));
    await waitUntil("the first check", () => checks.length === 1);
    await edit();
    await waitUntil("the second check", () => checks.length === 2);
    assert.ok(checks.every(({ signal }) => !signal.aborted));
    pending[1]?.([createProblem("second")]);
    await waitUntil("the result", () => getMessages().length > 0);
    pending[0]?.([createProblem("first")]);
    await setImmediate();
    assert.deepEqual(getMessages(), ["second"]);
    diagnostics?.dispose();
    assert.ok(checks.every(({ signal }) => signal.aborted));
  });

  it("only logs errors, and checks again after the next edit", async () => {
    const unexpected = new Error("unexpected");
    create(() => (checks.length === 1 ? Promise.reject(unexpected) : Promise.resolve([createProblem("x")])));
    await waitUntil("an error", () => errors.length > 0);
    await edit();
    await waitUntil("the result", () => getMessages().length > 0);
    assert.deepEqual(errors, [unexpected]);
  });
});
