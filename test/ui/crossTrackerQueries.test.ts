import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { getTab } from "../support/window/form.ts";
import { getRow, startNewQuery } from "../support/window/queryBuilder.ts";
import { pickItem, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { expandRow, getTreeRow, readTreeText } from "../support/window/tree.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** These tests share one window; results and requests are tested in `unit` and `host`. */
describe("a query over all projects, in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      secrets: "stored",
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [
          {
            name: "Mine, anywhere",
            site: server.url,
            tracker: "all",
            where: [{ field: "assignee", operator: "is", value: "${me}" }],
            openOnly: true,
          },
          { name: "With a deleted tracker", site: server.url, tracker: [11, 21, 98_765], group: "tracker" },
        ],
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await getTreeRow(window.page, "Mine, anywhere", "tree").waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  it("shows the tracker of each artifact in the tree", async () => {
    await expandRow(getTreeRow(window.page, "Mine, anywhere", "tree"));
    await assertEventually(async () =>
      assert.match(
        (await readTreeText(window.page)).join("\n"),
        /^Mine, anywhere \| All My Projects\n {2}#\d+ .* \| .*(?:Bugs|Tasks|User Stories) · (?:Lighthouse|Open Tides)\n/,
      ),
    );
    await window.screenshotThemes("cross-tracker-tree");
    await getTreeRow(window.page, "Mine, anywhere", "tree").locator(".monaco-tl-twistie").click();
  });

  it("names a deleted tracker in the tree, and shows the artifacts of the others by project", async () => {
    await expandRow(getTreeRow(window.page, "With a deleted tracker", "tree"));
    await assertEventually(async () =>
      assert.match(
        (await readTreeText(window.page)).join("\n"),
        /\n {2}Tracker #98765 was deleted on Demo, .*\n {2}Bugs \| Open Tides · \d+\n {4}#/,
      ),
    );
    await window.screenshotThemes("cross-tracker-missing");
    await getTreeRow(window.page, "With a deleted tracker", "tree").locator(".monaco-tl-twistie").click();
  });

  it("has a column for the tracker in the table", async () => {
    await openQueryTable(window, "Mine, anywhere");
    const table = new TableTab(window);
    await table.waitUntilLoaded();
    await table.page.getByRole("columnheader", { name: /^Tracker/ }).waitFor();
    await table.page.getByRole("columnheader", { name: /^Project/ }).waitFor();
    await table.page.getByText("Assignee is me").waitFor();
    await window.screenshotThemes("cross-tracker-table");
  });

  it("is written in TQL with completion, and run from the title bar", async () => {
    const { page } = window;
    await window.focusSideBar();
    await window.runCommand("Artifacts: New Query…");
    await waitForQuickInput(page, "Select what to search");
    await pickItem(page, "All My Projects");
    await waitForQuickInput(page, "New Query for All My Projects");
    await getRow(page, "Enter a TQL Query…").waitFor();
    await window.screenshotThemes("cross-tracker-builder");
    await getRow(page, "Enter a TQL Query…").click();
    const editor = page.locator(".editor-instance .monaco-editor").last();
    await editor.getByText("MY_PROJECTS").waitFor();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.type(" AND @assigned_to =");
    const suggestion = page.locator(".suggest-widget .monaco-list-row", { hasText: "MYSELF()" });
    await retryUntilVisible(suggestion, () => page.keyboard.press("ControlOrMeta+Space"));
    await window.screenshotThemes("cross-tracker-tql");
    await suggestion.click();
    await editor.getByText("MYSELF").first().waitFor();
    const error = editor.locator(".squiggly-error").first();
    await error.waitFor({ state: "detached" });
    const misspelled = " AND @asigned_to = 1";
    await page.keyboard.insertText(misspelled);
    await error.waitFor();
    await window.screenshotThemes("cross-tracker-tql-error");
    for (const _ of misspelled) await page.keyboard.press("Backspace");
    await error.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Run Query" }).click();
    await getTab(window, "All My Projects").waitFor();
    const table = new TableTab(window);
    await table.waitUntilLoaded();
    assert.ok((await table.rows.count()) > 0);
  });

  it("of one tracker is written in the same editor, which knows its tracker after a reload", async () => {
    const { page } = window;
    await window.focusSideBar();
    await startNewQuery(window);
    await getRow(page, "Enter a TQL Query…").click();
    const editor = page.locator(".editor-instance .monaco-editor").last();
    await editor.getByText("assigned_to").waitFor();
    await window.reload();
    await editor.getByText("assigned_to").waitFor();
    await page.getByRole("button", { name: "Run Query" }).click();
    await getTab(window, "Bugs").waitFor();
    const table = new TableTab(window);
    await table.waitUntilLoaded();
    assert.ok((await table.rows.count()) > 0);
  });
});
