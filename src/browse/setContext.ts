import * as vscode from "vscode";
import type { ContextKeys } from "../protocol/contextKeys.ts";

export async function setContext<Key extends keyof ContextKeys>(
  key: Key,
  value: ContextKeys[Key],
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}
