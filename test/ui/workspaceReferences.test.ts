import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { type Bug, fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { assertEventually } from "../support/wait.ts";
import { getTab, openArtifact } from "../support/window/form.ts";
import { getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import {
  collapseMyWork,
  expandRow,
  expandRows,
  getArtifactRows,
  getTreeRow,
  getTreeRows,
  readTreeText,
  runRowCommand,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** In a folder without Git; the tests of the extension host cover both dialects. */
describe("references in the workspace", () => {
  let folder: string;
  let server: Simulator;
  let window: VSCodeWindow;
  let bug: Bug;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-workspace-"));
    server = await startSimulator({ dialect: "product" });
    [bug = assert.fail("there are no bugs")] = await fetchOpenBugs(server);
    const closed = await fetchClosedBugId();
    await mkdir(join(folder, "src"));
    await writeFile(
      join(folder, "src", "pump.c"),
      `// Waits for the tide, see art #${bug.id}.\nconst int delay = 5;\n\n  // FIXME art #${closed}: remove this\n`,
    );
    await writeFile(join(folder, "src", "valve.c"), `int valve; // TULEAP-${bug.id}\n`);
    await writeFile(join(folder, "notes.md"), `# Notes\n\nart #${bug.id} and art #999999\n`);
    window = await openWindow({
      folder,
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** A closed artifact, requested without the extension. */
  async function fetchClosedBugId(): Promise<number> {
    const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey };
    const response = await fetch(`${server.url}/api/trackers/11/artifacts?limit=50`, { headers });
    const rows = (await response.json()) as readonly Bug[];
    return rows.find(({ id, is_open }) => id > 9 && !is_open)?.id ?? assert.fail("all bugs are open");
  }

  const getBugRow = (): Locator =>
    getTreeRows(window.page, "references").filter({ hasText: `#${bug.id} ${bug.title}` });

  it("are listed by artifact in the view, which opens files at the reference", async () => {
    const { page } = window;
    await window.runCommand("Artifacts: Find References in Workspace");
    await collapseMyWork(page);
    await getBugRow()
      .filter({ hasText: `${bug.status} · 3 references` })
      .waitFor();
    await getTreeRow(page, "#999999", "references").waitFor();
    await expandRow(getBugRow());
    await getTreeRow(page, "pump.c:1", "references").waitFor();
    await assertEventually(async () => {
      const rows = (await readTreeText(page, "references")).map((row) => row.trim());
      const at = rows.findIndex((row) => row.startsWith(`#${bug.id} `));
      assert.deepEqual(rows.slice(at + 1, at + 4), [
        `notes.md:3 | art #${bug.id} and art #999999`,
        `pump.c:1 | // Waits for the tide, see art #${bug.id}.`,
        `valve.c:1 | int valve; // TULEAP-${bug.id}`,
      ]);
    });
    await window.screenshotThemes("references-view");
    await retryUntilVisible(getTab(window, "pump.c"), () =>
      getTreeRow(page, "pump.c:1", "references").click(),
    );
    await page.locator(".statusbar-item").filter({ hasText: "selected)" }).waitFor();
    await window.screenshot("references-view-opened");
    await window.closeEditors();
  });

  it("are updated when a file changes", async () => {
    await writeFile(join(folder, "src", "valve.c"), "int valve;\n");
    await getBugRow().filter({ hasText: "2 references" }).waitFor();
  });

  it("are listed in the form of the artifact, which opens them", async () => {
    const form = await openArtifact(window, bug.id);
    await form.locator("body").evaluate(({ ownerDocument: { documentElement } }) => {
      documentElement.scrollTop = documentElement.scrollHeight;
    });
    const section = form.locator("section.mentions");
    await section.getByRole("button", { name: "src/pump.c:1" }).waitFor();
    await section.scrollIntoViewIfNeeded();
    await assertEventually(async () =>
      assert.deepEqual(
        (await section.locator("li").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()),
        [
          `notes.md:3 art #${bug.id} and art #999999`,
          `src/pump.c:1 // Waits for the tide, see art #${bug.id}.`,
        ],
      ),
    );
    await window.screenshotThemes("references-form");
    await retryUntilVisible(getTab(window, "notes.md"), () =>
      section.getByRole("button", { name: "notes.md:3" }).click(),
    );
    await window.closeEditors();
  });

  it("of an artifact are offered in its context menu in the tree", async () => {
    const { page } = window;
    await window.showViews();
    const header = page.locator('.sidebar .pane-header[aria-label^="References"]');
    if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
    await expandRows(page, "Open Tides", "Bugs");
    const row = getArtifactRows(page, "tree").first();
    const [, id = ""] = /#(\d+)/.exec(await row.locator(".label-name").innerText()) ?? [];
    await writeFile(join(folder, "more.txt"), `one\nart #${id}\nthree, TULEAP-${id}\n`);
    const items = getQuickInput(page).locator(".quick-input-list .monaco-list-row");
    // The file may be found a moment later.
    await retryUntilVisible(items.filter({ hasText: "more.txt:3" }), async () => {
      await page.keyboard.press("Escape");
      await runRowCommand(row, "Find References in Workspace");
    });
    await waitForQuickInput(page, `References to #${id}`);
    assert.equal(await items.count(), 2);
    await window.screenshot("references-pick");
    await items.filter({ hasText: "more.txt:3" }).click();
    await getTab(window, "more.txt").waitFor();
  });
});
