import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import { submitInput, pickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import {
  getArtifactRows,
  runRowCommand,
  getTreeRow,
  getTreeRows,
  readTreeText,
  getWelcomeView,
} from "../support/window/tree.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("connecting in the window", () => {
  /** Requires an account. */
  let server: Simulator;
  /** Has public content and does not report members. */
  let publicServer: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    publicServer = await startSimulator({ dialect: "documented" });
    await publicServer.close();
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: publicServer.url, label: "Harbour" }] },
    });
    await window.showViews();
  });
  after(async () => {
    await window.close();
    await server.close();
    await publicServer.close();
  });

  function getRowWithText(text: string): Locator {
    return getTreeRows(window.page).filter({ hasText: text });
  }

  function getConnectButton(): Locator {
    return getWelcomeView(window.page).getByRole("button", { name: "Connect to a Site" });
  }

  async function removeSite(label: string): Promise<void> {
    await runRowCommand(getTreeRow(window.page, label), "Remove Site…");
    const confirmation = getDialog(window.page, "Remove");
    await confirmation.waitFor();
    await pressButton(confirmation, "Remove Site");
    await getConnectButton().waitFor();
  }

  it("shows that a site is offline, and its projects after Retry", async () => {
    const retryButton = getWelcomeView(window.page).getByRole("button", { name: "Retry" });
    await retryButton.waitFor();
    await window.page.locator(".sidebar .pane-header").getByText("Harbour").waitFor();
    assert.match((await getWelcomeView(window.page).textContent()) ?? "", /This site refused the connection/);
    await window.screenshot("welcome-offline");
    publicServer = await startSimulator({
      dialect: "documented",
      port: Number(new URL(publicServer.url).port),
    });
    await retryButton.click();
    await getTreeRow(window.page, "Open Tides").waitFor();
  });

  it("removes a site after confirmation and shows the welcome view", async () => {
    await removeSite("Harbour");
    assert.ok(!(await readFile(window.userSettings, "utf8")).includes(publicServer.url));
    await window.screenshot("welcome-no-site");
  });

  it("keeps an invalid URL in the input box with an explanation", async () => {
    await getConnectButton().click();
    await waitForQuickInput(window.page, "Enter the URL of your Tuleap server");
    await submitInput(window.page, "two words");
    await waitForQuickInput(window.page, "Enter a valid URL");
    await submitInput(window.page, "https://127.0.0.1:1/some/page");
    await waitForQuickInput(window.page, "Can't connect to 127.0.0.1:1 (connection refused)");
    assert.equal(
      await getQuickInput(window.page).locator("input:visible").inputValue(),
      "https://127.0.0.1:1/some/page",
    );
    await window.screenshot("connect-address-refused");
  });

  it("asks for confirmation before an unencrypted connection to another host", async () => {
    await submitInput(window.page, "http://name.invalid");
    const confirmation = getDialog(window.page, "The connection to name.invalid isn't encrypted.");
    await confirmation.waitFor();
    await window.screenshot("connect-plain-http");
    await pressButton(confirmation, "Cancel");
    await waitForQuickInput(window.page, "Not connected. The connection to name.invalid isn't encrypted.");
  });

  it("shows public content without signing in, also from a server that does not report members", async () => {
    await submitInput(window.page, `${publicServer.url}/api/v1`);
    await waitForQuickInput(window.page, "Shows only public content");
    await pickItem(window.page, "Continue without signing in");
    await getTreeRow(window.page, "Open Tides").waitFor();
    assert.ok(publicServer.requests.every(({ headers }) => !("x-auth-accesskey" in headers)));
    await window.screenshot("tree-anonymous-documented");
    await removeSite(new URL(publicServer.url).host);
  });

  it("rejects a wrong key and shows no links from server messages", async () => {
    await getConnectButton().click();
    await waitForQuickInput(window.page, "Enter the URL of your Tuleap server");
    await submitInput(window.page, `${server.url}/plugins/tracker/?aid=3`);
    await waitForQuickInput(window.page, "This server requires you to sign in");
    await window.screenshot("connect-how");
    await pickItem(window.page, "Sign in with an access key");
    await waitForQuickInput(window.page, "The key is shown only once");
    const serverMessage = "Please [click here](command:workbench.action.toggleZenMode)";
    const body = JSON.stringify({
      error: { code: 403, message: "Forbidden", i18n_error_message: serverMessage },
    });
    const removeFault = server.faults.add({
      path: /users\/self/,
      fault: { kind: "status", status: 403, body },
    });
    await submitInput(window.page, "tlp-k1-1.0000");
    await waitForQuickInput(window.page, "click here");
    const links = getQuickInput(window.page).locator('a[href^="command:"], .quick-input-message a');
    assert.equal(await links.count(), 0);
    removeFault();
    await submitInput(window.page, "tlp-k1-1.0000");
    await waitForQuickInput(window.page, "rejected this access key");
    await window.screenshot("connect-key-refused");
  });

  it("accepts a valid key, shows the projects of the account and does not store the key in the settings", async () => {
    await submitInput(window.page, server.accounts.member.accessKey);
    await getTreeRow(window.page, "Open Tides").waitFor();
    const host = new URL(server.url).host;
    // Each row is drawn when it is known.
    await assertEventually(async () =>
      assert.deepEqual(await readTreeText(window.page), [
        `${host} | ${server.accounts.member.realName}`,
        "  🌊 Lighthouse Console",
        "  Open Tides",
        "  All Projects",
      ]),
    );
    await window.screenshot("tree-signed-in");
    const focused = window.page.locator(
      ".customview-tree .monaco-list.focused, .customview-tree .monaco-list:focus",
    );
    await focused.first().waitFor();
    await window.page.keyboard.press("ArrowDown");
    await window.page.locator(".monaco-list-row.focused").filter({ hasText: "Lighthouse Console" }).waitFor();
    const settings = await readFile(window.userSettings, "utf8");
    assert.ok(settings.includes(`"${server.url}"`));
    assert.ok(!settings.includes(server.accounts.member.accessKey.slice(-20)));
  });

  it("signs out with a note that the key remains valid, shows public content only, and signs in again", async () => {
    await runRowCommand(getTreeRow(window.page, new URL(server.url).host), "Sign Out…");
    const notification = getNotification(window.page, "It remains valid until you delete it");
    await notification.waitFor();
    await getWelcomeView(window.page).getByRole("button", { name: "Sign In" }).waitFor();
    await window.screenshot("welcome-signed-out");
    assert.equal(await getTreeRow(window.page, "🌊 Lighthouse Console").count(), 0);
    await getWelcomeView(window.page).getByRole("button", { name: "Sign In" }).click();
    await waitForQuickInput(window.page, "deprecated");
    await window.screenshot("sign-in-ways");
    await pickItem(window.page, "Sign in with an access key");
    await waitForQuickInput(window.page, "The key is shown only once");
    await submitInput(window.page, server.accounts.admin.accessKey);
    await getTreeRow(window.page, "Open Tides").waitFor();
  });

  it("signs in with username and password for a day and then asks for the password again", async () => {
    const { username, password, realName } = server.accounts.member;
    await window.runCommand("Artifacts: Sign In…");
    await pickItem(window.page, "Sign in with username and password for 24 hours");
    await waitForQuickInput(window.page, "Enter your username on the server");
    await submitInput(window.page, username);
    await waitForQuickInput(window.page, `Enter the password for ${username}`);
    await submitInput(window.page, "wrong");
    await waitForQuickInput(window.page, "rejected this username and password");
    await submitInput(window.page, password);
    await getRowWithText(realName).waitFor();
    // A pending request would prompt for the password, which the command palette would replace.
    await getArtifactRows(window.page, "work").first().waitFor();
    await waitUntil("all requests are finished", () => server.requestsInFlight === 0);
    server.clock.advance(25 * 60 * 60 * 1000);
    await window.runCommand("Artifacts: Refresh");
    await waitForQuickInput(window.page, "Your session has expired");
    await window.screenshot("sign-in-run-out");
    await submitInput(window.page, password);
    await getQuickInput(window.page).waitFor({ state: "hidden" });
    await getTreeRow(window.page, "Open Tides").waitFor();
    await getRowWithText("Sign in again").waitFor({ state: "detached" });
  });
});
