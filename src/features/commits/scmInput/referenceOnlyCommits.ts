// Handles commits whose message is only the prefilled reference: after an amend, the previous message is put back into the
// SCM input; otherwise the user can undo the commit.
import * as vscode from "vscode";
import { readCommit } from "../../../store/commits/commitLog.ts";
import { showNotification } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { shortHash } from "../log/commitText.ts";
import { type CommitWatcher, hasOnlyPrefilledReference, type NewCommit } from "./afterCommit.ts";
import type { ScmInputPrefill } from "./scmInputPrefill.ts";

async function loadMessage({ cli }: OpenRepository, hash: string): Promise<string> {
  const result = await readCommit(cli, hash);
  return result.kind === "commit" ? `${result.commit.subject}\n\n${result.commit.body}`.trim() : "";
}

async function restoreMessage(
  context: CommitsContext,
  prefill: ScmInputPrefill,
  repository: OpenRepository,
  previous: string,
): Promise<void> {
  const previousMessage = await loadMessage(repository, previous);
  if (previousMessage === "" || (await hasOnlyPrefilledReference(context, repository, previousMessage))) {
    return;
  }
  if (!(await prefill.replaceIfUntouched(repository, previousMessage))) return;
  const text = vscode.l10n.t(
    "The amended commit message contains only the reference. The previous message was restored to the commit message box. Amend again to use it.",
  );
  showNotification(context.errorHandler, "warning", text);
}

/** Only the last commit can be undone, and only if it is not pushed. */
async function canUndoCommit({ scm }: OpenRepository, hash: string): Promise<boolean> {
  await scm.status();
  const { HEAD } = scm.state;
  const isPushed = HEAD?.upstream !== undefined && HEAD.ahead === 0;
  return HEAD?.commit === hash && !isPushed;
}

function offerUndo(
  { errorHandler }: CommitsContext,
  prefill: ScmInputPrefill,
  repository: OpenRepository,
  hash: string,
): void {
  const name = shortHash(hash);
  const undo = async (): Promise<void> => {
    if (!(await canUndoCommit(repository, hash))) {
      const message = vscode.l10n.t(
        "Commit {0} is no longer the last commit, or was pushed, so it wasn't undone.",
        name,
      );
      return showNotification(errorHandler, "warning", message);
    }
    await vscode.commands.executeCommand("git.undoCommit", repository.root);
    await prefill.restoreSubjectLine(repository);
  };
  const text = vscode.l10n.t("The message of commit {0} contains only the reference.", name);
  showNotification(errorHandler, "warning", text, { label: vscode.l10n.t("Undo Last Commit"), run: undo });
}

async function handleCommit(
  context: CommitsContext,
  prefill: ScmInputPrefill,
  { repository, hash, previous, kind }: NewCommit,
): Promise<void> {
  if (kind !== "amended" && kind !== "plain") return;
  const message = await loadMessage(repository, hash);
  if (!(await hasOnlyPrefilledReference(context, repository, message))) return;
  if (kind === "plain") offerUndo(context, prefill, repository, hash);
  else if (previous !== undefined) await restoreMessage(context, prefill, repository, previous);
}

export function warnAboutReferenceOnlyCommits(
  context: CommitsContext,
  commits: CommitWatcher,
  prefill: ScmInputPrefill,
): vscode.Disposable {
  return commits.onDidCommit((newCommit) =>
    context.errorHandler.runInBackground("check committed message", () =>
      handleCommit(context, prefill, newCommit),
    ),
  );
}
