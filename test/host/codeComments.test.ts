// Comments of source code: stale references, and TODOs that become artifacts.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { ExcludedFiles } from "../../src/features/commits/codeComments/excludedFiles.ts";
import { CodeComments } from "../../src/features/commits/codeComments/feature.ts";
import {
  type CodeCommentTarget,
  createArtifactCommand,
} from "../../src/features/commits/codeComments/commentArtifacts.ts";
import type { NewArtifactContent } from "../../src/protocol/commandArguments.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { updateSetting } from "./commitFixture.ts";

const bugs = 11;
const missingId = 987_654;
const { Hint, Warning } = vscode.DiagnosticSeverity;

/** A new artifact that the user has not created yet. */
interface OpenedForm {
  readonly content: NewArtifactContent;
  readonly create: (artifactId: number) => Promise<void>;
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`comments of source code on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: AfterCommitFixture;
    let repository: TestRepository;
    let comments: CodeComments;
    let openIds: readonly number[];
    let closedIds: readonly number[];
    let fileCount = 0;

    before(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      const { store, site } = fixture.formFixture;
      await fixture.getFirstArtifactId(bugs);
      const { client } = await store.connections.connect(site);
      const { items } = await client.artifacts(await client.tracker(bugs), { offset: 0 });
      const rows = items.flatMap((row) => (row.kind === "artifact" ? row : []));
      // The documented dialect doesn't report which artifacts are closed.
      openIds = rows.flatMap(({ id, isOpen }) => (isOpen === true || !isProduct ? id : []));
      closedIds = rows.flatMap(({ id, isOpen }) => (isOpen === false ? id : []));
      const workspaceFolder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail("no folder is open");
      const folder = join(workspaceFolder.uri.fsPath, `comments-${dialect}`);
      await mkdir(folder, { recursive: true });
      repository = new TestRepository(folder);
      repository.runGit(["init", "--quiet", "--initial-branch=main", folder]);
      await repository.commitFile(".gitignore", "out/\n", "First");
      await vscode.commands.executeCommand("git.openRepository", folder);
      const { workspace } = fixture.context;
      const root = vscode.Uri.file(folder);
      await waitUntil("the repository is open", () => workspace.findRepository(root) !== undefined);
      comments = new CodeComments(fixture.context);
    });
    beforeEach(() => {
      fixture.messages.length = 0;
    });
    afterEach(async () => {
      await updateSetting("references.closedInComments", undefined);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
    after(async () => {
      comments.dispose();
      await fixture.close();
      await rm(repository.folder, { recursive: true, force: true });
    });

    const getOpenId = (): number => openIds[0] ?? assert.fail("no open bug");
    const getClosedId = (index = 0): number => closedIds[index] ?? assert.fail("no closed bug");

    /** Writes a file and shows it. Each has another name, so that none is known to VS Code. */
    async function open(text: string, name = `tide${(fileCount += 1)}.ts`): Promise<vscode.TextDocument> {
      const file = join(repository.folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document, { preview: false });
      return document;
    }

    const getDiagnostics = ({ uri }: vscode.TextDocument): readonly vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Artifacts");

    async function waitForDiagnostics(
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

    async function getQuickFixes(
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

    async function getQuickFix(
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

    async function createFromComment(
      document: vscode.TextDocument,
      line: number,
      title = /^Create Artifact from TODO…$/,
    ): Promise<OpenedForm> {
      const { command } = await getQuickFix(document, line, title);
      assert.equal(command?.command, createArtifactCommand);
      const [target] = (command.arguments ?? []) as readonly CodeCommentTarget[];
      await comments.createArtifact(target ?? assert.fail("no target"));
      const [name, opened] = fixture.executedCommands.at(-1) ?? [];
      assert.equal(name, "artifacts.newArtifact");
      const content = opened as NewArtifactContent;
      return { content, create: async (artifactId) => void (await content.onCreated(artifactId)) };
    }

    async function edit(
      { uri }: vscode.TextDocument,
      change: (edit: vscode.WorkspaceEdit) => void,
    ): Promise<void> {
      const workspaceEdit = new vscode.WorkspaceEdit();
      change(workspaceEdit);
      assert.ok(await vscode.workspace.applyEdit(workspaceEdit), uri.path);
    }

    async function undo(document: vscode.TextDocument): Promise<void> {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
    }

    it("get a hint for closed artifacts and a warning for missing ones, except in strings", async () => {
      const closedId = isProduct ? getClosedId() : getOpenId();
      const text = [
        `// TODO art #${closedId}: remove this`,
        `const a = "art #${missingId}"; // see art #${getOpenId()}`,
        `/* art #${missingId} */`,
      ].join("\n");
      const document = await open(text);
      await waitForDiagnostics(document, [
        ...(isProduct ? ([["closed", 0, Hint]] as const) : []),
        ["missing", 2, Warning],
      ]);
      const messages = getDiagnostics(document).map(({ message }) => message);
      if (isProduct) {
        assert.match(
          messages[0] ?? "",
          new RegExp(`^#${closedId} is closed, last changed on \\w+ \\d+, \\d{4}\\.$`),
        );
      }
      assert.match(messages.at(-1) ?? "", new RegExp(`^Artifact #${missingId} doesn't exist`));
    });

    it("request all artifacts of a file at once, and none again after an edit", async () => {
      const ids = [...openIds, ...closedIds].slice(0, 12);
      assert.ok(ids.length > 5);
      const { server, site, store } = fixture.formFixture;
      // Nothing is known about them.
      await store.catalog.forgetSite(site.api);
      await store.connections.connect(site);
      const getRequests = (): readonly string[] =>
        server.requests.filter(({ path }) => /\/artifacts/.test(path)).map(({ path }) => path);
      const before = getRequests().length;
      const lines = ids.map((id) => `// art #${id}`);
      const document = await open([...lines, `// art #${missingId}`, ""].join("\n"));
      await assertEventually(() =>
        Promise.resolve(assert.ok(getDiagnostics(document).some(({ code }) => code === "missing"))),
      );
      const requests = getRequests().slice(before);
      if (isProduct) {
        // One for all, and one that tells whether the other one is missing or hidden.
        assert.equal(requests.length, 2, requests.join("\n"));
        assert.match(requests[1] ?? "", new RegExp(`/artifacts/${missingId}\\b`));
      }
      await edit(document, (change) => change.insert(document.uri, new vscode.Position(0, 0), "a();\n"));
      await waitUntil("the edit is checked", () =>
        getDiagnostics(document).every(({ range }) => range.start.line > 0),
      );
      const closed = closedIds.filter((id) => ids.includes(id));
      await assertEventually(() =>
        Promise.resolve(assert.equal(getDiagnostics(document).length, closed.length + 1)),
      );
      assert.equal(getRequests().length, before + requests.length);
    });

    it("follow the setting", async () => {
      const id = isProduct ? getClosedId() : missingId;
      const document = await open(`// art #${id}\n`);
      const code = isProduct ? "closed" : "missing";
      await waitForDiagnostics(document, [[code, 0, isProduct ? Hint : Warning]]);
      await updateSetting("references.closedInComments", "warning");
      await waitForDiagnostics(document, [[code, 0, Warning]]);
      await updateSetting("references.closedInComments", "off");
      await waitForDiagnostics(document, []);
    });

    it("aren't checked in excluded, vendored, and ignored files, nor outside of the workspace", async () => {
      const excluded = new ExcludedFiles(fixture.context.workspace);
      try {
        const check = async (name: string): Promise<boolean> => excluded.has(await open("// a\n", name));
        assert.equal(await check("src/a.ts"), false);
        assert.equal(await check("src/vendor.ts"), false);
        for (const name of ["node_modules/a/b.ts", "src/vendor/b.ts", "third_party/b.ts", "out/b.ts"]) {
          assert.equal(await check(name), true, name);
        }
        const exclude = async (value: unknown): Promise<void> =>
          vscode.workspace
            .getConfiguration()
            .update("files.exclude", value, vscode.ConfigurationTarget.Global);
        await exclude({ "**/gen": true, "**/*.js": { when: "$(basename).ts" }, "**/kept": false });
        assert.equal(await check("gen/deep/a.ts"), true);
        assert.equal(await check("kept/a.ts"), false);
        assert.equal(await check("src/alone.js"), false);
        assert.equal(await check("src/a.js"), true);
        await exclude(undefined);
        const outside = join(fixture.repositories.gitFixture.folder, "outside.ts");
        await writeFile(outside, `// art #${missingId}\n`);
        assert.equal(await excluded.has(await vscode.workspace.openTextDocument(outside)), true);
        assert.equal(await excluded.has(await vscode.workspace.openTextDocument({ content: "// a" })), true);
      } finally {
        excluded.dispose();
      }
      // The file that is checked comes last.
      const ignored = await open(`// art #${missingId}\n`, "out/stale.ts");
      await vscode.commands.executeCommand("workbench.action.splitEditor");
      const checked = await open(`// art #${missingId}\n`);
      await waitForDiagnostics(checked, [["missing", 0, Warning]]);
      assert.deepEqual(getDiagnostics(ignored), []);
    });

    it("are removed by a quick fix, and restored with one undo", async () => {
      const text = `a();\r\n  // art #${missingId}\r\nb(); // see art #${missingId}\r\n`;
      const document = await open(text);
      await waitForDiagnostics(document, [
        ["missing", 1, Warning],
        ["missing", 2, Warning],
      ]);
      const titles = (await getQuickFixes(document, 1)).map(({ title }) => title);
      assert.deepEqual(titles, ["Remove Comment"]);
      const fix = await getQuickFix(document, 2, /^Remove Comment$/);
      assert.ok(await vscode.workspace.applyEdit(fix.edit ?? assert.fail("no edit")));
      assert.equal(document.getText(), `a();\r\n  // art #${missingId}\r\nb();\r\n`);
      await waitForDiagnostics(document, [["missing", 1, Warning]]);
      const other = await getQuickFix(document, 1, /^Remove Comment$/);
      assert.ok(await vscode.workspace.applyEdit(other.edit ?? assert.fail("no edit")));
      assert.equal(document.getText(), "a();\r\nb();\r\n");
      await waitForDiagnostics(document, []);
      await undo(document);
      assert.equal(document.getText(), `a();\r\n  // art #${missingId}\r\nb();\r\n`);
    });

    if (isProduct) {
      it("offer to create a follow-up, to reopen, and to remove, in this order", async () => {
        const id = getClosedId();
        const document = await open(`// TODO art #${id}: remove this\n`);
        await waitForDiagnostics(document, [["closed", 0, Hint]]);
        const fixes = await getQuickFixes(document, 0);
        assert.deepEqual(
          fixes.map(({ title }) => title),
          [`Create Follow-Up of #${id}…`, `Reopen #${id}…`, "Remove Comment"],
        );
        assert.ok(fixes.every(({ isPreferred }) => isPreferred !== true));
      });

      it("lose the hint when the artifact is reopened", async () => {
        const id = getClosedId(1);
        const document = await open(`# art #${id}\n`, "tide.py");
        await waitForDiagnostics(document, [["closed", 0, Hint]]);
        const { command } = await getQuickFix(document, 0, /^Reopen/);
        const [target] = (command?.arguments ?? []) as readonly Record<string, unknown>[];
        assert.deepEqual(
          [command?.command, target?.["artifactId"], target?.["isReopened"]],
          ["artifacts.setStatus", id, true],
        );
        await fixture.context.commands.execute("artifacts.setStatus", {
          siteApi: fixture.formFixture.site.api,
          artifactId: id,
          trackerId: bugs,
        });
        await waitForDiagnostics(document, []);
      });

      it("get a follow-up that is linked to the closed artifact and replaces its reference", async () => {
        const id = getClosedId();
        const document = await open(`a(); // HACK art #${id}: remove this\n`);
        await waitForDiagnostics(document, [["closed", 0, Hint]]);
        const { content, create } = await createFromComment(document, 0, /^Create Follow-Up/);
        assert.deepEqual([content.title, content.linkedArtifactId], ["remove this", id]);
        await create(getOpenId());
        assert.equal(document.getText(), `a(); // HACK art #${getOpenId()}: remove this\n`);
        await waitForDiagnostics(document, []);
      });
    }

    it("become artifacts, whose reference is written where the line has moved", async () => {
      const document = await open("a();\n// TODO: mend the pump\n// It leaks.\nb();\n");
      const { content, create } = await createFromComment(document, 2);
      const { siteApi, title, text } = content;
      assert.deepEqual([siteApi, title], [fixture.formFixture.site.api, "mend the pump"]);
      assert.match(text, /^It leaks\.\n\n`comments-\w+\/tide\d+\.ts:2-3`$/);
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
      const { create } = await createFromComment(document, 2);
      await edit(document, (change) => change.delete(document.uri, new vscode.Range(1, 0, 2, 0)));
      await document.save();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await create(getOpenId());
      const current = await vscode.workspace.openTextDocument(document.uri);
      assert.equal(current.getText(), `// TODO: mend\n// TODO art #${getOpenId()}: mend\n`);
    });

    it("say so if the comment has changed, was removed, or its file is gone", async () => {
      const id = getOpenId();
      const document = await open("// TODO: mend\n\n// FIXME: paint\n");
      const name = document.uri.path.split("/").at(-1) ?? "";
      const message = `#${id} was created, but its comment in ${name} has changed or was removed. Add “art #${id}” where it belongs.`;
      const first = await createFromComment(document, 0);
      const second = await createFromComment(document, 2);
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
      const tracker = await fixture.context.catalog.getSite(fixture.formFixture.site).loadTracker(bugs);
      const fieldId = tracker.fields.find(({ name }) => name === "title")?.id ?? assert.fail("no title");
      server.updateArtifact(id, {
        values: [{ field_id: fieldId, value: "*/ alert(1) /*" }],
        by: server.accounts.member,
      });
      try {
        const document = await open("/* TODO: mend */\n");
        const { create } = await createFromComment(document, 0);
        await create(id);
        assert.equal(document.getText(), `/* TODO art #${id}: mend */\n`);
      } finally {
        await updateSetting("commit.template", undefined);
      }
    });

    it("have no diagnostics while the site is offline, and get them when it is back", async () => {
      const document = await open(`// art #${missingId}\n`);
      await waitForDiagnostics(document, [["missing", 0, Warning]]);
      const { formFixture, context } = fixture;
      await formFixture.server.close();
      const offline = await open(`// art #${missingId + 1}\n// art #${missingId}\n`);
      await waitUntil(
        "the site is offline",
        () => context.connectivity.getOfflineState(formFixture.site.api) !== undefined,
      );
      await vscode.window.showTextDocument(document);
      await assertEventually(() => Promise.resolve(assert.deepEqual(getDiagnostics(document), [])));
      assert.deepEqual(getDiagnostics(offline), []);
      await vscode.window.showTextDocument(offline);
      await formFixture.restartServer();
      await waitForDiagnostics(offline, [
        ["missing", 0, Warning],
        ["missing", 1, Warning],
      ]);
    });
  });
}
