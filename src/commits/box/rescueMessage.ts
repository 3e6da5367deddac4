// VS Code amends with what stands in the box. Where that was our reference alone, it has taken the place of a whole message,
// which is put back into the box.
import * as vscode from "vscode";
import { commitOf } from "../../store/commits/commitOf.ts";
import type { PartDependencies } from "../dependencies.ts";
import type { OpenRepository } from "../workplace.ts";
import type { CommitWatch, MadeCommit } from "./commitWatch.ts";
import type { ReferenceTexts } from "./referenceTexts.ts";

interface RescueDependencies extends Pick<PartDependencies, "workplace" | "boundary"> {
  readonly commits: CommitWatch;
  readonly texts: ReferenceTexts;
  /** Writes into the box where nobody has typed there. */
  readonly write: (repository: OpenRepository, text: string) => boolean;
}

async function messageOf({ asked }: OpenRepository, hash: string): Promise<string | undefined> {
  const told = await commitOf(asked, hash);
  return told.kind === "commit" ? `${told.commit.subject}\n\n${told.commit.body}`.trim() : undefined;
}

/** A reference is an item of a list where it would close something otherwise. */
function isAlone(message: string, reference: string): boolean {
  return message === reference || message === `- ${reference}`;
}

async function rescue(
  { workplace, texts, write }: RescueDependencies,
  { repository, hash, previous, shape }: MadeCommit,
): Promise<void> {
  const active = workplace.activeIn(repository);
  if (shape !== "amended" || previous === undefined || active === undefined) return;
  const [{ reference }, now = "", before = ""] = await Promise.all([
    texts.of(repository.root, active),
    messageOf(repository, hash),
    messageOf(repository, previous),
  ]);
  if (!isAlone(now, reference) || before === "" || isAlone(before, reference)) return;
  if (!write(repository, before)) return;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      "The amended commit has only the reference for its message. What it said before is in the commit box: amend once more to keep it.",
    ),
  );
}

export function rescueMessages(dependencies: RescueDependencies): vscode.Disposable {
  const { commits, boundary } = dependencies;
  return commits.made((made) => boundary.start("amended message", () => rescue(dependencies, made)));
}
