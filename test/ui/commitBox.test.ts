import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, someBugs } from "../support/simulator/someBugs.ts";
import { formIn, tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, hoverText, runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

const bugsId = 11;

/** One window at one repository; one dialect is enough in it: tests inside the extension host and of the store have both. */
describe("work and commits in the window", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];

  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("harbour");
    repository.git(["config", "user.name", "Ada"]);
    repository.git(["config", "user.email", "ada@example.com"]);
    await repository.file("lamp.txt", "dark\n");
    repository.git(["add", "--all"]);
    repository.commit("First");
    server = await startSimulator({ dialect: "product" });
    bugs = await someBugs(server);
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
    await stage.close();
  });

  const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
  const rows = (): Locator => quickInput(window.page).locator(".quick-input-list .monaco-list-row");
  const statusItem = (): Locator => window.page.locator('.statusbar-item[id$="artifacts.active"]');
  const hover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const suggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");
  const keys = (): VSCodeWindow["page"]["keyboard"] => window.page.keyboard;

  async function closeEditors(): Promise<void> {
    // From a page the palette would give the focus back to it some time later.
    await keys().press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
    await window.runCommand("View: Close All Editors");
    await window.page.locator(".tab").first().waitFor({ state: "detached" });
  }

  describe("work", () => {
    async function isAsked(asked: string | number): Promise<void> {
      await quickInputSaying(window.page, `Start Work on #${asked}`);
      await keys().press("Escape");
      await quickInput(window.page).waitFor({ state: "hidden" });
    }

    it("begins at a row of the tree, and is shown in the status bar, with what can be done about it", async () => {
      await expandRow(treeRow(window.page, "Open Tides"));
      await expandRow(treeRow(window.page, "Bugs"));
      const artifact = artifactRows(window.page, "tree").first();
      const [, id = ""] = /#(\d+)/.exec(await artifact.locator(".label-name").innerText()) ?? [];
      await runRowCommand(artifact, "Start Work on Artifact…");
      await quickInputSaying(window.page, `Start Work on #${id}`);
      await quickInput(window.page).locator("input:visible").fill("tuleap-${id}-${title|upper|slug|max:6}");
      await rows()
        .filter({ hasText: new RegExp(`Create branch tuleap-${id}-[a-z]+`) })
        .filter({ hasText: "from main" })
        .waitFor();
      await window.screenshot("startWork-branch");
      await keys().press("Enter");
      await quickInputSaying(window.page, `At Work on #${id}`);
      assert.match(repository.git(["branch", "--show-current"]), new RegExp(`^tuleap-${id}-[a-z-]+$`));
      await rows().filter({ hasText: "Assign to me" }).click();
      await keys().press("Enter");
      await notification(window.page, `Assigned to is now ${server.accounts.admin.realName}`).waitFor();
      await statusItem()
        .filter({ hasText: new RegExp(`#${id} \\w`) })
        .waitFor();
      const tooltip = await hoverText(statusItem());
      assert.match(tooltip, new RegExp(`^#${id} .*\nStatus: `));
      assert.match(tooltip, /Site: Demo$/);
      await window.screenshot("startWork-statusBar");
      await statusItem().click();
      await quickInputSaying(window.page, `#${id} `);
      await window.screenshot("startWork-menu");
      await pickItem(window.page, "Copy Reference");
      await window.waitForClipboard(`art #${id}`);
      await window.runCommand("Artifacts: Stop Work");
      await statusItem().waitFor({ state: "detached" });
      repository.git(["switch", "--quiet", "main"]);
    });

    it("begins at a row of the table, and at the form in front: by its title and by the palette", async () => {
      const { page } = window;
      const table = new TableTab(window);
      await openQueryTable(window, "All bugs");
      const row = table.rows.first();
      const shown = Number(/#(\d+)/.exec(await row.innerText())?.[1]);
      await row.click({ button: "right" });
      await table.options.filter({ hasText: "Start Work…" }).click();
      await isAsked(shown);
      await row.locator(".open-link").first().click();
      await tab(window, `#${shown}`).waitFor();
      await formIn(window).locator("artifact-field").first().waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
      await page
        .locator(".editor-actions")
        .getByRole("button", { name: /More Actions/ })
        .click();
      await page
        .locator(".monaco-menu:visible")
        .getByRole("menuitem", { name: "Start Work on Artifact…" })
        .hover();
      await keys().press("Enter");
      await isAsked(shown);
      await window.runCommand("Artifacts: Start Work on Artifact…");
      await isAsked(shown);
      await closeEditors();
    });
  });

  describe("the commit box", () => {
    let about: Bug;

    before(async () => {
      about = bug(4);
      await window.runCommand("Source Control: Focus on Changes View");
      await box().waitFor();
    });

    const box = (): Locator => window.page.locator(".scm-view .scm-editor");

    /** Its lines as they stand below each other. */
    async function textOf(editor: Locator): Promise<string> {
      const lines = await editor.locator(".view-line").evaluateAll((all) =>
        all
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
          .sort((left, right) => left.top - right.top)
          .map(({ text }) => text),
      );
      return lines.join("\n").replaceAll("\u00a0", " ");
    }

    async function holdsSoon(text: string): Promise<void> {
      await assertSoon(async () => assert.equal(await textOf(box()), text));
    }

    async function focusBox(): Promise<void> {
      await box().locator(".view-lines").click();
      await window.page.waitForFunction(() => document.activeElement?.closest(".scm-editor") !== null);
    }

    /** At its end: what is drawn below the text can't be pointed at itself. */
    async function pointAt(mark: Locator): Promise<void> {
      const place = await mark.boundingBox();
      assert.ok(place);
      await window.page.mouse.move(place.x + place.width - 12, place.y + place.height / 2, { steps: 5 });
    }

    async function empty(): Promise<void> {
      await focusBox();
      await keys().press("ControlOrMeta+A");
      await keys().press("Delete");
      await holdsSoon("");
    }

    it("keeps what is half typed when a branch about an artifact is checked out, says what is missing, and mends it", async () => {
      await focusBox();
      await keys().type("Half a mess");
      repository.git(["switch", "--quiet", "-c", `tuleap-${about.id}-lamps`]);
      await statusItem()
        .filter({ hasText: `#${about.id} ${about.title.slice(0, 20)}` })
        .waitFor();
      assert.equal(await textOf(box()), "Half a mess");
      const squiggle = box().locator(".squiggly-warning").first();
      await squiggle.waitFor();
      await pointAt(squiggle);
      await hover()
        .getByText(`The branch is about #${about.id}, and the message does not refer to it.`)
        .waitFor();
      await window.pictures("commitBox-diagnostics-product");
      await focusBox();
      await keys().press("ControlOrMeta+.");
      await window.page
        .locator(".action-widget .monaco-list-row")
        .filter({ hasText: `Add “art #${about.id}” to the Message` })
        .click();
      await holdsSoon(`Half a mess\n\nart #${about.id}`);
      await squiggle.waitFor({ state: "detached" });
    });

    it("completes references, with what would close the artifact apart, and shows them under the mouse", async () => {
      await empty();
      await keys().type("Mend the lamp, art #");
      await suggestions()
        .filter({ hasText: `#${about.id} ` })
        .first()
        .waitFor();
      await suggestions()
        .filter({ hasText: `Closes art #${about.id}` })
        .waitFor();
      await window.pictures("commitBox-completion-product");
      await suggestions()
        .filter({ hasText: new RegExp(`^#${about.id} `) })
        .first()
        .click();
      await holdsSoon(`Mend the lamp, art #${about.id}`);
      const word = box()
        .locator(".view-line span span")
        .filter({ hasText: `#${about.id}` })
        .last();
      await pointAt(word);
      await hover().getByText(about.title).waitFor();
      await hover().evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
      await window.pictures("commitBox-hover-product");
      await window.page.mouse.move(700, 300);
    });

    it("is followed by an offer, which goes on in the form where somebody was faster, and is filled again", async () => {
      await repository.file("lamp.txt", "bright\n");
      repository.git(["add", "--all"]);
      await window.page.locator(".scm-view .monaco-list-row").filter({ hasText: "Staged Changes" }).waitFor();
      const act = (): void => {
        server.clock.advance(60_000);
        const comment = { body: "Me too", format: "text" } as const;
        server.write(about.id, { values: [], comment, by: server.accounts.member });
      };
      server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
      await focusBox();
      await keys().press("ControlOrMeta+Enter");
      const offer = notification(window.page, `mentions #${about.id} `);
      await offer.waitFor();
      await window.pictures("commitBox-offer-product");
      assert.equal(repository.git(["log", "-1", "--format=%B"]).trim(), `Mend the lamp, art #${about.id}`);
      await pressButton(offer, "Set Status…");
      await quickInputSaying(window.page, "Status of");
      await rows()
        .filter({ hasNotText: "now" })
        .filter({ hasNotText: new RegExp(`^${about.status}`) })
        .first()
        .click();
      const faster = notification(window.page, "Someone was faster");
      await faster.waitFor();
      await pressButton(faster, "Open and Resolve");
      // With a wish typed into it, and nothing sent.
      await tab(window, `● #${about.id}`).waitFor();
      await formIn(window).locator("artifact-field").first().waitFor();
      assert.equal(server.changesets(about.id).length, 1);
      await closeEditors();
      await window.runCommand("Source Control: Focus on Changes View");
      await holdsSoon(`\n\nart #${about.id} `);
      await box().locator(".squiggly-warning").first().waitFor();
    });
  });
});
