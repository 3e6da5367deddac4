import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import { subjectKey } from "../../model/subject.ts";
import type { DraftTarget } from "../../protocol/commands.ts";
import type { Drafts } from "../../store/drafts.ts";
import { changesText, draftName } from "./draftItem.ts";

export async function discardDraft(drafts: Drafts, { subject }: DraftTarget): Promise<void> {
  const key = subjectKey(subject);
  const kept = (await drafts.list()).find((each) => subjectKey(each.subject) === key);
  if (kept === undefined) return;
  const discard = vscode.l10n.t("Discard");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Discard what you typed into {0}?", withoutLinks(draftName(kept))),
    {
      modal: true,
      detail: vscode.l10n.t(
        "{0} that you have not sent can't be brought back. Nothing changes on the server.",
        changesText(kept.draft.inputs),
      ),
    },
    discard,
  );
  if (choice === discard) await drafts.discard(subject);
}
