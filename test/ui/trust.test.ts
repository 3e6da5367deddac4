import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { notification } from "../support/window/messages.ts";
import { treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage } from "../unit/store/commits/gitStage.ts";

describe("a folder that nobody trusts", () => {
  let stage: GitStage;
  let window: VSCodeWindow;
  let noted: string;
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    stage = await GitStage.open();
    noted = stage.path("noted");
    const repository = stage.repository("buoys");
    repository.commit("First, art #12");
    repository.git(["switch", "--quiet", "-c", "tuleap-12-buoys"]);
    await mkdir(join(repository.folder, ".vscode"));
    const theirs = { "artifacts.queries": [{ name: "Of the folder", site: server.url, tracker: 11 }] };
    await writeFile(join(repository.folder, ".vscode", "settings.json"), JSON.stringify(theirs));
    const mine = [{ name: "My own", site: server.url, tracker: 11 }];
    window = await openWindow({
      folder: repository.folder,
      trust: "asked",
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }], "artifacts.queries": mine },
      machineSettings: { "git.path": await stage.gitAfter("git", [`echo "$@" >> '${noted}'`]) },
    });
  });
  after(async () => {
    await window.close();
    await stage.close();
    await server.close();
  });

  const active = (): ReturnType<VSCodeWindow["page"]["locator"]> =>
    window.page.locator('.statusbar-item[id$="artifacts.active"]');

  it("has no git started in it, whatever is asked for", async () => {
    await window.page.locator(".statusbar-item").filter({ hasText: "Restricted Mode" }).waitFor();
    for (const title of [
      "Artifacts: Start Work on Artifact…",
      "Artifacts: Link Commit to Artifact…",
      "Artifacts: Artifacts in This Range…",
      "Artifacts: Add Reference to Commit Message",
    ]) {
      await window.runCommand(title);
      const said = notification(window.page, "Git is not used in a workspace that is not trusted.");
      await said.waitFor();
      if (title.includes("Start Work")) await window.screenshot("trust-restricted-dark");
      await window.runCommand("Notifications: Clear All Notifications");
      await said.waitFor({ state: "detached" });
    }
    assert.equal(await active().count(), 0);
    assert.ok(!existsSync(noted), "git was started");
  });

  it("has no say in what one's sites are asked", async () => {
    await window.showViews();
    await treeRow(window.page, "My own").waitFor();
    assert.equal(await treeRow(window.page, "Of the folder").count(), 0);
    await window.pictures("trust-queries");
  });

  it("has all of it once it is trusted", async () => {
    await window.runCommand("Workspaces: Manage Workspace Trust");
    await window.page
      .locator(".workspace-trust-editor")
      .getByRole("button", { name: "Trust", exact: true })
      .click();
    await active().filter({ hasText: "#12" }).waitFor();
    await treeRow(window.page, "Of the folder").waitFor();
    // Ours, and not only that of VS Code.
    assert.match(await readFile(noted, "utf8"), /core\.hooksPath=\/dev\/null/);
  });
});
