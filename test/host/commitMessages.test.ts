import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { assertEventually } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import {
  findScmInputDocument,
  waitForScmInput,
  type Bug,
  CommitFixture,
  getExpectedPrefill,
  updateSetting,
} from "./commitFixture.ts";

const missingId = 987_654;

describe("commit messages", () => {
  let fixture: CommitFixture;
  let openBug: Bug;
  let closedBug: Bug;

  before(async () => {
    fixture = await CommitFixture.open();
    [openBug, closedBug] = [fixture.findBug("open"), fixture.findBug("closed")];
  });
  afterEach(async () => {
    for (const name of ["references.completion", "references.diagnostics"]) {
      await updateSetting(name, undefined);
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await fixture.closeRepositories();
  });
  after(() => fixture.close());

  async function openMessage(
    { folder }: TestRepository,
    text: string,
  ): Promise<{ readonly document: vscode.TextDocument; readonly end: vscode.Position }> {
    const file = join(folder, ".git", "COMMIT_EDITMSG");
    await writeFile(file, `${text}\n# Please enter the commit message, art #\n`);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, "git-commit");
    return { document, end: document.positionAt(text.length) };
  }

  async function getCompletions(
    document: vscode.TextDocument,
    at: vscode.Position,
  ): Promise<readonly (readonly [string, unknown])[]> {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
      "#",
    );
    return items
      .filter(({ kind }) =>
        [vscode.CompletionItemKind.Reference, vscode.CompletionItemKind.Event].includes(kind ?? 0),
      )
      .map(({ label, insertText }) => [
        // Long titles are truncated.
        (typeof label === "string" ? label : label.label).slice(0, 20),
        insertText,
      ]);
  }

  it("are completed, with separate items for references that close the artifact", async () => {
    const { testRepository } = await fixture.openRepository("completed");
    const { id, title } = openBug;
    const { document, end } = await openMessage(testRepository, `Mend, art #${id}`);
    const expected = [
      [`#${id} ${title}`.slice(0, 20), `art #${id}`],
      ...["Closes", "Fixes", "Implements", "Resolves"].map((verb) => [
        `${verb} art #${id}`,
        `${verb} art #${id}`,
      ]),
    ];
    await assertEventually(async () => assert.deepEqual(await getCompletions(document, end), expected));
    assert.deepEqual(
      await getCompletions(document, new vscode.Position(1, 40)),
      [],
      "no completion in a comment",
    );
    await updateSetting("references.completion", false);
    assert.deepEqual(await getCompletions(document, end), []);
  });

  it("are completed with the active artifact, but not while words are typed", async () => {
    const { testRepository } = await fixture.openRepository("active", `tuleap-${openBug.id}`);
    const { document } = await openMessage(testRepository, "Fix \n\nfix");
    await assertEventually(async () =>
      assert.deepEqual(
        (await getCompletions(document, new vscode.Position(0, 4))).map(([, text]) => text),
        ["", "Closes ", "Fixes ", "Implements ", "Resolves "].map((verb) => `${verb}art #${openBug.id}`),
      ),
    );
    assert.deepEqual(await getCompletions(document, new vscode.Position(2, 3)), []);
  });

  const getCodes = ({ uri }: vscode.TextDocument): readonly unknown[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "Artifacts")
      .map(({ code }) => code);

  async function getQuickFixes({
    uri,
    lineCount,
  }: vscode.TextDocument): Promise<readonly vscode.CodeAction[]> {
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      new vscode.Range(0, 0, lineCount, 0),
      vscode.CodeActionKind.QuickFix.value,
    );
  }

  async function applyQuickFix(document: vscode.TextDocument, title: string): Promise<void> {
    await assertEventually(async () => {
      const found = (await getQuickFixes(document)).find((each) => each.title === title);
      assert.ok(found?.edit, `no fix ${title}`);
      assert.ok(await vscode.workspace.applyEdit(found.edit));
    });
  }

  async function waitForCodes(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
    await assertEventually(() => Promise.resolve(assert.deepEqual(getCodes(document), expected)));
  }

  it("get diagnostics with quick fixes", async () => {
    const { testRepository } = await fixture.openRepository("checked", `tuleap-${openBug.id}`);
    const text = `Mend\n\nart #${missingId}\nart #${closedBug.id}\nCloses art #${openBug.id}`;
    const { document } = await openMessage(testRepository, text);
    await waitForCodes(document, ["missing", "closed", "closes"]);
    const messages = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    const closes = `“Closes” closes #${openBug.id} on Demo once the commit is on the default branch.`;
    assert.ok(messages.includes(closes), messages.join("\n"));
    // VS Code shows the diagnostic in the hover, so the hover provider doesn't repeat it.
    const hover = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(text.indexOf(String(missingId))),
    );
    assert.deepEqual(hover, []);
    await applyQuickFix(document, `Remove Reference to #${missingId}`);
    await waitForCodes(document, ["closed", "closes"]);
    await applyQuickFix(document, `Refer to #${openBug.id} Without Closing It`);
    await waitForCodes(document, ["closed"]);
    assert.ok(document.getText().startsWith(`Mend\n\nart #${closedBug.id}\nart #${openBug.id}\n#`));
    await updateSetting("references.diagnostics", false);
    await waitForCodes(document, []);
  });

  it("get a diagnostic for a missing reference, which a quick fix adds", async () => {
    const { testRepository } = await fixture.openRepository("lacking", `tuleap-${openBug.id}`);
    const { document } = await openMessage(testRepository, "Mend the lamp");
    await waitForCodes(document, ["noReference"]);
    await applyQuickFix(document, `Add “art #${openBug.id}” to Commit Message`);
    await waitForCodes(document, []);
    assert.ok(document.getText().startsWith(`Mend the lamp\n\nart #${openBug.id}\n`));
  });

  it("get the same diagnostics and quick fixes in the SCM input", async () => {
    const { gitRepository } = await fixture.openRepository("boxed", `tuleap-${openBug.id}`);
    await waitForScmInput(gitRepository, getExpectedPrefill(openBug.id));
    gitRepository.inputBox.value = "Mend the lamp";
    const document = await findScmInputDocument("Mend the lamp");
    await waitForCodes(document, ["noReference"]);
    await applyQuickFix(document, `Add “art #${openBug.id}” to Commit Message`);
    await waitForScmInput(gitRepository, `Mend the lamp\n\nart #${openBug.id}`);
  });
});
