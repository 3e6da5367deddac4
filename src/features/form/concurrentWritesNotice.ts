// The notice about two users who saved at the same time: who wrote what, and which values to choose from.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { HistoryEntry, ValueChange } from "../../model/history.ts";
import type { ConcurrentChange } from "../../model/merge/concurrentChanges.ts";
import type { Notice } from "../../protocol/formProtocol.ts";
import type { FormNotice } from "../../store/formNotices.ts";
import { formatDifferingInputs } from "../../vscode/fieldText.ts";
import { toHistoryChangeView } from "./formatHistory.ts";
import { formatList, formatChangeAuthors, formatUserNameOrSomeone } from "./pageConflicts.ts";

type ConcurrentWritesNotice = Extract<FormNotice, { kind: "concurrentWrites" }>;

function formatHistoryChanges(
  { changeset: { by }, changes }: HistoryEntry,
  isShown: (change: ValueChange) => boolean,
): readonly string[] {
  const name = formatUserNameOrSomeone(by?.label);
  if (changes.length === 0) return [vscode.l10n.t("{0} added a comment.", name)];
  return changes.filter(isShown).flatMap((valueChange) => {
    const change = toHistoryChangeView(valueChange);
    const { label } = change;
    if (change.kind === "files") {
      const { removed, added } = change;
      return [
        added === "" ? [] : vscode.l10n.t("{0} added to {1}: {2}", name, label, added),
        removed === "" ? [] : vscode.l10n.t("{0} removed from {1}: {2}", name, label, removed),
      ].flat();
    }
    const emptyText = vscode.l10n.t("(empty)");
    const values = [change.before, change.after].map((text) => (text === "" ? emptyText : text));
    return vscode.l10n.t("{0} changed {1}: {2} → {3}", name, label, ...values);
  });
}

function formatConcurrentWritesDetails({
  entries,
  values,
  isNextSaveBlocked,
}: ConcurrentWritesNotice): readonly string[] {
  const hasNoChoice = ({ fieldId }: ValueChange): boolean =>
    values.every((change) => change.fieldId !== fieldId);
  const details = entries.flatMap((entry) => formatHistoryChanges(entry, hasNoChoice));
  if (isNextSaveBlocked !== true) return details;
  return [
    ...details,
    vscode.l10n.t(
      "Changes you made since then are in the draft. Save again after you resolve the conflicts.",
    ),
  ];
}

type NoticeChoice = NonNullable<Notice["choices"]>[number];

function toNoticeChoice({ fieldId, label, mine, theirs }: ConcurrentChange): NoticeChoice {
  return {
    text: vscode.l10n.t(
      "{0}: yours “{1}”, theirs “{2}”",
      toDisplayLine(label),
      ...formatDifferingInputs(mine, theirs),
    ),
    actions: [
      { id: `useMine ${fieldId}`, label: vscode.l10n.t("Use Mine") },
      { id: `useTheirs ${fieldId}`, label: vscode.l10n.t("Use Theirs") },
    ],
  };
}

function formatConcurrentWrites({ entries, values }: ConcurrentWritesNotice): string {
  const userNames = formatChangeAuthors(entries.map(({ changeset: { by } }) => ({ by: by?.label })));
  return values.length === 0
    ? vscode.l10n.t(
        "{0} saved changes at the same time as you. Check that both changes are correct.",
        userNames,
      )
    : vscode.l10n.t(
        "{0} saved {1} at the same time as you. The form shows the value saved last. Select which value to use.",
        userNames,
        formatList(values.map(({ label }) => label)),
      );
}

export function formatConcurrentWritesNotice(
  notice: ConcurrentWritesNotice,
): Pick<Notice, "text" | "details" | "choices"> {
  return {
    text: formatConcurrentWrites(notice),
    details: formatConcurrentWritesDetails(notice),
    choices: notice.values.map(toNoticeChoice),
  };
}
