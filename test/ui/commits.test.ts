import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { getForm, openArtifact, getTab } from "../support/window/form.ts";
import { getDialog, getNotification } from "../support/window/messages.ts";
import { submitInput, pickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually } from "../support/wait.ts";
import {
  expandRows,
  getArtifactRows,
  expandRow,
  pressRowButton,
  getTreeRow,
  readTreeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";

const extensionId = "artifacts-for-tuleap.artifacts-for-tuleap";

/** One window and one dialect, because the tests of the extension host and of the store cover both. */
describe("references and commits in the window", () => {
  let gitFixture: GitFixture;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];
  /** First artifact in the tree, which commits mention. */
  let id: string;
  /** Newest commit on main that mentions it. */
  let hash: string;

  before(async () => {
    gitFixture = await GitFixture.open();
    repository = gitFixture.createRepository("tides");
    server = await startSimulator({ dialect: "product" });
    bugs = await fetchOpenBugs(server);
    await repository.writeFile("pump.txt", "One\n");
    await repository.writeFile("notes.md", "# Notes\n");
    repository.runGit(["add", "--all"]);
    repository.commit("First");
    repository.runGit(["remote", "add", "origin", `${server.url}/plugins/git/demo/tides.git`]);
    window = await openWindow({
      folder: repository.folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
        // Without GPU rendering the terminal text is in the DOM.
        "terminal.integrated.gpuAcceleration": "off",
      },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRows(window.page, "Open Tides", "Bugs");
    const label = await getArtifactRow().locator(".label-name").innerText();
    [, id = ""] = /#(\d+)/.exec(label) ?? [];
    await repository.writeFile("pump.txt", "Two\n");
    await repository.writeFile("valve.txt", "New\n");
    repository.runGit(["add", "--all"]);
    hash = repository.commit(`Mend the *pump*, art #${id}\n\nIt leaked.`);
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    repository.commit(`Look at it, TULEAP-${id}`);
    repository.runGit(["switch", "--quiet", "main"]);
    await repository.writeFile("pump.txt", "Three\n");
    repository.runGit(["add", "--all"]);
    repository.commit("Tidy up");
  });
  after(async () => {
    await window.close();
    await server.close();
    await gitFixture.close();
  });

  const getArtifactRow = (): Locator => getArtifactRows(window.page, "tree").first();
  const getShortHash = (): string => hash.slice(0, 10);
  const getBug = (index: number): Bug => bugs[index] ?? assert.fail("too few bugs");
  const getPickRows = (): Locator => getQuickInput(window.page).locator(".quick-input-list .monaco-list-row");
  const getHover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const getSuggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");
  const getKeyboard = (): VSCodeWindow["page"]["keyboard"] => window.page.keyboard;
  const getComments = (): readonly string[] =>
    server.getChangesets(Number(id)).flatMap(({ comment }) => comment?.body || []);

  async function openFile(name: string): Promise<void> {
    await window.openFile(name);
    await getTab(window, name).waitFor();
  }

  describe("references in texts", () => {
    const getFilePath = (): string => join(repository.folder, "notes.md");
    const getLink = (): Locator => window.page.locator(".editor-instance .detected-link");

    async function openNotes(): Promise<void> {
      await window.focusSideBar();
      await openFile("notes.md");
      await window.page.locator(".editor-instance .view-lines").getByText("Notes").first().waitFor();
    }

    /** VS Code detects a link when the mouse moves over it. */
    async function controlClick({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
      const { keyboard, mouse } = window.page;
      await mouse.move(x + 40, y + 60);
      await mouse.move(x, y, { steps: 5 });
      await keyboard.down("ControlOrMeta");
      await mouse.move(x + 1, y);
      await mouse.click(x + 1, y, { delay: 50 });
      await keyboard.up("ControlOrMeta");
    }

    async function closeForm(artifactId: number): Promise<void> {
      await getForm(window).locator("artifact-field").first().waitFor();
      await getTab(window, `#${artifactId}`)
        .getByRole("button", { name: /^Close/ })
        .click();
      await getTab(window, `#${artifactId}`).waitFor({ state: "detached" });
    }

    after(async () => {
      await window.closeEditors();
      repository.runGit(["checkout", "--quiet", "notes.md"]);
    });

    it("show the artifact in a hover with a link to open it", async () => {
      const { id: artifactId, title, status } = getBug(0);
      await writeFile(
        getFilePath(),
        `# Notes\n\nThe harbour master wrote about art #${artifactId} on 2026-11-15.\n`,
      );
      await openNotes();
      await getLink().hover();
      await getHover().getByText(title).waitFor();
      await getHover().getByText(status).first().waitFor();
      await getHover().evaluate((element) =>
        Promise.all(element.getAnimations().map(({ finished }) => finished)),
      );
      await window.screenshotThemes("references-hover");
      await getHover()
        .locator("a")
        .filter({ hasText: /^\s*Open$/ })
        .click();
      await getTab(window, `#${artifactId}`).waitFor();
      await closeForm(artifactId);
    });

    it("are completed with recently opened artifacts and by title", async () => {
      const recentBug = getBug(0);
      const searchedBug = bugs.slice(1).find(({ title }) => /^(?:[A-Za-z]+ ){4}/.test(title)) ?? getBug(1);
      await window.showViews();
      await pressRowButton(getTreeRow(window.page, "Open Tides"), "Pin");
      await openNotes();
      await getKeyboard().press("ControlOrMeta+End");
      await getKeyboard().type("See art #");
      await getSuggestions()
        .filter({ hasText: `#${recentBug.id} ` })
        .waitFor();
      await getKeyboard().type(searchedBug.title.split(" ").slice(0, 4).join(" "), { delay: 40 });
      // While results are replaced, VS Code renders the rows of both.
      const suggestion = getSuggestions().filter({ hasText: `#${searchedBug.id} ` });
      await assertEventually(async () => assert.equal(await suggestion.count(), 1));
      await window.screenshotThemes("references-completion");
      await suggestion.click();
      await getKeyboard().press("ControlOrMeta+S");
      await assertEventually(async () =>
        assert.ok((await readFile(getFilePath(), "utf8")).endsWith(`See art #${searchedBug.id}`)),
      );
    });

    it("are links in the terminal", async () => {
      const { id: artifactId } = getBug(2);
      await window.runCommand("Terminal: Create New Terminal");
      const lines = window.page.locator(".terminal-wrapper .xterm-rows > div");
      await lines.filter({ hasText: /\S/ }).first().waitFor();
      await getKeyboard().type(`clear; printf 'see %s for more\\n' 'art #${artifactId}'`);
      await getKeyboard().press("Enter");
      const line = lines.filter({ hasText: new RegExp(`^see art #${artifactId} for more`) });
      await line.waitFor();
      const position = await line.evaluate((row) => {
        const { left, top, width, height } =
          row.firstElementChild?.getBoundingClientRect() ?? row.getBoundingClientRect();
        const letters = row.firstElementChild?.textContent.length ?? 1;
        return { x: left + (width / letters) * 6.5, y: top + height / 2 };
      });
      await retryUntilVisible(getTab(window, `#${artifactId}`), () => controlClick(position));
      await window.screenshot("references-terminal");
      await closeForm(artifactId);
      await window.runCommand("View: Toggle Terminal");
    });

    async function openExternalLink(path: string): Promise<void> {
      await window.runCommand("Developer: Open URL");
      await waitForQuickInput(window.page, "URL to open");
      await submitInput(window.page, `code-oss://${extensionId}${path}`);
      await getDialog(window.page, "open this URI")
        .getByRole("button", { name: "Open", exact: true })
        .click();
    }

    it("are opened from external links to connected sites only", async () => {
      const { id: artifactId } = getBug(3);
      await openExternalLink(`/open?site=${encodeURIComponent(server.url)}&id=${artifactId}`);
      await getTab(window, `#${artifactId}`).waitFor();
      await closeForm(artifactId);
      await openExternalLink(`/open?site=https%3A%2F%2Felsewhere.example&id=${artifactId}`);
      await getNotification(window.page, "a site you aren't connected to").waitFor();
      await openExternalLink(`/close?id=${artifactId}`);
      await getNotification(window.page, "The link doesn't point to an artifact.").waitFor();
      assert.equal(await getTab(window, `#${artifactId}`).count(), 0);
    });
  });

  describe("commits that mention an artifact", () => {
    /** Waits until the diff editor has the focus, so that it does not take it later. */
    async function waitForChanges(): Promise<void> {
      await getTab(window, `${getShortHash()} Mend the *pump*`).and(window.page.locator(".active")).waitFor();
      const entry = window.page.locator(".multiDiffEntry:visible");
      await entry.filter({ hasText: "pump.txt" }).waitFor();
      await entry.filter({ hasText: "valve.txt" }).waitFor();
      await window.page.waitForFunction(() => document.activeElement?.closest(".multiDiffEntry") !== null);
    }

    it("are listed below it in the tree and open their changes", async () => {
      await window.showViews();
      await expandRow(getArtifactRow());
      await expandRow(getTreeRow(window.page, "Commits"));
      const commitRow = getTreeRow(window.page, `Mend the *pump*, art #${id}`);
      await commitRow.waitFor();
      const text = (await readTreeText(window.page)).map((line) => line.trim());
      const index = text.indexOf("Commits");
      assert.match(text[index + 1] ?? "", new RegExp(`^Look at it, TULEAP-${id} \\| \\w{10} · Ada · `));
      assert.match(
        text[index + 2] ?? "",
        new RegExp(`^Mend .* \\| ${getShortHash()} · Ada · \\d+ months? ago$`),
      );
      await window.screenshotThemes("commits-tree");
      await commitRow.click();
      await waitForChanges();
      await window.screenshot("commits-changes-dark");
      await window.closeEditors();
    });

    it("are listed in its form", async () => {
      const form = await openArtifact(window, Number(id));
      const section = form.locator("section.commits");
      // Commits are loaded when the section scrolls into view.
      await form.locator("body").evaluate(({ ownerDocument: { documentElement } }) => {
        documentElement.scrollTop = documentElement.scrollHeight;
      });
      await section.getByRole("button", { name: "Mend the *pump*" }).waitFor();
      await section.scrollIntoViewIfNeeded();
      assert.match(await section.locator("li").first().innerText(), /Look at it, TULEAP-\d+\s+Ada · /);
      // There is a remote, but nothing was pushed to it.
      await section.locator("li").first().getByRole("img", { name: "Not pushed" }).waitFor();
      await section.locator("li").first().getByRole("img", { name: "On side" }).waitFor();
      await section.locator("li").last().getByRole("img", { name: "On main, side" }).waitFor();
      await window.screenshotThemes("commits-form");
      await section.getByRole("button").last().click();
      await waitForChanges();
      await window.closeEditors();
    });

    it("can be linked from the Timeline of a file", async () => {
      await openFile("valve.txt");
      await window.runCommand("Explorer: Focus on Timeline View");
      const item = window.page
        .locator(".timeline-tree-view .monaco-list-row")
        .filter({ hasText: "Mend the" });
      await item.click({ button: "right" });
      const menu = window.page.locator(".monaco-menu:visible");
      await menu.locator(".action-label").getByText("Link Commit to Artifact…", { exact: true }).hover();
      await window.screenshot("commits-timeline-dark");
      await getKeyboard().press("Enter");
      await waitForQuickInput(window.page, "Select a commit that changed valve.txt");
      await assertEventually(async () =>
        assert.deepEqual(await getPickRows().locator(".label-name:visible").allInnerTexts(), [
          `Mend the *pump*, art #${id}`,
          "Select Another Commit…",
        ]),
      );
      await getKeyboard().press("Escape");
      await window.closeEditors();
    });

    it("are linked with a comment from the hover in the Graph", async () => {
      await window.runCommand("Source Control: Focus on Graph View");
      const item = window.page.locator(".scm-history-view .monaco-list-row").filter({ hasText: "Mend the" });
      await item.hover();
      const hover = window.page.locator(".workbench-hover:visible");
      await hover.getByText("Link to Artifact…").waitFor();
      await window.screenshot("commits-graph-dark");
      await hover.getByText("Link to Artifact…").click();
      await waitForQuickInput(window.page, "Select an artifact on Demo");
      await getPickRows()
        .filter({ hasText: "mentioned in the message" })
        .filter({ hasText: `#${id}` })
        .click();
      await waitForQuickInput(window.page, `Commit ${getShortHash()} isn't on a remote branch`);
      await pickItem(window.page, "Link Now");
      await waitForQuickInput(window.page, "Enter a comment that links to the commit");
      await getKeyboard().press("Enter");
      await getNotification(window.page, `Linked commit ${getShortHash()} to #${id}`).waitFor();
      const page = `${server.url}/plugins/git/demo/tides?a=commit&h=${hash}`;
      assert.deepEqual(getComments(), [
        `Commit [${getShortHash()}](<${page}>) by Ada: Mend the \\*pump\\*, art #${id}`,
      ]);
    });
  });
});
