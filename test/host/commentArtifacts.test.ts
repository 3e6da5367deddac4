// TODOs that become artifacts.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { CommitsContext } from "../../src/features/commits/commitsContext.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import type { AfterCommitFixture } from "./afterCommitFixture.ts";
import {
  bugsTrackerId,
  CodeCommentsFixture,
  edit,
  getQuickFix,
  getQuickFixes,
  undo,
} from "./codeCommentsFixture.ts";
import { updateSetting } from "./commitFixture.ts";

/** Resolves when extensions know about it. */
async function rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.renameFile(from, to);
  let isReported = false;
  const listener = vscode.workspace.onDidRenameFiles(() => {
    isReported = true;
  });
  try {
    assert.ok(await vscode.workspace.applyEdit(change));
    await waitUntil("the rename is reported", () => isReported);
  } finally {
    listener.dispose();
  }
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`TODO comments on the ${dialect} dialect`, () => {
    let comments: CodeCommentsFixture;
    let fixture: AfterCommitFixture;

    before(async () => {
      comments = await CodeCommentsFixture.open(dialect, `todos-${dialect}`);
      ({ fixture } = comments);
    });
    beforeEach(() => comments.startTest());
    afterEach(() => comments.endTest());
    after(() => comments.close());

    const getOpenId = (): number => comments.getOpenId();
    const open = (text: string, name?: string): Promise<vscode.TextDocument> => comments.open(text, name);

    it("become artifacts, whose reference is written where the line has moved", async () => {
      const document = await open("a();\n// TODO: mend the pump\n// It leaks.\nb();\n");
      const { content, create } = await comments.createFromComment(document, 2);
      const { siteApi, title, text } = content;
      assert.deepEqual([siteApi, title], [fixture.formFixture.site.api, "mend the pump"]);
      assert.match(text, /^It leaks\.\n\n`todos-\w+\/tide\d+\.ts:2-3`$/);
      await edit(document, (change) => change.insert(document.uri, new vscode.Position(0, 0), "x();\n"));
      await create(getOpenId());
      const expected = `x();\na();\n// TODO art #${getOpenId()}: mend the pump\n// It leaks.\nb();\n`;
      assert.equal(document.getText(), expected);
      assert.deepEqual(await getQuickFixes(document, 2), []);
      await undo(document);
      assert.equal(document.getText(), "x();\na();\n// TODO: mend the pump\n// It leaks.\nb();\n");
      assert.deepEqual(fixture.messages, []);
    });

    it("get the reference at the right one of two equal TODOs, also after the file was closed", async () => {
      const document = await open("// TODO: mend\na();\n// TODO: mend\n");
      const { create } = await comments.createFromComment(document, 2);
      await edit(document, (change) => change.delete(document.uri, new vscode.Range(1, 0, 2, 0)));
      await document.save();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await create(getOpenId());
      const current = await vscode.workspace.openTextDocument(document.uri);
      assert.equal(current.getText(), `// TODO: mend\n// TODO art #${getOpenId()}: mend\n`);
    });

    it("get the reference after a reload of the window, if the text is still there once", async () => {
      const id = getOpenId();
      const document = await open("a();\n// TODO: mend\n\n// FIXME: paint\n\n// FIXME: paint\n");
      const first = await comments.createFromComment(document, 1);
      const second = await comments.createFromComment(document, 3);
      comments.reload();
      await edit(document, (change) => change.insert(document.uri, new vscode.Position(0, 0), "x();\n"));
      await first.create(id);
      const expected = `x();\na();\n// TODO art #${id}: mend\n\n// FIXME: paint\n\n// FIXME: paint\n`;
      assert.equal(document.getText(), expected);
      assert.deepEqual(fixture.messages, []);
      // Nobody has followed the edits, so it could be the other one.
      await second.create(id);
      assert.equal(document.getText(), expected);
      await fixture.waitForMessages([/has changed or was removed/]);
    });

    it("get the reference in a file that was renamed, before or after a reload", async () => {
      const id = getOpenId();
      const document = await open("// TODO: mend\n// FIXME: paint\n", "moved/before.ts");
      const folder = vscode.Uri.joinPath(document.uri, "..");
      const [first, second] = [
        await comments.createFromComment(document, 0),
        await comments.createFromComment(document, 1),
      ];
      await rename(document.uri, vscode.Uri.joinPath(folder, "after.ts"));
      await first.create(id);
      comments.reload();
      const newFolder = vscode.Uri.joinPath(folder, "..", "moved again");
      await vscode.workspace.saveAll();
      await rename(folder, newFolder);
      await second.create(id);
      const renamed = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(newFolder, "after.ts"));
      assert.equal(renamed.getText(), `// TODO art #${id}: mend\n// FIXME art #${id}: paint\n`);
      assert.deepEqual(fixture.messages, []);
    });

    it("aren't stored if the prompt for the tracker is dismissed", async () => {
      const document = await open("// TODO: mend\n");
      const getStored = (): unknown => fixture.context.workspaceState.get("pendingComments");
      const before = getStored();
      fixture.dismissesTrackerPrompt = true;
      await comments.createFromComment(document, 0);
      assert.deepEqual(getStored(), before);
    });

    it("get the simplest reference if the template fails", async () => {
      const document = await open("// TODO: mend\n");
      const { create } = await comments.createFromComment(document, 0);
      const failing: Partial<CommitsContext["referenceFormatter"]> = {
        formatMention: () => Promise.reject(new Error("unexpected")),
      };
      comments.reload({
        ...fixture.context,
        referenceFormatter: failing as CommitsContext["referenceFormatter"],
      });
      await create(getOpenId());
      assert.equal(document.getText(), `// TODO art #${getOpenId()}: mend\n`);
      assert.deepEqual(fixture.messages, []);
    });

    it("have a description in which the path is code, whatever its characters", async () => {
      const document = await open("// TODO: mend\n", "a`b_*.ts");
      const { content } = await comments.createFromComment(document, 0);
      assert.match(content.text, /^``todos-\w+\/a`b_\*\.ts:1``$/);
    });

    it("have no quick fix where a large file is cut", async () => {
      const document = await open(
        `// TODO: mend\n${"a();\n".repeat(39_993)}// TODO: paint the pump`,
        "large.c",
      );
      const { lineCount } = document;
      await getQuickFix(document, 0, /^Create Artifact from TODO…$/);
      assert.deepEqual(await getQuickFixes(document, lineCount - 1), []);
    });

    it("say so if the comment has changed, was removed, or its file is gone", async () => {
      const id = getOpenId();
      const document = await open("// TODO: mend\n\n// FIXME: paint\n");
      const name = document.uri.path.split("/").at(-1) ?? "";
      const message = `#${id} was created, but its comment in ${name} has changed or was removed. Add “art #${id}” where it belongs.`;
      const first = await comments.createFromComment(document, 0);
      const second = await comments.createFromComment(document, 2);
      await edit(document, (change) => change.insert(document.uri, new vscode.Position(0, 13), " it"));
      await first.create(id);
      assert.equal(document.getText(), "// TODO: mend it\n\n// FIXME: paint\n");
      await fixture.waitForMessages([message]);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await rm(document.uri.fsPath);
      await second.create(id);
      await fixture.waitForMessages([message, message]);
    });

    it("have no quick fix with a reference, without text, and outside of the workspace", async () => {
      const document = await open(
        `// TODO art #${getOpenId()}: one\n\n// TODO\n\n// Lists TODO items\n\n// FIXME: two\n`,
      );
      await getQuickFix(document, 6, /^Create Artifact from TODO…$/);
      for (const line of [0, 2, 4]) assert.deepEqual(await getQuickFixes(document, line), [], `line ${line}`);
      const outside = join(fixture.repositories.gitFixture.folder, "todo.ts");
      await writeFile(outside, "// TODO: one\n");
      assert.deepEqual(await getQuickFixes(await vscode.workspace.openTextDocument(outside), 0), []);
    });

    it("write a reference without text of the server that would end the comment", async () => {
      await updateSetting("commit.template", "art #${id} ${title}");
      const { server } = fixture.formFixture;
      const id = getOpenId();
      const tracker = await fixture.context.catalog
        .getSite(fixture.formFixture.site)
        .loadTracker(bugsTrackerId);
      const fieldId = tracker.fields.find(({ name }) => name === "title")?.id ?? assert.fail("no title");
      server.updateArtifact(id, {
        values: [{ field_id: fieldId, value: "*/ alert(1) /*" }],
        by: server.accounts.member,
      });
      const document = await open("/* TODO: mend */\n");
      const { create } = await comments.createFromComment(document, 0);
      await create(id);
      assert.equal(document.getText(), `/* TODO art #${id}: mend */\n`);
    });
  });
}
