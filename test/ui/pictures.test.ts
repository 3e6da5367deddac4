// The steps that the pictures of the README and the user guide show. `npm run pictures` takes the pictures.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { getStoryId } from "../simulator/demo/story/storyIds.ts";
import { ServerBugs } from "../support/fixtures/serverBugs.ts";
import { DemoWindow } from "../support/pictures/demoWindow.ts";
import { Recording, updatePicture } from "../support/pictures/recording.ts";
import { assertEventually } from "../support/wait.ts";
import { BoardTab } from "../support/window/board.ts";
import { getChoices, getSaveMergedButton } from "../support/window/conflict.ts";
import { getFieldInput, getForm, getTab, openArtifact, waitUntilDraftSaved } from "../support/window/form.ts";
import { getNotification } from "../support/window/messages.ts";
import { getPickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { retryOnTimeout, retryUntilVisible } from "../support/window/retry.ts";
import { TableTab } from "../support/window/table.ts";
import {
  collapseRow,
  expandRows,
  getArtifactRows,
  getTreeRow,
  runRowCommand,
} from "../support/window/tree.ts";
import type { VSCodeWindow } from "../support/window/window.ts";

/** The change that the commit of the picture is about. */
const todoLine = /^\/\/ TODO: visitors write "St\. Malo".*$/m;
const shortNames = `/** Visitors write "St. Malo", as it is on the road signs. */
function expandShortName(text: string): string {
  return text.replace(/^st\\b\\.?[ -]?/i, "Saint-");
}
`;

// These tests share one window.
describe("the pictures of the documents", () => {
  let demo: DemoWindow;
  let window: VSCodeWindow;
  let serverBugs: ServerBugs;
  let fields: Record<"title" | "details", number>;

  before(async () => {
    demo = await DemoWindow.open();
    window = demo.window;
    serverBugs = new ServerBugs(demo.server);
    fields = {
      title: await serverBugs.fetchFieldId("title"),
      details: await serverBugs.fetchFieldId("details"),
    };
    await expandRows(window.page, "Open Tides", "Bugs");
  });
  after(() => demo.close());

  const getSideBar = (): Locator => window.page.locator(".part.sidebar");
  const getScmInput = (): Locator => window.page.locator(".scm-view .scm-editor");

  async function showSideBar(isVisible: boolean): Promise<void> {
    // On a slow machine, a command may be run twice.
    await retryOnTimeout(async (timeout) => {
      if ((await getSideBar().isVisible()) !== isVisible) {
        await window.runCommand("View: Toggle Primary Side Bar Visibility");
      }
      await getSideBar().waitFor({ state: isVisible ? "visible" : "hidden", timeout });
    });
  }

  it("show a form beside the tree", async () => {
    await demo.resize(1200, 760);
    await getArtifactRows(window.page, "work")
      .filter({ hasText: `#${getStoryId("clockChange")}` })
      .click();
    const form = getForm(window);
    await form.locator(".reading").first().waitFor();
    for (const [theme, name] of [
      ["light", "form-light"],
      ["dark", "form"],
    ] as const) {
      await window.setTheme(theme);
      await form.locator(`body.vscode-${theme}`).waitFor();
      await updatePicture(window, name);
    }
    await window.closeEditors();
  });

  it("show a conflict and how it is resolved", async () => {
    const { server } = demo;
    const id = getStoryId("dateLine");
    const label = "Steps to reproduce";
    await demo.resize(880, 600);
    const form = await openArtifact(window, id);
    await showSideBar(false);
    const recording = await Recording.start(window);
    await recording.show(800);

    await recording.click(form.getByRole("button", { name: `Edit: ${label}` }));
    await recording.click(getFieldInput(form, fields.details));
    await window.page.keyboard.press("ControlOrMeta+End");
    await recording.type(" Auckland too.");
    await recording.click(form.getByRole("combobox", { name: "Severity" }));
    await recording.show(500);
    await recording.click(form.getByRole("option", { name: "Major", exact: true }));
    await form.getByText("Save 2 Changes").waitFor();
    await waitUntilDraftSaved(form);
    await recording.show(600);

    server.updateArtifact(id, {
      by: server.accounts.admin,
      values: [
        { field_id: fields.title, value: "Forecast starts a day early east of the date line" },
        {
          field_id: fields.details,
          value: { content: "Seen in Wellington and Suva, not in Sydney or Tokyo.", format: "commonmark" },
        },
      ],
    });
    await recording.click(form.getByText("Save 2 Changes"));
    await getChoices(form, label).waitFor();
    await recording.showMain(2_200);
    await updatePicture(window, "conflict");
    const choice = getChoices(form, label).getByRole("radio", { name: "Yours", exact: true });
    await recording.click(choice);
    await form.getByText("All conflicts are resolved").waitFor();
    await recording.show(900);
    await recording.click(getSaveMergedButton(form));
    await getTab(window, `● #${id}`).waitFor({ state: "detached" });
    await form.getByText("Saved. Changes made by Mara Lindqvist").waitFor();
    await recording.save("resolve-conflict");
    await showSideBar(true);
    await window.closeEditors();
  });

  it("show triage in a table", async () => {
    const table = new TableTab(window);
    const ids = (["moonrise", "surgeMails"] as const).map(getStoryId);
    await demo.resize(1000, 640);
    await runRowCommand(getTreeRow(window.page, "Bugs"), "Open as Table");
    await getTab(window, "Bugs").waitFor();
    await table.waitUntilLoaded();
    await showSideBar(false);
    await updatePicture(window, "table");

    await demo.resize(880, 600);
    const recording = await Recording.start(window);
    await recording.show(1_000);
    for (const id of ids) {
      await recording.click(table.getRow(id).getByRole("checkbox"));
      await recording.show(200);
    }
    await recording.show(600);
    await recording.click(table.bulkEditBar.getByRole("button", { name: "Assign…" }));
    await table.options.first().waitFor();
    await recording.show(800);
    await recording.click(table.options.filter({ hasText: "Inês Farias" }));
    await table.getButton("Change 2 Artifacts").waitFor();
    await recording.showMain(2_000);
    await recording.click(table.getButton("Change 2 Artifacts"));
    await table.bulkEditBar.locator("strong").getByText("2 changed").waitFor();
    await assertEventually(async () => {
      for (const id of ids) assert.match(await table.getCell(id, "assignee").innerText(), /Inês Farias/);
    });
    await recording.save("triage-in-table");
    await showSideBar(true);
    await window.closeEditors();
  });

  it("show the board of an iteration", async () => {
    await demo.resize(1100, 560);
    await expandRows(window.page, "Open Tides", "Milestones", "2.4");
    await getTreeRow(window.page, "Iteration 8").click();
    await getTab(window, "Iteration 8").waitFor();
    await new BoardTab(window).waitUntilLoaded();
    await showSideBar(false);
    await updatePicture(window, "board");
    await showSideBar(true);
    await window.closeEditors();
  });

  it("show a reference in a commit message", async () => {
    const { page } = window;
    const source = join(window.folder, "src", "search.ts");
    await writeFile(source, (await readFile(source, "utf8")).replace(todoLine, shortNames));
    await demo.resize(1000, 560);
    // Artifacts that were opened last are suggested.
    for (const name of ["sameCode", "clockChange", "saintMalo"] as const) {
      await openArtifact(window, getStoryId(name));
    }
    await window.closeEditors();
    await window.runCommand("Source Control: Focus on Changes View");
    await page.locator(".scm-view .monaco-list-row").filter({ hasText: "search.ts" }).waitFor();
    await getScmInput().locator(".view-line").first().click();
    await page.keyboard.type("Find Saint-Malo by St. Malo, art #");
    const suggestion = page.locator(".suggest-widget.visible .monaco-list-row").filter({
      hasText: `#${getStoryId("saintMalo")}`,
    });
    await retryUntilVisible(suggestion.first(), async (isRepeated) => {
      if (isRepeated) await page.keyboard.press("Control+Space");
    });
    await updatePicture(window, "commit");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await window.showViews();
  });

  it("show the way from an artifact to a commit", async () => {
    const { page } = window;
    const id = getStoryId("saintMalo");
    await demo.resize(880, 600);
    const row = getArtifactRows(page, "tree").filter({ hasText: `#${id}` });
    // Rows outside the viewport aren't rendered.
    await retryUntilVisible(row, () => collapseRow(getTreeRow(page, "Milestones")));

    const recording = await Recording.start(window);
    await recording.click(row);
    const form = getForm(window);
    await form.locator("artifact-field").first().waitFor();
    await recording.show(1_000);
    await recording.click(row, { button: "right" });
    const item = page.locator(".monaco-menu:visible .action-label").getByText("Start Work on Artifact…");
    await item.waitFor();
    await recording.show(300);
    await recording.click(item);
    await waitForQuickInput(page, `Start Work on #${id}`);
    await getQuickInput(page).getByText("Create Branch tuleap-").waitFor();
    await recording.show(1_200);
    await page.keyboard.press("Enter");
    await waitForQuickInput(page, `Started Work on #${id}`);
    await page.keyboard.press("Enter");
    await getQuickInput(page).waitFor({ state: "hidden" });

    await window.runCommand("Source Control: Focus on Changes View");
    await getScmInput().getByText(`art #${id}`).waitFor();
    await recording.show(600);
    await recording.click(getScmInput().locator(".view-line").first());
    await recording.type("Find Saint-Malo by St. Malo");
    await recording.show(500);
    await recording.click(page.locator(".scm-view .monaco-button").filter({ hasText: "Commit" }).first());
    const offer = getNotification(page, `mentions #${id}`);
    await offer.waitFor();
    await recording.showMain(900);
    await recording.click(offer.getByRole("button", { name: "Set Status…" }));
    await waitForQuickInput(page, "Status of");
    await recording.show(500);
    await recording.click(getPickItem(page, "Fixed"));
    await getNotification(page, "Status is now Fixed").waitFor();
    await form.getByRole("combobox", { name: "Status" }).getByText("Fixed").waitFor();
    await recording.save("artifact-to-commit");
    assert.equal((await serverBugs.fetchArtifact(id)).status, "Fixed");
  });

  it("show an artifact while its site is offline", async () => {
    await demo.resize(1100, 640);
    await window.runCommand("Notifications: Clear All Notifications");
    await window.closeEditors();
    await window.showViews();
    const form = await openArtifact(window, getStoryId("cuxhaven"));
    await demo.server.close();
    await getFieldInput(form, fields.title).click();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(" since the update");
    await waitUntilDraftSaved(form);
    await window.focusSideBar();
    await window.runCommand("Artifacts: Refresh");
    await form.getByText("Demo is offline. Showing the version from").waitFor();
    await getTreeRow(window.page, "Bugs").getByText("as of").waitFor();
    const progress = getSideBar().locator(".monaco-progress-container.active");
    await assertEventually(async () => assert.equal(await progress.count(), 0));
    // The notice has moved the title out of sight.
    await getFieldInput(form, fields.title).evaluate((input) => input.scrollIntoView({ block: "center" }));
    await updatePicture(window, "offline");
  });
});
