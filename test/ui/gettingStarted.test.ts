import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/window/chromium.ts";
import { collectOutput, type RunningProcess, startProcess } from "../support/processes.ts";
import { takeFailureScreenshot } from "../support/window/screenshots.ts";
import { waitForQuickInput } from "../support/window/quickInput.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { assertEventually, waitUntil, waitTimeoutMs } from "../support/wait.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { getArtifactRows, expandRow, pressRowButton, getTreeRow } from "../support/window/tree.ts";

/** Reads the steps of the README, without Markdown syntax. */
async function readDocumentedSteps(): Promise<readonly string[]> {
  const readme = await readFile(join(repositoryRoot, "README.md"), "utf8");
  const [, section = ""] = readme.split("## Five steps to the first saved change\n");
  const [text = ""] = section.split("\n## ");
  return [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, step = ""]) => step.replaceAll(/[*`]/g, ""));
}

/** Checks that other users of the machine, who do not know the URL, have no access to the servers. */
async function assertAccessRestricted(url: string): Promise<void> {
  const signedIn = await fetch(url, { redirect: "manual" });
  const editor = signedIn.headers.get("location") ?? "";
  const [cookie = ""] = signedIn.headers.getSetCookie();
  const withCookie = await fetch(editor, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  assert.match(await withCookie.text(), /vscode-workbench-web-configuration/);

  assert.equal((await fetch(new URL("/", url), { redirect: "manual" })).status, 403);
  const withoutCookie = await fetch(editor);
  assert.match(withoutCookie.url, /\/login/);
  assert.doesNotMatch(await withoutCookie.text(), /vscode-workbench-web-configuration/);
  const socket = await fetch(new URL("/stable", editor), { redirect: "manual" });
  assert.ok(socket.status === 302 || socket.status >= 400, `status ${socket.status}`);
}

describe("a new user", () => {
  let demo: RunningProcess;
  let browser: Browser;

  after(async () => {
    await browser.close();
    await demo.stop();
  });

  it("saves a change with the steps of the README, which are five", async function () {
    // The first step packages and installs the extension.
    let page!: Page;
    let printed!: { readonly url: string; readonly server: string; readonly key: string };
    let id = "";
    const form = () => page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");

    const steps: readonly (readonly [text: string, run: () => Promise<unknown>])[] = [
      [
        "Run npm install && npm start, and open the URL that it prints in a browser.",
        async () => {
          demo = startProcess(process.execPath, [join(repositoryRoot, "test", "demo", "start.ts")]);
          const output = collectOutput(demo.child);
          const key = /Access key {6}(\S+)/;
          await waitUntil("the demo has started", () => key.test(output()));
          printed = {
            url: /^http\S+$/m.exec(output())?.[0] ?? "",
            server: /Server address {2}(\S+)/.exec(output())?.[1] ?? "",
            key: key.exec(output())?.[1] ?? "",
          };
          browser = await launchChromium();
          page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
          page.setDefaultTimeout(waitTimeoutMs);
          await assertAccessRestricted(printed.url);
          await page.goto(printed.url);
        },
      ],
      [
        "Click Artifacts in the activity bar, point at Demo, and click Sign In… beside it.",
        async () => {
          await page
            .locator(".activitybar")
            .getByRole("tab", { name: /^Artifacts( - |$)/ })
            .click();
          // Public projects are shown without signing in.
          await getTreeRow(page, "Open Tides").waitFor();
          await pressRowButton(getTreeRow(page, "Demo"), "Sign In…");
        },
      ],
      [
        "Select Sign in with an access key, paste the key that was printed, and press Enter.",
        async () => {
          await page
            .locator(".quick-input-widget .monaco-list-row")
            .filter({ hasText: "Sign in with an access key" })
            .click();
          await waitForQuickInput(page, "The key is shown only once");
          await page.keyboard.insertText(printed.key);
          await page.keyboard.press("Enter");
          await getTreeRow(page, "Lighthouse Console")
            .or(getTreeRow(page, "🌊 Lighthouse Console"))
            .waitFor();
        },
      ],
      [
        "Expand Open Tides, expand Bugs, and click the first artifact.",
        async () => {
          // A refresh after signing in may collapse the row again.
          await retryUntilVisible(getTreeRow(page, "Bugs"), () => expandRow(getTreeRow(page, "Open Tides")));
          await expandRow(getTreeRow(page, "Bugs"));
          const row = getArtifactRows(page).first();
          id = /#(\d+)/.exec((await row.textContent()) ?? "")?.[1] ?? "";
          await row.click();
        },
      ],
      [
        "Change its title and click Save 1 Change.",
        async () => {
          await form().locator("h1 input, h1 textarea, .title input, .title textarea").first().click();
          await page.keyboard.press("End");
          await page.keyboard.type(", seen by a newcomer");
          await form().getByText("Save 1 Change").click();
        },
      ],
    ];

    assert.deepEqual(
      steps.map(([text]) => text),
      await readDocumentedSteps(),
    );
    assert.equal(steps.length, 5);
    for (const [text, run] of steps) {
      await run().catch(async (error: unknown) => {
        await takeFailureScreenshot(page, "failed-getting-started");
        throw new Error(`“${text}” failed: ${String(error)}`, { cause: error });
      });
    }
    await assertEventually(async () => {
      const headers = { "X-Auth-AccessKey": printed.key, Accept: "application/json" };
      const response = await fetch(`${printed.server}/api/artifacts/${id}`, { headers });
      assert.match(((await response.json()) as { title: string }).title, /, seen by a newcomer$/);
    });
  });
});
