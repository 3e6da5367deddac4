import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { retryUntilVisible, retryOnTimeout } from "../support/window/retry.ts";
import { getFieldInput, getForm, waitUntilDraftSaved, openArtifact, getTab } from "../support/window/form.ts";
import { getNotification } from "../support/window/messages.ts";
import {
  submitInput,
  pickItem,
  getQuickInput,
  waitForQuickInput,
  dismissQuickInput,
} from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually } from "../support/wait.ts";
import {
  getArtifactRows,
  expandRow,
  expandRows,
  collapseMyWork,
  runRowCommand,
  getTreeRow,
  readTreeText,
  getWelcomeView,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** The picture beside the steps of a walkthrough, by the start of its alternative text. */
function getPicture(page: Page, text: string): Locator {
  return page.locator(`.getting-started-media img[alt^="${text}"]`);
}

/** It isn't, if its file is missing. */
async function assertPictureShown(page: Page, text: string): Promise<void> {
  await assertEventually(async () => {
    assert.ok(await getPicture(page, text).evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  });
}

const titleId = 1102;
const dayMs = 86_400_000;

describe("a user of a site", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "stored",
    });
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  describe("getting started", () => {
    it("has a walkthrough with steps and their commands", async () => {
      const { page } = window;
      const size = page.viewportSize() ?? assert.fail("no size");
      // In a narrow window VS Code hides the media beside the steps.
      await page.setViewportSize({ width: 1700, height: 900 });
      await window.showViews();
      await getWelcomeView(page).first().waitFor();
      await window.runCommand("Welcome: Open Walkthrough...");
      await pickItem(page, "Get Started with Artifacts for Tuleap");
      const steps = page.locator(".getting-started-step");
      for (const [title, button, picture] of [
        ["Link a commit", "Start Work on Artifact", "The commit box"],
        ["Move cards on a board", "Open as Board", "The board of a sprint"],
        ["Triage in a table", "Open as Table", "A table of bugs"],
        ["Edit an artifact", "Go to Artifact", "The form of an artifact"],
        ["Find your work", "Search Artifacts", "The Inbox and My Work views"],
        ["Connect to your server", "Connect to a Site", "The input for the URL"],
      ] as const) {
        const step = steps.filter({ hasText: title });
        await retryUntilVisible(getPicture(page, picture), async () => {
          await steps.filter({ hasNotText: title }).first().click();
          await step.click();
        });
        await assertPictureShown(page, picture);
        await step.getByRole("button", { name: button }).waitFor();
      }
      assert.equal(await steps.count(), 6);
      const connect = page.getByRole("button", { name: "Connect to a Site" }).last();
      await window.screenshotThemes("walkthrough");
      await connect.click();
      await getQuickInput(page).waitFor();
      await dismissQuickInput(page);
      await window.closeEditors();
      await page.setViewportSize(size);
    });

    it("has a page with what is new", async () => {
      const { page } = window;
      const size = page.viewportSize() ?? assert.fail("no size");
      await page.setViewportSize({ width: 1700, height: 900 });
      await window.runCommand("Welcome: Open Walkthrough...");
      await pickItem(page, "What's New in Artifacts for Tuleap");
      const steps = page.locator(".getting-started-step");
      await steps.filter({ hasText: "See what happened" }).waitFor();
      assert.equal(await steps.count(), 6);
      const search = steps.filter({ hasText: "Search all your projects" });
      await retryUntilVisible(getPicture(page, "Search results"), () => search.click());
      await assertPictureShown(page, "Search results");
      await window.screenshotThemes("whats-new");
      await window.closeEditors();
      await page.setViewportSize(size);
    });

    it("is warned about an expiring key and can check the connection from the row of the site", async () => {
      const { member } = server.accounts;
      server.setKeyExpiry(member, Date.now() + 5.5 * dayMs);
      await signInWithKey(window, member.accessKey, member.realName);
      const warning = getNotification(window.page, "Your access key for Demo expires in 5 days");
      await warning.waitFor();
      await window.screenshot("key-expires");
      await window.runCommand("Notifications: Clear All Notifications");
      await runRowCommand(getTreeRow(window.page, "Demo"), "Check Connection…");
      await waitForQuickInput(window.page, "Connection to Demo");
      // The accessible name contains the whole text of the row.
      const resultRow = getQuickInput(window.page).getByRole("option", {
        name: new RegExp(`^Your account, .*signed in as ${member.realName}`),
      });
      await resultRow.waitFor();
      await waitForQuickInput(window.page, "No problems found");
      await window.screenshotThemes("check-connection");
      await getQuickInput(window.page).getByRole("button", { name: "Copy Report" }).click();
      await waitForQuickInput(window.page, "It doesn't contain credentials.");
      const report = await window.page.evaluate(() => navigator.clipboard.readText());
      assert.match(report, /^Connection to Demo: /);
      await resultRow.click();
      await waitForQuickInput(window.page, "Sign in with an access key");
      await dismissQuickInput(window.page);
      server.setKeyExpiry(member, Date.now() + 400 * dayMs);
    });

    it("can use tree and form side by side at 200 % zoom without horizontal scrolling", async () => {
      const { page } = window;
      await expandRow(getTreeRow(page, "Open Tides"));
      await openArtifact(window, 1);
      // Zooming to 200 % halves the viewport in CSS pixels.
      const size = page.viewportSize() ?? assert.fail("no size");
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
      await getTreeRow(page, "Open Tides").waitFor();
      await getForm(window).locator("h1").waitFor();
      await window.screenshotThemes("zoom-window");
      const overflow = await getForm(window)
        .locator("html")
        .evaluate((root) => root.scrollWidth - root.clientWidth);
      assert.equal(overflow, 0);
      await page.setViewportSize(size);
      await window.closeEditors();
    });
  });

  describe("with two accounts", () => {
    function getSiteRow(name: string): Locator {
      return getTreeRow(window.page, "Demo").getByText(name);
    }

    /** Waits until both views are loaded, because refreshing a row closes its menu. */
    async function waitForViews(): Promise<void> {
      await getTreeRow(window.page, "Open Tides").waitFor();
      await getArtifactRows(window.page, "work").first().waitFor();
    }

    async function openAccountsMenu(): Promise<Locator> {
      await window.page.locator(".activitybar").getByRole("button", { name: "Accounts" }).click();
      const menu = window.page.locator(".monaco-menu:visible").first();
      await menu.waitFor();
      return menu;
    }

    it("switches without signing out, and back without entering the key", async () => {
      const { admin, member } = server.accounts;
      await waitForViews();
      await runRowCommand(getTreeRow(window.page, "Demo"), "Switch Account…");
      await pickItem(window.page, "Sign in with an access key");
      await waitForQuickInput(window.page, "The key is shown only once");
      await submitInput(window.page, admin.accessKey);
      await getSiteRow(admin.realName).waitFor();
      await waitForViews();
      await runRowCommand(getTreeRow(window.page, "Demo"), "Switch Account…");
      await waitForQuickInput(window.page, `Continue as ${member.realName}`);
      assert.equal(await getQuickInput(window.page).getByText(`Continue as ${admin.realName}`).count(), 0);
      await window.screenshotThemes("accounts-switch");
      await pickItem(window.page, `Continue as ${member.realName}`);
      await getSiteRow(member.realName).waitFor();
      await waitForViews();
    });

    it("signs both out from the Accounts menu of VS Code, active or not", async () => {
      const { admin, member } = server.accounts;
      for (const [index, { realName }] of [admin, member].entries()) {
        const menu = window.page.locator(".monaco-menu:visible");
        const signOut = menu.getByText("Sign Out", { exact: true });
        const dialog = window.page.locator(".monaco-dialog-box");
        // A menu closes when the focus moves.
        await retryOnTimeout(async (timeout, isRepeated) => {
          // Submenus close first.
          if (isRepeated) for (const _ of [1, 2]) await window.page.keyboard.press("Escape");
          const accounts = await openAccountsMenu();
          if (index === 0) {
            await accounts.getByText(`${member.realName} (Demo)`).first().waitFor({ timeout });
            await window.screenshotThemes("accounts-menu");
          }
          await accounts.getByText(`${realName} (Demo)`).first().hover({ timeout });
          await window.page.keyboard.press("ArrowRight");
          await signOut.hover({ timeout });
          await window.page.keyboard.press("Enter");
          await dialog.waitFor({ timeout });
        });
        await dialog.getByRole("button", { name: "Sign Out" }).click();
        await menu.first().waitFor({ state: "detached" });
        await getNotification(window.page, "It remains valid until you delete it").waitFor();
        await window.runCommand("Notifications: Clear All Notifications");
      }
      await getWelcomeView(window.page).getByRole("button", { name: "Sign In" }).waitFor();
    });
  });

  describe("that is offline", () => {
    let rows: readonly string[];
    let bugId: number;

    /** Loads rows and a form into the offline cache. */
    before(async () => {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, member.realName);
      await expandRows(window.page, "Open Tides", "Bugs");
      await collapseMyWork(window.page);
      const row = getArtifactRows(window.page).first();
      await row.waitFor();
      bugId = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
      await row.click();
      await showActivity();
      rows = await readLabels();
    });

    function getStatusBarItem(): Locator {
      return window.page.locator(".statusbar-item").filter({ hasText: "Demo: offline" });
    }

    async function closeForm(): Promise<void> {
      await getTab(window, `#${bugId}`).dispatchEvent("auxclick", { button: 1, bubbles: true });
      await getTab(window, `#${bugId}`).waitFor({ state: "detached" });
    }

    /** Scrolls to the activity, which is loaded when it becomes visible. */
    async function showActivity(): Promise<void> {
      await getForm(window).locator("artifact-activity").scrollIntoViewIfNeeded();
      await getForm(window).locator(".entry").first().waitFor();
    }

    /** Labels of the rows, without descriptions, because ages change. */
    async function readLabels(): Promise<readonly string[]> {
      return (await readTreeText(window.page)).map((row) => row.replace(/ \|.*/, ""));
    }

    it("sees cached data with its age and a status bar item instead of notifications", async () => {
      await server.close();
      await window.runCommand("Artifacts: Refresh");
      await getStatusBarItem().waitFor();
      // A form that was open shows its age as well.
      await getForm(window).getByText("Demo is offline. Showing the version from").waitFor();
      await window.screenshotThemes("offline-open-form");
      await closeForm();
      await assertEventually(async () => {
        const text = (await readTreeText(window.page)).join("\n");
        assert.match(text, /Demo \| .+ · offline · as of \d/);
        assert.match(text, /Bugs \| as of \d/);
      });
      assert.deepEqual(await readLabels(), rows);
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
      await window.screenshotThemes("offline-tree");
      await getStatusBarItem().hover();
      const hover = window.page.locator(".workbench-hover:visible");
      await hover.getByText("Previously loaded data is still available.").waitFor();
      await hover.getByText("(connection refused)").waitFor();
      await window.screenshot("offline-status-dark");
    });

    it("can read cached artifacts and edit drafts of them", async () => {
      await getArtifactRows(window.page).first().click();
      const form = getForm(window);
      await form.getByText("Demo is offline. Showing the version from").waitFor();
      await showActivity();
      await getFieldInput(form, titleId).click();
      await window.page.keyboard.press("ControlOrMeta+End");
      await window.page.keyboard.type(" by train");
      await waitUntilDraftSaved(form);
      await window.screenshotThemes("offline-form");
      await form.getByText("Save 1 Change").click();
      await form
        .getByText("Your changes weren't saved to the server. They're still in your local draft.")
        .waitFor();
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
    });

    it("sees cached data after a reload, and the draft when the site is online again", async () => {
      await closeForm();
      await window.reload();
      await window.showViews();
      await getStatusBarItem().waitFor();
      await expandRows(window.page, "Open Tides", "Bugs");
      const artifacts = rows.filter((row) => row.includes("#") && !row.includes(`#${bugId} `)).slice(0, 15);
      await assertEventually(async () => {
        const shown = (await readLabels()).filter((row) => /^ {6}#/.test(row));
        assert.deepEqual(shown.slice(0, 15), artifacts);
      });
      await getArtifactRows(window.page).first().click();
      const form = getForm(window);
      await form.locator("artifact-field").first().waitFor();
      server = await startSimulator({ dialect: "product", port: Number(new URL(server.url).port) });
      await getStatusBarItem().waitFor({ state: "hidden" });
      await form.getByText("can't be reached").waitFor({ state: "detached" });
      await assertEventually(async () =>
        assert.doesNotMatch((await readTreeText(window.page)).join("\n"), /offline|as of/),
      );
      await form.getByText("Save 1 Change").click();
      await form.getByText("Save 1 Change").waitFor({ state: "detached" });
      assert.equal(server.requests.filter(({ method }) => method === "PUT").length, 1);
    });
  });
});
