import * as vscode from "vscode";

const patienceMs = 2_000;

/** A command of the extension; one that waits for an answer that nobody gives is left alone. */
export async function run(command: string, ...args: readonly unknown[]): Promise<void> {
  const running = vscode.commands.executeCommand(`artifacts.${command}`, ...args);
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([running, impatience]);
  clearTimeout(timer);
}
