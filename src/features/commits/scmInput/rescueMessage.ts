// VS Code commits with what stands in the box, also where that is our reference alone. What a commit said before it was amended
// like that is put back into the box; one that never said more can be taken back.
import * as vscode from "vscode";
import { commitOf } from "../../../store/commits/commitLog.ts";
import { notify } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../folderContext.ts";
import { shortHash } from "../log/commitText.ts";
import { type CommitWatch, isOnlyReference, type MadeCommit } from "./afterCommit.ts";
import type { BoxFilling } from "./prefill.ts";

async function messageOf({ asked }: OpenRepository, hash: string): Promise<string> {
  const told = await commitOf(asked, hash);
  return told.kind === "commit" ? `${told.commit.subject}\n\n${told.commit.body}`.trim() : "";
}

async function putBack(
  context: CommitsContext,
  filling: BoxFilling,
  repository: OpenRepository,
  previous: string,
): Promise<void> {
  const before = await messageOf(repository, previous);
  if (before === "" || (await isOnlyReference(context, repository, before))) return;
  if (!filling.writeOver(repository, before)) return;
  const text = vscode.l10n.t(
    "The amended commit has only the reference for its message. What it said before is in the commit box: amend once more to keep it.",
  );
  notify(context.boundary, "warning", text);
}

/** What was pushed is known to others, and what came after it would go with it. */
async function isStillOurs({ git }: OpenRepository, hash: string): Promise<boolean> {
  await git.status();
  const { HEAD } = git.state;
  const isPushed = HEAD?.upstream !== undefined && HEAD.ahead === 0;
  return HEAD?.commit === hash && !isPushed;
}

function offerUndo(
  { boundary }: CommitsContext,
  filling: BoxFilling,
  repository: OpenRepository,
  hash: string,
): void {
  const { t } = vscode.l10n;
  const name = shortHash(hash);
  const undo = async (): Promise<void> => {
    if (!(await isStillOurs(repository, hash))) {
      const why = t("Commit {0} is not the last one any more, or was pushed: it stays.", name);
      return notify(boundary, "warning", why);
    }
    await vscode.commands.executeCommand("git.undoCommit", repository.root);
    await filling.makeRoom(repository);
  };
  const text = t("Commit {0} has only the reference for its message.", name);
  notify(boundary, "warning", text, { label: t("Undo Commit"), run: undo });
}

async function rescue(
  context: CommitsContext,
  filling: BoxFilling,
  { repository, hash, previous, shape }: MadeCommit,
): Promise<void> {
  if (shape !== "amended" && shape !== "plain") return;
  const message = await messageOf(repository, hash);
  if (!(await isOnlyReference(context, repository, message))) return;
  if (shape === "plain") offerUndo(context, filling, repository, hash);
  else if (previous !== undefined) await putBack(context, filling, repository, previous);
}

export function rescueMessages(
  context: CommitsContext,
  commits: CommitWatch,
  filling: BoxFilling,
): vscode.Disposable {
  return commits.made((made) =>
    context.boundary.start("message of a commit", () => rescue(context, filling, made)),
  );
}
