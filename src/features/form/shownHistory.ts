// The history of an artifact, and the commits that mention it, in the page of its form.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import { keywordsIn } from "../../model/reference/referenceText.ts";
import type { CommitTarget, FoundCommit } from "../../protocol/commands.ts";
import type { ShownCommit } from "../../protocol/page.ts";
import type { Services } from "../../services.ts";
import type { Forms } from "../../store/forms.ts";
import type { History } from "../../store/history.ts";
import { age } from "../../vscode/age.ts";
import { moment } from "../../vscode/dates.ts";
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

// The commits that mention an artifact as its page shows them: they come as they are found.

function shownCommit(
  { repository, hash, subject, author, authoredAt }: FoundCommit,
  now: number,
): ShownCommit {
  return {
    repository,
    hash,
    short: hash.slice(0, 10),
    subject: oneLine(subject),
    by: [oneLine(author, 60), age(authoredAt, now)].filter((part) => part !== "").join(" · "),
    exactly: moment(authoredAt) ?? "",
  };
}

export class ShownCommits {
  readonly #services: Pick<Services, "commands" | "features">;
  readonly #panel: FormPanel;
  #told: readonly FoundCommit[] = [];

  constructor(services: Pick<Services, "commands" | "features">, panel: FormPanel) {
    this.#services = services;
    this.#panel = panel;
  }

  /** Nothing is said of commits where there is nowhere to look for them, or they are none. */
  async show(): Promise<void> {
    const { editing, site, hidden, signal } = this.#panel;
    const { subject } = editing;
    if (subject.kind !== "artifact" || signal.aborted) return;
    const { artifactId } = subject;
    const calledOff = new AbortController();
    const stop = (): void => calledOff.abort();
    const hiding = hidden.listen(stop);
    signal.addEventListener("abort", stop);
    try {
      const found = await this.#services.features.commits.findCommits(
        { siteApi: site.api, artifactId },
        {
          onFound: (commits) => this.#tell(commits, []),
          onCalledOff(act) {
            // Whoever left while the question was on its way has called it off already.
            if (calledOff.signal.aborted) act();
            else calledOff.signal.addEventListener("abort", act);
          },
        },
      );
      if (found === undefined) return;
      const { commits, isCut, problems } = found;
      const cut = isCut ? [vscode.l10n.t("There are more: these are the newest {0}.", commits.length)] : [];
      if (commits.length > 0 || problems.length > 0) this.#tell(commits, [...cut, ...problems]);
    } finally {
      hiding.dispose();
      signal.removeEventListener("abort", stop);
    }
  }

  /** Only what was shown is opened for a page. */
  async open({ repository, hash }: CommitTarget): Promise<void> {
    const isShown = this.#told.some((each) => each.repository === repository && each.hash === hash);
    if (isShown) await this.#services.commands.run("artifacts.openCommit", { repository, hash });
  }

  #tell(commits: readonly FoundCommit[], notes: readonly string[]): void {
    this.#told = commits;
    const now = Date.now();
    this.#panel.tell("commits", { list: commits.map((commit) => shownCommit(commit, now)), notes });
  }
}
