// Comments of source code in files of a repository in the workspace, with a separate instance of the feature.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import {
  type CodeCommentTarget,
  createArtifactCommand,
} from "../../src/features/commits/codeComments/commentArtifacts.ts";
import { CodeComments } from "../../src/features/commits/codeComments/feature.ts";
import type { CommitsContext } from "../../src/features/commits/commitsContext.ts";
import type { NewArtifactContent } from "../../src/protocol/commandArguments.ts";
import { PendingComments } from "../../src/store/commits/pendingComments.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { closeAllWithoutSaving } from "./closeEditors.ts";
import { updateSetting } from "./commitFixture.ts";

export const bugsTrackerId = 11;
/** Of no artifact. */
export const missingId = 987_654;

/** The form of a new artifact that the user has not created yet. */
interface OpenedForm {
  readonly content: NewArtifactContent;
  /** As the form does when the artifact was created. */
  readonly create: (artifactId: number) => Promise<void>;
}

export class CodeCommentsFixture {
  readonly fixture: AfterCommitFixture;
  readonly #repository: TestRepository;
  #comments: CodeComments | undefined;
  #fileCount = 0;
  openIds: readonly number[] = [];
  /** Empty if the server doesn't report which artifacts are closed. */
  closedIds: readonly number[] = [];

  private constructor(fixture: AfterCommitFixture, repository: TestRepository) {
    this.fixture = fixture;
    this.#repository = repository;
  }

  /** `name` is that of the folder of the repository. */
  static async open(dialect: Dialect, name: string): Promise<CodeCommentsFixture> {
    const fixture = await AfterCommitFixture.open(dialect);
    const workspaceFolder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail("no folder is open");
    const folder = join(workspaceFolder.uri.fsPath, name);
    await mkdir(folder, { recursive: true });
    const repository = new TestRepository(folder);
    repository.runGit(["init", "--quiet", "--initial-branch=main", folder]);
    await repository.commitFile(".gitignore", "out/\n", "First");
    await vscode.commands.executeCommand("git.openRepository", folder);
    const { workspace } = fixture.context;
    const root = vscode.Uri.file(folder);
    await waitUntil("the repository is open", () => workspace.findRepository(root) !== undefined);
    return new CodeCommentsFixture(fixture, repository);
  }

  get comments(): CodeComments {
    return this.#comments ?? assert.fail("call startTest first");
  }

  async startTest(): Promise<void> {
    const { formFixture } = this.fixture;
    const { store, site, server } = formFixture;
    // Tests change artifacts.
    await this.fixture.getFirstArtifactId(bugsTrackerId);
    const { client } = await store.connections.connect(site);
    const { items } = await client.artifacts(await client.tracker(bugsTrackerId), { offset: 0 });
    const rows = items.flatMap((row) => (row.kind === "artifact" ? row : []));
    this.openIds = rows.flatMap(({ id, isOpen }) =>
      isOpen === true || server.dialect === "documented" ? id : [],
    );
    this.closedIds = rows.flatMap(({ id, isOpen }) => (isOpen === false ? id : []));
    this.fixture.messages.length = 0;
    this.fixture.dismissesTrackerPrompt = false;
    this.#comments = new CodeComments(this.fixture.context);
  }

  async endTest(): Promise<void> {
    this.#comments?.dispose();
    this.fixture.formFixture.server.faults.clear();
    for (const name of ["references.closedInComments", "commit.template", "folderSite"]) {
      await updateSetting(name, undefined);
    }
    await excludeFiles(undefined);
    await closeAllWithoutSaving();
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await rm(this.#repository.folder, { recursive: true, force: true });
  }

  getOpenId(): number {
    return this.openIds[0] ?? assert.fail("no open bug");
  }

  getClosedId(index = 0): number {
    return this.closedIds[index] ?? assert.fail("no closed bug");
  }

  /** Writes a file and shows it. Each has another name, so that none is known to VS Code. */
  async open(text: string, name = `tide${(this.#fileCount += 1)}.ts`): Promise<vscode.TextDocument> {
    const file = join(this.#repository.folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  /** What is left of the window is stored. */
  reload(context: CommitsContext = this.fixture.context): void {
    this.comments.dispose();
    this.#comments = new CodeComments(context);
  }

  async createFromComment(
    document: vscode.TextDocument,
    line: number,
    title = /^Create Artifact from TODO…$/,
  ): Promise<OpenedForm> {
    const { command } = await getQuickFix(document, line, title);
    assert.equal(command?.command, createArtifactCommand);
    const [target] = (command.arguments ?? []) as readonly CodeCommentTarget[];
    await this.comments.createArtifact(target ?? assert.fail("no target"));
    const [name, content, key] = this.fixture.executedCommands.at(-1) ?? [];
    assert.equal(name, "form.openNewArtifact");
    const pending = new PendingComments(this.fixture.context.workspaceState);
    return {
      content: content as NewArtifactContent,
      create: (artifactId) => {
        const comment = pending.get(key as string) ?? assert.fail("the comment isn't stored");
        return this.comments.addReference(comment, artifactId);
      },
    };
  }
}

export async function excludeFiles(value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update("files.exclude", value, target);
}

export function getDiagnostics({ uri }: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Artifacts");
}

export async function waitForDiagnostics(
  document: vscode.TextDocument,
  expected: readonly (readonly [code: string, line: number, severity: vscode.DiagnosticSeverity])[],
): Promise<void> {
  await assertEventually(() => {
    const found = getDiagnostics(document).map(({ code, range, severity }) => [
      code,
      range.start.line,
      severity,
    ]);
    return Promise.resolve(assert.deepEqual(found, expected));
  });
}

export async function getQuickFixes(
  { uri }: vscode.TextDocument,
  line: number,
): Promise<readonly vscode.CodeAction[]> {
  const range = new vscode.Range(line, 0, line, 200);
  const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  return found.filter(({ title }) => /Comment|Follow-Up|Reopen|TODO/.test(title));
}

export async function getQuickFix(
  document: vscode.TextDocument,
  line: number,
  title: RegExp,
): Promise<vscode.CodeAction> {
  let fix: vscode.CodeAction | undefined;
  await assertEventually(async () => {
    fix = (await getQuickFixes(document, line)).find((each) => title.test(each.title));
    assert.ok(fix, `no quick fix ${title}`);
  });
  return fix ?? assert.fail();
}

export async function edit(
  { uri }: vscode.TextDocument,
  change: (edit: vscode.WorkspaceEdit) => void,
): Promise<void> {
  const workspaceEdit = new vscode.WorkspaceEdit();
  change(workspaceEdit);
  assert.ok(await vscode.workspace.applyEdit(workspaceEdit), uri.path);
}

export async function undo(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("undo");
}
