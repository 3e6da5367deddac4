import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { MentioningCommitsResult } from "../../src/protocol/commandArguments.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";
import { setSites, clearSites, activateExtension, type TreeRow } from "./extensionUnderTest.ts";
import { CommitSearchFixture } from "./commitSearchFixture.ts";

function getText({ label = "" }: vscode.TreeItem): string {
  return typeof label === "string" ? label : label.label;
}

/** The children at a path of labels, with their tree items. */
async function loadRows(
  ...path: readonly (string | RegExp)[]
): Promise<readonly (readonly [TreeRow, vscode.TreeItem])[]> {
  const { tree } = await activateExtension();
  // Lazy items are created asynchronously.
  const createItem = (row: TreeRow): vscode.TreeItem | Promise<vscode.TreeItem> => tree.getTreeItem(row);
  const withItems = async (
    rows: readonly TreeRow[],
  ): Promise<readonly (readonly [TreeRow, vscode.TreeItem])[]> =>
    Promise.all(rows.map(async (row) => [row, await createItem(row)] as const));
  let rows = await withItems(await tree.getChildren());
  for (const step of path) {
    const found = rows.find(([, item]) =>
      typeof step === "string" ? getText(item) === step : step.test(getText(item)),
    );
    assert.ok(found, `no row ${step} among ${rows.map(([, item]) => getText(item)).join(", ")}`);
    rows = await withItems(await tree.getChildren(found[0]));
  }
  return rows;
}

async function loadLabels(...path: readonly (string | RegExp)[]): Promise<readonly string[]> {
  return (await loadRows(...path)).map(([, item]) => getText(item));
}

function getTabLabel(): string | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.label;
}

const trackerPath = ["Demo", "All Projects", "Open Tides", "Bugs"];

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`commits of an artifact on the ${dialect} dialect`, () => {
    let server: Simulator;
    let gitFixture: GitFixture;
    let repository: TestRepository;
    let search: CommitSearchFixture;
    let artifact: RegExp;
    let id: number;

    before(async () => {
      server = await startSimulator({ dialect });
      await setSites(server.url);
      gitFixture = await GitFixture.open();
      const [first = ""] = await loadLabels(...trackerPath);
      id = Number(/#(\d+)/.exec(first)?.[1] ?? assert.fail(first));
      artifact = new RegExp(`#${id}\\b`);
      repository = gitFixture.createRepository("tides");
      search = await CommitSearchFixture.open();
    });
    after(async () => {
      search.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("git.close", vscode.Uri.file(repository.folder));
      await clearSites();
      await server.close();
    });

    const commitAll = (message: string): string => {
      repository.runGit(["add", "--all"]);
      return repository.commit(message);
    };

    const findCommits = (artifactId: number): Promise<MentioningCommitsResult | undefined> =>
      search.findCommits({ siteApi: `${server.url}/api`, artifactId });

    it("have no node if no repository is open", async () => {
      assert.ok(!(await loadLabels(...trackerPath, artifact)).includes("Commits"));
      assert.equal(await findCommits(id), undefined);
    });

    it("are listed from all branches, the newest first", async () => {
      await repository.writeFile("gone.txt", "gone\n");
      await repository.writeFile("moved.txt", `${"line\n".repeat(20)}end\n`);
      const root = commitAll(`Begin, art #${id}`);
      repository.runGit(["switch", "--quiet", "-c", "side"]);
      repository.runGit(["mv", "moved.txt", "away.txt"]);
      await rm(join(repository.folder, "gone.txt"));
      const side = commitAll(`Move, TULEAP-${id}`);
      repository.runGit(["switch", "--quiet", "main"]);
      commitAll(`Another, art #${id}1 and #${id}`);
      await vscode.commands.executeCommand("git.openRepository", repository.folder);
      await assertEventually(async () =>
        assert.ok(
          (await loadLabels(...trackerPath, artifact)).includes("Commits"),
          "there is no node for commits",
        ),
      );
      // Partial results are shown while git searches.
      await assertEventually(async () => {
        const rows = await loadRows(...trackerPath, artifact, "Commits");
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

    it("open as their changes, including renamed and deleted files and the first commit", async () => {
      for (const [, item] of await loadRows(...trackerPath, artifact, "Commits")) {
        const { command = assert.fail("the item has no command") } = item;
        await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
        const [short] = String(item.description).split(" ");
        const title = `${short} ${getText(item)} (2 files)`;
        await assertEventually(() => Promise.resolve(assert.equal(getTabLabel(), title)));
      }
    });

    it("appear as soon as they are made", async () => {
      commitAll(`Latest: art #${id}, really`);
      await assertEventually(async () =>
        assert.equal(
          (await loadLabels(...trackerPath, artifact, "Commits"))[0],
          `Latest: art #${id}, really`,
        ),
      );
      const newest = (await findCommits(id))?.commits[0]?.subject;
      assert.equal(newest, `Latest: art #${id}, really`);
      const noCommits = await findCommits(99_999_999);
      assert.deepEqual(noCommits, { commits: [], isTruncated: false, problems: [] });
    });

    it("are located on the branches of their repository", async () => {
      const { commits = [] } = (await findCommits(id)) ?? {};
      const locations = await search.locateCommits([
        ...commits,
        { repository: "file:///elsewhere", hash: "1".repeat(40) },
      ]);
      const namesByHash = new Map(locations.map(({ hash, branches }) => [hash, branches.names]));
      assert.deepEqual(
        commits.map(({ subject, hash }) => [subject, namesByHash.get(hash)]),
        [
          [`Latest: art #${id}, really`, ["main"]],
          [`Move, TULEAP-${id}`, ["side"]],
          [`Begin, art #${id}`, ["main", "side"]],
        ],
      );
      assert.equal(locations.length, commits.length);
      assert.deepEqual(new Set(locations.map(({ pushedTo }) => pushedTo)), new Set([undefined]));
    });

    it("include references with the tracker's short name if the server reports it", async () => {
      commitAll(`By its name, bug #${id}`);
      // This one is always found; once it is listed, the one before was searched, too.
      commitAll(`Last, art #${id}`);
      const before = dialect === "product" ? `By its name, bug #${id}` : `Latest: art #${id}, really`;
      await assertEventually(async () => {
        const [last, next] = await loadLabels(...trackerPath, artifact, "Commits");
        assert.deepEqual([last, next], [`Last, art #${id}`, before]);
      });
    });

    it("aren't searched if the folder may belong to another site", async () => {
      await setSites(server.url, "https://elsewhere.example.com");
      assert.equal(await findCommits(id), undefined);
      repository.runGit(["remote", "add", "origin", "https://elsewhere.example.com/plugins/git/a/b.git"]);
      assert.equal(await findCommits(id), undefined);
      await setSites(server.url);
    });
  });
}
