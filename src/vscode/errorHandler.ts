// The one error boundary. Whatever is started and not awaited by VS Code itself goes through here.
import * as vscode from "vscode";
import { withoutLinks } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import type { Log } from "./log.ts";

export class Boundary {
  readonly #log: Log;
  readonly #siteAt: (url: string) => string | undefined;

  /** `siteAt` names the site that an address belongs to. */
  constructor(log: Log, siteAt: (url: string) => string | undefined) {
    this.#log = log;
    this.#siteAt = siteAt;
  }

  /** Runs to the end; what is thrown is logged whole and shown as one line. */
  async run(what: string, action: () => unknown): Promise<unknown> {
    try {
      return await action();
    } catch (thrown) {
      this.#report(what, thrown);
      return undefined;
    }
  }

  /** The same for work that nobody waits for. */
  start(what: string, action: () => unknown): void {
    void this.run(what, action);
  }

  /** For what is told to the person in another way: it goes to the log only. */
  note(what: string, thrown: unknown): void {
    this.#log.error(what, thrown);
  }

  async #text(thrown: unknown): Promise<string> {
    if (!isFailure(thrown)) {
      return vscode.l10n.t("Something went wrong in Artifacts for Tuleap: see the log.");
    }
    const { failureText } = await import("./failureText.ts");
    return failureText(thrown, this.#siteAt(thrown.request.url) ?? thrown.request.url);
  }

  #report(what: string, thrown: unknown): void {
    if (isFailure(thrown) && thrown.kind === "cancelled") return;
    this.#log.error(what, thrown);
    void this.#text(thrown).then((text) => this.#show(text));
  }

  #show(text: string): void {
    const showLog = vscode.l10n.t("Show Log");
    void vscode.window.showErrorMessage(withoutLinks(text), showLog).then((choice) => {
      if (choice === showLog) return this.#log.show();
      return undefined;
    });
  }
}
