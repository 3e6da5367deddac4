import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Boundary } from "../../src/vscode/errorHandler.ts";
import { OpenTabs } from "../../src/vscode/tabs.ts";
import { until } from "../support/wait.ts";

const viewType = "openTabsUnderTest";

describe("tabs after the end of an extension host that nobody expected", () => {
  const memory = new Map<string, unknown>();
  const panels: vscode.WebviewPanel[] = [];

  function openTabs(process: number): OpenTabs<number> {
    return new OpenTabs<number>({
      memory: {
        keys: () => [...memory.keys()],
        get: (key: string) => memory.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
      } as vscode.Memento,
      boundary: { start: (_: string, action: () => unknown) => void action() } as unknown as Boundary,
      process,
      hasDied: () => true,
      viewType,
    });
  }

  function show(title: string, viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewType, title, viewColumn);
    panels.push(panel);
    return panel;
  }

  function titles(): readonly string[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
      tabs.map(({ label }) => `${label} in ${viewColumn}`),
    );
  }

  afterEach(async () => {
    for (const panel of panels.splice(0)) panel.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are closed if that host had them, and stay if they wait to be shown since a reload", async () => {
    const [one, two] = [vscode.ViewColumn.One, vscode.ViewColumn.Two];
    show("#1 Was looked at", one);
    show("#2 Never looked at", one);
    show("#3 New in Bugs", one);
    show("#3 New in Bugs", two);
    await until("all are there", () => titles().length === 4);
    openTabs(1).keep([
      { shown: 1, title: "#1 Was looked at", viewColumn: one },
      { shown: 3, title: "#3 New in Bugs", viewColumn: two },
    ]);
    const next = openTabs(2);
    assert.deepEqual(
      next.orphans.map(({ shown }) => shown),
      [1, 3],
    );
    await next.closeOrphans();
    assert.deepEqual(titles(), ["#2 Never looked at in 1", "#3 New in Bugs in 1"]);
  });
});
