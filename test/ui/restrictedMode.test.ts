import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { getNotification } from "../support/window/messages.ts";
import { getTreeRow, getTreeRows } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitFixture } from "../unit/store/commits/gitFixture.ts";

describe("an untrusted workspace", () => {
  let gitFixture: GitFixture;
  let window: VSCodeWindow;
  let gitLog: string;
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    gitFixture = await GitFixture.open();
    gitLog = gitFixture.getPath("git-log");
    const repository = gitFixture.createRepository("buoys");
    repository.commit("First, art #12");
    await writeFile(join(repository.folder, "notes.md"), "See art #12\n");
    repository.runGit(["switch", "--quiet", "-c", "tuleap-12-buoys"]);
    await mkdir(join(repository.folder, ".vscode"));
    const workspaceSettings = {
      "artifacts.queries": [{ name: "Of the folder", site: server.url, tracker: 11 }],
    };
    await writeFile(join(repository.folder, ".vscode", "settings.json"), JSON.stringify(workspaceSettings));
    const userQueries = [{ name: "My own", site: server.url, tracker: 11 }];
    window = await openWindow({
      folder: repository.folder,
      workspaceTrust: "prompted",
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }], "artifacts.queries": userQueries },
      machineSettings: { "git.path": await gitFixture.createGitWrapper("git", [`echo "$@" >> '${gitLog}'`]) },
    });
  });
  after(async () => {
    await window.close();
    await gitFixture.close();
    await server.close();
  });

  const getStatusBarItem = (): ReturnType<VSCodeWindow["page"]["locator"]> =>
    window.page.locator('.statusbar-item[id$="artifacts.active"]');

  it("runs no git command and explains why", async () => {
    await window.page.locator(".statusbar-item").filter({ hasText: "Restricted Mode" }).waitFor();
    for (const title of [
      "Artifacts: Start Work on Artifact…",
      "Artifacts: Link Commit to Artifact…",
      "Artifacts: List Artifacts in Commit Range…",
      "Artifacts: Add Reference to Commit Message",
    ]) {
      await window.runCommand(title);
      const notification = getNotification(
        window.page,
        "Git features are disabled in Restricted Mode. Trust this workspace to use them.",
      );
      await notification.waitFor();
      if (title.includes("Start Work")) await window.screenshot("trust-restricted-dark");
      await window.runCommand("Notifications: Clear All Notifications");
      await notification.waitFor({ state: "detached" });
    }
    assert.equal(await getStatusBarItem().count(), 0);
    assert.ok(!existsSync(gitLog), "git was run");
  });

  it("adds no queries from its settings", async () => {
    await window.showViews();
    await getTreeRow(window.page, "My own").waitFor();
    assert.equal(await getTreeRow(window.page, "Of the folder").count(), 0);
    await window.screenshotThemes("trust-queries");
  });

  it("finds references in files, without Git", async () => {
    await window.runCommand("Artifacts: Find References in Workspace");
    const row = getTreeRows(window.page, "references").filter({ hasText: "#12" });
    await row.filter({ hasText: "1 reference" }).waitFor();
    assert.ok(!existsSync(gitLog), "git was run");
  });

  it("has all features once it is trusted", async () => {
    await window.runCommand("Workspaces: Manage Workspace Trust");
    await window.page
      .locator(".workspace-trust-editor")
      .getByRole("button", { name: "Trust", exact: true })
      .click();
    await getStatusBarItem().filter({ hasText: "#12" }).waitFor();
    await getTreeRow(window.page, "Of the folder").waitFor();
    // The extension runs git with this option, VS Code does not.
    assert.match(await readFile(gitLog, "utf8"), /core\.hooksPath=\/dev\/null/);
  });
});
