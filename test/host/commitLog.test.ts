import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { FoundCommits } from "../../src/protocol/commands.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";
import { connectTo, disconnectAll, exportsOf, type Row } from "./extensionUnderTest.ts";
import { SearchedCommits } from "./searchedCommits.ts";

function textOf({ label = "" }: vscode.TreeItem): string {
  return typeof label === "string" ? label : label.label;
}

/** The rows below a path of labels, with how they look. */
async function rowsAt(
  ...path: readonly (string | RegExp)[]
): Promise<readonly (readonly [Row, vscode.TreeItem])[]> {
  const { tree } = await exportsOf();
  // Some are drawn by what has to be loaded first.
  const draw = (row: Row): vscode.TreeItem | Promise<vscode.TreeItem> => tree.getTreeItem(row);
  const drawn = async (rows: readonly Row[]): Promise<readonly (readonly [Row, vscode.TreeItem])[]> =>
    Promise.all(rows.map(async (row) => [row, await draw(row)] as const));
  let rows = await drawn(await tree.getChildren());
  for (const step of path) {
    const found = rows.find(([, item]) =>
      typeof step === "string" ? textOf(item) === step : step.test(textOf(item)),
    );
    assert.ok(found, `no row ${step} among ${rows.map(([, item]) => textOf(item)).join(", ")}`);
    rows = await drawn(await tree.getChildren(found[0]));
  }
  return rows;
}

async function labelsAt(...path: readonly (string | RegExp)[]): Promise<readonly string[]> {
  return (await rowsAt(...path)).map(([, item]) => textOf(item));
}

function tabLabel(): string | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.label;
}

const toTracker = ["Demo", "All Projects", "Open Tides", "Bugs"];

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`commits of an artifact on the ${dialect} dialect`, () => {
    let server: Simulator;
    let stage: GitStage;
    let repository: TestRepository;
    let search: SearchedCommits;
    let artifact: RegExp;
    let id: number;

    before(async () => {
      server = await startSimulator({ dialect });
      await connectTo(server.url);
      stage = await GitStage.open();
      const [first = ""] = await labelsAt(...toTracker);
      id = Number(/#(\d+)/.exec(first)?.[1] ?? assert.fail(first));
      artifact = new RegExp(`#${id}\\b`);
      repository = stage.repository("tides");
      search = await SearchedCommits.open();
    });
    after(async () => {
      search.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("git.close", vscode.Uri.file(repository.folder));
      await disconnectAll();
      await server.close();
    });

    const committed = (message: string): string => {
      repository.git(["add", "--all"]);
      return repository.commit(message);
    };

    const commitsOf = (artifactId: number): Promise<FoundCommits | undefined> =>
      search.of({ siteApi: `${server.url}/api`, artifactId });

    it("have no row where no repository is open", async () => {
      assert.ok(!(await labelsAt(...toTracker, artifact)).includes("Commits"));
      assert.equal(await commitsOf(id), undefined);
    });

    it("are rows below it, of all branches, the newest first", async () => {
      await repository.file("gone.txt", "gone\n");
      await repository.file("moved.txt", `${"line\n".repeat(20)}end\n`);
      const root = committed(`Begin, art #${id}`);
      repository.git(["switch", "--quiet", "-c", "side"]);
      repository.git(["mv", "moved.txt", "away.txt"]);
      await rm(join(repository.folder, "gone.txt"));
      const side = committed(`Move, TULEAP-${id}`);
      repository.git(["switch", "--quiet", "main"]);
      committed(`Another, art #${id}1 and #${id}`);
      await vscode.commands.executeCommand("git.openRepository", repository.folder);
      await assertSoon(async () =>
        assert.ok((await labelsAt(...toTracker, artifact)).includes("Commits"), "there is no row"),
      );
      // Rows come while git still searches.
      await assertSoon(async () => {
        const rows = await rowsAt(...toTracker, artifact, "Commits");
        assert.deepEqual(
          rows.map(([, { label, description }]) => [
            label,
            String(description).replace(/\d+ months?/, "some time"),
          ]),
          [
            [`Move, TULEAP-${id}`, `${side.slice(0, 10)} · Ada · some time ago`],
            [`Begin, art #${id}`, `${root.slice(0, 10)} · Ada · some time ago`],
          ],
        );
        assert.equal(new Set(rows.map(([, item]) => item.id)).size, 2);
      });
    });

    it("open as their changes: one that renames and deletes, and the first of all", async () => {
      for (const [, item] of await rowsAt(...toTracker, artifact, "Commits")) {
        const { command = assert.fail("a click does nothing") } = item;
        await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
        const [short] = String(item.description).split(" ");
        const title = `${short} ${textOf(item)} (2 files)`;
        await assertSoon(() => Promise.resolve(assert.equal(tabLabel(), title)));
      }
    });

    it("are there as soon as they are made, and none are invented", async () => {
      committed(`Latest: art #${id}, really`);
      await assertSoon(async () =>
        assert.equal((await labelsAt(...toTracker, artifact, "Commits"))[0], `Latest: art #${id}, really`),
      );
      const newest = (await commitsOf(id))?.commits[0]?.subject;
      assert.equal(newest, `Latest: art #${id}, really`);
      const none = await commitsOf(99_999_999);
      assert.deepEqual(none, { commits: [], isCut: false, problems: [] });
    });

    it("are those of a tracker's short name too, where the server tells it", async () => {
      committed(`By its name, bug #${id}`);
      // Found in any case: once it is there, the one before was looked at, too.
      committed(`Last, art #${id}`);
      const before = dialect === "product" ? `By its name, bug #${id}` : `Latest: art #${id}, really`;
      await assertSoon(async () => {
        const [last, next] = await labelsAt(...toTracker, artifact, "Commits");
        assert.deepEqual([last, next], [`Last, art #${id}`, before]);
      });
    });

    it("are not looked for where the folder may be about another site", async () => {
      await connectTo(server.url, "https://elsewhere.example.com");
      assert.equal(await commitsOf(id), undefined);
      repository.git(["remote", "add", "origin", "https://elsewhere.example.com/plugins/git/a/b.git"]);
      assert.equal(await commitsOf(id), undefined);
      await connectTo(server.url);
    });
  });
}
