// Detects commits made in VS Code, and offers to set the status of a mentioned artifact or to add a comment.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine, escapeLinks } from "../../../model/displayText.ts";
import { escapeMarkdownMinimally } from "../../../model/reference/changeLog.ts";
import { hasOnlyReferenceLine } from "../../../model/reference/insertReference.ts";
import type { ArtifactTarget } from "../../../protocol/commandArguments.ts";
import { type CommitDetails, readCommit, resolveCommit } from "../../../store/commits/commitLog.ts";
import { type CommitCreation, findCommitCreation } from "../../../store/commits/reflog.ts";
import { findCommitUrl } from "../../../store/commits/remotePages.ts";
import type { ErrorHandler } from "../../../vscode/errorHandler.ts";
import { getCurrentBranchName } from "../activeArtifacts.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";
import { shortHash } from "../log/commitText.ts";
import { watchEachRepository } from "./messageDocuments.ts";
import { chooseOfferedArtifactId, OneOfferAtATime } from "./commitOffers.ts";
import { areCommitOffersEnabled, isCommitSettingEnabled, disableCommitOffers } from "./commitSettings.ts";

// The Git extension reports commit attempts; whether there is a new commit, and of which kind, has to be checked.

export interface NewCommit extends CommitCreation {
  readonly repository: OpenRepository;
  readonly hash: string;
}

export class CommitWatcher {
  readonly #errorHandler: ErrorHandler;
  readonly #onDidCommitEmitter = new vscode.EventEmitter<NewCommit>();
  readonly onDidCommit = this.#onDidCommitEmitter.event;
  readonly #listeners: vscode.Disposable;
  /** The last known commit of each repository, to ignore commit attempts that failed. */
  readonly #lastHashes = new WeakMap<OpenRepository, string>();

  constructor(workspace: WorkspaceContext, errorHandler: ErrorHandler) {
    this.#errorHandler = errorHandler;
    this.#listeners = vscode.Disposable.from(
      this.#onDidCommitEmitter,
      watchEachRepository(workspace, (repository) => this.#watch(repository)),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #watch(repository: OpenRepository): vscode.Disposable {
    const { scm } = repository;
    this.#lastHashes.set(repository, scm.state.HEAD?.commit ?? "");
    return scm.onDidCommit(() =>
      this.#errorHandler.runInBackground("check new commit", () => this.#checkHead(repository)),
    );
  }

  async #checkHead(repository: OpenRepository): Promise<void> {
    const result = await resolveCommit(repository.cli, "HEAD");
    if (result.kind !== "resolved" || result.hash === this.#lastHashes.get(repository)) return;
    const { hash } = result;
    this.#lastHashes.set(repository, hash);
    // With "commit and sync", HEAD may be a commit that was pulled.
    const origin = await findCommitCreation(repository.cli, hash);
    this.#onDidCommitEmitter.fire({
      repository,
      hash,
      ...(origin ?? { kind: "other", previous: undefined }),
    });
  }
}

/** Whether a commit message contains only the prefilled reference. */
export async function hasOnlyPrefilledReference(
  { workspace, referenceFormatter }: CommitsContext,
  repository: OpenRepository,
  message: string,
): Promise<boolean> {
  const active = workspace.getActiveArtifact(repository);
  if (active === undefined) return false;
  return hasOnlyReferenceLine(
    message,
    await referenceFormatter.formatMention(repository.root, active),
    undefined,
  );
}

interface CommitOffer {
  readonly repository: OpenRepository;
  readonly commit: CommitDetails;
  /** Undefined if no branch is checked out. */
  readonly branch: string | undefined;
  readonly target: ArtifactTarget;
}

/** Markdown, in which the text of the commit is escaped. */
function formatComment({ commit, branch }: CommitOffer, page: string | undefined): string {
  const { hash, subject } = commit;
  const commitLink = page === undefined ? `\`${hash}\`` : `[${shortHash(hash)}](<${page}>)`;
  return branch === undefined
    ? vscode.l10n.t("Commit {0}: {1}", commitLink, escapeMarkdownMinimally(subject))
    : vscode.l10n.t(
        "Commit {0} on {1}: {2}",
        commitLink,
        escapeMarkdownMinimally(branch),
        escapeMarkdownMinimally(subject),
      );
}

async function addComment({ features, sites }: CommitsContext, offer: CommitOffer): Promise<void> {
  const { repository, commit, target } = offer;
  const platforms = sites.list().map(({ web }) => web);
  const source = formatComment(offer, await findCommitUrl(repository.cli, commit.hash, platforms));
  const done = vscode.l10n.t(
    "Added a comment about commit {1} to #{0}.",
    target.artifactId,
    shortHash(commit.hash),
  );
  const edit = { kind: "comment", source, format: "commonmark" } as const;
  await features.triage.saveEdit(target, edit, done);
}

/** Undefined if there is nothing to offer. */
async function createOffer(
  context: CommitsContext,
  { repository, hash, kind }: NewCommit,
): Promise<(CommitOffer & { readonly title: string | undefined }) | undefined> {
  const { workspace, workspaceState, referenceCache } = context;
  const { root, cli } = repository;
  const isEnabled =
    kind === "plain" &&
    isCommitSettingEnabled("commitOfferToLink", root) &&
    areCommitOffersEnabled(workspaceState, repository);
  const branch = getCurrentBranchName(repository);
  const site = isEnabled ? await workspace.getSite(root) : undefined;
  const result = site && (await readCommit(cli, hash));
  if (site === undefined || result?.kind !== "commit") return undefined;
  const { commit } = result;
  const message = `${commit.subject}\n\n${commit.body}`;
  // `restoreLostMessages` handles such commits.
  if (await hasOnlyPrefilledReference(context, repository, message)) return undefined;
  const active = workspace.getActiveArtifact(repository);
  const artifactId = chooseOfferedArtifactId(
    message,
    workspace.getGrammar(site),
    active?.site.api === site.api ? active.artifactId : undefined,
  );
  if (artifactId === undefined) return undefined;
  const reference = (await referenceCache.resolve(site, [artifactId], new AbortController().signal)).get(
    artifactId,
  );
  // The actions need an accessible artifact.
  if (reference?.kind !== "artifact") return undefined;
  const { trackerId, page, title } = reference;
  return { repository, commit, branch, target: { siteApi: site.api, artifactId, trackerId, page }, title };
}

/** Shows a notification and resolves to the pressed button. */
type ShowNotification = (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;

async function showOffer(
  context: CommitsContext,
  newCommit: NewCommit,
  showNotification: ShowNotification,
): Promise<void> {
  const offer = await createOffer(context, newCommit);
  if (offer === undefined) return;
  const { repository, commit, target, title } = offer;
  const [status, comment, never] = [
    vscode.l10n.t("Set Status…"),
    vscode.l10n.t("Add Comment"),
    vscode.l10n.t("Don't Show Again for This Repository"),
  ];
  const label = formatArtifactLabel(target.artifactId, title);
  const text = vscode.l10n.t("Commit {0} mentions {1}.", shortHash(commit.hash), label);
  const pressed = await showNotification(escapeLinks(toDisplayLine(text)), status, comment, never);
  if (pressed === status) await context.commands.execute("artifacts.setStatus", target);
  if (pressed === comment) await addComment(context, offer);
  if (pressed === never) await disableCommitOffers(context.workspaceState, repository);
}

export function offerActionsAfterCommits(
  context: CommitsContext,
  commits: CommitWatcher,
  showNotification: ShowNotification,
): vscode.Disposable {
  const throttle = new OneOfferAtATime(Date.now);
  return commits.onDidCommit((newCommit) =>
    context.errorHandler.runInBackground("offer after commit", () =>
      throttle.run(() => showOffer(context, newCommit, showNotification)),
    ),
  );
}
