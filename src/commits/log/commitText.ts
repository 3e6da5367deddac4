// A commit in words.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { markdownText } from "../../model/reference/changeLog.ts";
import { age } from "../../platform/age.ts";
import type { CommitSummary } from "../../store/commits/commitLog.ts";

/** As long as git's own are in large repositories. */
export function shortHash(hash: string): string {
  return hash.slice(0, 10);
}

export function commitLabel({ hash, subject }: Pick<CommitSummary, "hash" | "subject">): string {
  return `${shortHash(hash)} ${oneLine(subject, 60)}`.trim();
}

export function commitDetail({ hash, author, authoredAt }: CommitSummary): string {
  const parts = [shortHash(hash), oneLine(author, 60), age(authoredAt, Date.now())];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Said once a comment about it is at an artifact. */
export function linkedText(hash: string, artifactId: number): string {
  return vscode.l10n.t("Commit {0} is linked to #{1} now.", shortHash(hash), artifactId);
}

/** What is said of it at an artifact, as Markdown. Nothing of a commit means anything but itself there. */
export function commitComment({ hash, subject, author }: CommitSummary, link: string | undefined): string {
  const named = link === undefined ? `\`${hash}\`` : `[${shortHash(hash)}](<${link}>)`;
  return vscode.l10n.t("Commit {0} by {1}: {2}", named, markdownText(author), markdownText(subject));
}
