// A commit's changes, in the editor for several files.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { withProgress } from "../../platform/progress.ts";
import type { CommitTarget } from "../../protocol/commands.ts";
import { type ChangedFile, type ChangedFiles, changedFiles } from "../../store/commits/changedFiles.ts";
import { commitOf } from "../../store/commits/commitOf.ts";
import { nameOf } from "../askRepository.ts";
import type { GitApi } from "../gitApi.ts";
import type { Workplace } from "../workplace.ts";
import { repositoryAt } from "./commitsHere.ts";
import { commitLabel, shortHash } from "./commitText.ts";
import { sayGitFailure } from "./gitFailureText.ts";

type Change = readonly [
  label: vscode.Uri,
  original: vscode.Uri | undefined,
  modified: vscode.Uri | undefined,
];

function changeOf(api: GitApi, root: vscode.Uri, told: ChangedFiles, file: ChangedFile): Change {
  const uri = vscode.Uri.joinPath(root, file.path);
  const before = file.kind === "renamed" ? vscode.Uri.joinPath(root, file.before) : uri;
  const { hash, parent } = told;
  const original = file.kind === "added" || parent === undefined ? undefined : api.toGitUri(before, parent);
  return [uri, original, file.kind === "deleted" ? undefined : api.toGitUri(uri, hash)];
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

export async function openCommit(workplace: Workplace, target: CommitTarget): Promise<void> {
  const { api } = workplace;
  const repository = repositoryAt(workplace, target.repository);
  if (api === undefined || repository === undefined) {
    return say(vscode.l10n.t("The repository of this commit is not open any more."));
  }
  const short = shortHash(target.hash);
  const told = await withProgress(vscode.l10n.t("Reading commit {0}", short), async (signal) => {
    const commit = await commitOf(repository.asked, target.hash, signal);
    if (commit.kind !== "commit") return commit;
    const files = await changedFiles(repository.asked, commit.commit.hash, { signal });
    return files.kind === "files" ? { ...files, title: commitLabel(commit.commit) } : files;
  });
  if (told.kind !== "files") return sayGitFailure(told, nameOf(repository));
  if (told.files.length === 0) return say(vscode.l10n.t("Commit {0} changes no file.", short));
  if (told.isCut) {
    say(
      vscode.l10n.t(
        "Commit {0} changes more files than these: it is cut after {1}.",
        short,
        told.files.length,
      ),
    );
  }
  const changes = told.files.map((file) => changeOf(api, repository.root, told, file));
  await vscode.commands.executeCommand("vscode.changes", oneLine(told.title), changes);
}
