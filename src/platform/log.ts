import * as vscode from "vscode";
import { redact } from "./redact.ts";

/** The extension's log channel; nothing is written there that still holds a secret. */
export class Log implements vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;

  constructor(name: string) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
  }

  show(): void {
    this.#channel.show();
  }

  debug(text: string): void {
    this.#channel.debug(redact(text));
  }

  warn(text: string): void {
    this.#channel.warn(redact(text));
  }

  error(text: string, thrown?: unknown): void {
    this.#channel.error(redact(thrown === undefined ? text : `${text}\n${describe(thrown)}`));
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? "" : `\nCaused by: ${describe(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
