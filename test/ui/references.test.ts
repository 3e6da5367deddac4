import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, tab } from "../support/window/form.ts";
import { dialog, notification } from "../support/window/messages.ts";
import { answer, quickInputSaying } from "../support/window/quickInput.ts";
import { repeatUntilVisible } from "../support/window/repeat.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { pressRowButton, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugsId = 11;
const extensionId = "artifacts-for-tuleap.artifacts-for-tuleap";

interface Bug {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** Bugs with plain titles, read past the extension. */
async function someBugs({ url, accounts: { admin } }: Simulator): Promise<readonly Bug[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const answered = await fetch(`${url}/api/trackers/${bugsId}/artifacts?limit=50`, { headers });
  const rows: unknown = await answered.json();
  assert.ok(Array.isArray(rows));
  return rows
    .map(({ id, title, status }: Bug) => ({ id, title, status }))
    .filter(({ id, title }) => id > 9 && /^[\w ]{20,}$/.test(title));
}

/** One is enough in a window: tests inside the extension host and of the store have both. */
describe("references in texts in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    bugs = await someBugs(server);
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
        // Only so can a test see where in a terminal a text stands.
        "terminal.integrated.gpuAcceleration": "off",
      },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");
  const file = (): string => join(window.folder, "notes.md");
  const hover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const link = (): Locator => window.page.locator(".editor-instance .detected-link");
  const suggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");

  async function openNotes(): Promise<void> {
    await window.page.keyboard.press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
    await window.runCommand("Explorer: Focus on Folders View");
    await window.page.locator(".explorer-folders-view").getByText("notes.md", { exact: true }).dblclick();
    await tab(window, "notes.md").waitFor();
    await window.page.locator(".editor-instance .view-lines").getByText("Notes").first().waitFor();
  }

  /** A link is one to whoever comes over it first. */
  async function controlClick({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
    const { keyboard, mouse } = window.page;
    await mouse.move(x + 40, y + 60);
    await mouse.move(x, y, { steps: 5 });
    await keyboard.down("ControlOrMeta");
    await mouse.move(x + 1, y);
    await mouse.click(x + 1, y, { delay: 50 });
    await keyboard.up("ControlOrMeta");
  }

  async function closeForm(id: number): Promise<void> {
    await formIn(window).locator("artifact-field").first().waitFor();
    await tab(window, `#${id}`)
      .getByRole("button", { name: /^Close/ })
      .click();
    await tab(window, `#${id}`).waitFor({ state: "detached" });
  }

  it("show the artifact under the mouse, and open it from there", async () => {
    const { id, title, status } = bug(0);
    await writeFile(file(), `# Notes\n\nThe harbour master wrote about art #${id} on 2026-11-15.\n`);
    await openNotes();
    await link().hover();
    await hover().getByText(title).waitFor();
    await hover().getByText(status).first().waitFor();
    await hover().evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
    await window.pictures("references-hover");
    await hover()
      .locator("a")
      .filter({ hasText: /^\s*Open$/ })
      .click();
    await tab(window, `#${id}`).waitFor();
    await closeForm(id);
  });

  it("are followed by a click", async () => {
    const { id } = bug(0);
    await openNotes();
    const place = await link().boundingBox();
    assert.ok(place);
    await controlClick({ x: place.x + place.width / 2, y: place.y + place.height / 2 });
    await tab(window, `#${id}`).waitFor();
    await closeForm(id);
  });

  it("are completed by what was opened not long ago, and by titles", async () => {
    const opened = bug(0);
    const searched = bugs.slice(1).find(({ title }) => /^(?:[A-Za-z]+ ){4}/.test(title)) ?? bug(1);
    await window.showViews();
    await pressRowButton(treeRow(window.page, "Open Tides"), "Pin");
    await openNotes();
    await window.page.keyboard.press("ControlOrMeta+End");
    await window.page.keyboard.type("See art #");
    await suggestions()
      .filter({ hasText: `#${opened.id} ` })
      .waitFor();
    await window.screenshot("references-completion-recent");
    await window.page.keyboard.type(searched.title.split(" ").slice(0, 4).join(" "), { delay: 40 });
    await suggestions()
      .filter({ hasText: `#${searched.id} ` })
      .waitFor();
    await window.pictures("references-completion");
    await suggestions()
      .filter({ hasText: `#${searched.id} ` })
      .click();
    await window.page.keyboard.press("ControlOrMeta+S");
    await assertSoon(async () =>
      assert.ok((await readFile(file(), "utf8")).endsWith(`See art #${searched.id}`)),
    );
  });

  it("are links in the terminal", async () => {
    const { id } = bug(2);
    await window.runCommand("Terminal: Create New Terminal");
    const rows = window.page.locator(".terminal-wrapper .xterm-rows > div");
    await rows.filter({ hasText: /\S/ }).first().waitFor();
    await window.page.keyboard.type(`clear; printf 'see %s for more\\n' 'art #${id}'`);
    await window.page.keyboard.press("Enter");
    const line = rows.filter({ hasText: new RegExp(`^see art #${id} for more`) });
    await line.waitFor();
    const place = await line.evaluate((row) => {
      const { left, top, width, height } =
        row.firstElementChild?.getBoundingClientRect() ?? row.getBoundingClientRect();
      const letters = row.firstElementChild?.textContent.length ?? 1;
      return { x: left + (width / letters) * 6.5, y: top + height / 2 };
    });
    await repeatUntilVisible(tab(window, `#${id}`), () => controlClick(place));
    await window.screenshot("references-terminal");
    await closeForm(id);
    await window.runCommand("View: Toggle Terminal");
  });

  async function openLink(rest: string): Promise<void> {
    await window.runCommand("Developer: Open URL");
    await quickInputSaying(window.page, "URL to open");
    await answer(window.page, `code-oss://${extensionId}${rest}`);
    await dialog(window.page, "open this URI").getByRole("button", { name: "Open", exact: true }).click();
  }

  it("come as links from outside too, for connected sites and for nothing but opening", async () => {
    const { id } = bug(3);
    await openLink(`/open?site=${encodeURIComponent(server.url)}&id=${id}`);
    await tab(window, `#${id}`).waitFor();
    await closeForm(id);
    await openLink(`/open?site=https%3A%2F%2Felsewhere.example&id=${id}`);
    await notification(window.page, "a site that you are not connected to").waitFor();
    await openLink(`/close?id=${id}`);
    await notification(window.page, "The link names no artifact.").waitFor();
    assert.equal(await tab(window, `#${id}`).count(), 0);
  });
});
