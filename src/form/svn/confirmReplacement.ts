// Settings that can't be read are replaced unseen: before that the person sees what will stand there.
import * as vscode from "vscode";
import { problemsOf } from "../../model/form/problems.ts";
import { replacementIn, type ReplacedValue } from "../../model/svnReplacement.ts";
import type { Editing } from "../../store/editing.ts";
import type { SaveWay } from "../../store/submission.ts";
import { subjectName } from "../heading.ts";

const indent = "    ";

function shown({
  label,
  lines: [first = vscode.l10n.t("nothing"), ...others],
  left,
}: ReplacedValue): string[] {
  if (others.length === 0) return [vscode.l10n.t("{0}: {1}", label, first)];
  const more = left === 0 ? [] : [vscode.l10n.t("Lines not shown here: {0}", left)];
  return [vscode.l10n.t("{0}:", label), ...[first, ...others, ...more].map((line) => indent + line)];
}

/** Undefined where the person turns away. What is not complete yet is sent back to the form anyway, and needs no question. */
export async function confirmedWay(editing: Editing, way: SaveWay): Promise<SaveWay | undefined> {
  const { base, draft, working } = editing;
  const isBlind = base?.form.isBlind === true && editing.subject.kind === "svn";
  if (
    !isBlind ||
    base.form.isReadOnly === true ||
    !working.hasUnsent ||
    problemsOf(base.form, draft).size > 0
  ) {
    return way;
  }
  const lines = replacementIn(base.form, draft).flatMap(shown);
  const replace = vscode.l10n.t("Replace");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t("Replace all settings of {0}?", subjectName(editing)),
    {
      modal: true,
      detail: [
        vscode.l10n.t("What it has now can't be read from here. It is replaced by:"),
        "",
        ...lines,
      ].join("\n"),
    },
    replace,
  );
  return choice === replace ? "overwrite" : undefined;
}
