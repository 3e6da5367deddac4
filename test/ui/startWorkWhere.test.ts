import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage } from "../unit/store/commits/gitStage.ts";

describe("work in a window with several repositories and sites", () => {
  let stage: GitStage;
  let server: Simulator;
  let other: Simulator;
  before(async () => {
    stage = await GitStage.open();
    server = await startSimulator({ dialect: "product" });
    other = await startSimulator({ dialect: "product" });
  });
  after(async () => {
    await server.close();
    await other.close();
    await stage.close();
  });

  it("asks which repository is meant, and which site it is about, once", async () => {
    const [left, right] = ["left", "right"].map((name) => {
      const made = stage.repository(name);
      made.commit("First");
      return made;
    });
    assert.ok(left && right);
    await left.file("port.txt", "x");
    await right.file("starboard.txt", "x");
    const window = await openWindow({
      folder: stage.folder,
      settings: {
        "artifacts.sites": [
          { url: server.url, label: "Demo" },
          { url: other.url, label: "Other" },
        ],
      },
    });
    const item = window.page.locator('.statusbar-item[id$="artifacts.active"]');
    try {
      const bug = await openBug();
      const start = async (): Promise<void> => {
        await window.runCommand("Artifacts: Start Work on Artifact…");
        await quickInputSaying(window.page, "Its number");
        await answer(window.page, `${server.url}/plugins/tracker/?aid=${bug}`);
        await quickInputSaying(window.page, "In which repository?");
      };
      await start();
      await window.screenshot("startWork-repositories");
      await pickItem(window.page, "right");
      await quickInputSaying(window.page, "Which site are references");
      await pickItem(window.page, "Demo");
      await quickInputSaying(window.page, "Start Work on #");
      await window.page.keyboard.press("Enter");
      await quickInputSaying(window.page, "At Work on #");
      await window.page.keyboard.press("Escape");
      assert.match(right.git(["branch", "--show-current"]), /^tuleap-\d+-/);
      assert.equal(left.git(["branch", "--show-current"]), "main");
      // Nobody can tell yet which of the two is meant, until a file of one is in front.
      await item.waitFor({ state: "detached" });
      await openFile(window, "starboard.txt");
      await item.waitFor();
      await openFile(window, "port.txt");
      await item.waitFor({ state: "detached" });

      await start();
      await pickItem(window.page, "right");
      await quickInputSaying(window.page, `Start Work on #${bug}`);
    } finally {
      await window.close();
    }
  });

  it("begins nowhere for an artifact of another site", async () => {
    const made = stage.repository("alone");
    made.commit("First");
    const window = await openWindow({
      folder: made.folder,
      settings: {
        "artifacts.folderSite": "Other",
        "artifacts.sites": [
          { url: server.url, label: "Demo" },
          { url: other.url, label: "Other" },
        ],
      },
    });
    try {
      await window.runCommand("Artifacts: Start Work on Artifact…");
      await quickInputSaying(window.page, "Its number");
      await answer(window.page, `${server.url}/plugins/tracker/?aid=${await openBug()}`);
      await notification(
        window.page,
        "This artifact is on Demo, but the repository in this window is about Other",
      ).waitFor();
      assert.equal(made.git(["branch", "--show-current"]), "main");
    } finally {
      await window.close();
    }
  });

  it("says that git is off, and only when it is asked for", async () => {
    const made = stage.repository("off");
    made.commit("First");
    made.git(["switch", "--quiet", "-c", "tuleap-12"]);
    const window = await openWindow({
      folder: made.folder,
      settings: { "git.enabled": false, "artifacts.sites": [{ url: server.url, label: "Demo" }] },
    });
    try {
      await window.showViews();
      await treeRow(window.page, "Demo").waitFor();
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
      await window.runCommand("Artifacts: Start Work on Artifact…");
      await notification(window.page, "VS Code's git extension, which is missing or switched off").waitFor();
      await window.screenshot("startWork-noGit");
    } finally {
      await window.close();
    }
  });

  async function openFile(window: VSCodeWindow, name: string): Promise<void> {
    await window.page.keyboard.press("ControlOrMeta+p");
    await quickInput(window.page).locator("input:visible").fill(name);
    await pickItem(window.page, name);
  }

  async function openBug(): Promise<number> {
    const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey, Accept: "application/json" };
    const answer = await fetch(`${server.url}/api/trackers/11/artifacts?limit=1`, { headers });
    const [first] = (await answer.json()) as readonly { readonly id: number }[];
    return first?.id ?? assert.fail("the tracker is empty");
  }
});
