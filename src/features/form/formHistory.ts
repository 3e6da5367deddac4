// Loads the history of an artifact and the commits that mention it for the form page.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { CommitTarget, MentioningCommit } from "../../protocol/commandArguments.ts";
import type { CommitView } from "../../protocol/formProtocol.ts";
import type { Services } from "../../services.ts";
import type { FormSessions } from "../../store/formSessions.ts";
import type { ArtifactHistory } from "../../store/artifactHistory.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
import { formatDateTime } from "../../vscode/dates.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { failureText } from "../../vscode/failureText.ts";
import type { FormPanel } from "./formPanel.ts";
import { toHistoryEntryView } from "./formatHistory.ts";

/** Loads the history on request of the page, and again after a save. */
export class FormHistory {
  readonly #panel: FormPanel;
  readonly #forms: FormSessions;
  #history: { readonly uri: string; readonly history: ArtifactHistory } | undefined;
  /** The artifact's modification date when the history was last sent to the page. */
  #shownModifiedOn: string | undefined;
  #failedLoad: "newest" | "older" | undefined;

  constructor(panel: FormPanel, forms: FormSessions, errorHandler: ErrorHandler) {
    this.#panel = panel;
    this.#forms = forms;
    const changeSubscription = panel.session.onDidChange.event(() => {
      const isOutdated =
        this.#history !== undefined && this.#shownModifiedOn !== panel.session.base?.modifiedOn;
      if (isOutdated) errorHandler.runInBackground("load history", () => this.show("newest"));
    });
    const reconnectSubscription = panel.onDidReconnect.event(() => {
      const failedLoad = this.#failedLoad;
      if (failedLoad !== undefined) errorHandler.runInBackground("load history", () => this.show(failedLoad));
    });
    panel.signal.addEventListener("abort", () => {
      changeSubscription.dispose();
      reconnectSubscription.dispose();
    });
  }

  async show(range: "newest" | "older"): Promise<void> {
    const { session, site } = this.#panel;
    const uri = session.base?.changesetsUri;
    if (session.base === undefined || uri === undefined) {
      this.#panel.notifyPage("setHistory", { kind: "none" });
      return;
    }
    if (this.#history?.uri !== uri) {
      const history = this.#forms.createHistory(site, session.base);
      this.#history = history === undefined ? undefined : { uri, history };
    }
    this.#shownModifiedOn = session.base.modifiedOn;
    await this.#load(range);
  }

  async #load(range: "newest" | "older"): Promise<void> {
    const history = this.#history?.history;
    if (history === undefined) return;
    try {
      this.#failedLoad = undefined;
      await (range === "newest" ? history.loadNewest() : history.loadOlder());
      const now = Date.now();
      const { session } = this.#panel;
      const entries = history.entries.map((entry) => toHistoryEntryView(entry, session, now));
      this.#panel.notifyPage("setHistory", { kind: "entries", entries, hasOlder: history.hasOlder });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#failedLoad = range;
      const text = failureText(failure, this.#panel.site.label);
      this.#panel.notifyPage("setHistory", { kind: "problem", text });
    }
  }
}

function formatCommit(
  { repository, hash, subject, author, authoredAt }: MentioningCommit,
  now: number,
): CommitView {
  return {
    repository,
    hash,
    shortHash: hash.slice(0, 10),
    subject: toDisplayLine(subject),
    authorAndTime: [toDisplayLine(author, 60), formatRelativeTime(authoredAt, now)]
      .filter((part) => part !== "")
      .join(" · "),
    exactTime: formatDateTime(authoredAt) ?? "",
  };
}

/** Sends the commits that mention an artifact to the page while they are found. */
export class FormCommits {
  readonly #services: Pick<Services, "commands" | "features">;
  readonly #panel: FormPanel;
  #sentCommits: readonly MentioningCommit[] = [];

  constructor(services: Pick<Services, "commands" | "features">, panel: FormPanel) {
    this.#services = services;
    this.#panel = panel;
  }

  /** Sends nothing if there are no repositories, or no commits. */
  async show(): Promise<void> {
    const { session, site, onDidHide, signal } = this.#panel;
    const { subject } = session;
    if (subject.kind !== "artifact" || signal.aborted) return;
    const { artifactId } = subject;
    const abortController = new AbortController();
    const cancel = (): void => abortController.abort();
    const hideSubscription = onDidHide.event(cancel);
    signal.addEventListener("abort", cancel);
    try {
      const result = await this.#services.features.commits.findCommits(
        { siteApi: site.api, artifactId },
        {
          onFound: (commits) => this.#send(commits, []),
          onCanceled(listener) {
            // The search may have been canceled before it started.
            if (abortController.signal.aborted) listener();
            else abortController.signal.addEventListener("abort", listener);
          },
        },
      );
      if (result === undefined) return;
      const { commits, isTruncated, problems } = result;
      const truncatedNotes = isTruncated
        ? [vscode.l10n.t("Only the newest {0} commits are shown.", commits.length)]
        : [];
      if (commits.length > 0 || problems.length > 0) this.#send(commits, [...truncatedNotes, ...problems]);
    } finally {
      hideSubscription.dispose();
      signal.removeEventListener("abort", cancel);
    }
  }

  /** The page is untrusted: only commits that were sent to it can be opened. */
  async open({ repository, hash }: CommitTarget): Promise<void> {
    const isShown = this.#sentCommits.some((each) => each.repository === repository && each.hash === hash);
    if (isShown) await this.#services.commands.execute("artifacts.openCommit", { repository, hash });
  }

  #send(commits: readonly MentioningCommit[], notes: readonly string[]): void {
    this.#sentCommits = commits;
    const now = Date.now();
    this.#panel.notifyPage("setCommits", {
      commits: commits.map((commit) => formatCommit(commit, now)),
      notes,
    });
  }
}
