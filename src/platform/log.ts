import * as vscode from "vscode";
import { redact } from "./redact.ts";

type Channel = Pick<vscode.LogOutputChannel, "show" | "debug" | "warn" | "error" | "dispose">;

/** The extension's log channel; nothing is written there that still holds a secret. */
export class Log implements vscode.Disposable {
  readonly #channel: Channel;

  constructor(name: string, channel: Channel = vscode.window.createOutputChannel(name, { log: true })) {
    this.#channel = channel;
  }

  show(): void {
    this.#channel.show();
  }

  debug(text: string): void {
    this.#channel.debug(redact(text));
  }

  warn(text: string, cause?: unknown): void {
    this.#channel.warn(redact(withCause(text, cause)));
  }

  error(text: string, cause?: unknown): void {
    this.#channel.error(redact(withCause(text, cause)));
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

function withCause(text: string, cause: unknown): string {
  return cause === undefined ? text : `${text}\n${describe(cause)}`;
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? "" : `\nCaused by: ${describe(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
