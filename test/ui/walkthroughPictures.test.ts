// The steps that the pictures of the walkthroughs show. `npm run pictures` takes the pictures.
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { getStoryId } from "../simulator/demo/story/storyIds.ts";
import { ServerBugs } from "../support/fixtures/serverBugs.ts";
import { runCommand } from "../support/processes.ts";
import { DemoWindow } from "../support/pictures/demoWindow.ts";
import { getArea, updateWalkthroughPicture } from "../support/pictures/walkthroughPicture.ts";
import { BoardTab } from "../support/window/board.ts";
import { getFieldInput, getTab, openArtifact, waitUntilDraftSaved } from "../support/window/form.ts";
import {
  dismissQuickInput,
  getPickItem,
  getQuickInput,
  waitForQuickInput,
} from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { TableTab } from "../support/window/table.ts";
import { expandRow, expandRows, getTreeRow, runRowCommand } from "../support/window/tree.ts";
import type { VSCodeWindow } from "../support/window/window.ts";

// These tests share one window.
describe("the pictures of the walkthroughs", () => {
  let demo: DemoWindow;
  let window: VSCodeWindow;

  before(async () => {
    demo = await DemoWindow.open();
    window = demo.window;
    await resize(680);
    // This VS Code has no language server, and says so.
    await window.page.addStyleTag({ content: ".notifications-toasts { display: none !important; }" });
  });
  after(() => demo.close());

  const getSideBar = (): Locator => window.page.locator(".part.sidebar");
  const getInput = (): Locator => getQuickInput(window.page).locator("input:visible").first();
  const getLine = (text: string): Locator =>
    window.page.locator(".editor-instance .view-line").filter({ hasText: text });

  /** VS Code shows a picture in about half of an editor, and the package stays small. */
  async function resize(width: number): Promise<void> {
    await window.page.setViewportSize({ width, height: 410 });
  }

  /** Where it has no buttons. */
  async function toggleView(name: string): Promise<void> {
    const header = window.page.locator(`.sidebar .pane-header[aria-label^="${name}"]`);
    await header.click({ position: { x: 30, y: 8 } });
  }

  async function toggleSideBar(): Promise<void> {
    const isVisible = await getSideBar().isVisible();
    await window.runCommand("View: Toggle Primary Side Bar Visibility");
    await getSideBar().waitFor({ state: isVisible ? "hidden" : "visible" });
  }

  /** The window without its title and status bars. */
  async function takeWorkbench(name: string): Promise<void> {
    const { x, y, width, height } = await getArea(window.page.locator(".part.editor"), 0);
    await updateWalkthroughPicture(window, name, { x: 0, y, width: x + width, height });
  }

  /** The top of the window, where quick inputs are. */
  async function takeTop(name: string, height: number): Promise<void> {
    const { width } = window.page.viewportSize() ?? { width: 0 };
    await updateWalkthroughPicture(window, name, { x: 0, y: 0, width, height });
  }

  it("show the URL of a server", async () => {
    await window.runCommand("Artifacts: Connect to a Site…");
    await waitForQuickInput(window.page, "Enter the URL of your Tuleap server");
    await getInput().fill("https://tuleap.example.com");
    await takeTop("connect", 300);
    await dismissQuickInput(window.page);
  });

  it("show search results", async () => {
    await window.runCommand("Artifacts: Search Artifacts…");
    await waitForQuickInput(window.page, "Search Artifacts");
    await getInput().fill("print");
    await getPickItem(window.page, `#${getStoryId("lastColumn")}`).waitFor();
    await getPickItem(window.page, `#${getStoryId("printHandover")}`).waitFor();
    await takeTop("search", 360);
    await dismissQuickInput(window.page);
  });

  it("show the Inbox and My Work", async () => {
    const { page } = window;
    await toggleView("Projects");
    await toggleView("Inbox");
    await expandRow(getTreeRow(page, "Assigned to Me", "work"));
    await page
      .locator(".sidebar .pane")
      .filter({ has: page.locator('.pane-header[aria-label^="Inbox"]') })
      .getByText(`#${getStoryId("balticTiles")}`)
      .first()
      .waitFor();
    const form = await openArtifact(window, getStoryId("clockChange"));
    await form.locator(".reading").first().waitFor();
    await takeWorkbench("work");
    await window.closeEditors();
    await toggleView("Inbox");
    await toggleView("Projects");
  });

  it("show a table", async () => {
    await expandRows(window.page, "Open Tides", "Bugs");
    await runRowCommand(getTreeRow(window.page, "Bugs"), "Open as Table");
    await getTab(window, "Bugs").waitFor();
    await new TableTab(window).waitUntilLoaded();
    await toggleSideBar();
    await resize(800);
    await takeWorkbench("table");
    await resize(680);
    await toggleSideBar();
    await window.closeEditors();
  });

  it("show the board of a sprint", async () => {
    await expandRows(window.page, "🌊 Lighthouse Console", "Milestones", "Console 5.1");
    await getTreeRow(window.page, "Sprint 13").click();
    await getTab(window, "Sprint 13").waitFor();
    await new BoardTab(window).waitUntilLoaded();
    await toggleSideBar();
    await resize(800);
    await takeWorkbench("board");
    await resize(680);
    await toggleSideBar();
    await window.closeEditors();
  });

  it("show the artifact of a line of code", async () => {
    const { page } = window;
    await window.openFile("main.ts");
    await getTab(window, "main.ts").waitFor();
    await toggleSideBar();
    const hover = page.locator(".monaco-hover:not(.hidden)").first();
    await retryUntilVisible(hover.getByText("Forecast is one hour late"), async () => {
      await page.mouse.move(400, 400);
      await getLine("Heights are computed").getByText("computed").hover();
    });
    await takeWorkbench("code");
    await page.keyboard.press("Escape");
    await toggleSideBar();
    await window.closeEditors();
  });

  it("show a reference in a commit message", async () => {
    const { page } = window;
    const id = getStoryId("saintMalo");
    await window.openFile("stations.ts");
    await appendFile(join(window.folder, "src", "stations.ts"), "\n");
    await runCommand("git", ["switch", "--quiet", "--create", `tuleap-${id}-short-names`], {
      cwd: window.folder,
    });
    await window.runCommand("Source Control: Focus on Changes View");
    const input = page.locator(".scm-view .scm-editor");
    await input.getByText(`art #${id}`).waitFor();
    await input.locator(".view-line").first().click();
    await page.keyboard.type("Find stations by their short names");
    // A message needs more than the reference.
    await input.locator(".squiggly-warning").first().waitFor({ state: "detached" });
    await page.locator('.statusbar-item[id$="artifacts.active"]').getByText(`#${id}`).waitFor();
    await takeTop("commit", page.viewportSize()?.height ?? 0);
    await window.closeEditors();
    await window.showViews();
  });

  it("show a form with a draft", async () => {
    const title = await new ServerBugs(demo.server).fetchFieldId("title");
    const form = await openArtifact(window, getStoryId("saintMalo"));
    await toggleSideBar();
    await getFieldInput(form, title).click();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(" or “St Malo”");
    await waitUntilDraftSaved(form);
    await takeWorkbench("form");
  });
});
