import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, formIn, kept, openArtifact, tab } from "../support/window/form.ts";
import { notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  foldMyWork,
  runRowCommand,
  treeRow,
  treeText,
  welcome,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const title = 1102;
const day = 86_400_000;

describe("somebody at a site", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "kept",
    });
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  describe("who begins", () => {
    it("has a walkthrough, whose steps say what to do and do it", async () => {
      const { page } = window;
      const size = page.viewportSize() ?? assert.fail("no size");
      // In a narrow window VS Code leaves out what stands beside the steps.
      await page.setViewportSize({ width: 1700, height: 900 });
      await window.showViews();
      await welcome(page).first().waitFor();
      await window.runCommand("Welcome: Open Walkthrough...");
      await pickItem(page, "First Steps with Artifacts for Tuleap");
      const steps = page.locator(".getting-started-step");
      const beside = page.frameLocator("iframe.webview").last().frameLocator("#active-frame");
      for (const [title, button, heading] of [
        ["Link a commit", "Start Work on Artifact", "From artifact to branch to commit"],
        ["Change an artifact", "Go to Artifact", "Type first, worry never"],
        ["Find what needs you", "Search Artifacts", "Two views in the side bar"],
        ["Connect to your server", "Connect to a Site", "What you need"],
      ] as const) {
        const step = steps.filter({ hasText: title });
        if (!((await step.getAttribute("class")) ?? "").includes("expanded")) await step.click();
        await step.getByRole("button", { name: button }).waitFor();
        // VS Code shows it when it has read it, also after somebody has gone on.
        await beside.getByText(heading).waitFor();
      }
      assert.equal(await steps.count(), 4);
      const connect = page.getByRole("button", { name: "Connect to a Site" }).last();
      await window.pictures("walkthrough");
      await connect.click();
      await quickInput(page).waitFor();
      await page.keyboard.press("Escape");
      await window.runCommand("View: Close All Editors");
      await page.setViewportSize(size);
    });

    it("hears of a key that ends soon, and can have the connection checked from the site's row", async () => {
      const { member } = server.accounts;
      server.endKey(member, Date.now() + 5.5 * day);
      await signInWithKey(window, member.accessKey, member.realName);
      const warning = notification(window.page, "Your access key for Demo expires in 5 days");
      await warning.waitFor();
      await window.screenshot("key-expires");
      await window.runCommand("Notifications: Clear All Notifications");
      await runRowCommand(treeRow(window.page, "Demo"), "Check Connection…");
      await quickInputSaying(window.page, "Connection to Demo");
      // What a row says to those who don't see it, which is all that it says.
      const finding = quickInput(window.page).getByRole("option", {
        name: new RegExp(`^Your account, .*signed in as ${member.realName}`),
      });
      await finding.waitFor();
      await quickInputSaying(window.page, "No problems found");
      await window.pictures("check-connection");
      await quickInput(window.page).getByRole("button", { name: "Copy Report" }).click();
      await quickInputSaying(window.page, "It holds no secrets.");
      const report = await window.page.evaluate(() => navigator.clipboard.readText());
      assert.match(report, /^Connection to Demo: /);
      await finding.click();
      await quickInputSaying(window.page, "Sign in with an access key");
      await window.page.keyboard.press("Escape");
      server.endKey(member, Date.now() + 400 * day);
    });

    it("has tree and form side by side at twice the size, and all of the form in its tab", async () => {
      const { page } = window;
      await expandRow(treeRow(page, "Open Tides"));
      await openArtifact(window, 1);
      // As a browser does it: half as many pixels of style in each direction, and all else as it was.
      const size = page.viewportSize() ?? assert.fail("no size");
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
      await treeRow(page, "Open Tides").waitFor();
      await formIn(window).locator("h1").waitFor();
      await window.pictures("zoom-window");
      const overflow = await formIn(window)
        .locator("html")
        .evaluate((root) => root.scrollWidth - root.clientWidth);
      assert.equal(overflow, 0);
      await page.setViewportSize(size);
      await window.runCommand("View: Close All Editors");
    });
  });

  describe("with two accounts", () => {
    function site(name: string): Locator {
      return treeRow(window.page, "Demo").getByText(name);
    }

    /** Both views are drawn: a menu over a row that is drawn again is gone. */
    async function atRest(): Promise<void> {
      await treeRow(window.page, "Open Tides").waitFor();
      await artifactRows(window.page, "work").first().waitFor();
    }

    async function accountsMenu(): Promise<Locator> {
      await window.page.locator(".activitybar").getByRole("button", { name: "Accounts" }).click();
      const menu = window.page.locator(".monaco-menu:visible").first();
      await menu.waitFor();
      return menu;
    }

    it("switches without signing out, and back without a key", async () => {
      const { admin, member } = server.accounts;
      await atRest();
      await runRowCommand(treeRow(window.page, "Demo"), "Switch Account…");
      await pickItem(window.page, "Sign in with an access key");
      await quickInputSaying(window.page, "shown there only once");
      await answer(window.page, admin.accessKey);
      await site(admin.realName).waitFor();
      await atRest();
      await runRowCommand(treeRow(window.page, "Demo"), "Switch Account…");
      await quickInputSaying(window.page, `Continue as ${member.realName}`);
      assert.equal(await quickInput(window.page).getByText(`Continue as ${admin.realName}`).count(), 0);
      await window.pictures("accounts-switch");
      await pickItem(window.page, `Continue as ${member.realName}`);
      await site(member.realName).waitFor();
      await atRest();
    });

    it("has both in VS Code's Accounts menu, and signs them out from there, in use or not", async () => {
      const { admin, member } = server.accounts;
      for (const [at, { realName }] of [admin, member].entries()) {
        const menu = await accountsMenu();
        if (at === 0) {
          await menu.getByText(`${member.realName} (Demo)`).first().waitFor();
          await window.pictures("accounts-menu");
        }
        await menu.getByText(`${realName} (Demo)`).first().hover();
        await window.page.keyboard.press("ArrowRight");
        const signOut = window.page.locator(".monaco-menu:visible").getByText("Sign Out", { exact: true });
        await signOut.hover();
        await window.page.keyboard.press("Enter");
        await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Sign Out" }).click();
        await menu.waitFor({ state: "detached" });
        await notification(window.page, "on the server it stays valid until you delete it").waitFor();
        await window.runCommand("Notifications: Clear All Notifications");
      }
      await welcome(window.page).getByRole("button", { name: "Sign In" }).waitFor();
    });
  });

  describe("that can't be reached", () => {
    let rows: readonly string[];
    let bug: number;

    /** It has been looked at before. */
    before(async () => {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, member.realName);
      await expandRow(treeRow(window.page, "Open Tides"));
      await expandRow(treeRow(window.page, "Bugs"));
      await foldMyWork(window.page);
      const row = artifactRows(window.page).first();
      await row.waitFor();
      bug = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
      await row.click();
      await lookAtActivity();
      rows = await labels();
    });

    function status(): Locator {
      return window.page.locator(".statusbar-item").filter({ hasText: "Demo: offline" });
    }

    async function closeForm(): Promise<void> {
      await tab(window, `#${bug}`).dispatchEvent("auxclick", { button: 1, bubbles: true });
      await tab(window, `#${bug}`).waitFor({ state: "detached" });
    }

    /** What was written about it is read when it comes into view. */
    async function lookAtActivity(): Promise<void> {
      await formIn(window).locator("artifact-activity").scrollIntoViewIfNeeded();
      await formIn(window).locator(".entry").first().waitFor();
    }

    /** Labels alone: how old something is grows while one looks. */
    async function labels(): Promise<readonly string[]> {
      return (await treeText(window.page)).map((row) => row.replace(/ \|.*/, ""));
    }

    it("sees what was seen of it, with its age, and one quiet word instead of messages", async () => {
      await server.close();
      await window.runCommand("Artifacts: Refresh");
      await status().waitFor();
      // A form that was open all the time says its age as well.
      await formIn(window).getByText("Demo can't be reached. You see this as of").waitFor();
      await window.pictures("offline-open-form");
      await closeForm();
      await assertSoon(async () => {
        const text = (await treeText(window.page)).join("\n");
        assert.match(text, /Demo \| .+ · offline · as of \d/);
        assert.match(text, /Bugs \| as of \d/);
      });
      assert.deepEqual(await labels(), rows);
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
      await window.pictures("offline-tree");
      await status().hover();
      const hover = window.page.locator(".workbench-hover:visible");
      await hover.getByText("What was seen last can still be read.").waitFor();
      await hover.getByText("Nobody listens").waitFor();
      await window.screenshot("offline-status-dark");
    });

    it("has its artifacts to read and to type in, as they were", async () => {
      await artifactRows(window.page).first().click();
      const form = formIn(window);
      await form.getByText("Demo can't be reached. You see this as of").waitFor();
      await lookAtActivity();
      await box(form, title).click();
      await window.page.keyboard.press("ControlOrMeta+End");
      await window.page.keyboard.type(" by train");
      await kept(form);
      await window.pictures("offline-form");
      await form.getByText("Save 1 change").click();
      await form.getByText("What you typed is kept here and was not saved.").waitFor();
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
    });

    it("reads it from disk after a reload, until it is back by itself with what was typed", async () => {
      await closeForm();
      await window.reload();
      await window.showViews();
      await status().waitFor();
      await expandRow(treeRow(window.page, "Open Tides"));
      await expandRow(treeRow(window.page, "Bugs"));
      const artifacts = rows.filter((row) => row.includes("#") && !row.includes(`#${bug} `)).slice(0, 15);
      await assertSoon(async () => {
        const shown = (await labels()).filter((row) => /^ {6}#/.test(row));
        assert.deepEqual(shown.slice(0, 15), artifacts);
      });
      await artifactRows(window.page).first().click();
      const form = formIn(window);
      await form.locator("artifact-field").first().waitFor();
      server = await startSimulator({ dialect: "product", port: Number(new URL(server.url).port) });
      await status().waitFor({ state: "hidden" });
      await form.getByText("can't be reached").waitFor({ state: "detached" });
      await assertSoon(async () =>
        assert.doesNotMatch((await treeText(window.page)).join("\n"), /offline|as of/),
      );
      await form.getByText("Save 1 change").click();
      await form.getByText("Save 1 change").waitFor({ state: "detached" });
      assert.equal(server.requests.filter(({ method }) => method === "PUT").length, 1);
    });
  });
});
