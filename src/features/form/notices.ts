// What there is to know about a form, in words, and what can be done about it.
import * as vscode from "vscode";
import { artifactLabel, oneLine } from "../../model/displayText.ts";
import type { StoredDifference } from "../../model/form/changes.ts";
import type { Notice, PageDraft } from "../../protocol/page.ts";
import type { Editing } from "../../store/editing.ts";
import type { EditingNotice, News } from "../../store/notices.ts";
import type { Standing } from "../../store/workingDraft.ts";
import { age } from "../../vscode/age.ts";
import { moment, momentHere } from "../../vscode/dates.ts";
import { failureText } from "../../vscode/failureText.ts";
import { differingLines, inputLine } from "../../vscode/inputText.ts";
import { concurrentWords } from "./concurrentNotice.ts";
import { listed, namesOf, namesWithin } from "./pageConflict.ts";

// What a server had against what was sent.

type Rejected = Extract<EditingNotice, { kind: "rejected" }>;

/** In its own words; where it has none, in some that fit something that was to be written. */
export function rejectedText({ failure }: Rejected, site: string): string {
  const { said, status } = failure.request;
  if (said === undefined && failure.kind === "forbidden") {
    return vscode.l10n.t("{0} doesn't allow your account to save this: ask a project administrator.", site);
  }
  if (said === undefined && status === 409) {
    return vscode.l10n.t("{0} doesn't take this name: something else may be called so.", site);
  }
  return failureText(failure, site);
}

/** What it said about a single field. */
export function refusalsOf({ notices }: Editing, site: string): PageDraft["refusals"] {
  return notices.flatMap((notice) => {
    if (notice.kind !== "rejected" || notice.fieldId === undefined) return [];
    const { said } = notice.failure.request;
    const text = said === undefined ? rejectedText(notice, site) : oneLine(said, 500);
    return [{ fieldId: notice.fieldId, text }];
  });
}

/** What a person can do from a notice. */
export type NoticeAction =
  | "dismiss"
  | "resolve"
  | "saveAgain"
  | "refresh"
  | "signIn"
  | "overwrite"
  | "saveAnyway"
  | "takeOver"
  | "discard"
  | "tryAgain"
  | `open ${number}`
  /** Which of two values a field keeps, by its id. */
  | `useMine ${number}`
  | `useTheirs ${number}`;

type Action = Notice["actions"][number];

function action(id: NoticeAction, label: string): Action {
  return { id, label };
}

function labels(changes: readonly { readonly label: string }[]): string {
  return listed(changes.map(({ label }) => label));
}

/** What the form itself does not change is told without its value. */
function newsDetail({ label, before, after }: News): readonly string[] {
  if (before === undefined && after === undefined) return [];
  return [vscode.l10n.t("{0}: {1} → {2}", oneLine(label), inputLine(before), inputLine(after))];
}

/** Who changed what, and when the last of it was. */
function newsText(news: readonly News[]): string {
  const last = Math.max(...news.map(({ on }) => Date.parse(on ?? "")).filter((at) => !Number.isNaN(at)));
  return Number.isFinite(last)
    ? vscode.l10n.t("{0} changed {1} {2}.", namesOf(news), labels(news), age(last, Date.now()))
    : vscode.l10n.t("{0} changed {1}.", namesOf(news), labels(news));
}

function alteredDetail({ label, sent, stored }: StoredDifference): string {
  return vscode.l10n.t("{0}: sent {1}, stored {2}", oneLine(label), ...differingLines(sent, stored));
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

/** What a save came to, in short; undefined where all went well, or the notice is about something else. */
function outcomeText(notice: EditingNotice): string | undefined {
  switch (notice.kind) {
    case "rejected":
    case "overtaken":
    case "noRevision":
    case "refusing":
      return vscode.l10n.t("Not saved");
    case "failed":
      return notice.doing === "save" ? vscode.l10n.t("Not saved") : undefined;
    case "unknown":
      return vscode.l10n.t("May not be saved");
    case "gone":
      return vscode.l10n.t("Deleted or hidden");
    case "altered":
      return vscode.l10n.t("Saved with differences");
    case "beside":
      return notice.isNextNotSent === true ? vscode.l10n.t("Not saved") : undefined;
    case "restored":
    case "news":
    case "merged":
      return undefined;
  }
}

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
    case "news":
      return {
        severity: "info",
        text: newsText(notice.news),
        details: notice.news.flatMap(newsDetail),
        actions: [dismiss()],
      };
    case "merged":
      return {
        severity: "info",
        text: vscode.l10n.t(
          "Saved, together with what {0} changed meanwhile: {1}.",
          namesWithin(notice.news),
          labels(notice.news),
        ),
        details: notice.news.flatMap(newsDetail),
        actions: [dismiss()],
      };
    case "overtaken":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "Others keep saving this, so yours could not be put on top of it. Nothing of yours was sent or lost.",
        ),
        details: [],
        actions: [action("saveAgain", vscode.l10n.t("Save Again"))],
      };
    case "beside":
      return {
        severity: "warning",
        ...concurrentWords(notice),
        actions: [dismiss()],
      };
    case "altered":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "Saved, but {0} has something else than you sent for {1}. Check the values below.",
          site,
          labels(notice.differences),
        ),
        details: notice.differences.map(alteredDetail),
        actions: [dismiss()],
      };
    case "rejected":
      return {
        severity: "error",
        text: rejectedText(notice, site),
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
        actions: [action("overwrite", vscode.l10n.t("Overwrite")), dismiss()],
      };
    case "refusing":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "{0} refuses to change the very state that it has just told, so nothing was saved. Overwriting could replace a change of someone else unseen.",
          site,
        ),
        details: [],
        actions: [
          action("saveAgain", vscode.l10n.t("Save Again")),
          action("overwrite", vscode.l10n.t("Overwrite")),
        ],
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

/** What was typed stands against what others have saved: as long as that is so, it is said. */
function collidingNotice({ news, collisions, working }: Editing): readonly Notice[] {
  if (collisions.length === 0 || working.isResolving || working.standing !== "ours") return [];
  const changed = labels(collisions);
  return [
    {
      id: "news",
      severity: "warning",
      text:
        news.length === 0
          ? vscode.l10n.t("{0} can't be changed any more: choose what becomes of what you typed.", changed)
          : vscode.l10n.t(
              "{0} You have changed {1} too: choose what becomes of it.",
              newsText(news),
              changed,
            ),
      details: news.flatMap(newsDetail),
      actions: [action("resolve", vscode.l10n.t("Choose…"))],
    },
  ];
}

/** Said first: whatever else there is to know, nothing of it can be changed. */
function readOnlyNotice({ base, working }: Editing, site: string): readonly Notice[] {
  if (base?.form.isReadOnly !== true) return [];
  return [
    {
      id: "readOnly",
      severity: "warning",
      text: vscode.l10n.t(
        "Only administrators of this repository can change its settings on {0}: ask one of them.",
        site,
      ),
      details: working.hasUnsent ? [vscode.l10n.t("What you typed is kept here.")] : [],
      actions: [],
    },
  ];
}

/** Settings that can't be read have to be given whole: as long as that is so, it is said. */
function blindNotice({ subject, base, working }: Editing, site: string): readonly Notice[] {
  const isBlind = base?.form.isBlind === true && base.form.isReadOnly !== true;
  if (subject.kind !== "svn" || !isBlind || working.standing !== "ours") return [];
  return [
    {
      id: "blind",
      severity: "warning",
      text: vscode.l10n.t(
        "{0} doesn't tell you the settings of this repository. Saving replaces all of them, so each has to be given.",
        site,
      ),
      details: [],
      actions: [],
    },
  ];
}

/** What can't be read now, or could only be remembered, says so with its age. */
function agedNotice({ base, asOf, notices }: Editing, site: string, isOffline: boolean): readonly Notice[] {
  const isSaid = notices.some((notice) => notice.kind === "failed" && notice.doing === "open");
  const isOld = isOffline || base?.asOf !== undefined;
  if (asOf === undefined || !isOld || isSaid) return [];
  return [
    {
      id: "aged",
      severity: "info",
      text: vscode.l10n.t(
        "{0} can't be reached. You see this as of {1}; what you type is kept.",
        site,
        momentHere(asOf),
      ),
      details: [],
      actions: [action("refresh", vscode.l10n.t("Try Again"))],
    },
  ];
}

export function noticesOf(editing: Editing, site: string, isOffline: boolean): readonly Notice[] {
  const colliding = collidingNotice(editing);
  const others = editing.notices.filter(({ kind }) => kind !== "news" || colliding.length === 0);
  return [
    ...readOnlyNotice(editing, site),
    ...standingNotice(editing.working.standing),
    ...blindNotice(editing, site),
    ...agedNotice(editing, site, isOffline),
    ...colliding,
    ...others.map((notice) => ({ id: notice.kind, outcome: outcomeText(notice), ...words(notice, site) })),
  ];
}
