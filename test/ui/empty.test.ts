import { string } from "../simulator/demo/draftField.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { expandRow, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("where there is nothing", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    const fields = [string("title", "Title", {})];
    const { id } = server.addTracker({ projectId: 102, label: "Lanterns", fields });
    const queries = [{ name: "Lit lanterns", site: server.url, tracker: id }];
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }], "artifacts.queries": queries },
    });
    const { outsider } = server.accounts;
    await signInWithKey(window, outsider.accessKey, outsider.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  it("the trees say of what", async () => {
    await treeRow(window.page, "Nothing open is assigned to you", "work").waitFor();
    await expandRow(treeRow(window.page, "Recently Opened", "work"));
    await treeRow(window.page, "Nothing opened yet", "work").waitFor();
    await expandRow(treeRow(window.page, "Lit lanterns"));
    await treeRow(window.page, "Nothing found").waitFor();
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Lanterns"));
    await treeRow(window.page, "No artifacts that you may see").waitFor();
    await window.pictures("empty-trees");
  });

  it("the table says it too", async () => {
    await openQueryTable(window, "Lit lanterns");
    const table = new TableTab(window);
    await table.page.getByText("Nothing meets all of this.").waitFor();
    await window.pictures("empty-table");
  });
});
