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
    this.#channel.warn(entry(text, cause));
  }

  error(text: string, cause?: unknown): void {
    this.#channel.error(entry(text, cause));
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** Each part is shortened by itself, so that a long text of a server doesn't push out what caused it. */
function entry(text: string, cause: unknown): string {
  return [text, ...(cause === undefined ? [] : describe(cause))].map(redact).join("\n");
}

function describe(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error)) return [String(thrown)];
  const causes = thrown.cause === undefined ? [] : describe(thrown.cause);
  const [first, ...more] = causes;
  return [thrown.stack ?? thrown.message, ...(first === undefined ? [] : [`Caused by: ${first}`, ...more])];
}
