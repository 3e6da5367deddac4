import * as vscode from "vscode";
import { shortened } from "../model/displayText.ts";
import { type FailedRequest, isFailure } from "../model/failure.ts";
import { redact } from "./redact.ts";

interface Exchange {
  readonly request: FailedRequest;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

/** So much of an address that the rest of the line still has room. */
const longestAddress = 1000;

function line({ request, milliseconds, failure }: Exchange): string {
  const outcome = isFailure(failure) ? failure.kind : "";
  const said = request.said === undefined ? "" : `“${request.said}”`;
  const parts = [
    request.method,
    shortened(request.url, longestAddress),
    request.status,
    `${Math.round(milliseconds)} ms`,
    outcome,
    said,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

/** One request as a line of the log; one that failed with what lies behind it. */
export function logExchange(log: Log, exchange: Exchange): void {
  const { failure } = exchange;
  if (failure === undefined) log.debug(line(exchange));
  else if (isFailure(failure) && failure.kind === "cancelled") log.debug(line(exchange));
  else log.warn(line(exchange), failure instanceof Error ? failure.cause : failure);
}

type Channel = Pick<vscode.LogOutputChannel, "show" | "debug" | "warn" | "error" | "dispose" | "logLevel">;

interface LogOptions {
  readonly channel?: Channel;
  /** Where VS Code writes the file of the channel. */
  readonly folder?: vscode.Uri;
}

const scheme = "artifact-log";
/** As many as explain what went wrong just now. */
const mostEntries = 500;

/** The extension's log channel; nothing is written there that still holds a secret. */
export class Log implements vscode.Disposable {
  readonly #name: string;
  readonly #channel: Channel;
  readonly #folder: vscode.Uri | undefined;
  readonly #entries: string[] = [];
  #documents: vscode.Disposable | undefined;

  constructor(name: string, { channel, folder }: LogOptions = {}) {
    this.#name = name;
    this.#channel = channel ?? vscode.window.createOutputChannel(name, { log: true });
    this.#folder = folder;
  }

  /** In the Output view, or in an editor where VS Code writes no logs: some builds lack the library for it. */
  async show(): Promise<void> {
    if (this.#folder === undefined || (await this.#isWritten(this.#folder))) this.#channel.show();
    else await this.#showEntries();
  }

  debug(text: string): void {
    const line = redact(text);
    this.#channel.debug(line);
    const { Off, Debug } = vscode.LogLevel;
    if (this.#channel.logLevel > Off && this.#channel.logLevel <= Debug) this.#keep("debug", line);
  }

  warn(text: string, cause?: unknown): void {
    const line = entry(text, cause);
    this.#channel.warn(line);
    this.#keep("warning", line);
  }

  error(text: string, cause?: unknown): void {
    const line = entry(text, cause);
    this.#channel.error(line);
    this.#keep("error", line);
  }

  dispose(): void {
    this.#channel.dispose();
    this.#documents?.dispose();
  }

  #keep(level: string, line: string): void {
    this.#entries.push(`${new Date().toISOString()} [${level}] ${line}`);
    if (this.#entries.length > mostEntries) this.#entries.shift();
  }

  async #isWritten(folder: vscode.Uri): Promise<boolean> {
    return vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, `${this.#name}.log`)).then(
      () => true,
      () => false,
    );
  }

  async #showEntries(): Promise<void> {
    this.#documents ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => this.#entries.join("\n"),
    });
    // Each look has an address of its own, since VS Code reads an open document once.
    const uri = vscode.Uri.from({ scheme, path: `${this.#name}.log`, query: String(Date.now()) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
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
