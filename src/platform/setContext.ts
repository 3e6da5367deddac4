import * as vscode from "vscode";

/** What menus and welcome texts ask about. Which keys there are, and what they hold, is for the caller to say. */
export async function setContext<Keys extends object>(
  ...[key, value]: NoInfer<{ [Key in keyof Keys]: [key: Key, value: Keys[Key]] }[keyof Keys]>
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}
