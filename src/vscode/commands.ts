import * as vscode from "vscode";
import type { Boundary } from "./errorHandler.ts";

/** What menus and welcome texts ask about. Which keys there are, and what they hold, is for the caller to say. */
export async function setContext<Keys extends object>(
  ...[key, value]: NoInfer<{ [Key in keyof Keys]: [key: Key, value: Keys[Key]] }[keyof Keys]>
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}

/** Commands by id with the types of their arguments; each of them runs inside the error handler. */
export class Commands<Arguments extends { [Id in keyof Arguments]: unknown[] }> {
  readonly #boundary: Boundary;

  constructor(boundary: Boundary) {
    this.#boundary = boundary;
  }

  register<Id extends keyof Arguments & string>(
    id: Id,
    action: (...args: Arguments[Id]) => unknown,
  ): vscode.Disposable {
    return vscode.commands.registerCommand(id, (...args: unknown[]) =>
      this.#boundary.run(id, () => action(...(args as Arguments[Id]))),
    );
  }

  async run<Id extends keyof Arguments & string>(id: Id, ...args: Arguments[Id]): Promise<void> {
    await vscode.commands.executeCommand(id, ...args);
  }
}
