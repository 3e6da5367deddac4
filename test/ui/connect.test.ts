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
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product", anonymous: "refused" });
    window = await openWindow();
    await window.showViews();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function rowSaying(text: string): Locator {
    return treeRows(window.page).filter({ hasText: text });
  }

  it("is offered where there is no site yet", async () => {
    const connect = welcome(window.page).getByRole("button", { name: "Connect to a Site" });
    await connect.waitFor();
    await window.screenshot("welcome-no-site");
    await connect.click();
    await quickInputSaying(window.page, "Address of the Tuleap server");
  });

  it("keeps an address that doesn't work, says what is wrong with it and lets it be mended", async () => {
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

  it("refuses a wrong key and keeps nothing of it", async () => {
    await answer(window.page, `${server.url}/plugins/tracker/?aid=3`);
    await quickInputSaying(window.page, "This server shows nothing without an account");
    await window.screenshot("connect-how");
    await pickItem(window.page, "Sign in with an access key");
    await quickInputSaying(window.page, "shown there only once");
    await answer(window.page, "tlp-k1-1.0000");
    await quickInputSaying(window.page, "doesn't accept this key");
    await window.screenshot("connect-key-refused");
  });

  it("takes a key that the server accepts, and shows what the account may see", async () => {
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
  });

  it("keeps the site in the settings and the key out of them", async () => {
    const settings = await readFile(window.userSettings, "utf8");
    assert.ok(settings.includes(`"${server.url}"`));
    assert.ok(!settings.includes(server.accounts.member.accessKey.slice(-20)));
  });

  it("signs out, says that the key lives on, and shows no more than anonymous people see", async () => {
    await runRowCommand(treeRow(window.page, new URL(server.url).host), "Sign Out…");
    const said = notification(window.page, "on the server it stays valid until you delete it");
    await said.waitFor();
    await welcome(window.page).getByRole("button", { name: "Sign In" }).waitFor();
    await window.screenshot("welcome-signed-out");
    assert.equal(await treeRow(window.page, "🌊 Lighthouse Console").count(), 0);
  });

  it("signs in again from there", async () => {
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
    assert.equal(await rowSaying("sign in again").count(), 0);
  });

  it("lets go of a site after a question, and is back at the start", async () => {
    await runRowCommand(treeRow(window.page, new URL(server.url).host), "Remove Site…");
    const question = dialog(window.page, "Remove");
    await question.waitFor();
    await pressButton(question, "Remove Site");
    await welcome(window.page).getByRole("button", { name: "Connect to a Site" }).waitFor();
    assert.ok(!(await readFile(window.userSettings, "utf8")).includes(server.url));
  });
});

describe("connecting without signing in", () => {
  it("shows what is public, also on a server that knows no members", async () => {
    const server = await startSimulator({ dialect: "documented" });
    const window = await openWindow();
    try {
      await window.runCommand("Artifacts: Connect to a Site…");
      await quickInputSaying(window.page, "Address of the Tuleap server");
      await answer(window.page, `${server.url}/api/v1`);
      await quickInputSaying(window.page, "Shows what this server makes public");
      await pickItem(window.page, "Continue without signing in");
      await treeRow(window.page, "Open Tides").waitFor();
      assert.ok(server.requests.every(({ headers }) => !("x-auth-accesskey" in headers)));
      await window.screenshot("tree-anonymous-documented");
    } finally {
      await window.close();
      await server.close();
    }
  });
});

describe("a hostile server", () => {
  it("can't put a link into the message about a key", async () => {
    const server = await startSimulator({ dialect: "product" });
    const said = "Please [click here](command:workbench.action.toggleZenMode)";
    const body = JSON.stringify({ error: { code: 403, message: "Forbidden", i18n_error_message: said } });
    server.faults.add({ path: /users\/self/, fault: { kind: "status", status: 403, body } });
    const window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Trap" }] },
    });
    try {
      await window.runCommand("Artifacts: Sign In…");
      await pickItem(window.page, "Sign in with an access key");
      await quickInputSaying(window.page, "shown there only once");
      await answer(window.page, "tlp-k1-1.00");
      await quickInputSaying(window.page, "click here");
      assert.equal(
        await quickInput(window.page).locator('a[href^="command:"], .quick-input-message a').count(),
        0,
      );
    } finally {
      await window.close();
      await server.close();
    }
  });
});

describe("a site that has nothing to show", () => {
  it("says that it can't be reached, by name, and comes back when it can", async () => {
    const first = await startSimulator({ dialect: "documented" });
    const port = Number(new URL(first.url).port);
    await first.close();
    const window = await openWindow({
      settings: { "artifacts.sites": [{ url: first.url, label: "Harbour" }] },
    });
    try {
      await window.showViews();
      const again = welcome(window.page).getByRole("button", { name: "Try Again" });
      await again.waitFor();
      await window.page.locator(".sidebar .pane-header").getByText("Harbour").waitFor();
      assert.match((await welcome(window.page).textContent()) ?? "", /Nobody listens at the address/);
      await window.screenshot("welcome-offline");
      const second = await startSimulator({ dialect: "documented", port });
      await again.click();
      await treeRow(window.page, "Open Tides").waitFor();
      await second.close();
    } finally {
      await window.close();
    }
  });
});
