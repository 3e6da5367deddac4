// What is said of a save at the same moment as someone else's: who wrote what, and between which values to choose.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { HistoryEntry, ValueChange } from "../../model/history.ts";
import type { ConcurrentValue } from "../../model/merge/concurrent.ts";
import type { Notice } from "../../protocol/page.ts";
import type { EditingNotice } from "../../store/notices.ts";
import { differingLines } from "../../vscode/inputText.ts";
import { shownChange } from "./historyEntry.ts";
import { listed, namesOf, someone } from "./pageConflict.ts";

type Beside = Extract<EditingNotice, { kind: "beside" }>;

function besideEntryDetails(
  { changeset: { by }, changes }: HistoryEntry,
  isShown: (change: ValueChange) => boolean,
): readonly string[] {
  const name = someone(by?.label);
  if (changes.length === 0) return [vscode.l10n.t("{0} wrote a comment.", name)];
  return changes.filter(isShown).flatMap((each) => {
    const change = shownChange(each);
    const { label } = change;
    if (change.kind === "files") {
      const { removed, added } = change;
      return [
        added === "" ? [] : vscode.l10n.t("{0} added to {1}: {2}", name, label, added),
        removed === "" ? [] : vscode.l10n.t("{0} removed from {1}: {2}", name, label, removed),
      ].flat();
    }
    const nothing = vscode.l10n.t("nothing");
    const values = [change.before, change.after].map((text) => (text === "" ? nothing : text));
    return vscode.l10n.t("{0} changed {1}: {2} → {3}", name, label, ...values);
  });
}

function besideDetails({ entries, values, isNextNotSent }: Beside): readonly string[] {
  const hasNoChoice = ({ fieldId }: ValueChange): boolean => values.every((each) => each.fieldId !== fieldId);
  const details = entries.flatMap((entry) => besideEntryDetails(entry, hasNoChoice));
  if (isNextNotSent !== true) return details;
  return [
    ...details,
    vscode.l10n.t("What you typed since is kept here and was not saved: save again once you have chosen."),
  ];
}

type Choice = NonNullable<Notice["choices"]>[number];

function concurrentChoice({ fieldId, label, mine, theirs }: ConcurrentValue): Choice {
  return {
    text: vscode.l10n.t("{0}: yours “{1}”, theirs “{2}”", oneLine(label), ...differingLines(mine, theirs)),
    actions: [
      { id: `useMine ${fieldId}`, label: vscode.l10n.t("Use Mine") },
      { id: `useTheirs ${fieldId}`, label: vscode.l10n.t("Use Theirs") },
    ],
  };
}

function besideText({ entries, values }: Beside): string {
  const writers = namesOf(entries.map(({ changeset: { by } }) => ({ by: by?.label })));
  return values.length === 0
    ? vscode.l10n.t("{0} saved this at the same moment as you. Check that both changes are correct.", writers)
    : vscode.l10n.t(
        "{0} saved {1} at the same moment as you. The form shows what was saved last: choose which value to use.",
        writers,
        listed(values.map(({ label }) => label)),
      );
}

export function concurrentWords(notice: Beside): Pick<Notice, "text" | "details" | "choices"> {
  return {
    text: besideText(notice),
    details: besideDetails(notice),
    choices: notice.values.map(concurrentChoice),
  };
}
