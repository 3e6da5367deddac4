import * as vscode from "vscode";
import type { Boundary } from "./boundary.ts";

/** Commands by id with the types of their arguments; every one of them runs inside the error boundary. */
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
