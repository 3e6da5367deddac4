// Texts about commits and failures of git.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../../model/displayText.ts";
import { escapeMarkdownMinimally } from "../../../model/reference/changeLog.ts";
import type { CommitSummary } from "../../../store/commits/commitLog.ts";
import { maxArtifacts, maxArtifactsPerCommit } from "../../../store/commits/commitMentions.ts";
import type { GitFailure } from "../../../store/commits/git.ts";
import { formatRelativeTime } from "../../../vscode/relativeTime.ts";

/** As long as git's abbreviated hashes in large repositories. */
export function shortHash(hash: string): string {
  return hash.slice(0, 10);
}

export function formatCommitLabel({ hash, subject }: Pick<CommitSummary, "hash" | "subject">): string {
  return `${shortHash(hash)} ${toDisplayLine(subject, 60)}`.trim();
}

export function formatCommitDetail({ hash, author, authoredAt }: CommitSummary): string {
  const parts = [shortHash(hash), toDisplayLine(author, 60), formatRelativeTime(authoredAt, Date.now())];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Shown after the comment was added. */
export function formatLinkedMessage(hash: string, artifactId: number): string {
  return vscode.l10n.t("Linked commit {0} to #{1}.", shortHash(hash), artifactId);
}

/** Markdown, in which the text of the commit is escaped. */
export function formatCommitComment(
  { hash, subject, author }: CommitSummary,
  link: string | undefined,
): string {
  const commitLink = link === undefined ? `\`${hash}\`` : `[${shortHash(hash)}](<${link}>)`;
  return vscode.l10n.t(
    "Commit {0} by {1}: {2}",
    commitLink,
    escapeMarkdownMinimally(author),
    escapeMarkdownMinimally(subject),
  );
}

/** Shown where artifacts of commits are left out. */
export function formatOmittedArtifacts(): string {
  return vscode.l10n.t(
    "Only the first {0} artifacts of a commit, and {1} artifacts in total, are listed.",
    maxArtifactsPerCommit,
    maxArtifacts,
  );
}

function formatFailureSentence(failure: GitFailure, repository: string): string | undefined {
  const name = toDisplayLine(repository, 80);
  switch (failure.kind) {
    case "canceled":
      return undefined;
    case "gitMissing":
      return vscode.l10n.t("Git couldn't be started. See the Git output for details.");
    case "notARepository":
      return vscode.l10n.t("{0} is no longer a Git repository.", name);
    case "unsafeRepository":
      return vscode.l10n.t(
        "The repository {0} is owned by someone else. Select Manage Unsafe Repositories in the Source Control view first.",
        name,
      );
    case "refUnknown":
      return vscode.l10n.t("{1} isn't a valid Git revision in {0}.", name, toDisplayLine(failure.ref, 100));
    case "tooMuch":
      return vscode.l10n.t("The Git output for {0} is too large.", name);
    case "failed":
      return vscode.l10n.t("Git failed in {0}: {1}", name, toDisplayLine(failure.message));
  }
}

/**
 * `repository` is the name of its folder. Undefined if the user canceled. Escapes links, because git's messages may repeat
 * the configuration of the repository.
 */
export function formatGitFailure(failure: GitFailure, repository: string): string | undefined {
  const text = formatFailureSentence(failure, repository);
  return text === undefined ? undefined : escapeLinks(text);
}

export function showGitFailure(failure: GitFailure, repository: string): undefined {
  const text = formatGitFailure(failure, repository);
  if (text !== undefined) void vscode.window.showErrorMessage(text);
}
