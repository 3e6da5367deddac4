import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, someBugs } from "../support/simulator/someBugs.ts";
import { formIn, openArtifact, tab } from "../support/window/form.ts";
import { dialog, notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { repeatUntilVisible } from "../support/window/repeat.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, pressRowButton, treeRow, treeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

const extensionId = "artifacts-for-tuleap.artifacts-for-tuleap";

/** One window at one repository; one dialect is enough in it: tests inside the extension host and of the store have both. */
describe("references and commits in the window", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];
  /** The first one in the tree, which commits mention. */
  let id: string;
  /** The newest commit that mentions it, but for one of another branch. */
  let hash: string;

  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("tides");
    server = await startSimulator({ dialect: "product" });
    bugs = await someBugs(server);
    await repository.file("pump.txt", "One\n");
    await repository.file("notes.md", "# Notes\n");
    repository.git(["add", "--all"]);
    repository.commit("First");
    repository.git(["remote", "add", "origin", `${server.url}/plugins/git/demo/tides.git`]);
    window = await openWindow({
      folder: repository.folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
        // Only so can a test see where in a terminal a text stands.
        "terminal.integrated.gpuAcceleration": "off",
      },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    const label = await artifact().locator(".label-name").innerText();
    [, id = ""] = /#(\d+)/.exec(label) ?? [];
    await repository.file("pump.txt", "Two\n");
    await repository.file("valve.txt", "New\n");
    repository.git(["add", "--all"]);
    hash = repository.commit(`Mend the *pump*, art #${id}\n\nIt leaked.`);
    repository.git(["switch", "--quiet", "-c", "side"]);
    repository.commit(`Look at it, TULEAP-${id}`);
    repository.git(["switch", "--quiet", "main"]);
    await repository.file("pump.txt", "Three\n");
    repository.git(["add", "--all"]);
    repository.commit("Tidy up");
  });
  after(async () => {
    await window.close();
    await server.close();
    await stage.close();
  });

  const artifact = (): Locator => artifactRows(window.page, "tree").first();
  const short = (): string => hash.slice(0, 10);
  const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
  const rows = (): Locator => quickInput(window.page).locator(".quick-input-list .monaco-list-row");
  const hover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const suggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");
  const keys = (): VSCodeWindow["page"]["keyboard"] => window.page.keyboard;
  const comments = (): readonly string[] =>
    server.changesets(Number(id)).flatMap(({ comment }) => comment?.body || []);

  /** From a page the palette would give the focus back to it some time later. */
  async function leavePage(): Promise<void> {
    await keys().press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  }

  async function closeEditors(): Promise<void> {
    await leavePage();
    await window.runCommand("View: Close All Editors");
    await window.page.locator(".tab").first().waitFor({ state: "detached" });
  }

  async function openFile(name: string): Promise<void> {
    await keys().press("ControlOrMeta+P");
    await quickInput(window.page).locator("input:visible").fill(name);
    await pickItem(window.page, name);
    await tab(window, name).waitFor();
  }

  describe("references in texts", () => {
    const file = (): string => join(repository.folder, "notes.md");
    const link = (): Locator => window.page.locator(".editor-instance .detected-link");

    async function openNotes(): Promise<void> {
      await leavePage();
      await openFile("notes.md");
      await window.page.locator(".editor-instance .view-lines").getByText("Notes").first().waitFor();
    }

    /** A link is one to whoever comes over it first. */
    async function controlClick({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
      const { keyboard, mouse } = window.page;
      await mouse.move(x + 40, y + 60);
      await mouse.move(x, y, { steps: 5 });
      await keyboard.down("ControlOrMeta");
      await mouse.move(x + 1, y);
      await mouse.click(x + 1, y, { delay: 50 });
      await keyboard.up("ControlOrMeta");
    }

    async function closeForm(opened: number): Promise<void> {
      await formIn(window).locator("artifact-field").first().waitFor();
      await tab(window, `#${opened}`)
        .getByRole("button", { name: /^Close/ })
        .click();
      await tab(window, `#${opened}`).waitFor({ state: "detached" });
    }

    after(async () => {
      await closeEditors();
      repository.git(["checkout", "--quiet", "notes.md"]);
    });

    it("show the artifact under the mouse, and open it from there", async () => {
      const { id: shown, title, status } = bug(0);
      await writeFile(file(), `# Notes\n\nThe harbour master wrote about art #${shown} on 2026-11-15.\n`);
      await openNotes();
      await link().hover();
      await hover().getByText(title).waitFor();
      await hover().getByText(status).first().waitFor();
      await hover().evaluate((each) => Promise.all(each.getAnimations().map(({ finished }) => finished)));
      await window.pictures("references-hover");
      await hover()
        .locator("a")
        .filter({ hasText: /^\s*Open$/ })
        .click();
      await tab(window, `#${shown}`).waitFor();
      await closeForm(shown);
    });

    it("are completed by what was opened not long ago, and by titles", async () => {
      const opened = bug(0);
      const searched = bugs.slice(1).find(({ title }) => /^(?:[A-Za-z]+ ){4}/.test(title)) ?? bug(1);
      await window.showViews();
      await pressRowButton(treeRow(window.page, "Open Tides"), "Pin");
      await openNotes();
      await keys().press("ControlOrMeta+End");
      await keys().type("See art #");
      await suggestions()
        .filter({ hasText: `#${opened.id} ` })
        .waitFor();
      await keys().type(searched.title.split(" ").slice(0, 4).join(" "), { delay: 40 });
      // While another answer takes the place of the one before, VS Code draws the rows of both.
      const meant = suggestions().filter({ hasText: `#${searched.id} ` });
      await assertSoon(async () => assert.equal(await meant.count(), 1));
      await window.pictures("references-completion");
      await meant.click();
      await keys().press("ControlOrMeta+S");
      await assertSoon(async () =>
        assert.ok((await readFile(file(), "utf8")).endsWith(`See art #${searched.id}`)),
      );
    });

    it("are links in the terminal", async () => {
      const { id: named } = bug(2);
      await window.runCommand("Terminal: Create New Terminal");
      const lines = window.page.locator(".terminal-wrapper .xterm-rows > div");
      await lines.filter({ hasText: /\S/ }).first().waitFor();
      await keys().type(`clear; printf 'see %s for more\\n' 'art #${named}'`);
      await keys().press("Enter");
      const line = lines.filter({ hasText: new RegExp(`^see art #${named} for more`) });
      await line.waitFor();
      const place = await line.evaluate((row) => {
        const { left, top, width, height } =
          row.firstElementChild?.getBoundingClientRect() ?? row.getBoundingClientRect();
        const letters = row.firstElementChild?.textContent.length ?? 1;
        return { x: left + (width / letters) * 6.5, y: top + height / 2 };
      });
      await repeatUntilVisible(tab(window, `#${named}`), () => controlClick(place));
      await window.screenshot("references-terminal");
      await closeForm(named);
      await window.runCommand("View: Toggle Terminal");
    });

    async function openLink(rest: string): Promise<void> {
      await window.runCommand("Developer: Open URL");
      await quickInputSaying(window.page, "URL to open");
      await answer(window.page, `code-oss://${extensionId}${rest}`);
      await dialog(window.page, "open this URI").getByRole("button", { name: "Open", exact: true }).click();
    }

    it("come as links from outside too, for connected sites and for nothing but opening", async () => {
      const { id: named } = bug(3);
      await openLink(`/open?site=${encodeURIComponent(server.url)}&id=${named}`);
      await tab(window, `#${named}`).waitFor();
      await closeForm(named);
      await openLink(`/open?site=https%3A%2F%2Felsewhere.example&id=${named}`);
      await notification(window.page, "a site that you are not connected to").waitFor();
      await openLink(`/close?id=${named}`);
      await notification(window.page, "The link names no artifact.").waitFor();
      assert.equal(await tab(window, `#${named}`).count(), 0);
    });
  });

  describe("commits that mention an artifact", () => {
    /** In an editor of its own, which takes the focus late; nothing of it is in the way of what comes next. */
    async function changesShown(): Promise<void> {
      await tab(window, `${short()} Mend the *pump*`).and(window.page.locator(".active")).waitFor();
      const entry = window.page.locator(".multiDiffEntry:visible");
      await entry.filter({ hasText: "pump.txt" }).waitFor();
      await entry.filter({ hasText: "valve.txt" }).waitFor();
      await window.page.waitForFunction(() => document.activeElement?.closest(".multiDiffEntry") !== null);
    }

    it("are rows below it that open their changes", async () => {
      await window.showViews();
      await expandRow(artifact());
      await expandRow(treeRow(window.page, "Commits"));
      const mended = treeRow(window.page, `Mend the *pump*, art #${id}`);
      await mended.waitFor();
      const text = (await treeText(window.page)).map((line) => line.trim());
      const at = text.indexOf("Commits");
      assert.match(text[at + 1] ?? "", new RegExp(`^Look at it, TULEAP-${id} \\| \\w{10} · Ada · `));
      assert.match(text[at + 2] ?? "", new RegExp(`^Mend .* \\| ${short()} · Ada · \\d+ months? ago$`));
      await window.pictures("commits-tree");
      await mended.click();
      await changesShown();
      await window.screenshot("commits-changes-dark");
      await closeEditors();
    });

    it("are a part of its form", async () => {
      const form = await openArtifact(window, Number(id));
      const part = form.locator("section.commits");
      // They are looked for when somebody gets there.
      await form.locator("body").evaluate(({ ownerDocument: { documentElement } }) => {
        documentElement.scrollTop = documentElement.scrollHeight;
      });
      await part.getByRole("button", { name: "Mend the *pump*" }).waitFor();
      await part.scrollIntoViewIfNeeded();
      assert.match(await part.locator("li").first().innerText(), /Look at it, TULEAP-\d+\s+Ada · /);
      await window.pictures("commits-form");
      await part.getByRole("button").last().click();
      await changesShown();
      await closeEditors();
    });

    it("are offered in the Timeline, by the file", async () => {
      await openFile("valve.txt");
      await window.runCommand("Explorer: Focus on Timeline View");
      const item = window.page
        .locator(".timeline-tree-view .monaco-list-row")
        .filter({ hasText: "Mend the" });
      await item.click({ button: "right" });
      const menu = window.page.locator(".monaco-menu:visible");
      await menu.locator(".action-label").getByText("Link Commit to Artifact…", { exact: true }).hover();
      await window.screenshot("commits-timeline-dark");
      await keys().press("Enter");
      await quickInputSaying(window.page, "Which commit that changed valve.txt?");
      await assertSoon(async () =>
        assert.deepEqual(await rows().locator(".label-name:visible").allInnerTexts(), [
          `Mend the *pump*, art #${id}`,
          "Another Commit…",
        ]),
      );
      await keys().press("Escape");
      await closeEditors();
    });

    it("are offered in the Graph's hover, by the commit, and linked by a comment", async () => {
      await window.runCommand("Source Control: Focus on Graph View");
      const item = window.page.locator(".scm-history-view .monaco-list-row").filter({ hasText: "Mend the" });
      await item.hover();
      const shown = window.page.locator(".workbench-hover:visible");
      await shown.getByText("Link to Artifact…").waitFor();
      await window.screenshot("commits-graph-dark");
      await shown.getByText("Link to Artifact…").click();
      await quickInputSaying(window.page, "Which artifact of Demo?");
      await rows()
        .filter({ hasText: "in the message" })
        .filter({ hasText: `#${id}` })
        .click();
      await quickInputSaying(window.page, `Commit ${short()} is on no remote branch`);
      await pickItem(window.page, "Link Now");
      await quickInputSaying(window.page, "The comment that links the commit");
      await keys().press("Enter");
      await notification(window.page, `Commit ${short()} is linked to #${id} now`).waitFor();
      const page = `${server.url}/plugins/git/demo/tides?a=commit&h=${hash}`;
      assert.deepEqual(comments(), [
        `Commit [${short()}](<${page}>) by Ada: Mend the \\*pump\\*, art #${id}`,
      ]);
    });
  });
});
