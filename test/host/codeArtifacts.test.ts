// From code to artifacts: those behind a line, and those of a file.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { findArtifactsInHistory } from "../../src/features/commits/log/pathArtifactsPick.ts";
import { LineHovers } from "../../src/features/commits/references/lineHovers.ts";
import { ReferenceCache } from "../../src/store/references/referenceCache.ts";
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
      // Documents without an editor stay open, too.
      for (const document of listDirtyDocuments()) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand("workbench.action.files.revert");
      }
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      assert.deepEqual(listDirtyDocuments(), []);
    });

    const listDirtyDocuments = (): readonly vscode.TextDocument[] =>
      vscode.workspace.textDocuments.filter(
        ({ uri, isDirty }) => isDirty && uri.fsPath.startsWith(repository.folder),
      );

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
      await writeFile(join(repository.folder, "src", "new.ts"), "one\n");
      const untracked = await vscode.workspace.openTextDocument(getUri("src/new.ts"));
      assert.match(await getHover(untracked, 0), /Not committed yet/);
      repository.runGit(["switch", "--quiet", "main"]);
    });

    it("shows the artifacts of lines that aren't in UTF-8", async () => {
      const text = "haute mer à l'équinoxe\r\nĊ\r\n";
      await writeFile(join(repository.folder, "utf16.txt"), Buffer.from(`\uFEFF${text}`, "utf16le"));
      await writeFile(join(repository.folder, "latin1.txt"), Buffer.from(text.replace("Ċ", "é"), "latin1"));
      repository.runGit(["add", "utf16.txt", "latin1.txt"]);
      repository.commit(`Add encodings, art #${id}`);
      const utf16 = await vscode.workspace.openTextDocument(getUri("utf16.txt"));
      const latin1 = await vscode.workspace.openTextDocument(getUri("latin1.txt"), { encoding: "iso88591" });
      assert.deepEqual([utf16.encoding, latin1.encoding], ["utf16le", "iso88591"]);
      for (const document of [utf16, latin1]) {
        for (const line of [0, 1]) assert.match(await getHover(document, line), new RegExp(`#${id}\\b`));
      }
    });

    it("shows the artifacts of lines that a filter converts until the file is changed", async () => {
      // Upper case on disk, and lower case in commits.
      repository.runGit(["config", "filter.case.clean", "tr A-Z a-z"]);
      repository.runGit(["config", "filter.case.smudge", "tr a-z A-Z"]);
      await repository.commitFile(".gitattributes", "*.case filter=case\n", "Add attributes");
      await repository.commitFile("tide.case", "ONE\nTWO\n", `Add, art #${id}`);
      const document = await vscode.workspace.openTextDocument(getUri("tide.case"));
      const root = vscode.Uri.file(repository.folder);
      await waitUntil("git has compared the file", async () => {
        await vscode.commands.executeCommand("git.refresh", root);
        return (await getHover(document, 1)).includes(`#${id}`);
      });
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "NOT ");
      await vscode.workspace.applyEdit(edit);
      assert.equal(await getHover(document, 0), "", "edited");
      assert.ok(await document.save());
      await waitUntil("git reports the change", async () => {
        await vscode.commands.executeCommand("git.refresh", root);
        return (await getHover(document, 0)) === "";
      });
      repository.runGit(["checkout", "--quiet", "--", "tide.case"]);
    });

    it("shows no hover for a document that was edited meanwhile", async () => {
      const document = await vscode.workspace.openTextDocument(getUri("src/tide.ts"));
      /** The lines are removed while the artifact of one is loaded. */
      class SlowReferences extends ReferenceCache {
        override async resolve(
          ...args: Parameters<ReferenceCache["resolve"]>
        ): ReturnType<ReferenceCache["resolve"]> {
          const edit = new vscode.WorkspaceEdit();
          edit.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
          await vscode.workspace.applyEdit(edit);
          return super.resolve(...args);
        }
      }
      const referenceCache = new SlowReferences(fixture.context.catalog, Date.now);
      lines.dispose();
      lines = new LineHovers({ ...fixture.context, referenceCache });
      assert.equal(await getHover(document, 2), "");
      assert.equal(document.getText(), "");
      referenceCache.dispose();
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

    it("keeps the active row when titles and statuses are loaded", async () => {
      let load: () => void = () => undefined;
      const loading = new Promise<void>((resolve) => {
        load = resolve;
      });
      class SlowReferences extends ReferenceCache {
        override async resolve(
          ...args: Parameters<ReferenceCache["resolve"]>
        ): ReturnType<ReferenceCache["resolve"]> {
          await loading;
          return super.resolve(...args);
        }
      }
      const referenceCache = new SlowReferences(fixture.context.catalog, Date.now);
      const done = findArtifactsInHistory({ ...fixture.context, referenceCache }, getUri("src/tide.ts"));
      const box = await inputs.waitForPrompt("Loading artifacts…");
      assert.deepEqual(
        box.rows.map((row) => row.split("\n", 1)[0]),
        ["#999999", `#${id}`],
      );
      box.activeItems = box.items.slice(1);
      load();
      await done;
      assert.match(box.activeItems[0]?.label ?? "", new RegExp(`^#${id} .`));
      assert.ok(box.items.includes(box.activeItems[0] ?? assert.fail()));
      referenceCache.dispose();
    });

    it("says why titles are missing, and lists the artifacts", async () => {
      await repository.commitFile("offline.ts", "1", "Add, art #999998");
      const repair = fixture.formFixture.server.faults.add({
        path: /artifacts/,
        fault: { kind: "status", status: 400 },
      });
      await findArtifactsInHistory(fixture.context, getUri("offline.ts"));
      const box = await inputs.waitForPrompt(/Artifacts in the History of offline\.ts/);
      assert.match(box.rows.join(), /^#999998\n/);
      assert.notEqual(box.prompt ?? "", "");
      repair();
    });

    it("lists what is found before the history can't be read any further", async () => {
      const { testRepository: broken } = await fixture.repositories.openRepository(`broken-${dialect}`);
      const lost = await broken.commitFile("tide.ts", "1", "Add, art #999999");
      for (const text of ["2", "3", "4"]) await broken.commitFile("tide.ts", text, `Change, art #${id}`);
      await rm(join(broken.folder, ".git", "objects", lost.slice(0, 2), lost.slice(2)));
      await findArtifactsInHistory(fixture.context, vscode.Uri.file(join(broken.folder, "tide.ts")));
      const box = await inputs.waitForPrompt(/Git failed in broken/);
      assert.deepEqual(
        box.rows.map((row) => row.split(" ", 1)[0]),
        [`#${id}`],
      );
    });

    it("says that a file isn't in a repository", async () => {
      await findArtifactsInHistory(fixture.context, vscode.Uri.file("/elsewhere/a.txt"));
      assert.deepEqual(inputs.messages, ["Open or select a file of a Git repository first."]);
    });

    // The other dialect needs a request for each artifact.
    if (dialect === "product") {
      it("opens all artifacts of a long history as a table or a board", async () => {
        const mention = (from: number, count: number): string =>
          Array.from({ length: count }, (_, index) => `art #${from + index}`).join("\n");
        await repository.commitFile("long.ts", "a long history\n", mention(500_001, 600));
        await repository.commitFile("long.ts", "a longer history\n", mention(500_601, 832));
        for (const view of ["Table", "Board"]) {
          const done = findArtifactsInHistory(fixture.context, getUri("long.ts"));
          const box = await inputs.waitForPrompt(/Artifacts in the History of long\.ts/);
          await done;
          assert.equal(box.rows.length, 1432);
          box.pressButton(`Open as ${view}`);
          await waitUntil(
            "it is opened",
            () => fixture.executedCommands.at(-1)?.[0] === `artifacts.open${view}`,
          );
          const source = fixture.executedCommands.at(-1)?.[1] as { readonly artifacts: readonly unknown[] };
          assert.equal(source.artifacts.length, 1432);
        }
      });

      it("says that a commit mentions too many artifacts, or that there are no commits", async () => {
        const references = Array.from({ length: 1_001 }, (_, index) => `art #${index + 1}`);
        await repository.commitFile("hostile.ts", "a hostile history\n", references.join("\n"));
        await findArtifactsInHistory(fixture.context, getUri("hostile.ts"));
        const box = await inputs.waitForPrompt(/Only the first 1000 artifacts of a commit/);
        assert.equal(box.rows.length, 1000);
        await repository.writeFile("new.ts", "1");
        await findArtifactsInHistory(fixture.context, getUri("new.ts"));
        await inputs.waitForPrompt("No commits found.");
      });
    }
  });
}
