// The command Link Commit to Artifact, which adds a comment to the artifact.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine, escapeIcons, escapeLinks } from "../../../model/displayText.ts";
import { findReferences } from "../../../model/reference/findReferences.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget } from "../../../protocol/commandArguments.ts";
import { type CommitDetails, readCommit, listRecentCommits } from "../../../store/commits/commitLog.ts";
import { isCommitInArtifactComments } from "../../../store/commits/commitMessage.ts";
import { findCommitUrl } from "../../../store/commits/remotePages.ts";
import { isOnRemoteBranch } from "../../../store/commits/remotes.ts";
import type { ResolvedReference } from "../../../store/references/referenceCache.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { promptWithCheck } from "../../../vscode/prompts.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";
import { findRepositoryByKey } from "./workspaceCommitSearch.ts";
import {
  formatCommitComment,
  formatCommitDetail,
  formatGitFailure,
  formatLinkedMessage,
  showGitFailure,
  shortHash,
} from "./commitText.ts";
import type { CommitLinksAfterPush } from "./commitLinksAfterPush.ts";

// The commit: from the command's arguments, else a recent one, else any Git revision.

interface SelectedCommit {
  readonly repository: OpenRepository;
  readonly commit: CommitDetails;
}

interface CommitItem extends vscode.QuickPickItem {
  /** Undefined for "Another Commit…". */
  readonly hash: string | undefined;
}

const hashPattern = /^[0-9a-f]{40,64}$/;

function showMessage(text: string): undefined {
  void vscode.window.showInformationMessage(text);
}

async function loadCommit(repository: OpenRepository, hash: string): Promise<SelectedCommit | undefined> {
  const result = await withProgress(vscode.l10n.t("Loading commit {0}…", shortHash(hash)), (signal) =>
    readCommit(repository.cli, hash, signal),
  );
  if (result.kind === "commit") return { repository, commit: result.commit };
  return showGitFailure(result, getRepositoryName(repository));
}

function promptCommit(repository: OpenRepository, title: string): Promise<SelectedCommit | undefined> {
  return promptWithCheck<SelectedCommit>({
    title,
    prompt: vscode.l10n.t("Enter a commit hash, branch, tag, or other Git revision"),
    check: async (text, signal) => {
      const result = await readCommit(repository.cli, text.trim(), signal);
      if (result.kind === "commit") return { kind: "accepted", value: { repository, commit: result.commit } };
      return { kind: "rejected", message: formatGitFailure(result, getRepositoryName(repository)) ?? "" };
    },
  });
}

async function pickRecentCommit(
  repository: OpenRepository,
  title: string,
  file: vscode.Uri | undefined,
): Promise<SelectedCommit | undefined> {
  const result = await withProgress(
    vscode.l10n.t("Loading commits of {0}…", getRepositoryName(repository)),
    (signal) => listRecentCommits(repository.cli, { signal, file: file?.fsPath }),
  );
  if (result.kind !== "commits") return showGitFailure(result, getRepositoryName(repository));
  const items: readonly CommitItem[] = result.commits.map((commit) => ({
    label: escapeIcons(toDisplayLine(commit.subject)) || shortHash(commit.hash),
    description: escapeIcons(formatCommitDetail(commit)),
    hash: commit.hash,
  }));
  const anotherCommit: CommitItem = {
    label: vscode.l10n.t("Select Another Commit…"),
    hash: undefined,
    alwaysShow: true,
  };
  const placeHolder =
    file === undefined
      ? vscode.l10n.t("Select a commit in {0}", getRepositoryName(repository))
      : vscode.l10n.t("Select a commit that changed {0}", vscode.workspace.asRelativePath(file, false));
  const picked = await vscode.window.showQuickPick([...items, anotherCommit], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.hash === undefined ? promptCommit(repository, title) : loadCommit(repository, picked.hash);
}

/**
 * `commit` and `from` are the arguments that VS Code's views pass: hovers pass the repository's root and the hash. The menu of
 * the Timeline passes only the file, because it doesn't expose commits to other extensions.
 */
async function selectCommit(
  workspace: WorkspaceContext,
  title: string,
  commit: unknown,
  from: unknown,
): Promise<SelectedCommit | undefined> {
  if (typeof commit === "string" && typeof from === "string" && hashPattern.test(from)) {
    const repository = findRepositoryByKey(workspace, commit);
    if (repository !== undefined && vscode.workspace.isTrusted) return loadCommit(repository, from);
    return showMessage(vscode.l10n.t("The repository that contains this commit is no longer open."));
  }
  const file = from instanceof vscode.Uri ? from : undefined;
  const fileRepository = file && workspace.findRepository(file);
  const repository = fileRepository ?? (await workspace.pickRepository(title));
  return repository && pickRecentCommit(repository, title, fileRepository === undefined ? undefined : file);
}

// The artifact: those that the message mentions come first, then the active artifact.

interface LinkTargetItem extends vscode.QuickPickItem {
  /** Undefined for "Another Artifact…". */
  readonly artifactId: number | undefined;
}

/** Limits requests for messages with long lists. */
const maxMentioned = 20;

function createTargetItem(
  artifactId: number,
  reference: ResolvedReference | undefined,
  source: string,
): LinkTargetItem {
  const artifact = reference?.kind === "artifact" ? reference : undefined;
  const details = [toDisplayLine(artifact?.status ?? "", 40), source].filter((part) => part !== "");
  return {
    label: escapeIcons(formatArtifactLabel(artifactId, artifact?.title)),
    description: details.join(" · "),
    artifactId,
  };
}

async function pickLinkTarget(
  { workspace, referenceCache, features }: CommitsContext,
  { repository, commit }: SelectedCommit,
  site: Site,
  title: string,
): Promise<ArtifactTarget | undefined> {
  const message = `${commit.subject}\n\n${commit.body}`;
  const mentions = findReferences(message, workspace.getGrammar(site));
  const mentioned = [...new Set(mentions.map(({ artifactId }) => artifactId))].slice(0, maxMentioned);
  const active = workspace.getActiveArtifact(repository);
  const activeId = active?.site.api === site.api ? active.artifactId : undefined;
  const ids = activeId === undefined ? mentioned : [...new Set([...mentioned, activeId])];
  const { api: siteApi } = site;
  if (ids.length === 0) return features.form.selectArtifact(title, { siteApi });
  const references = await withProgress(vscode.l10n.t("Loading from {0}…", site.label), (signal) =>
    referenceCache.resolve(site, ids, signal),
  );
  const items = ids.map((id) =>
    createTargetItem(
      id,
      references.get(id),
      mentioned.includes(id) ? vscode.l10n.t("mentioned in the message") : vscode.l10n.t("active artifact"),
    ),
  );
  const anotherArtifact: LinkTargetItem = {
    label: vscode.l10n.t("Select Another Artifact…"),
    artifactId: undefined,
    alwaysShow: true,
  };
  const placeHolder = vscode.l10n.t("Select an artifact on {0}", site.label);
  const picked = await vscode.window.showQuickPick([...items, anotherArtifact], { title, placeHolder });
  if (picked === undefined) return undefined;
  return picked.artifactId === undefined
    ? features.form.selectArtifact(title, { siteApi })
    : { siteApi, artifactId: picked.artifactId };
}

/** Comments can't be deleted, so the user confirms a second comment about the same commit. */
async function confirmDuplicate(
  { sites, catalog }: CommitsContext,
  { siteApi, artifactId }: ArtifactTarget,
  { commit }: SelectedCommit,
): Promise<boolean> {
  const site = sites.find(siteApi);
  if (site === undefined) return false;
  const isMentioned = await withProgress(vscode.l10n.t("Loading from {0}…", site.label), (signal) =>
    isCommitInArtifactComments(catalog.getSite(site), artifactId, commit.hash, signal),
  );
  if (!isMentioned) return true;
  const commentAnyway = vscode.l10n.t("Comment Anyway");
  const text = vscode.l10n.t(
    "A comment on #{0} already mentions commit {1}.",
    artifactId,
    shortHash(commit.hash),
  );
  return (await vscode.window.showWarningMessage(text, { modal: true }, commentAnyway)) === commentAnyway;
}

/** A comment would disclose commits of one site to users of another. */
function showWrongSite(site: string): undefined {
  const text = vscode.l10n.t(
    "Select an artifact on {0}. This repository is associated with that site.",
    site,
  );
  void vscode.window.showInformationMessage(escapeLinks(toDisplayLine(text)));
}

/** A link to a commit that is not pushed can't be opened yet; undefined if the user dismisses the prompt. */
async function pickLinkTime(
  { repository, commit }: SelectedCommit,
  title: string,
): Promise<"now" | "afterPush" | undefined> {
  const result = await isOnRemoteBranch(repository.cli, commit.hash);
  if (result.kind !== "checked") return showGitFailure(result, getRepositoryName(repository));
  if (result.isTrue) return "now";
  const items = [
    { label: vscode.l10n.t("Link After Push"), when: "afterPush" },
    { label: vscode.l10n.t("Link Now"), when: "now" },
  ] as const;
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t(
      "Commit {0} isn't on a remote branch, so others can't open it yet.",
      shortHash(commit.hash),
    ),
  });
  return picked?.when;
}

/** The user can edit the comment before it is sent. */
async function promptComment(
  { sites }: CommitsContext,
  { repository, commit }: SelectedCommit,
  { artifactId }: ArtifactTarget,
): Promise<string | undefined> {
  const platforms = sites.list().map(({ web }) => web);
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Comment on #{0}", artifactId),
    prompt: vscode.l10n.t("Enter a comment that links to the commit (Markdown is supported)"),
    value: formatCommitComment(commit, await findCommitUrl(repository.cli, commit.hash, platforms)),
    valueSelection: [0, 0],
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a comment.") : undefined),
  });
  return text?.trim();
}

export async function linkCommitToArtifact(
  context: CommitsContext,
  links: Pick<CommitLinksAfterPush, "add">,
  commit?: unknown,
  from?: unknown,
): Promise<void> {
  const { workspace, features } = context;
  const title = vscode.l10n.t("Link Commit to Artifact");
  const selected = await selectCommit(workspace, title, commit, from);
  if (selected === undefined) return;
  const site = await workspace.getOrPickSite(selected.repository.root);
  const artifact = site && (await pickLinkTarget(context, selected, site, title));
  if (site === undefined || artifact === undefined) return;
  if (artifact.siteApi !== site.api) return showWrongSite(site.label);
  if (!(await confirmDuplicate(context, artifact, selected))) return;
  const when = await pickLinkTime(selected, title);
  const source = when && (await promptComment(context, selected, artifact));
  if (source === undefined) return;
  const { hash } = selected.commit;
  const { artifactId } = artifact;
  if (when === "afterPush") {
    await links.add(selected.repository, { hash, siteApi: site.api, artifactId, source });
    const text = vscode.l10n.t(
      "Commit {0} will be linked to #{1} after the push.",
      shortHash(hash),
      artifactId,
    );
    void vscode.window.showInformationMessage(text);
    return;
  }
  const edit = { kind: "comment", source, format: "commonmark" } as const;
  await features.triage.saveEdit(artifact, edit, escapeLinks(formatLinkedMessage(hash, artifactId)));
}
