import * as vscode from "vscode";
import type { Boundary } from "./errorHandler.ts";

/** What menus and welcome texts ask about. Which keys there are, and what they hold, is for the caller to say. */
export async function setContext<Keys extends object>(
  ...[key, value]: NoInfer<{ [Key in keyof Keys]: [key: Key, value: Keys[Key]] }[keyof Keys]>
): Promise<void> {
  await vscode.commands.executeCommand("setContext", key, value);
}

/** Commands by id with the types of their arguments and answers; each of them runs inside the error boundary. */
export class Commands<
  Arguments extends { [Id in keyof Arguments]: unknown[] },
  Answers extends { [Id in keyof Answers]: unknown } = Arguments,
> {
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

  /** Undefined where there is no answer, or something went wrong, which the person was told then. */
  async ask<Id extends keyof Answers & keyof Arguments & string>(
    id: Id,
    ...args: Arguments[Id]
  ): Promise<Answers[Id] | undefined> {
    return vscode.commands.executeCommand<Answers[Id] | undefined>(id, ...args);
  }

  async run<Id extends keyof Arguments & string>(id: Id, ...args: Arguments[Id]): Promise<void> {
    await vscode.commands.executeCommand(id, ...args);
  }
}
