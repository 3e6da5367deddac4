import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, formIn, kept, tab } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, foldMyWork, treeRow, treeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const title = 1102;

describe("a site that can't be reached", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let rows: readonly string[];
  let bug: number;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "kept",
    });
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
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

  it("has been looked at before", async () => {
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    await foldMyWork(window.page);
    const row = artifactRows(window.page).first();
    await row.waitFor();
    bug = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
    await row.click();
    await lookAtActivity();
    await closeForm();
    rows = await labels();
  });

  it("shows what was seen of it, with its age, and one quiet word instead of messages", async () => {
    await server.close();
    await window.runCommand("Artifacts: Refresh");
    await status().waitFor();
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

  it("is read from disk after a reload", async () => {
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
  });

  it("is back by itself, with what was typed, which can be saved then", async () => {
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
