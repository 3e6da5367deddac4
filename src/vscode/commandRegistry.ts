import * as vscode from "vscode";
import type { ErrorHandler } from "./errorHandler.ts";

/** Sets a context key for `when` clauses; the caller declares the keys and their types. */
export async function setContext<Keys extends object>(
  ...[key, value]: NoInfer<{ [Key in keyof Keys]: [key: Key, value: Keys[Key]] }[keyof Keys]>
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}

/** Commands by ID with the types of their arguments. Each one runs inside the error handler. */
export class CommandRegistry<Arguments extends { [Id in keyof Arguments]: unknown[] }> {
  readonly #errorHandler: ErrorHandler;

  constructor(errorHandler: ErrorHandler) {
    this.#errorHandler = errorHandler;
  }

  register<Id extends keyof Arguments & string>(
    id: Id,
    action: (...args: Arguments[Id]) => unknown,
  ): vscode.Disposable {
    return vscode.commands.registerCommand(id, (...args: unknown[]) =>
      this.#errorHandler.run(id, () => action(...(args as Arguments[Id]))),
    );
  }

  async execute<Id extends keyof Arguments & string>(id: Id, ...args: Arguments[Id]): Promise<void> {
    await vscode.commands.executeCommand(id, ...args);
  }
}
