import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../../model/displayText.ts";
import { markdownText } from "../../../model/reference/changeLog.ts";
import type { CommitSummary } from "../../../store/commits/commitLog.ts";
import type { GitFailure } from "../../../store/commits/git.ts";
import { commitLink, remotesOf } from "../../../store/commits/remotes.ts";
import type { Sites } from "../../../store/sites.ts";
import { age } from "../../../vscode/age.ts";
import type { OpenRepository } from "../folderContext.ts";

// A commit in words.

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

// What keeps git from telling something, and what to do about it: one sentence each.

function sentence(failure: GitFailure, repository: string): string | undefined {
  const { t } = vscode.l10n;
  const name = oneLine(repository, 80);
  switch (failure.kind) {
    case "cancelled":
      return undefined;
    case "gitMissing":
      return t("Git could not be started: see VS Code's git output.");
    case "notARepository":
      return t("{0} is no git repository any more.", name);
    case "unsafeRepository":
      return t("{0} belongs to somebody else: manage it in the Source Control view first.", name);
    case "refUnknown":
      return t("{0} has no commit named {1}.", name, oneLine(failure.ref, 100));
    case "tooMuch":
      return t("Git said more about {0} than can be read.", name);
    case "failed":
      return t("Git could not tell that of {0}: {1}", name, oneLine(failure.said));
  }
}

/**
 * `repository` by the name of its folder. Undefined for whoever has called it off. Git repeats what stands in a repository's
 * config, and VS Code would make links of that.
 */
export function gitFailureText(failure: GitFailure, repository: string): string | undefined {
  const text = sentence(failure, repository);
  return text === undefined ? undefined : withoutLinks(text);
}

export function sayGitFailure(failure: GitFailure, repository: string): undefined {
  const text = gitFailureText(failure, repository);
  if (text !== undefined) void vscode.window.showErrorMessage(text);
}

/** The page of a commit, where an address of a remote tells it. */
export async function commitPage(
  sites: Sites,
  { asked }: OpenRepository,
  hash: string,
): Promise<string | undefined> {
  const told = await remotesOf(asked);
  if (told.kind !== "remotes") return undefined;
  const platforms = sites.list().map(({ web }) => web);
  for (const { address } of told.remotes) {
    const link = commitLink(address, hash, platforms);
    if (link !== undefined) return link;
  }
  return undefined;
}
