// The history of an artifact in the page of its form.
import { isFailure } from "../../model/failure.ts";
import { keywordsIn } from "../../model/reference/referenceText.ts";
import type { Forms } from "../../store/forms.ts";
import type { History } from "../../store/history.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { failureText } from "../../vscode/failureText.ts";
import type { FormPanel } from "./formPanel.ts";
import { shownEntry } from "./historyEntry.ts";

/** Reads the history as the page asks for it, and again after something was written. */
export class ShownHistory {
  readonly #panel: FormPanel;
  readonly #forms: Forms;
  /** Of the trackers of the site that are known. */
  readonly #shortNames: () => readonly string[];
  #history: { readonly of: string; readonly read: History } | undefined;
  /** The state that was told last. */
  #shown: string | undefined;
  /** What could not be read. */
  #failed: "newest" | "older" | undefined;

  constructor(panel: FormPanel, forms: Forms, boundary: Boundary, shortNames: () => readonly string[]) {
    this.#panel = panel;
    this.#forms = forms;
    this.#shortNames = shortNames;
    const listening = panel.editing.changed.listen(() => {
      const isOld = this.#history !== undefined && this.#shown !== panel.editing.base?.modifiedOn;
      if (isOld) boundary.start("read history", () => this.show("newest"));
    });
    const recovering = panel.siteBack.listen(() => {
      const failed = this.#failed;
      if (failed !== undefined) boundary.start("read history", () => this.show(failed));
    });
    panel.signal.addEventListener("abort", () => {
      listening.dispose();
      recovering.dispose();
    });
  }

  async show(want: "newest" | "older"): Promise<void> {
    const { editing, site } = this.#panel;
    const uri = editing.base?.changesetsUri;
    if (editing.base === undefined || uri === undefined) {
      this.#panel.tell("history", { kind: "none" });
      return;
    }
    if (this.#history?.of !== uri) {
      const read = this.#forms.history(site, editing.base);
      this.#history = read === undefined ? undefined : { of: uri, read };
    }
    this.#shown = editing.base.modifiedOn;
    await this.#read(want);
  }

  async #read(want: "newest" | "older"): Promise<void> {
    const history = this.#history?.read;
    if (history === undefined) return;
    try {
      this.#failed = undefined;
      await (want === "newest" ? history.readNewest() : history.readOlder());
      const now = Date.now();
      const { base } = this.#panel.editing;
      const entries = history.entries.map((entry) => shownEntry(entry, base?.form, now));
      const trackers = [
        ...new Set([...this.#shortNames(), ...(base === undefined ? [] : keywordsIn(base.form))]),
      ];
      this.#panel.tell("history", { kind: "entries", entries, hasOlder: history.hasOlder, trackers });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#failed = want;
      const text = failureText(failure, this.#panel.site.label);
      this.#panel.tell("history", { kind: "problem", text });
    }
  }
}
