// From code to artifacts: those behind a line, and those of a file.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { findArtifactsInHistory } from "../../src/features/commits/log/pathArtifactsPick.ts";
import { LineHovers } from "../../src/features/commits/references/lineHovers.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`code and artifacts on the ${dialect} dialect`, () => {
    let fixture: AfterCommitFixture;
    let repository: TestRepository;
    let inputs: FakeQuickInputs;
    let lines: LineHovers;
    let id: number;

    before(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
      ({ testRepository: repository } = await fixture.repositories.openRepository(`code-${dialect}`));
      await mkdir(join(repository.folder, "src"));
      await repository.commitFile("src/tide.ts", "one\ntwo\nthree\n", `Add, art #${id}`);
      await repository.commitFile("src/tide.ts", "one\n2\nthree\n", `Change, art #999999`);
      await repository.commitFile("src/tide.ts", "one\n2\nthree\nfour\n", "No reference");
    });
    after(() => fixture.close());
    beforeEach(() => {
      inputs = new FakeQuickInputs();
      lines = new LineHovers(fixture.context);
    });
    afterEach(async () => {
      inputs.close();
      lines.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });

    const getUri = (name: string): vscode.Uri => vscode.Uri.file(join(repository.folder, name));

    async function getHover(document: vscode.TextDocument, line: number): Promise<string> {
      const { signal } = new AbortController();
      const hover = await lines.provide(document, new vscode.Position(line, 0), signal);
      const contents = hover?.contents ?? [];
      return contents
        .map((content) => (content instanceof vscode.MarkdownString ? content.value : ""))
        .join("\n")
        .replaceAll("\\", "");
    }

    it("shows the artifacts of the commit of a line, also in an edited document", async () => {
      const document = await vscode.workspace.openTextDocument(getUri("src/tide.ts"));
      const first = await getHover(document, 0);
      assert.match(first, new RegExp(`#${id}\\b`));
      assert.match(first, /Show Commit/);
      assert.match(await getHover(document, 1), /#999999 doesn't exist/);
      assert.equal(await getHover(document, 3), "");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "new\n");
      await vscode.workspace.applyEdit(edit);
      assert.equal(await getHover(document, 0), "");
      assert.match(await getHover(document, 1), new RegExp(`#${id}\\b`));
    });

    it("shows the active artifact for lines that aren't committed", async () => {
      repository.runGit(["switch", "--quiet", "-c", `tuleap-${id}-tides`]);
      const { workspace } = fixture.context;
      const open = workspace.findRepository(getUri("src/tide.ts")) ?? assert.fail("not open");
      await vscode.commands.executeCommand("git.refresh", open.root);
      await waitUntil("the branch is known", () => workspace.getActiveArtifact(open)?.artifactId === id);
      const document = await vscode.workspace.openTextDocument(getUri("src/tide.ts"));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "new\n");
      await vscode.workspace.applyEdit(edit);
      const hover = await getHover(document, 0);
      assert.match(hover, /Not committed yet/);
      assert.match(hover, new RegExp(`#${id}\\b`));
      repository.runGit(["switch", "--quiet", "main"]);
    });

    it("shows the artifacts of an amended commit, and works in a file with CRLF", async () => {
      await repository.commitFile("crlf.ts", "\uFEFFone\r\ntwo\r\n", "Add CRLF, art #999999");
      const document = await vscode.workspace.openTextDocument(getUri("crlf.ts"));
      assert.equal(document.eol, vscode.EndOfLine.CRLF);
      assert.match(await getHover(document, 0), /#999999 doesn't exist/);
      repository.commit(`Add CRLF, art #${id}`, ["--amend"]);
      for (const line of [0, 1]) assert.match(await getHover(document, line), new RegExp(`#${id}\\b`));
      await findArtifactsInHistory(fixture.context, getUri("crlf.ts"));
      const box = await inputs.waitForPrompt(/Artifacts in the History of crlf\.ts/);
      await box.waitForRow(new RegExp(`^#${id}`));
      assert.equal(box.rows.length, 1);
      inputs.dismiss();
    });

    it("lists the artifacts in the history of a file, and opens them or their commits", async () => {
      const find = (name: string): Promise<void> => findArtifactsInHistory(fixture.context, getUri(name));
      const done = find("src/tide.ts");
      const box = await inputs.waitForPrompt(/Artifacts in the History of tide\.ts/);
      await done;
      const row = await box.waitForRow(new RegExp(`^#${id}`));
      assert.match(row.detail ?? "", /^1 commit · /);
      // The other dialect doesn't tell whether an artifact is open.
      if (dialect === "product") {
        assert.deepEqual(
          box.labels.map((label) => label.split(" ", 1)[0]),
          ["open", `#${id}`, "other", "#999999"],
        );
      }
      assert.equal(box.rows.length, 2);
      await box.pressItemButton(new RegExp(`^#${id}`), "Show Commits");
      await (await inputs.waitForPrompt(new RegExp(`Commits of #${id}`))).pick(/Add, art/);
      await waitUntil("the commit is opened", () =>
        fixture.executedCommands.some(([name]) => name === "artifacts.openCommit"),
      );
      await find("src");
      const folderBox = await inputs.waitForPrompt(/Artifacts in the History of src/);
      folderBox.pressButton("Open as Table");
      await waitUntil("the table is opened", () =>
        fixture.executedCommands.some(([name]) => name === "artifacts.openTable"),
      );
    });

    it("says that a file isn't in a repository", async () => {
      await findArtifactsInHistory(fixture.context, vscode.Uri.file("/elsewhere/a.txt"));
      assert.deepEqual(inputs.messages, ["Open or select a file of a Git repository first."]);
    });
  });
}
