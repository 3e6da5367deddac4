import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { waitUntil } from "../support/wait.ts";
import { setSites, clearSites, activateExtension } from "./extensionUnderTest.ts";

describe("Show Log", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await clearSites();
    await server.close();
  });

  it("shows a failed request at the default log level", async () => {
    server.faults.add({ path: "/projects", fault: { kind: "status", status: 429 } });
    const { tree } = await activateExtension();
    const [site] = await tree.getChildren();
    for (const row of await tree.getChildren(site)) await tree.getChildren(row);
    await vscode.commands.executeCommand("artifacts.showLog");
    // In the Output view, or in an editor if VS Code lacks the library for log files.
    const line = /GET \S+\/api\/projects\?\S+ 429 \d+ ms/;
    await waitUntil("the log has the request", () =>
      vscode.workspace.textDocuments.some((document) => line.test(document.getText())),
    );
  });
});
