// Comments about commits that are not pushed yet: stored with the workspace, and sent when a remote branch contains the commit.
import * as vscode from "vscode";
import { escapeLinks } from "../../../model/displayText.ts";
import { escapeMarkdownMinimally } from "../../../model/reference/changeLog.ts";
import { readCommit, resolveCommit } from "../../../store/commits/commitLog.ts";
import { isCommitInArtifactComments } from "../../../store/commits/commitMessage.ts";
import type { GitPathAndFolder } from "../../../store/commits/git.ts";
import { findCommitAfterAmend } from "../../../store/commits/reflog.ts";
import { isOnLocalBranch, isOnRemoteBranch } from "../../../store/commits/remotes.ts";
import { showNotification } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { watchEachRepository } from "../scmInput/messageDocuments.ts";
import { formatLinkedMessage, shortHash } from "./commitText.ts";

/** A comment about a commit on an artifact. */
export interface CommitLinkComment {
  readonly hash: string;
  readonly siteApi: string;
  readonly artifactId: number;
  /** Markdown. */
  readonly source: string;
}

interface PendingLink extends CommitLinkComment {
  /** The key of the repository. */
  readonly repository: string;
}

const mementoKey = "linksAfterPush";

function isPendingLink(stored: unknown): stored is PendingLink {
  if (typeof stored !== "object" || stored === null) return false;
  const { repository, hash, siteApi, artifactId, source } = stored as Partial<
    Record<keyof PendingLink, unknown>
  >;
  const texts = [repository, hash, siteApi, source];
  return texts.every((each) => typeof each === "string") && Number.isSafeInteger(artifactId);
}

function isSameLink(a: PendingLink, b: PendingLink): boolean {
  return a.hash === b.hash && a.siteApi === b.siteApi && a.artifactId === b.artifactId;
}

export class CommitLinksAfterPush {
  readonly #context: CommitsContext;
  readonly #listeners: vscode.Disposable;
  /** Repositories with a running check, and whether they have changed since it started. */
  readonly #runningChecks = new Map<string, boolean>();
  /** Links that were tried; a failed one is tried again only in the next window, so that it is reported once. */
  readonly #tried: PendingLink[] = [];
  /** Links that were reported because no branch contains their commit. It may reappear, for example after a rebase. */
  readonly #reportedMissing: PendingLink[] = [];

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#listeners = watchEachRepository(context.workspace, (repository) => {
      this.#startCheck(repository);
      return repository.scm.state.onDidChange(() => this.#startCheck(repository));
    });
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async add(repository: OpenRepository, link: CommitLinkComment): Promise<void> {
    const pending = { ...link, repository: repository.key };
    await this.#store([...this.#pending.filter((each) => !isSameLink(each, pending)), pending]);
  }

  get #pending(): readonly PendingLink[] {
    const stored = this.#context.workspaceState.get(mementoKey);
    return Array.isArray(stored) ? stored.filter(isPendingLink) : [];
  }

  async #store(pending: readonly PendingLink[]): Promise<void> {
    await this.#context.workspaceState.update(mementoKey, pending.length === 0 ? undefined : pending);
  }

  #startCheck(repository: OpenRepository): void {
    const hasPending = this.#pending.some((each) => each.repository === repository.key);
    if (!hasPending) return;
    // A change during a check may be the push, so the check is repeated.
    const isRunning = this.#runningChecks.has(repository.key);
    this.#runningChecks.set(repository.key, isRunning);
    if (isRunning) return;
    this.#context.errorHandler.runInBackground("link after push", () =>
      this.#checkRepository(repository).finally(() => {
        const hasChanged = this.#runningChecks.get(repository.key) === true;
        this.#runningChecks.delete(repository.key);
        if (hasChanged) this.#startCheck(repository);
      }),
    );
  }

  async #checkRepository(repository: OpenRepository): Promise<void> {
    for (const link of this.#pending) {
      const isTried = this.#tried.some((each) => isSameLink(each, link));
      if (link.repository === repository.key && !isTried) await this.#checkLink(repository, link);
    }
  }

  async #checkLink({ cli }: OpenRepository, link: PendingLink): Promise<void> {
    const published = await isOnRemoteBranch(cli, link.hash);
    if (published.kind === "checked" && published.isTrue) return this.#send(link);
    const local = await isOnLocalBranch(cli, link.hash);
    const isMissing =
      local.kind === "checked" ? !local.isTrue : (await resolveCommit(cli, link.hash)).kind === "refUnknown";
    const reportedIndex = this.#reportedMissing.findIndex((each) => isSameLink(each, link));
    if (!isMissing && reportedIndex >= 0) this.#reportedMissing.splice(reportedIndex, 1);
    if (!isMissing || reportedIndex >= 0) return;
    const amended = await findCommitAfterAmend(cli, link.hash);
    if (amended === undefined) this.#showMissing(link);
    else await this.#moveToAmended(cli, link, amended);
  }

  /** Keeps the comment as the user edited it, but replaces hash and subject by those of the amended commit. */
  async #moveToAmended(cli: GitPathAndFolder, link: PendingLink, hash: string): Promise<void> {
    const [oldCommit, newCommit] = await Promise.all([readCommit(cli, link.hash), readCommit(cli, hash)]);
    const isLoaded =
      oldCommit.kind === "commit" && newCommit.kind === "commit" && oldCommit.commit.subject !== "";
    const renamed = link.source.replaceAll(link.hash, hash).replaceAll(shortHash(link.hash), shortHash(hash));
    const source = isLoaded
      ? renamed.replace(escapeMarkdownMinimally(oldCommit.commit.subject), () =>
          escapeMarkdownMinimally(newCommit.commit.subject),
        )
      : renamed;
    await this.#store(
      this.#pending.map((each) => (isSameLink(each, link) ? { ...each, hash, source } : each)),
    );
    const text = vscode.l10n.t(
      "Commit {0} was amended. {1} will be linked to #{2} after the push.",
      shortHash(link.hash),
      shortHash(hash),
      link.artifactId,
    );
    showNotification(this.#context.errorHandler, "information", text);
  }

  #showMissing(link: PendingLink): void {
    this.#reportedMissing.push(link);
    const text = vscode.l10n.t(
      "Commit {0} is no longer on a branch, so it wasn't linked to #{1}. Copy its comment if you need it.",
      shortHash(link.hash),
      link.artifactId,
    );
    const copy = {
      label: vscode.l10n.t("Copy Comment"),
      run: async () => {
        await vscode.env.clipboard.writeText(link.source);
        await this.#remove(link);
      },
    };
    const discard = { label: vscode.l10n.t("Discard"), run: () => this.#remove(link) };
    showNotification(this.#context.errorHandler, "warning", text, copy, discard);
  }

  async #send(link: PendingLink): Promise<void> {
    const { sites, catalog, features, errorHandler } = this.#context;
    const { siteApi, artifactId, hash, source } = link;
    const site = sites.find(siteApi);
    // It may be connected again.
    if (site === undefined) return;
    this.#tried.push(link);
    const edit = { kind: "comment", source, format: "commonmark" } as const;
    const done = escapeLinks(formatLinkedMessage(hash, artifactId));
    const { signal } = new AbortController();
    const save = async (): Promise<boolean> =>
      (await isCommitInArtifactComments(catalog.getSite(site), artifactId, hash, signal)) ||
      (await features.triage.saveEdit({ siteApi, artifactId }, edit, done));
    // Any error is reported, for example while the site is offline, so that the comment can be sent again.
    if ((await errorHandler.run("link after push", save)) === true) return this.#remove(link);
    // The failure has been reported. The comment stays until it is sent or discarded.
    const text = vscode.l10n.t("Commit {0} wasn't linked to #{1}.", shortHash(hash), artifactId);
    const retry = { label: vscode.l10n.t("Retry"), run: () => this.#send(link) };
    const discard = { label: vscode.l10n.t("Discard"), run: () => this.#remove(link) };
    showNotification(errorHandler, "warning", text, retry, discard);
  }

  async #remove(link: PendingLink): Promise<void> {
    await this.#store(this.#pending.filter((each) => !isSameLink(each, link)));
  }
}
