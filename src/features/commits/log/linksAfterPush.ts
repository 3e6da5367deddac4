// Comments that wait for their commit to be pushed: kept with the workspace, and sent when a remote branch has it.
import * as vscode from "vscode";
import { withoutLinks } from "../../../model/displayText.ts";
import { markdownText } from "../../../model/reference/changeLog.ts";
import { commitOf, resolveCommit } from "../../../store/commits/commitLog.ts";
import { isCommitSaid } from "../../../store/commits/commitMessage.ts";
import type { Repository } from "../../../store/commits/git.ts";
import { amendedTo, isOnLocalBranch, isOnRemoteBranch } from "../../../store/commits/remotes.ts";
import { notify } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../folderContext.ts";
import { eachRepository } from "../scmInput/messageDocuments.ts";
import { linkedText, shortHash } from "./commitText.ts";

/** A comment about a commit, for an artifact. */
export interface CommitLink {
  readonly hash: string;
  readonly siteApi: string;
  readonly artifactId: number;
  /** As Markdown. */
  readonly source: string;
}

interface PendingLink extends CommitLink {
  /** By its key. */
  readonly repository: string;
}

const memoryKey = "linksAfterPush";

function isPendingLink(kept: unknown): kept is PendingLink {
  if (typeof kept !== "object" || kept === null) return false;
  const { repository, hash, siteApi, artifactId, source } = kept as Partial<
    Record<keyof PendingLink, unknown>
  >;
  const texts = [repository, hash, siteApi, source];
  return texts.every((each) => typeof each === "string") && Number.isSafeInteger(artifactId);
}

function isSame(one: PendingLink, other: PendingLink): boolean {
  return one.hash === other.hash && one.siteApi === other.siteApi && one.artifactId === other.artifactId;
}

export class LinksAfterPush {
  readonly #context: CommitsContext;
  readonly #listening: vscode.Disposable;
  /** The repositories that are looked at just now, and whether something has changed there since. */
  readonly #looking = new Map<string, boolean>();
  /** One that could not be sent waits for the next window: nobody is told the same again and again. */
  readonly #tried: PendingLink[] = [];
  /** Those whose commit is on no branch, as somebody was told. It may come back: a rebase takes it away for a while. */
  readonly #gone: PendingLink[] = [];

  constructor(context: CommitsContext) {
    this.#context = context;
    this.#listening = eachRepository(context.workplace, (repository) => {
      this.#lookSoon(repository);
      return repository.git.state.onDidChange(() => this.#lookSoon(repository));
    });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async add(repository: OpenRepository, link: CommitLink): Promise<void> {
    const pending = { ...link, repository: repository.key };
    await this.#keep([...this.#pending.filter((each) => !isSame(each, pending)), pending]);
  }

  get #pending(): readonly PendingLink[] {
    const kept = this.#context.memory.get(memoryKey);
    return Array.isArray(kept) ? kept.filter(isPendingLink) : [];
  }

  async #keep(pending: readonly PendingLink[]): Promise<void> {
    await this.#context.memory.update(memoryKey, pending.length === 0 ? undefined : pending);
  }

  #lookSoon(repository: OpenRepository): void {
    const isWaiting = this.#pending.some((each) => each.repository === repository.key);
    if (!isWaiting) return;
    // What changes during a look may be what is waited for.
    const isLooking = this.#looking.has(repository.key);
    this.#looking.set(repository.key, isLooking);
    if (isLooking) return;
    this.#context.boundary.start("link after push", () =>
      this.#look(repository).finally(() => {
        const hasChanged = this.#looking.get(repository.key) === true;
        this.#looking.delete(repository.key);
        if (hasChanged) this.#lookSoon(repository);
      }),
    );
  }

  async #look(repository: OpenRepository): Promise<void> {
    for (const link of this.#pending) {
      const isTried = this.#tried.some((each) => isSame(each, link));
      if (link.repository === repository.key && !isTried) await this.#lookAt(repository, link);
    }
  }

  async #lookAt({ asked }: OpenRepository, link: PendingLink): Promise<void> {
    const published = await isOnRemoteBranch(asked, link.hash);
    if (published.kind === "told" && published.isSo) return this.#send(link);
    const local = await isOnLocalBranch(asked, link.hash);
    const isGone =
      local.kind === "told" ? !local.isSo : (await resolveCommit(asked, link.hash)).kind === "refUnknown";
    const wasGone = this.#gone.findIndex((each) => isSame(each, link));
    if (!isGone && wasGone >= 0) this.#gone.splice(wasGone, 1);
    if (!isGone || wasGone >= 0) return;
    const amended = await amendedTo(asked, link.hash);
    if (amended === undefined) this.#sayGone(link);
    else await this.#follow(asked, link, amended);
  }

  /** The words stay those that somebody has read and changed; what they name is the commit that took the place. */
  async #follow(asked: Repository, link: PendingLink, hash: string): Promise<void> {
    const [old, now] = await Promise.all([commitOf(asked, link.hash), commitOf(asked, hash)]);
    const isRead = old.kind === "commit" && now.kind === "commit";
    const named = link.source.replaceAll(link.hash, hash).replaceAll(shortHash(link.hash), shortHash(hash));
    const source = isRead
      ? named.replace(markdownText(old.commit.subject), () => markdownText(now.commit.subject))
      : named;
    await this.#keep(this.#pending.map((each) => (isSame(each, link) ? { ...each, hash, source } : each)));
    const text = vscode.l10n.t(
      "Commit {0} was amended: {1} is linked to #{2} after the push.",
      shortHash(link.hash),
      shortHash(hash),
      link.artifactId,
    );
    notify(this.#context.boundary, "information", text);
  }

  #sayGone(link: PendingLink): void {
    this.#gone.push(link);
    const text = vscode.l10n.t(
      "Commit {0} isn't on a branch any more, so it wasn't linked to #{1}. Its comment is kept.",
      shortHash(link.hash),
      link.artifactId,
    );
    const copy = {
      label: vscode.l10n.t("Copy Comment"),
      run: async () => {
        await vscode.env.clipboard.writeText(link.source);
        await this.#forget(link);
      },
    };
    const discard = { label: vscode.l10n.t("Discard"), run: () => this.#forget(link) };
    notify(this.#context.boundary, "warning", text, copy, discard);
  }

  async #send(link: PendingLink): Promise<void> {
    const { sites, catalog, features, boundary } = this.#context;
    const { siteApi, artifactId, hash, source } = link;
    const site = sites.find(siteApi);
    if (site === undefined) return this.#forget(link);
    this.#tried.push(link);
    const isSaid = await isCommitSaid(catalog.of(site), artifactId, hash, new AbortController().signal);
    const edit = { kind: "comment", source, format: "commonmark" } as const;
    const done = withoutLinks(linkedText(hash, artifactId));
    // An unexpected error is reported like any failure, so that the comment can be sent again.
    const save = (): Promise<boolean> => features.triage.saveEdit({ siteApi, artifactId }, edit, done);
    const isSent = isSaid || (await boundary.run("link after push", save)) === true;
    if (isSent) return this.#forget(link);
    // The failure has been reported. The comment stays until it is sent or discarded.
    const text = vscode.l10n.t("Commit {0} was not linked to #{1}.", shortHash(hash), artifactId);
    const again = { label: vscode.l10n.t("Try Again"), run: () => this.#send(link) };
    const discard = { label: vscode.l10n.t("Discard"), run: () => this.#forget(link) };
    notify(boundary, "warning", text, again, discard);
  }

  async #forget(link: PendingLink): Promise<void> {
    await this.#keep(this.#pending.filter((each) => !isSame(each, link)));
  }
}
