import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { notification } from "../support/window/messages.ts";
import { quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("a check of the connection in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    server.endKey(server.accounts.member, Date.now() + 5.5 * 86_400_000);
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  /** What a row says to those who don't see it, which is all that it says. */
  function finding(name: string, fact: string): Locator {
    return quickInput(window.page).getByRole("option", { name: new RegExp(`^${name}, .*${fact}`) });
  }

  it("is not needed to hear of a key that ends soon", async () => {
    const warning = notification(window.page, "Your access key for Demo expires in 5 days");
    await warning.waitFor();
    await window.screenshot("key-expires");
    await warning.getByRole("button", { name: "Sign In…" }).click();
    await quickInputSaying(window.page, "Sign in with an access key");
    await window.page.keyboard.press("Escape");
  });

  it("tells what was found, step by step, and what to do", async () => {
    await runRowCommand(treeRow(window.page, "Demo"), "Check Connection…");
    await quickInputSaying(window.page, "Connection to Demo");
    await finding("Address", server.url).waitFor();
    await finding("Proxy", "PAC files are not evaluated").waitFor();
    await finding("Your account", `signed in as ${server.accounts.member.realName}`).waitFor();
    await finding("Your account", "with a key until").waitFor();
    // The simulated server lives in a time of its own.
    await finding("Clock", "the server's is \\d+ hours behind").waitFor();
    await quickInputSaying(window.page, "Nothing is wrong.");
    await window.pictures("check-connection");
  });

  it("copies a report without secrets", async () => {
    await quickInput(window.page).getByRole("button", { name: "Copy Report" }).click();
    await quickInputSaying(window.page, "It holds no secrets.");
    const report = await window.page.evaluate(() => navigator.clipboard.readText());
    assert.match(report, /^Connection to Demo: /);
    assert.match(report, /- \[note\] Your account: signed in as /);
    assert.ok(!report.includes(server.accounts.member.accessKey));
    await window.page.keyboard.press("Escape");
  });

  it("leads to signing in where the key is no longer accepted", async () => {
    server.faults.add({ path: /users\/self/, fault: { kind: "status", status: 401 } });
    await window.runCommand("Artifacts: Check Connection…");
    await finding("Your account", "is no longer accepted").waitFor();
    await quickInputSaying(window.page, "the first of them tells most");
    await window.screenshot("check-connection-key");
    await finding("Your account", "is no longer accepted").click();
    await quickInputSaying(window.page, "Sign in with an access key");
    await window.page.keyboard.press("Escape");
  });

  it("says what is in the way of everything else, and looks again when asked to", async () => {
    await server.close();
    await window.runCommand("Artifacts: Check Connection…");
    await finding("REST API", "Nobody listens at Demo").waitFor();
    await finding("Clock", "the server has to be reached first").waitFor();
    await window.screenshot("check-connection-down");
    await quickInput(window.page).getByRole("button", { name: "Check Again" }).click();
    await quickInputSaying(window.page, "the first of them tells most");
    await window.page.keyboard.press("Escape");
  });
});
