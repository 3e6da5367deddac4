// Another extension in the window that calls tools as an assistant does.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTestExtension } from "./testExtension.ts";
import { submitInput, waitForQuickInput } from "./quickInput.ts";
import { assertEventually } from "../wait.ts";
import type { VSCodeWindow } from "./window.ts";

const manifest = {
  contributes: {
    commands: [{ command: "assistantUnderTest.call", title: "Call a Tool", category: "Assistant" }],
  },
};

/** The result of a call is written to the open folder. */
const program = `
import * as vscode from "vscode";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export function activate({ subscriptions }) {
  subscriptions.push(vscode.commands.registerCommand("assistantUnderTest.call", async () => {
    const { name, input } = JSON.parse(await vscode.window.showInputBox({ prompt: "Tool and input as JSON" }));
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
      ({ content: [part] }) => ({ answer: part.value }),
      (error) => ({ error: error.message }),
    );
    await writeFile(join(vscode.workspace.workspaceFolders[0].uri.fsPath, "toolResult.json"), JSON.stringify(result));
  }));
}
`;

export function createAssistantExtension(): Promise<string> {
  return createTestExtension({ name: "assistant-under-test", manifest, program });
}

interface ToolResult {
  readonly answer?: string;
  readonly error?: string;
}

/** Calls a tool; the returned function waits for its result. */
export async function callTool(
  window: VSCodeWindow,
  name: string,
  input: object,
): Promise<() => Promise<ToolResult>> {
  const file = join(window.folder, "toolResult.json");
  await rm(file, { force: true });
  await window.runCommand("Assistant: Call a Tool");
  await waitForQuickInput(window.page, "Tool and input as JSON");
  await submitInput(window.page, JSON.stringify({ name, input }));
  return async () => {
    let result: ToolResult = {};
    await assertEventually(async () => {
      result = JSON.parse(await readFile(file, "utf8")) as ToolResult;
    });
    return result;
  };
}
