import * as vscode from "vscode";

const commandTimeoutMs = 2_000;

/** Runs a command of the extension; does not wait longer than the timeout, for example for an unanswered prompt. */
export async function runCommand(command: string, ...args: readonly unknown[]): Promise<void> {
  const running = vscode.commands.executeCommand(`artifacts.${command}`, ...args);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, commandTimeoutMs);
  });
  await Promise.race([running, timeout]);
  clearTimeout(timer);
}
