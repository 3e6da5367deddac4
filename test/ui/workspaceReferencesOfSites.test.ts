import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { assertEventually } from "../support/wait.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { collapseMyWork, expandRow, getTreeRows, readTreeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** A workspace with two folders, each of another site; public artifacts can be read without signing in. */
describe("references in the folders of several sites", () => {
  let folder: string;
  let servers: readonly Simulator[];
  let window: VSCodeWindow;
  let bugs: readonly Bug[];
  const folders = ["north", "south"];
  const sites = ["One", "Other"];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-folders-"));
    servers = await Promise.all(sites.map(() => startSimulator({ dialect: "product" })));
    bugs = await Promise.all(
      servers.map(async (server, at) => (await fetchPublicBugs(server))[at] ?? assert.fail("too few bugs")),
    );
    for (const [at, name] of folders.entries()) {
      await mkdir(join(folder, name, ".vscode"), { recursive: true });
      await writeSettings(name, {
        "artifacts.folderSite": sites[at],
        "files.exclude": { "**/old": at === 0 },
      });
      for (const path of ["tide.c", "old/tide.c"]) {
        await mkdir(join(folder, name, "old"), { recursive: true });
        await writeFile(join(folder, name, path), bugs.map(({ id }) => `// art #${id}\n`).join(""));
      }
    }
    const workspace = join(folder, "coast.code-workspace");
    await writeFile(workspace, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
    window = await openWindow({
      folder: workspace,
      settings: { "artifacts.sites": servers.map(({ url }, at) => ({ url, label: sites[at] })) },
    });
  });
  after(async () => {
    await window.close();
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true });
  });

  async function fetchPublicBugs(server: Simulator): Promise<readonly Bug[]> {
    const response = await fetch(`${server.url}/api/trackers/11/artifacts?limit=50`);
    const publicIds = new Set(((await response.json()) as readonly Bug[]).map(({ id }) => id));
    return (await fetchOpenBugs(server)).filter(({ id }) => publicIds.has(id));
  }

  async function writeSettings(name: string, settings: object): Promise<void> {
    await writeFile(join(folder, name, ".vscode", "settings.json"), JSON.stringify(settings));
  }

  const getBug = (at: number): Bug => bugs[at] ?? assert.fail("no bug");

  it("are listed with the titles of their site, without what their folder excludes", async () => {
    const { page } = window;
    // VS Code may close the palette before it runs the command.
    await retryUntilVisible(page.locator('.sidebar .pane-header[aria-label^="References"]'), () =>
      window.runCommand("Artifacts: Find References in Workspace"),
    );
    await collapseMyWork(page);
    await assertEventually(async () => {
      const rows = (await readTreeText(page, "references")).filter((row) => row.startsWith("#"));
      for (const [at, site] of sites.entries()) {
        const { id, title, status } = getBug(at);
        const count = at === 0 ? "1 reference" : "2 references";
        assert.ok(
          rows.includes(`#${id} ${title} | ${status} · ${count} · ${site}`),
          `${site} has no row for #${id}: ${rows.join(" ; ")}`,
        );
      }
      assert.equal(rows.length, 4);
    });
    const row = getTreeRows(page, "references")
      .filter({ hasText: `#${getBug(1).id} ` })
      .filter({ hasText: "Other" });
    await expandRow(row);
    await row.locator("xpath=following-sibling::*[1]").getByText("tide.c:2").waitFor();
    await window.screenshotThemes("references-sites");
  });

  it("follow files and settings of each folder", async () => {
    const { page } = window;
    await writeFile(join(folder, "north", "more.c"), `// art #${getBug(0).id}\n`);
    const rows = getTreeRows(page, "references").filter({ hasText: `#${getBug(0).id} ` });
    await rows.filter({ hasText: "2 references · One" }).waitFor();
    await writeSettings("north", { "artifacts.folderSite": "One", "files.exclude": { "**/old": false } });
    await rows.filter({ hasText: "3 references · One" }).waitFor();
    await writeSettings("north", { "artifacts.folderSite": "Other" });
    await rows.filter({ hasText: "5 references · Other" }).waitFor();
    await rows.filter({ hasText: " · One" }).waitFor({ state: "detached" });
  });
});
