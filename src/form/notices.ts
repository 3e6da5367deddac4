// What there is to know about a form, in words, and what can be done about it.
import * as vscode from "vscode";
import { artifactLabel, oneLine } from "../model/displayText.ts";
import type { Difference } from "../model/form/compare.ts";
import { sameInput } from "../model/form/input.ts";
import { inputText } from "../model/form/inputText.ts";
import { failureText } from "../platform/failureText.ts";
import { moment } from "../platform/moment.ts";
import type { Notice } from "../protocol/page.ts";
import type { Editing } from "../store/editing.ts";
import type { EditingNotice } from "../store/notices.ts";
import type { Standing } from "../store/workingDraft.ts";

/** What a person can do from a notice. */
export type NoticeAction =
  | "dismiss"
  | "reload"
  | "reloadAndSave"
  | "saveAgain"
  | "refresh"
  | "signIn"
  | "overwrite"
  | "saveAnyway"
  | "takeOver"
  | "discard"
  | "tryAgain"
  | `open ${number}`;

type Action = Notice["actions"][number];

function action(id: NoticeAction, label: string): Action {
  return { id, label };
}

function names(who: readonly string[]): string {
  if (who.length === 0) return vscode.l10n.t("Someone");
  return new Intl.ListFormat(vscode.env.language).format(who.map((name) => oneLine(name)));
}

function labels(changes: readonly Difference[]): string {
  return new Intl.ListFormat(vscode.env.language).format(changes.map(({ label }) => oneLine(label)));
}

function shown(input: Difference["before"]): string {
  const text = input === undefined ? "" : oneLine(inputText(input), 120);
  return text === "" ? vscode.l10n.t("nothing") : text;
}

function detail({ label, before, after, mine }: Difference): string {
  const change = vscode.l10n.t("{0}: {1} → {2}", oneLine(label), shown(before), shown(after));
  if (mine === undefined || sameInput(mine, after)) return change;
  return vscode.l10n.t("{0}; saving would replace it with yours: {1}", change, shown(mine));
}

/** By then a look at the server has shown that a save without an answer did not arrive. */
function failedText({ failure, doing }: Extract<EditingNotice, { kind: "failed" }>, site: string): string {
  return doing === "save" && failure.kind === "outcomeUnknown"
    ? vscode.l10n.t("The connection to {0} broke off before anything was saved: try again.", site)
    : failureText(failure, site);
}

function failedDetails({ doing }: Extract<EditingNotice, { kind: "failed" }>): readonly string[] {
  switch (doing) {
    case "save":
      return [vscode.l10n.t("What you typed is kept here and was not saved.")];
    case "open":
      return [vscode.l10n.t("What you see is from when you last typed here.")];
    case "refresh":
      return [];
  }
}

function failedActions({ failure, doing }: Extract<EditingNotice, { kind: "failed" }>): readonly Action[] {
  const signIn = failure.kind === "signedOut" ? [action("signIn", vscode.l10n.t("Sign In…"))] : [];
  const again = doing === "save" ? "saveAgain" : "refresh";
  return [...signIn, action(again, vscode.l10n.t("Try Again"))];
}

const dismiss = (): Action => action("dismiss", vscode.l10n.t("Dismiss"));

type Words = Omit<Notice, "id">;

function words(notice: EditingNotice, site: string): Words {
  switch (notice.kind) {
    case "restored": {
      const when = moment(new Date(notice.at).toISOString()) ?? "";
      return {
        severity: "info",
        text: vscode.l10n.t("What you typed on {0} is here again. It was not sent.", when),
        details: [],
        actions: [dismiss()],
      };
    }
    case "merged":
      return {
        severity: "info",
        text: vscode.l10n.t(
          "{0} changed {1} since. What you typed is untouched.",
          names(notice.who),
          labels(notice.changes),
        ),
        details: notice.changes.map(detail),
        actions: [dismiss()],
      };
    case "theirs":
      return {
        severity: "warning",
        text:
          notice.changes.length === 0
            ? vscode.l10n.t(
                "{0} wrote to this since you began. Nothing of yours was sent or lost.",
                names(notice.who),
              )
            : vscode.l10n.t(
                "{0} changed {1} since you began. Nothing of yours was sent or lost.",
                names(notice.who),
                labels(notice.changes),
              ),
        details: notice.changes.map(detail),
        actions: [
          action("reload", vscode.l10n.t("Reload Other Fields")),
          action("reloadAndSave", vscode.l10n.t("Reload and Save Again")),
        ],
      };
    case "rejected":
      return {
        severity: "error",
        text: failureText(notice.failure, site),
        details: [vscode.l10n.t("What you typed is kept here.")],
        actions: [dismiss()],
      };
    case "failed":
      return {
        severity: notice.doing === "save" ? "error" : "warning",
        text: failedText(notice, site),
        details: failedDetails(notice),
        actions: failedActions(notice),
      };
    case "unknown":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "No answer came back, so it isn't known whether {0} saved this. Look before you save again.",
          site,
        ),
        details: [],
        actions: [
          ...notice.candidates
            .slice(0, 3)
            .map((row) =>
              action(`open ${row.id}`, vscode.l10n.t("Open {0}", artifactLabel(row.id, row.title))),
            ),
          action("refresh", vscode.l10n.t("Look Again")),
          action("saveAnyway", vscode.l10n.t("Save Again Anyway")),
        ],
      };
    case "noRevision":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "{0} doesn't tell which state this is in, so a change of someone else could be overwritten unseen.",
          site,
        ),
        details: [],
        actions: [action("overwrite", vscode.l10n.t("Save Anyway")), dismiss()],
      };
    case "gone":
      return {
        severity: "error",
        text: vscode.l10n.t(
          "This was deleted on {0}, or is hidden from you now. What you typed is still here.",
          site,
        ),
        details: [],
        actions: [
          action("refresh", vscode.l10n.t("Look Again")),
          action("discard", vscode.l10n.t("Discard Draft")),
        ],
      };
  }
}

function standingNotice(standing: Standing): readonly Notice[] {
  if (standing === "ours") return [];
  return [
    {
      id: "standing",
      severity: "warning",
      text:
        standing === "elsewhere"
          ? vscode.l10n.t("You are changing this in another window. Here you see what you typed there.")
          : vscode.l10n.t("Another window has taken over what you typed. It goes on there."),
      details: [],
      actions: [action("takeOver", vscode.l10n.t("Go On Here"))],
    },
  ];
}

export function noticesOf({ notices, working }: Editing, site: string): readonly Notice[] {
  return [
    ...standingNotice(working.standing),
    ...notices.map((notice) => ({ id: notice.kind, ...words(notice, site) })),
  ];
}

/** What the server said about a single field. */
export function refusalsOf({
  notices,
}: Editing): readonly { readonly fieldId: number; readonly text: string }[] {
  return notices.flatMap((notice) =>
    notice.kind === "rejected" && notice.fieldId !== undefined
      ? [{ fieldId: notice.fieldId, text: oneLine(notice.failure.request.said ?? "", 500) }]
      : [],
  );
}
