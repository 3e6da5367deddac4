// Stale references in comments of source code.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { ExcludedFiles } from "../../src/features/commits/codeComments/excludedFiles.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import type { AfterCommitFixture } from "./afterCommitFixture.ts";
import {
  bugsTrackerId,
  CodeCommentsFixture,
  edit,
  excludeFiles,
  getDiagnostics,
  getQuickFix,
  getQuickFixes,
  missingId,
  undo,
  waitForDiagnostics,
} from "./codeCommentsFixture.ts";
import { updateSetting } from "./commitFixture.ts";

const { Hint, Warning } = vscode.DiagnosticSeverity;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`comments of source code on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let comments: CodeCommentsFixture;
    let fixture: AfterCommitFixture;

    before(async () => {
      comments = await CodeCommentsFixture.open(dialect, `comments-${dialect}`);
      ({ fixture } = comments);
    });
    beforeEach(() => comments.startTest());
    afterEach(() => comments.endTest());
    after(() => comments.close());

    const getOpenId = (): number => comments.getOpenId();
    const open = (text: string, name?: string): Promise<vscode.TextDocument> => comments.open(text, name);

    it("get a hint for closed artifacts and a warning for missing ones, except in strings", async () => {
      const closedId = isProduct ? comments.getClosedId() : getOpenId();
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
      const ids = [...comments.openIds, ...comments.closedIds].slice(0, 12);
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
      const closed = comments.closedIds.filter((id) => ids.includes(id));
      await assertEventually(() =>
        Promise.resolve(assert.equal(getDiagnostics(document).length, closed.length + 1)),
      );
      assert.equal(getRequests().length, before + requests.length);
    });

    it("go on with their request while the user types", async () => {
      const { server } = fixture.formFixture;
      const id = missingId + 2;
      const isRequest = ({ path }: { readonly path: string }): boolean =>
        new RegExp(`/artifacts/${id}\\b`).test(path);
      const getCount = (): number => server.requests.filter(isRequest).length;
      const before = getCount();
      // Longer than the pause before the next check.
      server.faults.add({ path: `/artifacts/${id}`, fault: { kind: "delay", ms: 2_000 } });
      const document = await open(`// art #${id}\n`);
      await waitUntil("the artifact is requested", () => getCount() > before);
      await edit(document, (change) => change.insert(document.uri, new vscode.Position(0, 0), "a();\n"));
      await waitForDiagnostics(document, [["missing", 1, Warning]]);
      assert.equal(getCount(), before + 1);
    });

    it("follow the setting", async () => {
      const id = isProduct ? comments.getClosedId() : missingId;
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
        await excludeFiles({ "**/gen": true, "**/*.js": { when: "$(basename).ts" }, "**/kept": false });
        assert.equal(await check("gen/deep/a.ts"), true);
        assert.equal(await check("kept/a.ts"), false);
        assert.equal(await check("src/alone.js"), false);
        assert.equal(await check("src/a.js"), true);
        await excludeFiles(undefined);
        const outside = join(fixture.repositories.gitFixture.folder, "outside.ts");
        await writeFile(outside, `// art #${missingId}\n`);
        assert.equal(await excluded.has(await vscode.workspace.openTextDocument(outside)), true);
        assert.equal(await excluded.has(await vscode.workspace.openTextDocument({ language: "go" })), true);
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

    it("get no warning for what looks like a reference in a folder that isn't associated with a site", async () => {
      const { context, formFixture } = fixture;
      const tracker = await context.catalog.getSite(formFixture.site).loadTracker(bugsTrackerId);
      assert.equal(tracker.itemName, isProduct ? "bug" : undefined);
      const document = await open(`// bug #${missingId}\n// art #${missingId}\n// TULEAP-${missingId}\n`);
      await waitForDiagnostics(document, [
        ["missing", 1, Warning],
        ["missing", 2, Warning],
      ]);
      await updateSetting("folderSite", formFixture.site.label);
      await waitForDiagnostics(document, [
        ...(isProduct ? ([["missing", 0, Warning]] as const) : []),
        ["missing", 1, Warning],
        ["missing", 2, Warning],
      ]);
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
        const id = comments.getClosedId();
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
        const id = comments.getClosedId(1);
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
          trackerId: bugsTrackerId,
        });
        await waitForDiagnostics(document, []);
      });

      it("get a follow-up that is linked to the closed artifact and replaces its reference", async () => {
        const id = comments.getClosedId();
        const document = await open(`a(); // HACK art #${id}: remove this\n`);
        await waitForDiagnostics(document, [["closed", 0, Hint]]);
        const { content, create } = await comments.createFromComment(document, 0, /^Create Follow-Up/);
        assert.deepEqual([content.title, content.linkedArtifactId], ["remove this", id]);
        await create(getOpenId());
        assert.equal(document.getText(), `a(); // HACK art #${getOpenId()}: remove this\n`);
        await waitForDiagnostics(document, []);
      });
    }

    it("have no diagnostics while the site is offline, and get them when it is back", async () => {
      const document = await open(`// art #${missingId}\n`);
      await waitForDiagnostics(document, [["missing", 0, Warning]]);
      const { formFixture, context } = fixture;
      await formFixture.server.close();
      let offline: vscode.TextDocument;
      try {
        offline = await open(`// art #${missingId + 1}\n// art #${missingId}\n`);
        await waitUntil(
          "the site is offline",
          () => context.connectivity.getOfflineState(formFixture.site.api) !== undefined,
        );
        await vscode.window.showTextDocument(document);
        await assertEventually(() => Promise.resolve(assert.deepEqual(getDiagnostics(document), [])));
        assert.deepEqual(getDiagnostics(offline), []);
        await vscode.window.showTextDocument(offline);
      } finally {
        await formFixture.restartServer();
      }
      await waitForDiagnostics(offline, [
        ["missing", 0, Warning],
        ["missing", 1, Warning],
      ]);
    });
  });
}
