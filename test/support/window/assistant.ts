// Another extension in the window, which calls tools as an assistant does.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeCompanion } from "./companion.ts";
import { answer, quickInputSaying } from "./quickInput.ts";
import { assertSoon } from "../wait.ts";
import type { VSCodeWindow } from "./window.ts";

const manifest = {
  contributes: {
    commands: [{ command: "assistantUnderTest.call", title: "Call a Tool", category: "Assistant" }],
  },
};

/** What comes of a call is left in the folder that is open. */
const program = `
import * as vscode from "vscode";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export function activate({ subscriptions }) {
  subscriptions.push(vscode.commands.registerCommand("assistantUnderTest.call", async () => {
    const { name, input } = JSON.parse(await vscode.window.showInputBox({ prompt: "Tool and input as JSON" }));
    const told = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
      ({ content: [part] }) => ({ answer: part.value }),
      (error) => ({ error: error.message }),
    );
    await writeFile(join(vscode.workspace.workspaceFolders[0].uri.fsPath, "told.json"), JSON.stringify(told));
  }));
}
`;

export function makeAssistant(): Promise<string> {
  return makeCompanion({ name: "assistant-under-test", manifest, program });
}

interface Told {
  readonly answer?: string;
  readonly error?: string;
}

/** Calls a tool; what is returned waits for what comes of it. */
export async function callTool(
  window: VSCodeWindow,
  name: string,
  input: object,
): Promise<() => Promise<Told>> {
  const file = join(window.folder, "told.json");
  await rm(file, { force: true });
  await window.runCommand("Assistant: Call a Tool");
  await quickInputSaying(window.page, "Tool and input as JSON");
  await answer(window.page, JSON.stringify({ name, input }));
  return async () => {
    let told: Told = {};
    await assertSoon(async () => {
      told = JSON.parse(await readFile(file, "utf8")) as Told;
    });
    return told;
  };
}
