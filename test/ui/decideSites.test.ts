import assert from "node:assert/strict";
import { string } from "../simulator/demo/draftField.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { dialog, notification } from "../support/window/messages.ts";
import { quickInput } from "../support/window/quickInput.ts";
import { artifactRows, expandRow, foldMyWork, runRowCommand, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const several = "These artifacts are on several sites: select those of one.";

describe("decisions about artifacts of several sites", () => {
  let servers: readonly Simulator[];
  let window: VSCodeWindow;

  before(async () => {
    servers = [await startSimulator({ dialect: "product" }), await startSimulator({ dialect: "documented" })];
    const queries = servers.map((server, place) => {
      const fields = [string("title", "Title", { fill: () => ({ kind: "string", text: "Pier lamp" }) })];
      const { id } = server.addTracker({ projectId: 102, label: "Lamps", fields, artifacts: 2 });
      return { name: `Lamps ${place + 1}`, site: server.url, tracker: id };
    });
    window = await openWindow({
      settings: {
        "artifacts.sites": servers.map(({ url }, place) => ({ url, label: `Site ${place + 1}` })),
        "artifacts.queries": queries,
      },
    });
    await window.showViews();
    await treeRow(window.page, "Lamps 2").waitFor();
    for (const { name } of queries) await expandRow(treeRow(window.page, name));
    await artifactRows(window.page).nth(3).waitFor();
    // The tree is drawn again then, as drafts would stand in it.
    await foldMyWork(window.page);
  });
  after(async () => {
    await window.close();
    for (const server of servers) await server.close();
  });

  it("are not made at all, by key or menu, and why is said", async () => {
    const { page } = window;
    const rows = artifactRows(page);
    for (const place of [0, 3]) await rows.nth(place).click({ modifiers: ["ControlOrMeta"] });
    const said = notification(page, several);
    const focused = page.locator(".customview-tree .monaco-list:focus");
    // VS Code shows no more than a few notifications that follow each other quickly.
    for (const key of ["Shift+Alt+c", "Delete"]) {
      // A notification that was cleared gives the focus back some time later.
      await focused.waitFor();
      await page.keyboard.press(key);
      await said.first().waitFor();
      await said.first().hover();
      await said
        .first()
        .getByRole("button", { name: /Clear Notification/ })
        .click();
      await said.waitFor({ state: "detached" });
    }
    await window.screenshot("decide-sites");
    await runRowCommand(rows.nth(3), "Set Status…");
    await said.first().waitFor();
    assert.deepEqual([await quickInput(page).count(), await dialog(page, "").count()], [0, 0]);
    for (const { requests } of servers) {
      assert.deepEqual(
        requests.filter(({ method }) => method !== "GET" && method !== "OPTIONS"),
        [],
      );
    }
  });
});
