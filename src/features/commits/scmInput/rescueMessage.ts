// VS Code commits with what stands in the box, also where that is our reference alone. What a commit said before it was amended
// like that is put back into the box; one that never said more can be taken back.
import * as vscode from "vscode";
import { commitOf } from "../../../store/commits/commitLog.ts";
import type { OpenRepository, PartDependencies } from "../folderContext.ts";
import { shortHash } from "../log/commitText.ts";
import { type CommitWatch, isOnlyReference, type MadeCommit } from "./afterCommit.ts";
import type { BoxFilling } from "./prefill.ts";
import type { ReferenceTexts } from "./referenceTexts.ts";

interface RescueDependencies extends Pick<PartDependencies, "workplace" | "boundary"> {
  readonly commits: CommitWatch;
  readonly texts: ReferenceTexts;
  readonly filling: Pick<BoxFilling, "writeOver" | "makeRoom">;
  /** Answers the button that was pressed. */
  readonly warn: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
}

async function messageOf({ asked }: OpenRepository, hash: string): Promise<string> {
  const told = await commitOf(asked, hash);
  return told.kind === "commit" ? `${told.commit.subject}\n\n${told.commit.body}`.trim() : "";
}

async function putBack(
  dependencies: RescueDependencies,
  repository: OpenRepository,
  previous: string,
): Promise<void> {
  const before = await messageOf(repository, previous);
  if (before === "" || (await isOnlyReference(dependencies, repository, before))) return;
  if (!dependencies.filling.writeOver(repository, before)) return;
  await dependencies.warn(
    vscode.l10n.t(
      "The amended commit has only the reference for its message. What it said before is in the commit box: amend once more to keep it.",
    ),
  );
}

/** What was pushed is known to others, and what came after it would go with it. */
async function isStillOurs({ git }: OpenRepository, hash: string): Promise<boolean> {
  await git.status();
  const { HEAD } = git.state;
  const isPushed = HEAD?.upstream !== undefined && HEAD.ahead === 0;
  return HEAD?.commit === hash && !isPushed;
}

async function offerUndo(
  { filling, warn }: RescueDependencies,
  repository: OpenRepository,
  hash: string,
): Promise<void> {
  const { t } = vscode.l10n;
  const undo = t("Undo Commit");
  const name = shortHash(hash);
  const pressed = await warn(t("Commit {0} has only the reference for its message.", name), undo);
  if (pressed !== undo) return;
  if (!(await isStillOurs(repository, hash))) {
    await warn(t("Commit {0} is not the last one any more, or was pushed: it stays.", name));
    return;
  }
  await vscode.commands.executeCommand("git.undoCommit", repository.root);
  await filling.makeRoom(repository);
}

async function rescue(
  dependencies: RescueDependencies,
  { repository, hash, previous, shape }: MadeCommit,
): Promise<void> {
  if (shape !== "amended" && shape !== "plain") return;
  const message = await messageOf(repository, hash);
  if (!(await isOnlyReference(dependencies, repository, message))) return;
  if (shape === "plain") await offerUndo(dependencies, repository, hash);
  else if (previous !== undefined) await putBack(dependencies, repository, previous);
}

export function rescueMessages(dependencies: RescueDependencies): vscode.Disposable {
  const { commits, boundary } = dependencies;
  return commits.made((made) => boundary.start("message of a commit", () => rescue(dependencies, made)));
}
