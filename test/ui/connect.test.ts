import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { artifactRows, runRowCommand, treeRow, treeRows, treeText, welcome } from "../support/window/tree.ts";
import { until } from "../support/wait.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("connecting in the window", () => {
  /** One that shows nothing without an account. */
  let server: Simulator;
  /** One that anybody may look at, and that knows no members. */
  let open: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    open = await startSimulator({ dialect: "documented" });
    await open.close();
    window = await openWindow({ settings: { "artifacts.sites": [{ url: open.url, label: "Harbour" }] } });
    await window.showViews();
  });
  after(async () => {
    await window.close();
    await server.close();
    await open.close();
  });

  function rowSaying(text: string): Locator {
    return treeRows(window.page).filter({ hasText: text });
  }

  function connectButton(): Locator {
    return welcome(window.page).getByRole("button", { name: "Connect to a Site" });
  }

  async function removeSite(label: string): Promise<void> {
    await runRowCommand(treeRow(window.page, label), "Remove Site…");
    const question = dialog(window.page, "Remove");
    await question.waitFor();
    await pressButton(question, "Remove Site");
    await connectButton().waitFor();
  }

  it("says of a site that can't be reached so, by name, and shows it once it can", async () => {
    const again = welcome(window.page).getByRole("button", { name: "Try Again" });
    await again.waitFor();
    await window.page.locator(".sidebar .pane-header").getByText("Harbour").waitFor();
    assert.match((await welcome(window.page).textContent()) ?? "", /Nobody listens at the address/);
    await window.screenshot("welcome-offline");
    open = await startSimulator({ dialect: "documented", port: Number(new URL(open.url).port) });
    await again.click();
    await treeRow(window.page, "Open Tides").waitFor();
  });

  it("lets go of a site after a question, and is back at the start", async () => {
    await removeSite("Harbour");
    assert.ok(!(await readFile(window.userSettings, "utf8")).includes(open.url));
    await window.screenshot("welcome-no-site");
  });

  it("keeps an address that doesn't work, says what is wrong with it and lets it be mended", async () => {
    await connectButton().click();
    await quickInputSaying(window.page, "Address of the Tuleap server");
    await answer(window.page, "two words");
    await quickInputSaying(window.page, "This isn't a web address");
    await answer(window.page, "https://127.0.0.1:1/some/page");
    await quickInputSaying(window.page, "Nobody listens at 127.0.0.1:1");
    assert.equal(
      await quickInput(window.page).locator("input:visible").inputValue(),
      "https://127.0.0.1:1/some/page",
    );
    await window.screenshot("connect-address-refused");
  });

  it("asks before it speaks without encryption to another machine", async () => {
    await answer(window.page, "http://name.invalid");
    const question = dialog(window.page, "name.invalid is not encrypted.");
    await question.waitFor();
    await window.screenshot("connect-plain-http");
    await pressButton(question, "Cancel");
    await quickInputSaying(window.page, "Not connected: name.invalid is not encrypted.");
  });

  it("shows what is public without signing in, also on a server that knows no members", async () => {
    await answer(window.page, `${open.url}/api/v1`);
    await quickInputSaying(window.page, "Shows what this server makes public");
    await pickItem(window.page, "Continue without signing in");
    await treeRow(window.page, "Open Tides").waitFor();
    assert.ok(open.requests.every(({ headers }) => !("x-auth-accesskey" in headers)));
    await window.screenshot("tree-anonymous-documented");
    await removeSite(new URL(open.url).host);
  });

  it("refuses a wrong key and keeps nothing of it, and no server puts a link into what is said about it", async () => {
    await connectButton().click();
    await quickInputSaying(window.page, "Address of the Tuleap server");
    await answer(window.page, `${server.url}/plugins/tracker/?aid=3`);
    await quickInputSaying(window.page, "This server shows nothing without an account");
    await window.screenshot("connect-how");
    await pickItem(window.page, "Sign in with an access key");
    await quickInputSaying(window.page, "shown there only once");
    const said = "Please [click here](command:workbench.action.toggleZenMode)";
    const body = JSON.stringify({ error: { code: 403, message: "Forbidden", i18n_error_message: said } });
    const heal = server.faults.add({ path: /users\/self/, fault: { kind: "status", status: 403, body } });
    await answer(window.page, "tlp-k1-1.0000");
    await quickInputSaying(window.page, "click here");
    const links = quickInput(window.page).locator('a[href^="command:"], .quick-input-message a');
    assert.equal(await links.count(), 0);
    heal();
    await answer(window.page, "tlp-k1-1.0000");
    await quickInputSaying(window.page, "doesn't accept this key");
    await window.screenshot("connect-key-refused");
  });

  it("takes a key that the server accepts, shows what the account may see, and keeps it out of the settings", async () => {
    await answer(window.page, server.accounts.member.accessKey);
    await treeRow(window.page, "Open Tides").waitFor();
    const host = new URL(server.url).host;
    assert.deepEqual(await treeText(window.page), [
      `${host} | ${server.accounts.member.realName}`,
      "  🌊 Lighthouse Console",
      "  Open Tides",
      "  All Projects",
    ]);
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

  it("signs out, says that the key lives on, shows no more than anonymous people see, and signs in again", async () => {
    await runRowCommand(treeRow(window.page, new URL(server.url).host), "Sign Out…");
    const said = notification(window.page, "on the server it stays valid until you delete it");
    await said.waitFor();
    await welcome(window.page).getByRole("button", { name: "Sign In" }).waitFor();
    await window.screenshot("welcome-signed-out");
    assert.equal(await treeRow(window.page, "🌊 Lighthouse Console").count(), 0);
    await welcome(window.page).getByRole("button", { name: "Sign In" }).click();
    await quickInputSaying(window.page, "deprecated");
    await window.screenshot("sign-in-ways");
    await pickItem(window.page, "Sign in with an access key");
    await quickInputSaying(window.page, "shown there only once");
    await answer(window.page, server.accounts.admin.accessKey);
    await treeRow(window.page, "Open Tides").waitFor();
  });

  it("signs in with name and password for a day, and asks again when the day is over", async () => {
    const { username, password, realName } = server.accounts.member;
    await window.runCommand("Artifacts: Sign In…");
    await pickItem(window.page, "Sign in with name and password, for a day");
    await quickInputSaying(window.page, "Your user name on the server");
    await answer(window.page, username);
    await quickInputSaying(window.page, `Password of ${username}`);
    await answer(window.page, "wrong");
    await quickInputSaying(window.page, "doesn't accept this name and password");
    await answer(window.page, password);
    await rowSaying(realName).waitFor();
    // What is still being read would ask for the password at once, and the palette take its place.
    await artifactRows(window.page, "work").first().waitFor();
    await until("nothing is read any more", () => server.inFlight === 0);
    server.clock.advance(25 * 60 * 60 * 1000);
    await window.runCommand("Artifacts: Refresh");
    await quickInputSaying(window.page, "Your sign-in has run out");
    await window.screenshot("sign-in-run-out");
    await answer(window.page, password);
    await quickInput(window.page).waitFor({ state: "hidden" });
    await treeRow(window.page, "Open Tides").waitFor();
    await rowSaying("sign in again").waitFor({ state: "detached" });
  });
});
