import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { TabRecovery } from "../../src/vscode/tabs.ts";
import { waitUntil } from "../support/wait.ts";

const viewType = "openTabsUnderTest";

describe("tabs after a crash of the extension host", () => {
  const memento = new Map<string, unknown>();
  const panels: vscode.WebviewPanel[] = [];

  function createRecovery(hostProcessId: number): TabRecovery<number> {
    return new TabRecovery<number>({
      memento: {
        keys: () => [...memento.keys()],
        get: (key: string) => memento.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void memento.set(key, value)),
      } as vscode.Memento,
      errorHandler: {
        runInBackground: (_: string, action: () => unknown) => void action(),
      } as unknown as ErrorHandler,
      hostProcessId,
      hasCrashed: () => true,
      viewType,
    });
  }

  function openPanel(title: string, viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewType, title, viewColumn);
    panels.push(panel);
    return panel;
  }

  function listTabs(): readonly string[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
      tabs.map(({ label }) => `${label} in ${viewColumn}`),
    );
  }

  afterEach(async () => {
    for (const panel of panels.splice(0)) panel.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are closed if that host had them, and stay if they were never shown since a reload", async () => {
    const [columnOne, columnTwo] = [vscode.ViewColumn.One, vscode.ViewColumn.Two];
    openPanel("#1 Was shown", columnOne);
    openPanel("#2 Never shown", columnOne);
    openPanel("#3 New in Bugs", columnOne);
    openPanel("#3 New in Bugs", columnTwo);
    await waitUntil("all tabs are open", () => listTabs().length === 4);
    createRecovery(1).save([
      { shown: 1, title: "#1 Was shown", viewColumn: columnOne },
      { shown: 3, title: "#3 New in Bugs", viewColumn: columnTwo },
    ]);
    const recovery = createRecovery(2);
    assert.deepEqual(
      recovery.orphanedTabs.map(({ shown }) => shown),
      [1, 3],
    );
    await recovery.closeOrphanedTabs();
    assert.deepEqual(listTabs(), ["#2 Never shown in 1", "#3 New in Bugs in 1"]);
  });
});
