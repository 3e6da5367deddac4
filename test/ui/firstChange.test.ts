import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/window/chromium.ts";
import { collectOutput, type RunningProcess, startProcess } from "../support/processes.ts";
import { takePictureOfFailure } from "../support/window/pictures.ts";
import { quickInputSaying } from "../support/window/quickInput.ts";
import { repository } from "../support/repository.ts";
import { assertSoon, until, waitLimitMs } from "../support/wait.ts";
import { repeatUntilVisible } from "../support/window/repeat.ts";
import { artifactRows, expandRow, pressRowButton, treeRow } from "../support/window/tree.ts";

/** The steps as the README tells them, without the marks of Markdown. */
async function writtenSteps(): Promise<readonly string[]> {
  const readme = await readFile(join(repository, "README.md"), "utf8");
  const [, section = ""] = readme.split("### From nothing to the first saved change\n");
  const [list = ""] = section.trim().split("\n\n");
  return list.split("\n").map((line) => line.replace(/^\d+\. /, "").replaceAll(/[*`]/g, ""));
}

/** What another user of the machine, who has not seen the address, gets of the servers at it. */
async function assertNobodyElseGetsIn(address: string): Promise<void> {
  const signedIn = await fetch(address, { redirect: "manual" });
  const editor = signedIn.headers.get("location") ?? "";
  const [cookie = ""] = signedIn.headers.getSetCookie();
  const withCookie = await fetch(editor, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  assert.match(await withCookie.text(), /vscode-workbench-web-configuration/);

  assert.equal((await fetch(new URL("/", address), { redirect: "manual" })).status, 403);
  const withoutCookie = await fetch(editor);
  assert.match(withoutCookie.url, /\/login/);
  assert.doesNotMatch(await withoutCookie.text(), /vscode-workbench-web-configuration/);
  const socket = await fetch(new URL("/stable", editor), { redirect: "manual" });
  assert.ok(socket.status === 302 || socket.status >= 400, `it answers with ${socket.status}`);
}

describe("somebody who meets this for the first time", () => {
  let demo: RunningProcess;
  let browser: Browser;

  after(async () => {
    await browser.close();
    await demo.stop();
  });

  it("has saved a change after the steps that are written down, which are twelve at most", async function () {
    // The extension is packaged and installed first.
    let page!: Page;
    let printed!: { readonly address: string; readonly server: string; readonly key: string };
    let id = "";
    const form = () => page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");

    const steps: readonly (readonly [text: string, act: () => Promise<unknown>])[] = [
      [
        "Run npm install && npm start.",
        async () => {
          demo = startProcess(process.execPath, [join(repository, "test", "demo", "start.ts")]);
          const output = collectOutput(demo.child);
          const key = /Access key {6}(\S+)/;
          await until("the demo has started", () => key.test(output()));
          printed = {
            address: /^http\S+$/m.exec(output())?.[0] ?? "",
            server: /Server address {2}(\S+)/.exec(output())?.[1] ?? "",
            key: key.exec(output())?.[1] ?? "",
          };
        },
      ],
      [
        "Open the address that it prints in a browser.",
        async () => {
          browser = await launchChromium();
          page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
          page.setDefaultTimeout(waitLimitMs);
          await assertNobodyElseGetsIn(printed.address);
          await page.goto(printed.address);
        },
      ],
      [
        "Click Artifacts in the activity bar.",
        () =>
          page
            .locator(".activitybar")
            .getByRole("tab", { name: /^Artifacts( - |$)/ })
            .click(),
      ],
      [
        "Point at Demo and click Sign In… beside it.",
        async () => {
          // Without signing in there is something to see already.
          await treeRow(page, "Open Tides").waitFor();
          await pressRowButton(treeRow(page, "Demo"), "Sign In…");
        },
      ],
      [
        "Choose Sign in with an access key.",
        () =>
          page
            .locator(".quick-input-widget .monaco-list-row")
            .filter({ hasText: "Sign in with an access key" })
            .click(),
      ],
      [
        "Paste the access key that was printed, and press Enter.",
        async () => {
          await quickInputSaying(page, "shown there only once");
          await page.keyboard.insertText(printed.key);
          await page.keyboard.press("Enter");
          await treeRow(page, "Lighthouse Console").or(treeRow(page, "🌊 Lighthouse Console")).waitFor();
        },
      ],
      [
        "Unfold Open Tides.",
        // A tree that is drawn again after signing in may fold it once more.
        () => repeatUntilVisible(treeRow(page, "Bugs"), () => expandRow(treeRow(page, "Open Tides"))),
      ],
      ["Unfold Bugs.", () => expandRow(treeRow(page, "Bugs"))],
      [
        "Click the first artifact.",
        async () => {
          const row = artifactRows(page).first();
          id = /#(\d+)/.exec((await row.textContent()) ?? "")?.[1] ?? "";
          await row.click();
        },
      ],
      [
        "Change its title.",
        async () => {
          await form().locator("h1 input, h1 textarea, .title input, .title textarea").first().click();
          await page.keyboard.press("End");
          await page.keyboard.type(", seen by a newcomer");
        },
      ],
      ["Click Save 1 change.", () => form().getByText("Save 1 change").click()],
    ];

    assert.deepEqual(
      steps.map(([text]) => text),
      await writtenSteps(),
    );
    assert.ok(steps.length <= 12);
    for (const [text, act] of steps) {
      await act().catch(async (error: unknown) => {
        await takePictureOfFailure(page, "failed-first-change");
        throw new Error(`“${text}” failed: ${String(error)}`, { cause: error });
      });
    }
    await assertSoon(async () => {
      const headers = { "X-Auth-AccessKey": printed.key, Accept: "application/json" };
      const answer = await fetch(`${printed.server}/api/artifacts/${id}`, { headers });
      assert.match(((await answer.json()) as { title: string }).title, /, seen by a newcomer$/);
    });
  });
});
