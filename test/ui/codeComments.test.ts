import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { linksField, stringField, textField } from "../simulator/demo/fieldDefinition.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import type { Bug } from "../support/simulator/fetchOpenBugs.ts";
import { getForm, getTab, waitUntilDraftSaved } from "../support/window/form.ts";
import { pickItem, waitForQuickInput } from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";

/** With six digits it would be a color. */
const missingId = 9_876_543;

async function fetchClosedBug({ url, accounts: { admin } }: Simulator): Promise<Bug> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const response = await fetch(`${url}/api/trackers/11/artifacts?limit=50`, { headers });
  const bugs = (await response.json()) as readonly Bug[];
  return bugs.find(({ is_open, title }) => !is_open && /^[\w ]{20,55}$/.test(title)) ?? assert.fail("no bug");
}

describe("comments of source code in the window", () => {
  let gitFixture: GitFixture;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bug: Bug;
  let text: string;
  let hash: string;

  before(async () => {
    gitFixture = await GitFixture.open();
    repository = gitFixture.createRepository("tides");
    server = await startSimulator({ dialect: "product" });
    bug = await fetchClosedBug(server);
    server.addTracker({
      projectId: 102,
      label: "Chores",
      fields: [
        stringField("title", "Title", { required: true }),
        textField("description", "Description", {}),
        linksField("links", "Links", { types: [] }),
      ],
      semantics: { title: "title", description: "description" },
    });
    text = [
      "package tides",
      "",
      "func fillBasin() {",
      `  // TODO art #${bug.id}: remove the second pump`,
      `  openValve(2) // as in art #${missingId}`,
      "  // TODO: close the valve when the tide turns",
      "  // It stays open after midnight.",
      "  openValve(1)",
      "}",
      "",
    ].join("\n");
    hash = await repository.commitFile("tide.go", text, "First");
    repository.runGit(["remote", "add", "origin", `${server.url}/plugins/git/demo/tides.git`]);
    repository.runGit(["update-ref", "refs/remotes/origin/main", hash]);
    window = await openWindow({
      folder: repository.folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
        // Otherwise a test could scroll lines out of sight, and sticky lines would cover them.
        "editor.scrollBeyondLastLine": false,
        "editor.stickyScroll.enabled": false,
      },
      secrets: "stored",
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await window.openFile("tide.go");
    await getTab(window, "tide.go").waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
    await gitFixture.close();
  });

  const getLine = (words: string): Locator =>
    window.page.locator(".editor-instance .view-line").filter({ hasText: words }).first();
  const getHover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const getMenu = (): Locator => window.page.locator(".action-widget").first();

  /** Hides a hover. */
  const moveMouseAway = (): Promise<void> => window.page.mouse.move(900, 600);

  async function openQuickFixes(words: string, fix: string): Promise<Locator> {
    const item = getMenu().getByText(fix);
    await retryUntilVisible(item, async () => {
      await window.page.keyboard.press("Escape");
      await getLine(words).click();
      await window.page.keyboard.press("ControlOrMeta+.");
    });
    return item;
  }

  it("have a hint for a closed artifact, a warning for a missing one, and a hover with the date", async () => {
    await window.page.locator(".editor-instance .squiggly-hint").first().waitFor({ state: "attached" });
    await window.page.locator(".editor-instance .squiggly-warning").first().waitFor({ state: "attached" });
    // VS Code marks only the first letters for a hint.
    const reference = window.page.locator(".editor-instance .detected-link").first();
    await retryUntilVisible(getHover().getByText(`#${bug.id} is closed, last changed on`), async () => {
      await moveMouseAway();
      await reference.hover({ position: { x: 4, y: 8 } });
    });
    await getHover().getByText(bug.title).waitFor();
    await window.screenshotThemes("comments-closed");
    await moveMouseAway();
  });

  it("have quick fixes in the menu of the light bulb", async () => {
    await openQuickFixes("remove the second pump", `Reopen #${bug.id}…`);
    await getMenu().getByText(`Create Follow-Up of #${bug.id}…`).waitFor();
    await getMenu().getByText("Remove Comment").waitFor();
    await window.screenshotThemes("comments-quick-fixes");
    await window.page.keyboard.press("Escape");
    await getMenu().waitFor({ state: "hidden" });
  });

  /** Selects the tracker of a new artifact, and waits for its form. */
  async function openChoresForm(): Promise<FrameLocator> {
    await waitForQuickInput(window.page, "Select a project");
    await pickItem(window.page, "Open Tides");
    await waitForQuickInput(window.page, "Select a tracker");
    await pickItem(window.page, "Chores");
    await getTab(window, "New artifact in Chores").waitFor();
    return getForm(window);
  }

  /** Returns the ID of the artifact, and shows the file again. */
  async function createArtifact(title: string): Promise<number> {
    await getForm(window).getByRole("button", { name: "Create", exact: true }).click();
    const tab = getTab(window, new RegExp(`#\\d+ ${title}`));
    await tab.waitFor();
    const [, id] = /#(\d+)/.exec((await tab.textContent()) ?? "") ?? [];
    await getTab(window, "tide.go").click();
    return Number(id);
  }

  /** With one step; a key that comes before the editor has the focus is lost. */
  async function undo(lineBefore: string, lineAfter: string): Promise<void> {
    await getLine(lineBefore).waitFor();
    await retryUntilVisible(getLine(lineAfter), async () => {
      if (!(await getLine(lineBefore).isVisible())) return;
      await getLine(lineBefore).click();
      await window.page.keyboard.press("ControlOrMeta+Z");
    });
  }

  async function fetchLinkedIds(artifactId: number): Promise<readonly number[]> {
    const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey };
    const response = await fetch(`${server.url}/api/artifacts/${artifactId}`, { headers });
    const { values } = (await response.json()) as {
      readonly values: readonly { readonly links?: readonly { readonly id: number }[] }[];
    };
    return values.flatMap(({ links = [] }) => links.map(({ id }) => id));
  }

  it("get a follow-up that is linked to the closed artifact, and replaces it", async () => {
    await (await openQuickFixes("remove the second pump", `Create Follow-Up of #${bug.id}…`)).click();
    const form = await openChoresForm();
    const title = form.getByRole("textbox", { name: "Title" });
    await assertEventually(async () => assert.equal(await title.inputValue(), "remove the second pump"));
    await form.getByText(bug.title).first().waitFor();
    await window.screenshot("comments-follow-up");
    const id = await createArtifact("remove the second pump");
    assert.deepEqual(await fetchLinkedIds(id), [bug.id]);
    await undo(`TODO art #${id}: remove the second pump`, `TODO art #${bug.id}: remove the second pump`);
  });

  it("become an artifact, whose reference is written into the comment", async () => {
    const fix = await openQuickFixes("close the valve", "Create Artifact from TODO…");
    await window.screenshot("comments-todo-dark");
    await fix.click();
    const form = await openChoresForm();
    const title = form.getByRole("textbox", { name: "Title" });
    await assertEventually(async () =>
      assert.equal(await title.inputValue(), "close the valve when the tide turns"),
    );
    const page = `${server.url}/plugins/git/demo/tides?a=blob&hb=${hash}&f=tide.go#L6`;
    assert.equal(
      await form.getByRole("textbox", { name: "Description" }).inputValue(),
      `It stays open after midnight.\n\n\`tide.go:6-7\`\n\n<${page}>`,
    );
    await window.screenshot("comments-todo-form");
    const id = await createArtifact("close the valve");
    const expected = text.replace("TODO: close", `TODO art #${id}: close`);
    await getLine(`TODO art #${id}: close the valve`).click();
    await window.screenshotThemes("comments-todo-written");
    const file = join(repository.folder, "tide.go");
    await window.runCommand("File: Save");
    await assertEventually(async () => assert.equal(await readFile(file, "utf8"), expected));
    await undo(`TODO art #${id}: close the valve`, "TODO: close the valve");
    await window.runCommand("File: Save");
    await assertEventually(async () => assert.equal(await readFile(file, "utf8"), text));
    assert.equal(server.getChangesets(id).length, 1);
  });

  it("get the reference of an artifact whose form was open over a reload of the window", async () => {
    // The tab of an artifact with the same title may be open.
    await getTab(window, "tide.go").click();
    await window.runCommand("View: Close Other Editors in Group");
    const fix = await openQuickFixes("close the valve", "Create Artifact from TODO…");
    await fix.click();
    await openChoresForm();
    await waitUntilDraftSaved(getForm(window));
    await window.reload();
    await getTab(window, "New artifact in Chores").waitFor();
    const id = await createArtifact("close the valve");
    await undo(`TODO art #${id}: close the valve`, "TODO: close the valve");
    assert.equal(server.getChangesets(id).length, 1);
  });
});
