import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { getTab } from "../support/window/form.ts";
import { getRow } from "../support/window/queryBuilder.ts";
import { pickItem, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { expandRow, getTreeRow, readTreeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** These tests share one window; results and requests are tested in `unit` and `host`. */
describe("a query over all projects, in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
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
        /^Mine, anywhere \| All My Projects\n {2}#\d+ .* \| .*(?:Bugs|Tasks|User Stories)\n/,
      ),
    );
    await window.screenshotThemes("cross-tracker-tree");
  });

  it("has a column for the tracker in the table", async () => {
    await openQueryTable(window, "Mine, anywhere");
    const table = new TableTab(window);
    await table.waitUntilLoaded();
    await table.page.getByRole("columnheader", { name: /^Tracker/ }).waitFor();
    await table.page.getByText("Assignee is me").waitFor();
    await window.screenshotThemes("cross-tracker-table");
  });

  it("is written in TQL with completion, and run from the title bar", async () => {
    const { page } = window;
    await page.keyboard.press("ControlOrMeta+0");
    await window.runCommand("Artifacts: New Query…");
    await waitForQuickInput(page, "Select what to search");
    await pickItem(page, "All My Projects");
    await waitForQuickInput(page, "New Query for All My Projects");
    await getRow(page, "Enter a TQL Query…").click();
    const editor = page.locator(".editor-instance .monaco-editor").last();
    await editor.getByText("MY_PROJECTS").waitFor();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.type(" AND @assigned_to =");
    await page.keyboard.press("ControlOrMeta+Space");
    const suggestion = page.locator(".suggest-widget .monaco-list-row", { hasText: "MYSELF()" });
    await suggestion.waitFor();
    await window.screenshotThemes("cross-tracker-tql");
    await suggestion.click();
    await editor.getByText("MYSELF").first().waitFor();
    await page.getByRole("button", { name: "Run Query" }).click();
    await getTab(window, "All My Projects").waitFor();
    const table = new TableTab(window);
    await table.waitUntilLoaded();
    assert.ok((await table.rows.count()) > 0);
  });
});
