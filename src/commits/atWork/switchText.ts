// What became of a switch of branches, and what to do about it: one sentence each.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { gitFailureText } from "../log/gitFailureText.ts";
import type { SwitchOutcome } from "../../store/commits/switchBranch.ts";

export type Refusal = Exclude<SwitchOutcome, { readonly kind: "switched" }>;

const mostNames = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => oneLine(name, 80));
  return shown.join(", ") + (names.length > mostNames ? "…" : "");
}

/** Undefined for what the person has called off. */
export function refusalText(outcome: Refusal, branch: string, repository: string): string | undefined {
  const { t } = vscode.l10n;
  const name = oneLine(branch, 100);
  switch (outcome.kind) {
    case "invalidName":
      return t("Choose another name: git takes no branch named {0}.", name);
    case "nameTaken":
      return t("Choose another name: there is {0} already, or a branch in its way.", name);
    case "wouldOverwrite":
      return t("Commit or stash your changes in {0} first: they would be lost.", listed(outcome.files));
    case "checkedOutElsewhere":
      return t("Open the other worktree: {0} is checked out there.", name);
    case "inProgress":
      return t("End the merge, rebase or the like that is going on first.");
    case "locked":
      return t("Another git is at work in this repository: try again when it is done.");
    case "foreignPrograms":
      return t(
        "This repository has git run programs of its own ({0}): switch with VS Code's git if you trust them.",
        listed(outcome.settings),
      );
    case "incompleteClone":
      return t("This clone is partial, and files may have to be fetched: switch with VS Code's git.");
    case "refUnknown":
      return t("There is no branch or commit named {0} any more.", oneLine(outcome.ref, 100));
    case "gitMissing":
    case "notARepository":
    case "unsafeRepository":
    case "tooMuch":
      return gitFailureText(outcome, repository);
    case "cancelled":
      return undefined;
    case "failed":
      return t("Git did not switch to {0}: {1}", name, oneLine(outcome.said));
  }
}
