import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  promptCommitRangeChangeLog,
  showCommitRangeChangeLog,
} from "../../src/features/commits/log/commitRangeChangeLog.ts";
import { type NamedRef, pickCommitRange } from "../../src/features/commits/log/pickCommitRange.ts";
import type { OpenRepository } from "../../src/features/commits/workspaceContext.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { type FakeQuickInput, FakeQuickInputs } from "./fakeQuickInputs.ts";

const bugs = 11;
const requests = 12;

function createRef(kind: NamedRef["kind"], name: string): NamedRef {
  return { kind, name, ref: name };
}

/** While the active tab has such a document. */
async function revertAndClose(isClosed: (uri: vscode.Uri) => boolean): Promise<void> {
  for (;;) {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof vscode.TabInputText) || !isClosed(input.uri)) return;
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}

describe("change logs of commit ranges", () => {
  // Not after each test: VS Code may restore the backup of a closed document in a new one with the same name.
  after(() => revertAndClose(({ scheme }) => scheme === "untitled"));

  for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
    describe(`List Artifacts in Commit Range on the ${dialect} dialect`, () => {
      const { showSaveDialog } = vscode.window;
      let fixture: AfterCommitFixture;
      let inputs: FakeQuickInputs;
      let folder: string;
      let testRepository: TestRepository;
      let repository: OpenRepository;
      let id: number;
      let otherId: number;
      let earlierDocuments: ReadonlySet<vscode.TextDocument>;
      /** What the user selects in the save dialog, and what it proposed. */
      let fileToSave: string | undefined;
      let proposedFile: vscode.Uri | undefined;

      before(async () => {
        fixture = await AfterCommitFixture.open(dialect);
        id = await fixture.getFirstArtifactId(bugs);
        otherId = await fixture.getFirstArtifactId(requests);
        folder = await mkdtemp(join(tmpdir(), "change-log-"));
        const opened = await fixture.repositories.openRepository(`range-${dialect}`);
        ({ testRepository } = opened);
        const { workspace } = fixture.context;
        repository = workspace.findRepository(opened.gitRepository.rootUri) ?? assert.fail("not open");
        testRepository.runGit(["tag", "v1"]);
        testRepository.commit(`Mend the pump, art #${id}`);
        testRepository.commit("Tidy *up*");
        testRepository.runGit(["tag", "v2"]);
        testRepository.commit(`Mend both, art #${id} and art #${otherId}, art #999999`);
        await opened.gitRepository.status();
      });
      after(async () => {
        await fixture.close();
        await rm(folder, { recursive: true });
      });
      beforeEach(() => {
        earlierDocuments = new Set(vscode.workspace.textDocuments);
        inputs = new FakeQuickInputs();
        fileToSave = undefined;
        Object.assign(vscode.window, {
          showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
            proposedFile = defaultUri;
            return Promise.resolve(fileToSave === undefined ? undefined : vscode.Uri.file(fileToSave));
          },
        });
      });
      afterEach(async () => {
        inputs.close();
        Object.assign(vscode.window, { showSaveDialog });
        await revertAndClose(({ scheme }) => scheme === "file");
      });

      /** The document that the test has opened. */
      async function waitForDocument(expected: RegExp): Promise<vscode.TextDocument> {
        const find = (): vscode.TextDocument | undefined =>
          vscode.workspace.textDocuments.find(
            (document) => !earlierDocuments.has(document) && expected.test(document.getText()),
          );
        await waitUntil(`a document with ${expected}`, () => find() !== undefined);
        return find() ?? assert.fail();
      }

      /** Shows the change log of a range, and returns the prompt that asks what to do with it. */
      async function show(
        from: NamedRef | undefined,
        to: NamedRef,
      ): Promise<{ readonly box: FakeQuickInput; readonly done: Promise<void> }> {
        const { context, formFixture } = fixture;
        const done = showCommitRangeChangeLog(context, repository, formFixture.site, { from, to });
        return { box: await inputs.waitForPrompt(/^Artifacts (?:from|up to) /), done };
      }

      async function run(action: string, from?: NamedRef, to = createRef("head", "HEAD")): Promise<void> {
        const { box, done } = await show(from, to);
        await box.pick(action);
        await done;
      }

      it("prompts for two refs, newest tags first, until both are commits", async () => {
        const done = promptCommitRangeChangeLog(fixture.context);
        const start = await inputs.waitForPrompt("Select the start of the range");
        assert.deepEqual(start.labels.slice(0, 5), ["tags", "v2", "v1", "From the beginning", "branches"]);
        await start.type("nowhere").pick(/^nowhere\nas typed/);
        const repeatedPrompt = await inputs.waitForPrompt("nowhere isn't a valid Git revision in range");
        assert.equal(repeatedPrompt.value, "nowhere");
        await repeatedPrompt.type("v1").pick("v1");
        const end = await inputs.waitForPrompt("Select the end of the range");
        assert.deepEqual(end.labels.slice(0, 3), ["HEAD", "tags", "v2"]);
        await end.pick("v2");
        const actions = await inputs.waitForPrompt("Artifacts from v1 to v2");
        await actions.waitForText("Artifacts: 1 · Commits: 2 · Commits without an artifact: 1");
        await actions.pick("Open as Markdown");
        await done;
        await waitForDocument(/^## Artifacts from v1 to v2\n/);
      });

      it("groups artifacts by tracker and status, and lists commits without one", async () => {
        await run("Open as Markdown", createRef("tag", "v1"));
        const text = (await waitForDocument(/^## Artifacts from v1 to HEAD\n\n### /)).getText();
        const page = `${fixture.formFixture.server.url}/plugins/tracker/?aid=${id}`;
        assert.ok(text.includes(`\n- [art #${id}](<${page}>) `), text);
        const headings = text.split("\n").flatMap((line) => /^### (.*)/.exec(line)?.[1] ?? []);
        assert.deepEqual(headings.slice(-2), ["Other artifacts", "Commits without an artifact"]);
        assert.match(text, /\n- Tidy \\\*up\\\* \([0-9a-f]{10}\)\n$/);
        assert.match(text, /\n- art #999999\n/);
        // The other dialect doesn't tell the tracker of an artifact.
        if (dialect === "product") {
          assert.deepEqual(headings.slice(0, -2), ["Bugs", "Requests"]);
          assert.match(text, /\n### Other artifacts\n\n- art #999999\n/);
          assert.match(text, new RegExp(`\\n#### .+\\n\\n- \\[art #${id}\\]`));
        }
        assert.deepEqual(inputs.messages.length, 1);
        assert.match(inputs.messages[0] ?? "", /didn't return data for: #999999/);
      });

      it("compares tags in either order, and says that there are no commits", async () => {
        await run("Open as Markdown", createRef("tag", "v2"), createRef("tag", "v1"));
        await waitForDocument(/^## Artifacts from v1 to v2\n/);
        const { context, formFixture } = fixture;
        const range = { from: createRef("tag", "v2"), to: createRef("tag", "v2") };
        await showCommitRangeChangeLog(context, repository, formFixture.site, range);
        assert.deepEqual(inputs.messages, ["There are no commits in this range."]);
      });

      it("exports CSV with a row for each commit", async () => {
        fileToSave = join(folder, "log.csv");
        await run("Export as CSV…", createRef("tag", "v1"));
        const rows = (await readFile(fileToSave, "utf8")).trim().split("\r\n");
        assert.equal(
          rows[0]?.replace("\uFEFF", ""),
          "Artifact,Tracker,Status,Title,URL,Commit,Subject,Author,Date",
        );
        assert.equal(rows.length, 1 + 2 + 1 + 1 + 1);
        assert.match(rows.at(-1) ?? "", /^,,,,,[0-9a-f]{40},Tidy \*up\*,Ada,2026-/);
        assert.match(proposedFile?.path ?? "", /\/Artifacts from v1 to HEAD\.csv$/);
        await inputs.waitForMessage("Exported 5 rows to log.csv.");
      });

      it("opens the artifacts that can be read as a table", async () => {
        await run("Open as Table", createRef("tag", "v2"));
        const [name, source] = fixture.executedCommands.at(-1) ?? [];
        const { artifacts } = source as { readonly artifacts: readonly { readonly artifactId: number }[] };
        assert.equal(name, "artifacts.openTable");
        assert.deepEqual(
          artifacts.map(({ artifactId }) => artifactId),
          [id, otherId],
        );
      });

      it("creates a file with release notes", async () => {
        fileToSave = join(folder, "RELEASE_NOTES.md");
        await run("Save as Release Notes…", createRef("tag", "v1"), createRef("tag", "v2"));
        assert.equal(proposedFile?.fsPath, join(testRepository.folder, "RELEASE_NOTES.md"));
        const content = await readFile(fileToSave, "utf8");
        assert.match(content, /^# Release Notes\n\n## v2\n\n### /);
        const document = await waitForDocument(/^# Release Notes\n/);
        assert.deepEqual([document.uri.fsPath, document.getText()], [fileToSave, content]);
      });

      it("adds release notes to an existing file without saving it, with its line endings", async () => {
        fileToSave = join(folder, "existing.md");
        const before = "# Changes\r\n\r\nText\r\n\r\n## v1\r\n\r\n- Old\r\n";
        await writeFile(fileToSave, before);
        await run("Save as Release Notes…", createRef("tag", "v1"), createRef("tag", "v2"));
        assert.equal(await readFile(fileToSave, "utf8"), before);
        const document = await waitForDocument(/^# Changes\r\n/);
        const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
        assert.equal(document.isDirty, true);
        assert.equal(editor?.selection.active.line, 4);
        assert.match(document.getText(), /^# Changes\r\n\r\nText\r\n\r\n## v2\r\n\r\n### /);
        assert.match(document.getText(), /\)\r\n\r\n## v1\r\n\r\n- Old\r\n$/);
        assert.doesNotMatch(document.getText(), /[^\r]\n/);
        await vscode.commands.executeCommand("undo");
        assert.equal(document.getText(), before);
      });

      it("offers the change log of the repository, and keeps what is typed there", async () => {
        const file = join(testRepository.folder, "CHANGELOG.md");
        await writeFile(file, "# Changelog\n\n## v1\n");
        const document = await vscode.workspace.openTextDocument(file);
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(2, 5), " typed");
        await vscode.workspace.applyEdit(edit);
        await run("Add to CHANGELOG.md", createRef("tag", "v2"));
        assert.match(document.getText(), /^# Changelog\n\n## Unreleased\n\n### [^]*\n\n## v1 typed\n$/);
        assert.equal(await readFile(file, "utf8"), "# Changelog\n\n## v1\n");
        await rm(file);
      });

      it("says that a file isn't text", async () => {
        fileToSave = join(folder, "binary.md");
        const bytes = Buffer.from([0, 1, 2, 0, 0xff]);
        await writeFile(fileToSave, bytes);
        await run("Save as Release Notes…", createRef("tag", "v1"), createRef("tag", "v2"));
        assert.ok(bytes.equals(await readFile(fileToSave)));
        assert.deepEqual(inputs.messages, ["binary.md couldn't be opened as text. Select another file."]);
      });

      it("does nothing if a prompt or the dialog is dismissed", async () => {
        const { done } = await show(createRef("tag", "v1"), createRef("tag", "v2"));
        inputs.dismiss();
        await done;
        await run("Save as Release Notes…", createRef("tag", "v1"), createRef("tag", "v2"));
        assert.deepEqual(inputs.messages, []);
        // Other documents may be opened by VS Code or a test that ran before.
        const opened = vscode.workspace.textDocuments.filter((document) => !earlierDocuments.has(document));
        assert.deepEqual(
          opened.filter((document) => document.getText().includes("## ")).map(({ uri }) => uri.toString()),
          [],
        );
      });

      it("shows no prompt after loading the branches was canceled", async () => {
        const gitPath = join(folder, "slow-git");
        await writeFile(gitPath, "#!/bin/sh\nexec sleep 60\n");
        await chmod(gitPath, 0o755);
        const { withProgress } = vscode.window;
        Object.assign(vscode.window, {
          withProgress: async (_: unknown, task: Parameters<typeof withProgress>[1]) => {
            const canceling = new vscode.CancellationTokenSource();
            const done = task({ report: () => undefined }, canceling.token);
            canceling.cancel();
            await done;
          },
        });
        try {
          const slow = { ...repository, cli: { ...repository.cli, gitPath } };
          assert.equal(await pickCommitRange(slow, "Title"), undefined);
          assert.equal(inputs.isAnyShown, false);
        } finally {
          Object.assign(vscode.window, { withProgress });
        }
      });

      it("shows the result though the folder of the repository can't be read", async () => {
        const { context, formFixture } = fixture;
        const root = vscode.Uri.file(join(folder, "missing"));
        const range = { from: createRef("tag", "v1"), to: createRef("tag", "v2") };
        const done = showCommitRangeChangeLog(context, { ...repository, root }, formFixture.site, range);
        const box = await inputs.waitForPrompt("Artifacts from v1 to v2");
        assert.deepEqual(box.labels, [
          "Open as Markdown",
          "Save as Release Notes…",
          "Export as CSV…",
          "Open as Table",
        ]);
        inputs.dismiss();
        await done;
      });

      it("adds to the section of what isn't released", async () => {
        fileToSave = join(folder, "unreleased.md");
        await writeFile(fileToSave, "# Changelog\n\n## [Unreleased]\n\n- Mine\n\n## v1\n");
        await run("Save as Release Notes…", createRef("tag", "v2"));
        const document = await waitForDocument(/^# Changelog\n/);
        assert.match(
          document.getText(),
          /^# Changelog\n\n## \[Unreleased\]\n\n- Mine\n\n### [^]*\n\n## v1\n$/,
        );
      });
    });
  }

  describe("a change log with many artifacts", () => {
    const { showSaveDialog } = vscode.window;
    let fixture: AfterCommitFixture;
    let inputs: FakeQuickInputs;
    let folder: string;

    beforeEach(async () => {
      fixture = await AfterCommitFixture.open("product");
      inputs = new FakeQuickInputs();
      folder = await mkdtemp(join(tmpdir(), "change-log-"));
    });
    afterEach(async () => {
      inputs.close();
      Object.assign(vscode.window, { showSaveDialog });
      await fixture.close();
      await rm(folder, { recursive: true });
    });

    const mention = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => `art #${from + index}`).join("\n");

    /** The change log of all commits after the first one. */
    async function show(name: string, messages: readonly string[], action: string): Promise<string> {
      const { testRepository, gitRepository } = await fixture.repositories.openRepository(name);
      testRepository.runGit(["tag", "start"]);
      for (const message of messages) testRepository.commit(message);
      const { context, formFixture } = fixture;
      const repository = context.workspace.findRepository(gitRepository.rootUri) ?? assert.fail("not open");
      const range = { from: createRef("tag", "start"), to: createRef("head", "HEAD") };
      const done = showCommitRangeChangeLog(context, repository, formFixture.site, range);
      const box = await inputs.waitForPrompt("Artifacts: ");
      const { promptText } = box;
      await box.pick(action);
      await done;
      return promptText;
    }

    // Artifacts that don't exist; if some do, only these are opened as a table.
    const messages = [mention(500_001, 600), mention(500_601, 832)];

    it("lists all of them as Markdown", async () => {
      const promptText = await show("many", messages, "Open as Markdown");
      assert.match(promptText, /Artifacts: 1432 · Commits: 2 · /);
      assert.doesNotMatch(promptText, /Only/);
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      assert.equal(text.match(/^- /gm)?.length, 1432);
    });

    it("exports all of them as CSV", async () => {
      const file = vscode.Uri.file(join(folder, "many.csv"));
      Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(file) });
      await show("many-csv", messages, "Export as CSV…");
      assert.equal((await readFile(file.fsPath, "utf8")).trim().split("\r\n").length, 1 + 1432);
    });

    it("opens all of them as a table", async () => {
      await show("many-table", messages, "Open as Table");
      const [name, source] = fixture.executedCommands.at(-1) ?? [];
      const { artifacts } = source as { readonly artifacts: readonly unknown[] };
      assert.deepEqual([name, artifacts.length], ["artifacts.openTable", 1432]);
    });

    it("says in the prompt and in the text that a commit mentions too many", async () => {
      const note = "Only the first 1000 artifacts of a commit, and 10000 artifacts in total, are listed.";
      const promptText = await show("hostile", [mention(1, 100_000)], "Open as Markdown");
      assert.ok(promptText.endsWith(note), promptText);
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      assert.equal(text.match(/^- /gm)?.length, 1000);
      assert.ok(text.endsWith(`\n\n${note}\n`), text.slice(-200));
    });
  });
});
