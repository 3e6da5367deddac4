// Which commit is meant: one that another view has named, else one of the recent ones, else any by its name.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { askText } from "../../platform/askText.ts";
import { withProgress } from "../../platform/progress.ts";
import { type CommitDetails, commitOf } from "../../store/commits/commitOf.ts";
import { recentCommits } from "../../store/commits/recentCommits.ts";
import { nameOf } from "../askRepository.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";
import { repositoryAt } from "./commitsHere.ts";
import { commitDetail, shortHash } from "./commitText.ts";
import { gitFailureText, sayGitFailure } from "./gitFailureText.ts";

export interface ChosenCommit {
  readonly repository: OpenRepository;
  readonly commit: CommitDetails;
}

interface Row extends vscode.QuickPickItem {
  /** Undefined for another one. */
  readonly hash: string | undefined;
}

const hashText = /^[0-9a-f]{40,64}$/;

function say(text: string): undefined {
  void vscode.window.showInformationMessage(text);
}

async function read(repository: OpenRepository, hash: string): Promise<ChosenCommit | undefined> {
  const told = await withProgress(vscode.l10n.t("Reading commit {0}", shortHash(hash)), (signal) =>
    commitOf(repository.asked, hash, signal),
  );
  if (told.kind === "commit") return { repository, commit: told.commit };
  return sayGitFailure(told, nameOf(repository));
}

function askAny(repository: OpenRepository, title: string): Promise<ChosenCommit | undefined> {
  return askText<ChosenCommit>({
    title,
    prompt: vscode.l10n.t("A hash, a branch, a tag, or what else git takes for a commit"),
    judge: async (text, signal) => {
      const told = await commitOf(repository.asked, text.trim(), signal);
      if (told.kind === "commit") return { kind: "accepted", value: { repository, commit: told.commit } };
      return { kind: "refused", why: gitFailureText(told, nameOf(repository)) ?? "" };
    },
  });
}

async function askRecent(
  repository: OpenRepository,
  title: string,
  file: vscode.Uri | undefined,
): Promise<ChosenCommit | undefined> {
  const told = await withProgress(vscode.l10n.t("Reading commits of {0}", nameOf(repository)), (signal) =>
    recentCommits(repository.asked, { signal, file: file?.fsPath }),
  );
  if (told.kind !== "commits") return sayGitFailure(told, nameOf(repository));
  const rows: readonly Row[] = told.commits.map((commit) => ({
    label: withoutIcons(oneLine(commit.subject)) || shortHash(commit.hash),
    description: commitDetail(commit),
    hash: commit.hash,
  }));
  const any: Row = { label: vscode.l10n.t("Another Commit…"), hash: undefined, alwaysShow: true };
  const placeHolder =
    file === undefined
      ? vscode.l10n.t("Which commit of {0}?", nameOf(repository))
      : vscode.l10n.t("Which commit that changed {0}?", vscode.workspace.asRelativePath(file, false));
  const picked = await vscode.window.showQuickPick([...rows, any], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.hash === undefined ? askAny(repository, title) : read(repository, picked.hash);
}

/**
 * `commit` and `from` as views of VS Code hand them over: hovers name the repository's root and the hash. The Timeline's menu
 * names the file only, since its commits are shown to no other extension.
 */
export async function askCommit(
  workplace: Workplace,
  title: string,
  commit: unknown,
  from: unknown,
): Promise<ChosenCommit | undefined> {
  if (typeof commit === "string" && typeof from === "string" && hashText.test(from)) {
    const named = repositoryAt(workplace, commit);
    if (named !== undefined && vscode.workspace.isTrusted) return read(named, from);
    return say(vscode.l10n.t("The repository of this commit is not open any more."));
  }
  const file = from instanceof vscode.Uri ? from : undefined;
  const holding = file && workplace.repositoryOf(file);
  const repository = holding ?? (await workplace.askRepository(title));
  return repository && askRecent(repository, title, holding === undefined ? undefined : file);
}
