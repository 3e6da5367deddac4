// Which files settings exclude and git ignores, in a repository of the workspace.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { ExcludedFiles } from "../../src/features/commits/codeComments/excludedFiles.ts";
import { StaleReferences } from "../../src/features/commits/codeComments/staleReferences.ts";
import { FolderExclusions } from "../../src/features/commits/folderExclusions.ts";
import { loadIgnoredPaths } from "../../src/features/commits/ignoredPaths.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import { ReferencesFolder } from "./referencesFolder.ts";

describe("FolderExclusions and ignored paths", () => {
  let fixture: AfterCommitFixture;
  let folder: ReferencesFolder;

  before(async () => {
    fixture = await AfterCommitFixture.open("product");
    folder = new ReferencesFolder("folder-exclusions");
    await mkdir(folder.uri.fsPath, { recursive: true });
    const repository = new TestRepository(folder.uri.fsPath);
    repository.runGit(["init", "--quiet", "--initial-branch=main", repository.folder]);
    await repository.commitFile(".gitignore", "out/\n*.log\n", "First");
    await write("src/a.ts", "src/a.js", "src/b.js", "src/c.log", "out/deep/d.ts", "gen/x/e.ts", "gen.ts");
    await vscode.commands.executeCommand("git.openRepository", repository.folder);
    const { workspace } = fixture.context;
    const key = folder.uri.toString();
    await waitUntil("the repository is open", () => workspace.findRepository(folder.uri)?.key === key);
  });
  afterEach(() => setExclusions(undefined));
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await fixture.close();
    await rm(folder.uri.fsPath, { recursive: true });
  });

  /** Without VS Code. */
  async function write(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { fsPath } = folder.getUri(name);
      await mkdir(dirname(fsPath), { recursive: true });
      await writeFile(fsPath, "// art #987654\n");
    }
  }

  async function setExclusions(value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration().update("files.exclude", value);
  }

  const toUris = (...names: readonly string[]): readonly vscode.Uri[] =>
    names.map((name) => folder.getUri(name));
  const toNames = (uris: readonly vscode.Uri[]): readonly string[] =>
    uris.map(({ path }) => path.slice(folder.uri.path.length + 1));

  it("exclude by globs, and by conditions that are met", async () => {
    await setExclusions({ "**/gen": true, "**/*.js": { when: "$(basename).ts" }, "**/src": false });
    const exclusions = new FolderExclusions(folder.uri);
    const files = toUris("src/a.ts", "src/a.js", "src/b.js", "gen/x/e.ts", "gen.ts");
    assert.deepEqual(toNames(await exclusions.filter(files)), ["src/a.ts", "src/b.js", "gen.ts"]);
    assert.equal(exclusions.has(folder.getUri("gen/x/e.ts")), true);
    assert.equal(exclusions.hasConditions, true);
  });

  it("stop when they are canceled", async () => {
    const exclusions = new FolderExclusions(folder.uri);
    assert.deepEqual(await exclusions.filter(toUris("src/a.ts"), AbortSignal.abort()), []);
  });

  it("know what git ignores in the folder, of some files, and in folders inside of the repository", async () => {
    const { workspace } = fixture.context;
    const [workspaceFolder = assert.fail("no folder")] = vscode.workspace.workspaceFolders ?? [];
    const ignoredNames = ["src/c.log", "out/deep/d.ts", "out"];
    const files = toUris(...ignoredNames, "src/a.ts", "gen.ts");
    const many = Array<vscode.Uri>(200).fill(folder.getUri("src/a.ts"));
    for (const root of [workspaceFolder.uri, folder.uri]) {
      for (const asked of [undefined, files, [...files, ...many]]) {
        const ignored = await loadIgnoredPaths(workspace, root, asked);
        assert.deepEqual(toNames(files.filter((uri) => ignored.has(uri))), ignoredNames);
      }
    }
    const inner = await loadIgnoredPaths(workspace, folder.getUri("src"), undefined);
    assert.deepEqual(toNames(files.filter((uri) => inner.has(uri))), ["src/c.log"]);
    const insideIgnored = await loadIgnoredPaths(workspace, folder.getUri("out"), undefined);
    assert.equal(insideIgnored.has(folder.getUri("out/deep/d.ts")), false);
  });

  it("are followed in code comments when .gitignore changes outside of VS Code", async () => {
    const excluded = new ExcludedFiles(fixture.context.workspace);
    const stale = new StaleReferences(fixture.context, excluded);
    try {
      const document = await vscode.workspace.openTextDocument(folder.getUri("gen.ts"));
      await vscode.window.showTextDocument(document);
      const waitForDiagnostics = (count: number): Promise<void> =>
        assertEventually(() =>
          Promise.resolve(assert.equal(vscode.languages.getDiagnostics(document.uri).length, count)),
        );
      await waitForDiagnostics(1);
      await writeFile(folder.getUri(".gitignore").fsPath, "out/\n*.log\ngen.ts\n");
      await waitForDiagnostics(0);
      assert.equal(await excluded.has(document), true);
      await writeFile(folder.getUri(".gitignore").fsPath, "out/\n*.log\n");
      await waitForDiagnostics(1);
      assert.equal(await excluded.has(document), false);
      await setExclusions({ "**/gen.ts": true });
      assert.equal(await excluded.has(document), true);
      await waitForDiagnostics(0);
    } finally {
      stale.dispose();
      excluded.dispose();
    }
  });
});
