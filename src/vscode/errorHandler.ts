// Runs work that VS Code doesn't await, and reports its errors.
import * as vscode from "vscode";
import { escapeLinks } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import type { Log } from "./log.ts";

export class ErrorHandler {
  readonly #log: Log;
  readonly #findSiteLabel: (url: string) => string | undefined;

  /** `findSiteLabel` returns the label of the site that a URL belongs to. */
  constructor(log: Log, findSiteLabel: (url: string) => string | undefined) {
    this.#log = log;
    this.#findSiteLabel = findSiteLabel;
  }

  /** An error is logged with its stack and shown as one line. */
  async run(name: string, action: () => unknown): Promise<unknown> {
    try {
      return await action();
    } catch (thrown) {
      this.#report(name, thrown);
      return undefined;
    }
  }

  /** Like `run`, for work that isn't awaited. */
  runInBackground(name: string, action: () => unknown): void {
    void this.run(name, action);
  }

  /** Only logs an error that the user sees in another way. */
  logError(name: string, thrown: unknown): void {
    this.#log.error(name, thrown);
  }

  async #errorText(thrown: unknown): Promise<string> {
    if (!isFailure(thrown)) {
      return vscode.l10n.t("An unexpected error occurred in Artifacts for Tuleap. See the log for details.");
    }
    const { failureText } = await import("./failureText.ts");
    return failureText(thrown, this.#findSiteLabel(thrown.request.url) ?? thrown.request.url);
  }

  #report(name: string, thrown: unknown): void {
    if (isFailure(thrown) && thrown.kind === "canceled") return;
    this.#log.error(name, thrown);
    void this.#errorText(thrown).then((text) => this.#show(text));
  }

  #show(text: string): void {
    const showLog = vscode.l10n.t("Show Log");
    void vscode.window.showErrorMessage(escapeLinks(text), showLog).then((choice) => {
      if (choice === showLog) return this.#log.show();
      return undefined;
    });
  }
}
