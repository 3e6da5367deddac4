// Commits of artifacts, artifacts of commits, and links in VS Code's commit views.
import * as vscode from "vscode";
import { artifactWebPath } from "../../../model/artifact.ts";
import { toDisplayLine } from "../../../model/displayText.ts";
import { findReferences, type ReferenceGrammar } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import type {
  ArtifactTarget,
  CommitLocation,
  CommitSearchHandlers,
  CommitTarget,
  MentioningCommitsResult,
  SiteTarget,
} from "../../../protocol/commandArguments.ts";
import {
  type ChangedFile,
  type ChangedFiles,
  listChangedFiles,
} from "../../../store/commits/commitChangedFiles.ts";
import { readCommit } from "../../../store/commits/commitLog.ts";
import { toPageUrl } from "../../../store/sites.ts";
import type { ErrorHandler } from "../../../vscode/errorHandler.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";
import type { GitExtensionApi, GitExtensionRepository, HistoryItemDetailsProvider } from "../gitExtension.ts";
import { WorkspaceCommitSearch, findRepositoryByKey } from "./workspaceCommitSearch.ts";
import { formatCommitLabel, showGitFailure, shortHash } from "./commitText.ts";
import { linkCommitToArtifact } from "./linkCommit.ts";
import { CommitLinksAfterPush } from "./commitLinksAfterPush.ts";

// Extends commits in the Graph and the Timeline with a command and with links for references.

/** References that need no escaping in a Markdown link. */
const linkablePattern = /^[\w #:-]+$/;

function addReferenceLinks(message: string, site: Site, grammar: ReferenceGrammar): string | undefined {
  const references = findReferences(message, grammar);
  if (references.length === 0) return undefined;
  let text = "";
  let position = 0;
  for (const { start, end, artifactId } of references) {
    const referenceText = message.slice(start, end);
    if (!linkablePattern.test(referenceText)) continue;
    const page = toPageUrl(site.api, artifactWebPath(artifactId, undefined));
    text += `${message.slice(position, start)}[${referenceText}](${page})`;
    position = end;
  }
  return text + message.slice(position);
}

function createHistoryItemDetails(
  workspace: Pick<WorkspaceContext, "getSite" | "getGrammar">,
  errorHandler: ErrorHandler,
): HistoryItemDetailsProvider {
  /** Errors are only logged, because VS Code ignores them. */
  async function runForSite<T>(
    { rootUri }: GitExtensionRepository,
    action: (site: Site) => T | undefined,
  ): Promise<T | undefined> {
    try {
      const site = vscode.workspace.isTrusted ? await workspace.getSite(rootUri) : undefined;
      return site && action(site);
    } catch (thrown) {
      errorHandler.logError("provide commit details", thrown);
      return undefined;
    }
  }
  return {
    provideAvatar: () => undefined,
    provideHoverCommands: (repository) =>
      runForSite(repository, () => [
        {
          title: `$(link) ${vscode.l10n.t("Link to Artifact…")}`,
          tooltip: vscode.l10n.t("Link Commit to Artifact…"),
          command: "artifacts.linkCommit",
          arguments: [repository.rootUri.toString()],
        },
      ]),
    provideMessageLinks: (repository, message) =>
      runForSite(repository, (site) => addReferenceLinks(message, site, workspace.getGrammar(site))),
  };
}

/** Registers the provider again whenever the Git API changes. */
export function registerHistoryItemDetails(
  workspace: Pick<WorkspaceContext, "gitApi" | "onDidChangeRepositories" | "getSite" | "getGrammar">,
  errorHandler: ErrorHandler,
): vscode.Disposable {
  let registeredApi: GitExtensionApi | undefined;
  let registration: vscode.Disposable | undefined;
  const update = (): void => {
    const { gitApi } = workspace;
    if (gitApi === registeredApi) return;
    registration?.dispose();
    registeredApi = gitApi;
    registration = gitApi?.registerSourceControlHistoryItemDetailsProvider?.(
      createHistoryItemDetails(workspace, errorHandler),
    );
  };
  const listener = workspace.onDidChangeRepositories(update);
  update();
  return vscode.Disposable.from(listener, { dispose: () => registration?.dispose() });
}

// Opens the changes of a commit in the multi-file diff editor.

type FileChange = readonly [
  label: vscode.Uri,
  original: vscode.Uri | undefined,
  modified: vscode.Uri | undefined,
];

function toFileChange(
  api: GitExtensionApi,
  root: vscode.Uri,
  changedFiles: ChangedFiles,
  file: ChangedFile,
): FileChange {
  const uri = vscode.Uri.joinPath(root, file.path);
  const before = file.kind === "renamed" ? vscode.Uri.joinPath(root, file.before) : uri;
  const { hash, parent } = changedFiles;
  const original = file.kind === "added" || parent === undefined ? undefined : api.toGitUri(before, parent);
  return [uri, original, file.kind === "deleted" ? undefined : api.toGitUri(uri, hash)];
}

function showMessage(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function openCommit(workspace: WorkspaceContext, target: CommitTarget): Promise<void> {
  const { gitApi } = workspace;
  const repository = findRepositoryByKey(workspace, target.repository);
  if (gitApi === undefined || repository === undefined) {
    return showMessage(vscode.l10n.t("The repository that contains this commit is no longer open."));
  }
  const short = shortHash(target.hash);
  const result = await withProgress(vscode.l10n.t("Loading commit {0}…", short), async (signal) => {
    const commit = await readCommit(repository.cli, target.hash, signal);
    if (commit.kind !== "commit") return commit;
    const files = await listChangedFiles(repository.cli, commit.commit.hash, { signal });
    return files.kind === "files" ? { ...files, title: formatCommitLabel(commit.commit) } : files;
  });
  if (result.kind !== "files") return showGitFailure(result, getRepositoryName(repository));
  if (result.files.length === 0) {
    return showMessage(vscode.l10n.t("Commit {0} doesn't change any files.", short));
  }
  if (result.isTruncated) {
    showMessage(
      vscode.l10n.t("Only the first {1} files changed in commit {0} are shown.", short, result.files.length),
    );
  }
  const changes = result.files.map((file) => toFileChange(gitApi, repository.root, result, file));
  await vscode.commands.executeCommand("vscode.changes", toDisplayLine(result.title), changes);
}

export interface CommitLogFeature {
  hasCommits(site: SiteTarget): Promise<boolean>;
  findCommits(
    artifact: ArtifactTarget,
    search?: CommitSearchHandlers,
  ): Promise<MentioningCommitsResult | undefined>;
  locateCommits(
    commits: readonly CommitTarget[],
    search?: Pick<CommitSearchHandlers, "onCanceled">,
  ): Promise<readonly CommitLocation[]>;
  openCommit(commit: CommitTarget): Promise<void>;
  linkCommit(commit?: unknown, from?: unknown): Promise<void>;
  dispose(): void;
}

export function createCommitLogFeature(context: CommitsContext): CommitLogFeature {
  const { workspace, errorHandler, onDidChangeCommits } = context;
  const commits = new WorkspaceCommitSearch(context, () => onDidChangeCommits.fire());
  const links = new CommitLinksAfterPush(context);
  const disposables = vscode.Disposable.from(
    commits,
    links,
    registerHistoryItemDetails(workspace, errorHandler),
  );
  return {
    hasCommits: ({ siteApi }) => commits.hasRepositories(siteApi),
    findCommits: (artifact, search) => commits.findCommits(artifact, search),
    locateCommits: (targets, search) => commits.locateCommits(targets, search),
    openCommit: (commit) => openCommit(workspace, commit),
    linkCommit: (commit, from) => linkCommitToArtifact(context, links, commit, from),
    dispose: () => disposables.dispose(),
  };
}
