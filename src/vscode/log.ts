import * as vscode from "vscode";
import { truncateAtWord } from "../model/displayText.ts";
import { type RequestInfo, isFailure } from "../model/failure.ts";
import { redactSecrets } from "./redactSecrets.ts";

interface LoggedRequest {
  readonly request: RequestInfo;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

/** Leaves room for the rest of the line. */
const maxUrlLength = 1000;

function formatRequest({ request, milliseconds, failure }: LoggedRequest): string {
  const outcome = isFailure(failure) ? failure.kind : "";
  const serverMessage = request.serverMessage === undefined ? "" : `“${request.serverMessage}”`;
  const parts = [
    request.method,
    truncateAtWord(request.url, maxUrlLength),
    request.status,
    `${Math.round(milliseconds)} ms`,
    outcome,
    serverMessage,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

/** Logs a request as one line, with the cause if it failed. */
export function logRequest(log: Log, request: LoggedRequest): void {
  const { failure } = request;
  if (failure === undefined) log.debug(formatRequest(request));
  else if (isFailure(failure) && failure.kind === "canceled") log.debug(formatRequest(request));
  else log.warn(formatRequest(request), failure instanceof Error ? failure.cause : failure);
}

type Channel = Pick<vscode.LogOutputChannel, "show" | "debug" | "warn" | "error" | "dispose" | "logLevel">;

interface LogOptions {
  readonly channel?: Channel;
  /** The folder with the channel's log file. */
  readonly folder?: vscode.Uri;
}

const scheme = "artifact-log";
/** Enough to explain a recent error. */
const maxEntries = 500;

/** The extension's log channel. Secrets are removed from everything that is written. */
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

  /**
   * Shows the Output view, or an editor if VS Code writes no log files: some builds lack the library for it.
   */
  async show(): Promise<void> {
    if (this.#folder === undefined || (await this.#hasLogFile(this.#folder))) this.#channel.show();
    else await this.#showEntries();
  }

  debug(text: string): void {
    const line = redactSecrets(text);
    this.#channel.debug(line);
    const { Off, Debug } = vscode.LogLevel;
    if (this.#channel.logLevel > Off && this.#channel.logLevel <= Debug) this.#addEntry("debug", line);
  }

  warn(text: string, cause?: unknown): void {
    const line = formatEntry(text, cause);
    this.#channel.warn(line);
    this.#addEntry("warning", line);
  }

  error(text: string, cause?: unknown): void {
    const line = formatEntry(text, cause);
    this.#channel.error(line);
    this.#addEntry("error", line);
  }

  dispose(): void {
    this.#channel.dispose();
    this.#documents?.dispose();
  }

  #addEntry(level: string, line: string): void {
    this.#entries.push(`${new Date().toISOString()} [${level}] ${line}`);
    if (this.#entries.length > maxEntries) this.#entries.shift();
  }

  async #hasLogFile(folder: vscode.Uri): Promise<boolean> {
    return vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, `${this.#name}.log`)).then(
      () => true,
      () => false,
    );
  }

  async #showEntries(): Promise<void> {
    this.#documents ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => this.#entries.join("\n"),
    });
    // VS Code reads an open document once, so each one has its own URI.
    const uri = vscode.Uri.from({ scheme, path: `${this.#name}.log`, query: String(Date.now()) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }
}

/** Each part is truncated separately, so that a long server message doesn't push out its cause. */
function formatEntry(text: string, cause: unknown): string {
  return [text, ...(cause === undefined ? [] : formatError(cause))].map(redactSecrets).join("\n");
}

function formatError(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error)) return [String(thrown)];
  const causes = thrown.cause === undefined ? [] : formatError(thrown.cause);
  const [first, ...more] = causes;
  return [thrown.stack ?? thrown.message, ...(first === undefined ? [] : [`Caused by: ${first}`, ...more])];
}
