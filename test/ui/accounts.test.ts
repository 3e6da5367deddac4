import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { artifactRows, runRowCommand, treeRow, welcome } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("accounts in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
    await atRest();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

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

  it("are switched without signing out, and back without a key", async () => {
    const { admin, member } = server.accounts;
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

  it("stand in VS Code's Accounts menu, each with its site", async () => {
    const { admin, member } = server.accounts;
    const menu = await accountsMenu();
    for (const { realName } of [admin, member]) await menu.getByText(`${realName} (Demo)`).first().waitFor();
    await window.pictures("accounts-menu");
    await window.page.keyboard.press("Escape");
  });

  it("are signed out from there, in use or not", async () => {
    const { admin, member } = server.accounts;
    for (const { realName } of [admin, member]) {
      const menu = await accountsMenu();
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

  it("are missed where VS Code has kept their keys in memory only", async () => {
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await window.reload();
    const gone = notification(window.page, "What you signed in to Demo with is gone");
    await gone.waitFor();
    await window.screenshot("accounts-key-gone");
    await gone.getByRole("button", { name: "Sign In…" }).click();
    await pickItem(window.page, "Sign in with an access key");
    await quickInputSaying(window.page, "shown there only once");
    await answer(window.page, member.accessKey);
    await window.showViews();
    await site(member.realName).waitFor();
  });
});
