// References in the files of the workspace: the rows of the view, the command, and what forms get.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  createWorkspaceReferencesFeature,
  type WorkspaceReferencesFeature,
} from "../../src/features/commits/workspaceReferences/feature.ts";
import type { FileReference } from "../../src/store/references/referenceIndex.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { FakeQuickInputs } from "./fakeQuickInputs.ts";
import { FakeReferencesView, getRowLabel, ReferencesFolder } from "./referencesFolder.ts";

const bugs = 11;
const { findFiles } = vscode.workspace;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`references in the workspace on the ${dialect} dialect`, () => {
    let fixture: AfterCommitFixture;
    let inputs: FakeQuickInputs;
    let folder: ReferencesFolder;
    let view: FakeReferencesView;
    let feature: WorkspaceReferencesFeature;
    let id: number;
    const missingId = 999_999;
    /** VS Code keeps documents for minutes, so that one of the other dialect could be in conflict with its file. */
    const folderName = `workspace-references-${dialect}`;

    before(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
    });
    after(() => fixture.close());
    beforeEach(async () => {
      inputs = new FakeQuickInputs();
      folder = new ReferencesFolder(folderName);
      await write("src/tide.ts", `// art #${id}\r\nlet x; // TULEAP-${id}, art #2026-11-15\r\n`);
      await write("notes.md", `See art #${missingId}\n`);
      await write("--all art #5.txt", `art #${id}`);
      await write("image.bin", `\0\0 art #${id}`);
      await write("node_modules/dep/index.js", `// art #${id}`);
      await write("vendor/dep/index.js", `// art #${id}`);
      const exclude = { [`**/${folderName}/{vendor,none}`]: true, "**/src": false };
      await vscode.workspace.getConfiguration().update("files.exclude", exclude);
      view = new FakeReferencesView();
      feature = createWorkspaceReferencesFeature(fixture.context, view, view.rowChanges);
    });
    afterEach(async () => {
      feature.dispose();
      inputs.close();
      Object.assign(vscode.workspace, { findFiles });
      fixture.formFixture.server.faults.clear();
      for (const name of ["files.exclude", "search.exclude"]) {
        await vscode.workspace.getConfiguration().update(name, undefined);
      }
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await folder.delete();
    });

    const getUri = (name: string): vscode.Uri => folder.getUri(name);
    const write = (name: string, text: string): Promise<void> => folder.write(name, text);
    const readRows = (): readonly string[] => folder.readRows(feature);

    const expectedRows = (): readonly string[] => [
      `#${missingId}`,
      "  notes.md:1",
      `#${id}`,
      "  --all",
      "  tide.ts:1",
      "  tide.ts:2",
    ];

    const waitForRows = (expected: readonly string[]): Promise<void> => folder.waitForRows(feature, expected);

    async function findItem(pattern: RegExp): Promise<vscode.TreeItem> {
      const find = (): vscode.TreeItem | undefined =>
        feature.getRows(undefined).find((row) => pattern.test(getRowLabel(row)))?.item;
      await waitUntil(`${pattern} is listed`, () => find() !== undefined);
      return find() ?? assert.fail();
    }

    it("are listed by artifact with title and status, without excluded and binary files", async () => {
      await waitForRows(expectedRows());
      const item = await findItem(new RegExp(`^#${id} \\w`));
      assert.match(String(item.description), /^\w.* · 3 references$/);
      const missing = await findItem(new RegExp(`^#${missingId}$`));
      assert.equal(missing.description, "deleted or no access · 1 reference");
      assert.equal(view.message, "");
      assert.deepEqual(inputs.messages, []);
    });

    it("are found by a walk if VS Code's file search fails, or finds nothing", async () => {
      // VS Code's search program has a line for each file.
      await write("line\nart #5.txt", `art #${id}`);
      const fail = (): Promise<never> => Promise.reject(new Error("There is no search program."));
      for (const search of [fail, () => Promise.resolve([])]) {
        Object.assign(vscode.workspace, { findFiles: search });
        await feature.refresh();
        assert.deepEqual(readRows(), expectedRows().toSpliced(4, 0, "  line"));
      }
    });

    it("are requested once, and have no titles while the site is offline", async () => {
      const { server } = fixture.formFixture;
      server.faults.add({ path: /\/artifacts/, times: 1000, fault: { kind: "status", status: 503 } });
      const other = 900_000 + Math.trunc(Math.random() * 1_000);
      await write("notes.md", `art #${other}`);
      await waitForRows([`#${other}`, "  notes.md:1", ...expectedRows().slice(2)]);
      const item = await findItem(new RegExp(`^#${other}$`));
      assert.equal(item.description, "1 reference");
      assert.deepEqual(inputs.messages, []);
      const requestCount = server.requests.length;
      for (let times = 0; times < 5; times += 1) feature.getRows(undefined);
      await feature.refresh();
      assert.ok(server.requests.length - requestCount < 10);
    });

    it("are updated when files are saved, created, renamed and deleted", async () => {
      await waitForRows(expectedRows());
      const document = await vscode.workspace.openTextDocument(getUri("notes.md"));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "one\n");
      await vscode.workspace.applyEdit(edit);
      assert.ok(await document.save());
      await waitForRows(expectedRows().map((row) => row.replace("notes.md:1", "notes.md:2")));
      await vscode.workspace.fs.rename(getUri("src"), getUri("lib"));
      await write("more/new.txt", `art #${missingId}`);
      await vscode.workspace.fs.delete(getUri("notes.md"));
      await waitForRows([`#${missingId}`, "  new.txt:1", `#${id}`, "  --all", "  tide.ts:1", "  tide.ts:2"]);
      await vscode.workspace.fs.delete(getUri("lib"), { recursive: true });
      await write("vendor/dep/index.js", "");
      await write("more/new.txt", "nothing");
      await waitForRows([`#${id}`, "  --all"]);
    });

    it("are searched again when other files are excluded", async () => {
      await waitForRows(expectedRows());
      await vscode.workspace.getConfiguration().update("search.exclude", { [`**/${folderName}/src`]: true });
      await waitForRows(expectedRows().slice(0, -2));
      await vscode.workspace.getConfiguration().update("search.exclude", undefined);
      await waitForRows(expectedRows());
    });

    it("can be canceled, and searched again", async () => {
      let isCanceled = false;
      Object.assign(vscode.workspace, {
        findFiles: (_: unknown, __: unknown, ___: unknown, token: vscode.CancellationToken) =>
          new Promise((resolve) => {
            token.onCancellationRequested(() => {
              isCanceled = true;
              resolve([]);
            });
          }),
      });
      assert.deepEqual(readRows(), []);
      await waitUntil("the search is shown", () => {
        feature.getRows(undefined);
        return view.message === "Searching files…";
      });
      feature.cancel();
      await waitUntil("the search is canceled", () => {
        feature.getRows(undefined);
        return view.message === "The search was canceled. Select Refresh to search again.";
      });
      assert.ok(isCanceled);
      Object.assign(vscode.workspace, { findFiles });
      view.show();
      assert.deepEqual(readRows(), []);
      await feature.refresh();
      assert.deepEqual(readRows(), expectedRows());
      assert.equal(view.message, "");
    });

    it("of an artifact are offered by its command, which opens the file at the reference", async () => {
      const { api } = fixture.formFixture.site;
      const done = feature.find({ siteApi: api, artifactId: id });
      const box = await inputs.waitForPrompt(`References to #${id}`);
      assert.equal(box.rows.filter((row) => row.includes("tide.ts")).length, 2);
      await box.pick(/tide\.ts:2\nlet x; \/\/ TULEAP/);
      await done;
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), getUri("src/tide.ts").toString());
      assert.equal(editor.document.getText(editor.selection), `TULEAP-${id}`);
      await feature.find({ siteApi: api, artifactId: 123_456 });
      await inputs.waitForMessage("#123456 isn't mentioned in any file of this workspace.");
    });

    it("are sent to forms once there are any, and when they change", async () => {
      const sent: (readonly FileReference[])[] = [];
      const target = { siteApi: fixture.formFixture.site.api, artifactId: missingId };
      const watch = feature.watch(target, (references) => sent.push(references));
      await feature.refresh();
      assert.deepEqual(
        sent.at(-1)?.map(({ file, lineText }) => [file, lineText]),
        [[getUri("notes.md").toString(), `See art #${missingId}`]],
      );
      await vscode.workspace.fs.delete(getUri("notes.md"));
      await waitUntil("the change is sent", () => sent.at(-1)?.length === 0);
      watch.dispose();
      const count = sent.length;
      await write("notes.md", `art #${missingId}`);
      await findItem(new RegExp(`^#${missingId}`));
      assert.equal(sent.length, count);
    });
  });
}
