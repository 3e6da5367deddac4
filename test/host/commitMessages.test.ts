import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { assertSoon } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitStage.ts";
import { boxDocument, boxSoon, type Bug, CommitStage, filled, set } from "./commitStage.ts";

const nowhere = 987_654;

describe("commit messages", () => {
  let stage: CommitStage;
  let open: Bug;
  let closed: Bug;

  before(async () => {
    stage = await CommitStage.open();
    [open, closed] = [stage.bug("open"), stage.bug("closed")];
  });
  afterEach(async () => {
    for (const name of ["references.completion", "references.diagnostics"]) await set(name, undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stage.closeRepositories();
  });
  after(() => stage.close());

  async function message(
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

  async function items(
    document: vscode.TextDocument,
    at: vscode.Position,
  ): Promise<readonly (readonly [string, unknown])[]> {
    const { items: found } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
      "#",
    );
    return found
      .filter(({ kind }) =>
        [vscode.CompletionItemKind.Reference, vscode.CompletionItemKind.Event].includes(kind ?? 0),
      )
      .map(({ label, insertText }) => [
        // Long titles are cut.
        (typeof label === "string" ? label : label.label).slice(0, 20),
        insertText,
      ]);
  }

  it("are completed, and what closes is a choice of its own", async () => {
    const { made } = await stage.repository("completed");
    const { id, title } = open;
    const { document, end } = await message(made, `Mend, art #${id}`);
    const expected = [
      [`#${id} ${title}`.slice(0, 20), `art #${id}`],
      ...["Closes", "Fixes", "Implements", "Resolves"].map((verb) => [
        `${verb} art #${id}`,
        `${verb} art #${id}`,
      ]),
    ];
    await assertSoon(async () => assert.deepEqual(await items(document, end), expected));
    assert.deepEqual(await items(document, new vscode.Position(1, 40)), [], "in a comment");
    await set("references.completion", false);
    assert.deepEqual(await items(document, end), []);
  });

  it("are completed without a word where the branch has an artifact, and not while words are typed", async () => {
    const { made } = await stage.repository("asked", `tuleap-${open.id}`);
    const { document } = await message(made, "Fix \n\nfix");
    await assertSoon(async () =>
      assert.deepEqual(
        (await items(document, new vscode.Position(0, 4))).map(([, text]) => text),
        ["", "Closes ", "Fixes ", "Implements ", "Resolves "].map((verb) => `${verb}art #${open.id}`),
      ),
    );
    assert.deepEqual(await items(document, new vscode.Position(2, 3)), []);
  });

  const codes = ({ uri }: vscode.TextDocument): readonly unknown[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "Artifacts")
      .map(({ code }) => code);

  async function fixes({ uri, lineCount }: vscode.TextDocument): Promise<readonly vscode.CodeAction[]> {
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      new vscode.Range(0, 0, lineCount, 0),
      vscode.CodeActionKind.QuickFix.value,
    );
  }

  async function fix(document: vscode.TextDocument, title: string): Promise<void> {
    await assertSoon(async () => {
      const found = (await fixes(document)).find((each) => each.title === title);
      assert.ok(found?.edit, `no fix ${title}`);
      assert.ok(await vscode.workspace.applyEdit(found.edit));
    });
  }

  async function codesSoon(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
    await assertSoon(() => Promise.resolve(assert.deepEqual(codes(document), expected)));
  }

  it("are held against what is known, and mended", async () => {
    const { made } = await stage.repository("checked", `tuleap-${open.id}`);
    const text = `Mend\n\nart #${nowhere}\nart #${closed.id}\nCloses art #${open.id}`;
    const { document } = await message(made, text);
    await codesSoon(document, ["missing", "closed", "closes"]);
    const words = vscode.languages.getDiagnostics(document.uri).map(({ message: said }) => said);
    const closes = `“Closes” closes #${open.id} at Demo once the commit is on the default branch.`;
    assert.ok(words.includes(closes), words.join("\n"));
    // The problem says it: the hover of VS Code shows both, one below the other.
    const hover = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(text.indexOf(String(nowhere))),
    );
    assert.deepEqual(hover, []);
    await fix(document, `Remove the Reference to #${nowhere}`);
    await codesSoon(document, ["closed", "closes"]);
    await fix(document, `Refer to #${open.id} Without Closing It`);
    await codesSoon(document, ["closed"]);
    assert.ok(document.getText().startsWith(`Mend\n\nart #${closed.id}\nart #${open.id}\n#`));
    await set("references.diagnostics", false);
    await codesSoon(document, []);
  });

  it("lack the reference of the branch, which is added", async () => {
    const { made } = await stage.repository("lacking", `tuleap-${open.id}`);
    const { document } = await message(made, "Mend the lamp");
    await codesSoon(document, ["noReference"]);
    await fix(document, `Add “art #${open.id}” to the Message`);
    await codesSoon(document, []);
    assert.ok(document.getText().startsWith(`Mend the lamp\n\nart #${open.id}\n`));
  });

  it("and in the box", async () => {
    const { place } = await stage.repository("boxed", `tuleap-${open.id}`);
    await boxSoon(place, filled(open.id));
    place.inputBox.value = "Mend the lamp";
    const document = await boxDocument("Mend the lamp");
    await codesSoon(document, ["noReference"]);
    await fix(document, `Add “art #${open.id}” to the Message`);
    await boxSoon(place, `Mend the lamp\n\nart #${open.id}`);
  });
});
