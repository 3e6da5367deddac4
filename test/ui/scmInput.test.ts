import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import {
  pickItem,
  getQuickInput,
  getQuickInputText,
  waitForQuickInput,
} from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { assertEventually } from "../support/wait.ts";
import { expandRows, getArtifactRows, readHoverText, runArtifactCommand } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";

const bugsId = 11;

/** One window and one dialect, because the tests of the extension host and of the store cover both. */
describe("work and commits in the window", () => {
  let gitFixture: GitFixture;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];

  before(async () => {
    gitFixture = await GitFixture.open();
    repository = gitFixture.createRepository("harbour");
    repository.runGit(["config", "user.name", "Ada"]);
    repository.runGit(["config", "user.email", "ada@example.com"]);
    await repository.writeFile("lamp.txt", "dark\n");
    repository.runGit(["add", "--all"]);
    repository.commit("First");
    server = await startSimulator({ dialect: "product" });
    bugs = await fetchOpenBugs(server);
    window = await openWindow({
      folder: repository.folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [{ name: "All bugs", site: server.url, tracker: bugsId }],
        "editor.minimap.enabled": false,
      },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
    await gitFixture.close();
  });

  const getBug = (index: number): Bug => bugs[index] ?? assert.fail("too few bugs");
  const getPickRows = (): Locator => getQuickInput(window.page).locator(".quick-input-list .monaco-list-row");
  const getStatusBarItem = (): Locator => window.page.locator('.statusbar-item[id$="artifacts.active"]');
  const getHover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const getSuggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");
  const getKeyboard = (): VSCodeWindow["page"]["keyboard"] => window.page.keyboard;

  describe("work", () => {
    async function assertStartWorkPrompt(artifactId: string | number): Promise<void> {
      await waitForQuickInput(window.page, `Start Work on #${artifactId}`);
      await getKeyboard().press("Escape");
      await getQuickInput(window.page).waitFor({ state: "hidden" });
    }

    it("starts from a row of the tree and is shown in the status bar with its actions", async () => {
      await expandRows(window.page, "Open Tides", "Bugs");
      const artifact = getArtifactRows(window.page, "tree").first();
      const [, id = ""] = /#(\d+)/.exec(await artifact.locator(".label-name").innerText()) ?? [];
      const prompt = getQuickInputText(window.page, `Start Work on #${id}`);
      await runArtifactCommand(window, artifact, "Start Work on Artifact…", prompt);
      await getQuickInput(window.page)
        .locator("input:visible")
        .fill("tuleap-${id}-${title|upper|slug|max:6}");
      await getPickRows()
        .filter({ hasText: new RegExp(`Create Branch tuleap-${id}-[a-z]+`) })
        .filter({ hasText: "from main" })
        .waitFor();
      await window.screenshot("startWork-branch");
      await getKeyboard().press("Enter");
      await waitForQuickInput(window.page, `Started Work on #${id}`);
      assert.match(repository.runGit(["branch", "--show-current"]), new RegExp(`^tuleap-${id}-[a-z-]+$`));
      await getPickRows().filter({ hasText: "Assign to Me" }).click();
      await getKeyboard().press("Enter");
      await getNotification(window.page, `Assigned to is now ${server.accounts.admin.realName}`).waitFor();
      await getStatusBarItem()
        .filter({ hasText: new RegExp(`#${id} \\w`) })
        .waitFor();
      const tooltip = await readHoverText(getStatusBarItem());
      assert.match(tooltip, new RegExp(`^#${id} .*\nStatus: `));
      assert.match(tooltip, /Site: Demo$/);
      await window.screenshot("startWork-statusBar");
      await getStatusBarItem().click();
      await waitForQuickInput(window.page, `#${id} `);
      await window.screenshot("startWork-menu");
      await pickItem(window.page, "Copy Reference");
      await window.waitForClipboard(`art #${id}`);
      await window.runCommand("Artifacts: Stop Work");
      await getStatusBarItem().waitFor({ state: "detached" });
      repository.runGit(["switch", "--quiet", "main"]);
    });

    it("starts from a row of a table, the title bar of a form and the command palette", async () => {
      const { page } = window;
      const table = new TableTab(window);
      await openQueryTable(window, "All bugs");
      const row = table.rows.first();
      const artifactId = Number(/#(\d+)/.exec(await row.innerText())?.[1]);
      await row.click({ button: "right" });
      await table.options.filter({ hasText: "Start Work…" }).click();
      await assertStartWorkPrompt(artifactId);
      await row.locator(".open-link").first().click();
      await getTab(window, `#${artifactId}`).waitFor();
      await getForm(window).locator("artifact-field").first().waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
      await page
        .locator(".editor-actions")
        .getByRole("button", { name: /More Actions/ })
        .click();
      await page
        .locator(".monaco-menu:visible")
        .getByRole("menuitem", { name: "Start Work on Artifact…" })
        .hover();
      await getKeyboard().press("Enter");
      await assertStartWorkPrompt(artifactId);
      await window.runCommand("Artifacts: Start Work on Artifact…");
      await assertStartWorkPrompt(artifactId);
      await window.closeEditors();
    });
  });

  describe("the SCM input", () => {
    let bug: Bug;

    before(async () => {
      bug = getBug(4);
      await window.runCommand("Source Control: Focus on Changes View");
      await getScmInput().waitFor();
    });

    const getScmInput = (): Locator => window.page.locator(".scm-view .scm-editor");

    /** Reads the lines of an editor in their visual order. */
    async function readText(editor: Locator): Promise<string> {
      const lines = await editor.locator(".view-line").evaluateAll((elements) =>
        elements
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
          .sort((left, right) => left.top - right.top)
          .map(({ text }) => text),
      );
      return lines.join("\n").replaceAll("\u00a0", " ");
    }

    async function waitForText(text: string): Promise<void> {
      await assertEventually(async () => assert.equal(await readText(getScmInput()), text));
    }

    async function focusInput(): Promise<void> {
      await getScmInput().locator(".view-lines").click();
      await window.page.waitForFunction(() => document.activeElement?.closest(".scm-editor") !== null);
    }

    /** Moves the mouse to the end of the element: squiggles below the text can't be hovered directly. */
    async function hoverEnd(mark: Locator): Promise<void> {
      const box = await mark.boundingBox();
      assert.ok(box);
      await window.page.mouse.move(box.x + box.width - 12, box.y + box.height / 2, { steps: 5 });
    }

    async function clearInput(): Promise<void> {
      await focusInput();
      await getKeyboard().press("ControlOrMeta+A");
      await getKeyboard().press("Delete");
      await waitForText("");
    }

    it("keeps typed text when the branch of an artifact is checked out, warns about the missing reference and adds it", async () => {
      await focusInput();
      await getKeyboard().type("Half a mess");
      repository.runGit(["switch", "--quiet", "-c", `tuleap-${bug.id}-lamps`]);
      await getStatusBarItem()
        .filter({ hasText: `#${bug.id} ${bug.title.slice(0, 20)}` })
        .waitFor();
      assert.equal(await readText(getScmInput()), "Half a mess");
      const squiggle = getScmInput().locator(".squiggly-warning").first();
      await squiggle.waitFor();
      await hoverEnd(squiggle);
      await getHover()
        .getByText(`This branch is associated with #${bug.id}, but the commit message doesn't refer to it.`)
        .waitFor();
      await window.screenshotThemes("commitBox-diagnostics-product");
      await focusInput();
      await getKeyboard().press("ControlOrMeta+.");
      await window.page
        .locator(".action-widget .monaco-list-row")
        .filter({ hasText: `Add “art #${bug.id}” to Commit Message` })
        .click();
      await waitForText(`Half a mess\n\nart #${bug.id}`);
      await squiggle.waitFor({ state: "detached" });
    });

    it("completes references, with closing keywords as separate items, and shows hovers", async () => {
      await clearInput();
      await getKeyboard().type("Mend the lamp, art #");
      await getSuggestions()
        .filter({ hasText: `#${bug.id} ` })
        .first()
        .waitFor();
      await getSuggestions()
        .filter({ hasText: `Closes art #${bug.id}` })
        .waitFor();
      await window.screenshotThemes("commitBox-completion-product");
      await getSuggestions()
        .filter({ hasText: new RegExp(`^#${bug.id} `) })
        .first()
        .click();
      await waitForText(`Mend the lamp, art #${bug.id}`);
      const word = getScmInput()
        .locator(".view-line span span")
        .filter({ hasText: `#${bug.id}` })
        .last();
      await hoverEnd(word);
      await getHover().getByText(bug.title).waitFor();
      await getHover().evaluate((element) =>
        Promise.all(element.getAnimations().map(({ finished }) => finished)),
      );
      await window.screenshotThemes("commitBox-hover-product");
      await window.page.mouse.move(700, 300);
    });

    it("suggests a follow-up after a commit, resolves a conflict in the form, and is filled in again", async () => {
      await repository.writeFile("lamp.txt", "bright\n");
      repository.runGit(["add", "--all"]);
      await window.page.locator(".scm-view .monaco-list-row").filter({ hasText: "Staged Changes" }).waitFor();
      const act = (): void => {
        server.clock.advance(60_000);
        const comment = { body: "Me too", format: "text" } as const;
        server.updateArtifact(bug.id, { values: [], comment, by: server.accounts.member });
      };
      server.faults.add({
        method: "PUT",
        path: /artifacts/,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      await focusInput();
      await getKeyboard().press("ControlOrMeta+Enter");
      const suggestion = getNotification(window.page, `mentions #${bug.id} `);
      await suggestion.waitFor();
      await window.screenshotThemes("commitBox-offer-product");
      assert.equal(repository.runGit(["log", "-1", "--format=%B"]).trim(), `Mend the lamp, art #${bug.id}`);
      await pressButton(suggestion, "Set Status…");
      await waitForQuickInput(window.page, "Status of");
      await getPickRows()
        .filter({ hasNotText: "current" })
        .filter({ hasNotText: new RegExp(`^${bug.status}`) })
        .first()
        .click();
      const notification = getNotification(
        window.page,
        "was changed by someone else. Your change wasn't saved.",
      );
      await notification.waitFor();
      await pressButton(notification, "Open and Resolve");
      // The form has the change as a draft, and nothing was sent.
      await getTab(window, `● #${bug.id}`).waitFor();
      await getForm(window).locator("artifact-field").first().waitFor();
      assert.equal(server.getChangesets(bug.id).length, 1);
      await window.closeEditors();
      await window.runCommand("Source Control: Focus on Changes View");
      await waitForText(`\n\nart #${bug.id} `);
      await getScmInput().locator(".squiggly-warning").first().waitFor();
    });
  });
});
