// Loads the history of an artifact and the commits that mention it for the form page.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type {
  BranchNames,
  CommitLocation,
  CommitTarget,
  MentioningCommit,
} from "../../protocol/commandArguments.ts";
import type { CommitLocationView, CommitView } from "../../protocol/formProtocol.ts";
import type { Services } from "../../services.ts";
import type { FormSessions } from "../../store/formSessions.ts";
import type { ArtifactHistory } from "../../store/artifactHistory.ts";
import { formatDateTime } from "../../vscode/dates.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
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
  #revealsUnread = false;

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

  /** The next entries are shown from the first unread one on. */
  revealUnread(): void {
    this.#revealsUnread = true;
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
      const { session, unreadFrom: newFrom } = this.#panel;
      const revealsNew = this.#revealsUnread;
      if (revealsNew && newFrom !== undefined) await loadOlderUntil(history, newFrom);
      this.#revealsUnread = false;
      const entries = history.entries.map((entry) => toHistoryEntryView(entry, session, now));
      const { hasOlder } = history;
      this.#panel.notifyPage("setHistory", { kind: "entries", entries, hasOlder, newFrom, revealsNew });
      // Exact, also for changes within the second of the last one.
      const seenChangesetId = history.entries[0]?.changeset.id;
      const isNews = newFrom !== undefined && seenChangesetId !== undefined;
      if (isNews) this.#panel.reportShown({ seenChangesetId });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      this.#failedLoad = range;
      const text = failureText(failure, this.#panel.site.label);
      this.#panel.notifyPage("setHistory", { kind: "problem", text });
    }
  }
}

async function loadOlderUntil(history: ArtifactHistory, changesetId: number): Promise<void> {
  while (history.hasOlder && (history.entries.at(-1)?.changeset.id ?? 0) > changesetId) {
    await history.loadOlder();
  }
}

function formatCommit(
  { repository, hash, subject, author, authoredAt }: MentioningCommit,
  location: CommitLocation | undefined,
  now: number,
): Omit<CommitView, "branchGroup"> {
  const authorLine = toDisplayLine(author, 60);
  return {
    repository,
    hash,
    shortHash: hash.slice(0, 10),
    subject: toDisplayLine(subject),
    author: authorLine,
    authorAndTime: [authorLine, formatRelativeTime(authoredAt, now)]
      .filter((part) => part !== "")
      .join(" · "),
    exactTime: formatDateTime(authoredAt) ?? "",
    location: location && formatLocation(location),
  };
}

function formatBranchName(name: string): string {
  return toDisplayLine(name, 60);
}

function formatBranchNames({ names, count }: BranchNames): string {
  const list = names.map(formatBranchName).join(", ");
  return count > names.length ? vscode.l10n.t("{0} and {1} more", list, count - names.length) : list;
}

function formatPushState(pushedTo: BranchNames): string {
  if (pushedTo.count === 0) return vscode.l10n.t("Not pushed");
  return pushedTo.names.length === 0
    ? vscode.l10n.t("Pushed")
    : vscode.l10n.t("Pushed to {0}", formatBranchNames(pushedTo));
}

/** How many branches a row names. */
const maxShownBranches = 2;

function formatLocation({ branches, pushedTo }: CommitLocation): CommitLocationView {
  const shown = branches.names.slice(0, maxShownBranches);
  const hiddenCount = branches.count - shown.length;
  return {
    push: pushedTo && { isPushed: pushedTo.count > 0, text: formatPushState(pushedTo) },
    branches: shown.map(formatBranchName),
    moreBranches: hiddenCount === 0 ? "" : `+${hiddenCount}`,
    branchesText:
      branches.count === 0
        ? vscode.l10n.t("On no branch")
        : vscode.l10n.t("On {0}", formatBranchNames(branches)),
  };
}

/** With several repositories, branches of the same name are different ones. */
function formatBranchGroup(
  { repository }: CommitTarget,
  location: CommitLocation | undefined,
  hasSeveralRepositories: boolean,
): string {
  const branch = location === undefined ? vscode.l10n.t("Unknown branch") : formatFirstBranch(location);
  return hasSeveralRepositories ? `${branch} · ${getFolderName(repository)}` : branch;
}

function formatFirstBranch({ branches: { names } }: CommitLocation): string {
  const [name] = names;
  return name === undefined ? vscode.l10n.t("On no branch") : formatBranchName(name);
}

function getFolderName(repository: string): string {
  const { path } = vscode.Uri.parse(repository);
  return toDisplayLine(path.split("/").findLast((part) => part !== "") ?? path, 60);
}

/** Sends the commits that mention an artifact to the page while they are found. */
export class FormCommits {
  readonly #services: Pick<Services, "commands" | "features">;
  readonly #panel: FormPanel;
  #sentCommits: readonly MentioningCommit[] = [];
  /** By commit. Those of the last search are shown until newer ones are known. */
  #locations: ReadonlyMap<string, CommitLocation> | undefined;

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
    const onCanceled = (listener: () => void): void => {
      // The search may have been canceled before it started.
      if (abortController.signal.aborted) listener();
      else abortController.signal.addEventListener("abort", listener);
    };
    const hideSubscription = onDidHide.event(cancel);
    signal.addEventListener("abort", cancel);
    try {
      const search = this.#services.features.commits;
      const result = await search.findCommits(
        { siteApi: site.api, artifactId },
        { onFound: (commits) => this.#send(commits, []), onCanceled },
      );
      if (result === undefined) return;
      const { commits, isTruncated, problems } = result;
      const truncatedNotes = isTruncated
        ? [vscode.l10n.t("Only the newest {0} commits are shown.", commits.length)]
        : [];
      if (commits.length === 0 && problems.length === 0) return;
      const notes = [...truncatedNotes, ...problems];
      this.#send(commits, notes);
      if (commits.length === 0) return;
      const locations = await search.locateCommits(commits, { onCanceled });
      if (abortController.signal.aborted) return;
      this.#locations = new Map(locations.map((location) => [getCommitKey(location), location]));
      this.#send(commits, notes);
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
    const locations = this.#locations;
    const hasSeveralRepositories = new Set(commits.map(({ repository }) => repository)).size > 1;
    this.#panel.notifyPage("setCommits", {
      commits: commits.map((commit) => {
        const location = locations?.get(getCommitKey(commit));
        const branchGroup = locations && formatBranchGroup(commit, location, hasSeveralRepositories);
        return { ...formatCommit(commit, location, now), branchGroup };
      }),
      notes,
    });
  }
}

function getCommitKey({ repository, hash }: CommitTarget): string {
  return `${hash} ${repository}`;
}
