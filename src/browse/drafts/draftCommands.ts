import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import { subjectKey } from "../../model/subject.ts";
import type { DraftTarget } from "../../protocol/commands.ts";
import type { Drafts } from "../../store/drafts.ts";
import { changesText, draftName } from "./draftItem.ts";

export async function discardDrafts(drafts: Drafts, targets: readonly DraftTarget[]): Promise<void> {
  const keys = new Set(targets.map(({ subject }) => subjectKey(subject)));
  const kept = (await drafts.list()).filter(({ subject }) => keys.has(subjectKey(subject)));
  const [first] = kept;
  if (first === undefined) return;
  const isOne = kept.length === 1;
  const names = kept.map((each) => withoutLinks(draftName(each)));
  const discard = vscode.l10n.t("Discard");
  const choice = await vscode.window.showWarningMessage(
    isOne
      ? vscode.l10n.t("Discard what you typed into {0}?", names.join(""))
      : vscode.l10n.t("Discard {0} drafts?", kept.length),
    {
      modal: true,
      detail: isOne
        ? vscode.l10n.t(
            "{0} that you have not sent can't be brought back. Nothing changes on the server.",
            changesText(first.draft.inputs),
          )
        : [
            ...names,
            "",
            vscode.l10n.t("What you typed there can't be brought back. Nothing changes on the server."),
          ].join("\n"),
    },
    discard,
  );
  if (choice !== discard) return;
  for (const { subject } of kept) await drafts.discard(subject);
}
