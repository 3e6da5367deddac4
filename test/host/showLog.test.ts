import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { until } from "../support/wait.ts";
import { connectTo, disconnectAll, exportsOf } from "./extensionUnderTest.ts";

describe("Show Log", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await disconnectAll();
    await server.close();
  });

  it("shows the request that failed, at the level that everybody has at first", async () => {
    server.faults.add({ path: "/projects", fault: { kind: "status", status: 429 } });
    const { tree } = await exportsOf();
    const [site] = await tree.getChildren();
    for (const row of await tree.getChildren(site)) await tree.getChildren(row);
    await vscode.commands.executeCommand("artifacts.showLog");
    // In the Output view, or in an editor where VS Code has no library to write logs with.
    const line = /GET \S+\/api\/projects\?\S+ 429 \d+ ms/;
    await until("the log has the request", () =>
      vscode.workspace.textDocuments.some((document) => line.test(document.getText())),
    );
  });
});
