import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { artifactRows, expandRow, hoverText, runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

/** One is enough in a window: tests inside the extension host and of the store have both. */
describe("work on an artifact", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let id: string;

  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("buoys");
    await repository.file("note.txt", "One\n");
    repository.git(["add", "note.txt"]);
    repository.commit("First");
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      folder: repository.folder,
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    const label = await bug().locator(".label-name").innerText();
    [, id = ""] = /#(\d+)/.exec(label) ?? [];
  });
  after(async () => {
    await window.close();
    await server.close();
    await stage.close();
  });

  const bug = (): Locator => artifactRows(window.page).first();
  const item = (): Locator => window.page.locator('.statusbar-item[id$="artifacts.active"]');
  const rows = (): Locator => quickInput(window.page).locator(".quick-input-list .monaco-list-row");

  function branch(): string {
    return repository.git(["branch", "--show-current"]);
  }

  async function type(text: string): Promise<void> {
    await quickInput(window.page).locator("input:visible").fill(text);
  }

  async function startWork(): Promise<void> {
    await runRowCommand(bug(), "Start Work on Artifact…");
    await quickInputSaying(window.page, `Start Work on #${id}`);
  }

  /** The question that comes when the branch is there: as the last time. */
  async function goOn(): Promise<void> {
    await quickInputSaying(window.page, `At Work on #${id}`);
    await window.page.keyboard.press("Enter");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }

  it("begins on a branch whose name follows what is typed", async () => {
    await startWork();
    await rows()
      .filter({ hasText: `Create branch tuleap-${id}-` })
      .filter({ hasText: "from main" })
      .waitFor();
    await window.screenshot("startWork-branch");
    await type("feature/${status|lower}-${slug|max:8}");
    await rows()
      .filter({ hasText: /Create branch feature\/\w+-\w+/ })
      .filter({ hasText: "remembers" })
      .waitFor();
    await type("tuleap-${id");
    await rows().filter({ hasText: "A brace is not closed" }).waitFor();
    await type("tuleap-${id}-${title|upper|slug|max:6}");
    await rows()
      .filter({ hasText: new RegExp(`Create branch tuleap-${id}-[a-z]+`) })
      .waitFor();
    await window.page.keyboard.press("Enter");
    await quickInputSaying(window.page, `At Work on #${id}`);
    await window.screenshot("startWork-extras");
    assert.match(branch(), new RegExp(`^tuleap-${id}-[a-z-]+$`));
    await rows().filter({ hasText: "Assign to me" }).click();
    await window.page.keyboard.press("Enter");
    await notification(window.page, `Assigned to is now ${server.accounts.admin.realName}`).waitFor();
  });

  it("is shown in the status bar, with what can be done about it", async () => {
    await item()
      .filter({ hasText: new RegExp(`#${id} \\w`) })
      .waitFor();
    const tooltip = await hoverText(item());
    assert.match(tooltip, new RegExp(`^#${id} .*\nStatus: `));
    assert.match(tooltip, /Site: Demo$/);
    await window.screenshot("startWork-statusBar");
    await item().click();
    await quickInputSaying(window.page, `#${id} `);
    await window.screenshot("startWork-menu");
    await pickItem(window.page, "Copy Reference");
    await window.waitForClipboard(`art #${id}`);
  });

  it("follows a branch that is switched outside of VS Code", async () => {
    const mine = branch();
    repository.git(["switch", "--quiet", "main"]);
    await item().waitFor({ state: "detached" });
    repository.git(["switch", "--quiet", mine]);
    await item()
      .filter({ hasText: `#${id}` })
      .waitFor();
  });

  it("ends, although the branch is still called so, and begins again there", async () => {
    await window.runCommand("Artifacts: Stop Work");
    await item().waitFor({ state: "detached" });
    const mine = branch();
    await startWork();
    await type(mine);
    await rows()
      .filter({ hasText: `Stay on ${mine}` })
      .waitFor();
    await window.page.keyboard.press("Enter");
    await goOn();
    await item()
      .filter({ hasText: `#${id}` })
      .waitFor();
    assert.equal(branch(), mine);
  });

  it("is remembered for a branch whose name tells nothing", async () => {
    await startWork();
    await answer(window.page, "quiet-waters");
    await goOn();
    assert.equal(branch(), "quiet-waters");
    await item()
      .filter({ hasText: `#${id}` })
      .waitFor();
    repository.git(["switch", "--quiet", "main"]);
    await item().waitFor({ state: "detached" });
    repository.git(["switch", "--quiet", "quiet-waters"]);
    await item()
      .filter({ hasText: `#${id}` })
      .waitFor();
    repository.git(["switch", "--quiet", "main"]);
    await item().waitFor({ state: "detached" });
  });

  it("does not lose changes that are not committed, and says so", async () => {
    const old = `tuleap-${id}-old`;
    repository.git(["switch", "--quiet", "-c", old]);
    await repository.file("note.txt", "Two\n");
    repository.commit("Second", ["--all"]);
    repository.git(["switch", "--quiet", "main"]);
    await item().waitFor({ state: "detached" });
    await repository.file("note.txt", "Mine\n");
    await startWork();
    await rows()
      .filter({ hasText: `Check out ${old}` })
      .click();
    const told = notification(window.page, "Commit or stash your changes in note.txt first");
    await told.waitFor();
    await window.screenshot("startWork-refused");
    assert.equal(branch(), "main");
    await repository.file("note.txt", "One\n");
    await startWork();
    await rows()
      .filter({ hasText: `Check out ${old}` })
      .click();
    await goOn();
    assert.equal(branch(), old);
  });

  it("leaves programs that the repository names to the person", async () => {
    repository.git(["switch", "--quiet", "main"]);
    await item().waitFor({ state: "detached" });
    repository.git(["config", "filter.evil.smudge", "touch ran"]);
    await startWork();
    await rows()
      .filter({ hasText: `Check out tuleap-${id}-old` })
      .click();
    const told = notification(window.page, "filter.evil.smudge");
    await told.waitFor();
    assert.equal(branch(), "main");
    await pressButton(told, "Check Out with Git…");
    await quickInputSaying(window.page, "Select a branch or tag to checkout");
    await window.page.keyboard.press("Escape");
    repository.git(["config", "--unset", "filter.evil.smudge"]);
  });
});
