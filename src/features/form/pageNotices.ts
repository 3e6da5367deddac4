// Notices at the top of a form: their texts and actions.
import * as vscode from "vscode";
import type { UploadFailure } from "../../model/attachment.ts";
import { formatArtifactLabel, toDisplayLine } from "../../model/displayText.ts";
import type { FieldStoredDifferently } from "../../model/form/fieldChanges.ts";
import type { Notice, FormPageDraft } from "../../protocol/formProtocol.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { FormNotice, RemoteFieldChange } from "../../store/formNotices.ts";
import type { DraftOwnership } from "../../store/formDraft.ts";
import { formatDateTime, formatRecentTimestamp } from "../../vscode/dates.ts";
import { formatRelativeTime } from "../../vscode/relativeTime.ts";
import { failureText, uploadFailureText } from "../../vscode/failureText.ts";
import { formatDifferingInputs, formatInputLine } from "../../vscode/fieldText.ts";
import { formatConcurrentWritesNotice } from "./concurrentWritesNotice.ts";
import { formatList, formatChangeAuthors, formatChangeAuthorsMidSentence } from "./pageConflicts.ts";

type RejectedNotice = Extract<FormNotice, { kind: "rejected" }>;

/** The message of the server, or a text that fits a rejected save. */
export function formatRejection({ failure }: RejectedNotice, site: string): string {
  const { serverMessage, status } = failure.request;
  if (serverMessage === undefined && failure.kind === "forbidden") {
    return vscode.l10n.t(
      "You don't have permission to save this on {0}. Contact a project administrator.",
      site,
    );
  }
  if (serverMessage === undefined && status === 409) {
    return vscode.l10n.t("{0} rejected this name. It might already be in use.", site);
  }
  return failureText(failure, site);
}

export function listFieldServerErrors({ notices }: FormSession, site: string): FormPageDraft["serverErrors"] {
  return notices.flatMap((notice) => {
    if (notice.kind !== "rejected" || notice.fieldId === undefined) return [];
    const { serverMessage } = notice.failure.request;
    const text =
      serverMessage === undefined ? formatRejection(notice, site) : toDisplayLine(serverMessage, 500);
    return [{ fieldId: notice.fieldId, text }];
  });
}

export type NoticeActionId =
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
  /** Chooses one of two values for the field with this ID. */
  | `useMine ${number}`
  | `useTheirs ${number}`;

type NoticeAction = Notice["actions"][number];

function createAction(id: NoticeActionId, label: string): NoticeAction {
  return { id, label };
}

function formatLabels(changes: readonly { readonly label: string }[]): string {
  return formatList(changes.map(({ label }) => label));
}

/** Fields that the form can't edit have no values to show. */
function formatRemoteChange({ label, before, after }: RemoteFieldChange): readonly string[] {
  if (before === undefined && after === undefined) return [];
  return [
    vscode.l10n.t("{0}: {1} → {2}", toDisplayLine(label), formatInputLine(before), formatInputLine(after)),
  ];
}

function formatRemoteChanges(changes: readonly RemoteFieldChange[]): string {
  const lastChangedAt = Math.max(
    ...changes.map(({ on }) => Date.parse(on ?? "")).filter((timestamp) => !Number.isNaN(timestamp)),
  );
  return Number.isFinite(lastChangedAt)
    ? vscode.l10n.t(
        "{0} changed {1} {2}.",
        formatChangeAuthors(changes),
        formatLabels(changes),
        formatRelativeTime(lastChangedAt, Date.now()),
      )
    : vscode.l10n.t("{0} changed {1}.", formatChangeAuthors(changes), formatLabels(changes));
}

function formatStoredDifference({ label, sent, stored }: FieldStoredDifferently): string {
  return vscode.l10n.t(
    "{0}: entered {1}, stored {2}",
    toDisplayLine(label),
    ...formatDifferingInputs(sent, stored),
  );
}

/** A save with an unknown outcome was checked, and is known not to have reached the server. */
function formatFailed({ failure, action }: Extract<FormNotice, { kind: "failed" }>, site: string): string {
  return action === "save" && failure.kind === "outcomeUnknown"
    ? vscode.l10n.t("The connection to {0} was lost before anything was saved. Try again.", site)
    : failureText(failure, site);
}

function listFailedDetails({ action }: Extract<FormNotice, { kind: "failed" }>): readonly string[] {
  switch (action) {
    case "save":
      return [vscode.l10n.t("Your changes weren't saved to the server. They're still in your local draft.")];
    case "open":
      return [vscode.l10n.t("Showing the version from your last edit.")];
    case "refresh":
      return [];
  }
}

function listFailedActions({
  failure,
  action,
}: Extract<FormNotice, { kind: "failed" }>): readonly NoticeAction[] {
  const signIn = failure.kind === "signedOut" ? [createAction("signIn", vscode.l10n.t("Sign In…"))] : [];
  const retryAction = action === "save" ? "saveAgain" : "refresh";
  return [...signIn, createAction(retryAction, vscode.l10n.t("Retry"))];
}

/** A retry can't help if the server has no uploads, or the file is too large or gone. */
function canRetryUpload({ kind }: UploadFailure): boolean {
  return kind === "failed" || kind === "changed";
}

function formatUploadConsequence(failure: UploadFailure): string {
  return canRetryUpload(failure)
    ? vscode.l10n.t("The artifact wasn't created. Your changes and files are still in your local draft.")
    : vscode.l10n.t("The artifact wasn't created. Remove the file to create it without the attachment.");
}

function listUploadActions(upload: UploadFailure): readonly NoticeAction[] {
  if (!canRetryUpload(upload)) return [createDismissAction()];
  const isSignedOut = upload.kind === "failed" && upload.failure.kind === "signedOut";
  const signIn = isSignedOut ? [createAction("signIn", vscode.l10n.t("Sign In…"))] : [];
  return [...signIn, createAction("saveAgain", vscode.l10n.t("Retry"))];
}

const createDismissAction = (): NoticeAction => createAction("dismiss", vscode.l10n.t("Dismiss"));

/** The outcome of a save in a few words; `undefined` if it succeeded, or the notice isn't about a save. */
function formatOutcome(notice: FormNotice): string | undefined {
  switch (notice.kind) {
    case "rejected":
    case "tooManyRetries":
    case "noVersion":
    case "versionRejected":
    case "fileNotUploaded":
      return vscode.l10n.t("Not saved");
    case "failed":
      return notice.action === "save" ? vscode.l10n.t("Not saved") : undefined;
    case "unknown":
      return vscode.l10n.t("Might not have been saved");
    case "gone":
      return vscode.l10n.t("Deleted or no access");
    case "storedDifferently":
      return vscode.l10n.t("Saved with different values");
    case "concurrentWrites":
      return notice.isNextSaveBlocked === true ? vscode.l10n.t("Not saved") : undefined;
    case "draftRestored":
    case "remoteChanges":
    case "merged":
      return undefined;
  }
}

type NoticeContent = Omit<Notice, "id">;

function toNoticeContent(notice: FormNotice, site: string): NoticeContent {
  switch (notice.kind) {
    case "draftRestored": {
      const time = formatDateTime(new Date(notice.at).toISOString()) ?? "";
      return {
        severity: "info",
        text: vscode.l10n.t("Restored your draft from {0}. It hasn't been saved to the server.", time),
        details: [],
        actions: [createDismissAction()],
      };
    }
    case "remoteChanges":
      return {
        severity: "info",
        text: formatRemoteChanges(notice.changes),
        details: notice.changes.flatMap(formatRemoteChange),
        actions: [createDismissAction()],
      };
    case "merged":
      return {
        severity: "info",
        text: vscode.l10n.t(
          "Saved. Changes made by {0} in the meantime were merged: {1}.",
          formatChangeAuthorsMidSentence(notice.changes),
          formatLabels(notice.changes),
        ),
        details: notice.changes.flatMap(formatRemoteChange),
        actions: [createDismissAction()],
      };
    case "tooManyRetries":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "Your changes couldn't be saved because others keep saving this artifact. They're still in your local draft.",
        ),
        details: [],
        actions: [createAction("saveAgain", vscode.l10n.t("Save Again"))],
      };
    case "concurrentWrites":
      return {
        severity: "warning",
        ...formatConcurrentWritesNotice(notice),
        actions: [createDismissAction()],
      };
    case "storedDifferently":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "Saved, but {0} stored different values for {1}. Check the values below.",
          site,
          formatLabels(notice.differences),
        ),
        details: notice.differences.map(formatStoredDifference),
        actions: [createDismissAction()],
      };
    case "rejected":
      return {
        severity: "error",
        text: formatRejection(notice, site),
        details: [vscode.l10n.t("Your changes are still in your local draft.")],
        actions: [createDismissAction()],
      };
    case "failed":
      return {
        severity: notice.action === "save" ? "error" : "warning",
        text: formatFailed(notice, site),
        details: listFailedDetails(notice),
        actions: listFailedActions(notice),
      };
    case "fileNotUploaded":
      return {
        severity: "error",
        text: uploadFailureText(notice.failure, notice.name, site),
        details: [formatUploadConsequence(notice.failure)],
        actions: listUploadActions(notice.failure),
      };
    case "unknown":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "{0} didn't respond, so your changes might or might not have been saved. Refresh to check before you save again.",
          site,
        ),
        details: [],
        actions: [
          ...notice.candidates
            .slice(0, 3)
            .map((row) =>
              createAction(
                `open ${row.id}`,
                vscode.l10n.t("Open {0}", formatArtifactLabel(row.id, row.title)),
              ),
            ),
          createAction("refresh", vscode.l10n.t("Refresh")),
          createAction("saveAnyway", vscode.l10n.t("Save Again Anyway")),
        ],
      };
    case "noVersion":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "{0} doesn't report the version of this artifact, so saving could overwrite changes by others.",
          site,
        ),
        details: [],
        actions: [createAction("overwrite", vscode.l10n.t("Overwrite")), createDismissAction()],
      };
    case "versionRejected":
      return {
        severity: "warning",
        text: vscode.l10n.t(
          "{0} reported a conflict although your version is current, so nothing was saved. Overwriting could replace changes by others.",
          site,
        ),
        details: [],
        actions: [
          createAction("saveAgain", vscode.l10n.t("Save Again")),
          createAction("overwrite", vscode.l10n.t("Overwrite")),
        ],
      };
    case "gone":
      return {
        severity: "error",
        text: vscode.l10n.t(
          "This artifact was deleted on {0}, or you no longer have access to it. Your changes are still in your local draft.",
          site,
        ),
        details: [],
        actions: [
          createAction("refresh", vscode.l10n.t("Refresh")),
          createAction("discard", vscode.l10n.t("Discard Draft")),
        ],
      };
  }
}

function listOwnershipNotices(ownership: DraftOwnership): readonly Notice[] {
  if (ownership === "ours") return [];
  return [
    {
      id: "draftOwnership",
      severity: "warning",
      text:
        ownership === "otherWindow"
          ? vscode.l10n.t("This draft is being edited in another window. You see a read-only copy here.")
          : vscode.l10n.t("This draft is being edited in another window."),
      details: [],
      actions: [createAction("takeOver", vscode.l10n.t("Continue Editing Here"))],
    },
  ];
}

/** Shown until the conflicts are resolved. */
function listConflictNotices({ remoteChanges, conflicts, formDraft }: FormSession): readonly Notice[] {
  if (conflicts.length === 0 || formDraft.isResolving || formDraft.ownership !== "ours") return [];
  const changed = formatLabels(conflicts);
  return [
    {
      id: "remoteChanges",
      severity: "warning",
      text:
        remoteChanges.length === 0
          ? vscode.l10n.t("You changed {0}, which can no longer be changed. Resolve the conflict.", changed)
          : vscode.l10n.t(
              "{0} You also changed {1}. Resolve the conflict.",
              formatRemoteChanges(remoteChanges),
              changed,
            ),
      details: remoteChanges.flatMap(formatRemoteChange),
      actions: [createAction("resolve", vscode.l10n.t("Resolve…"))],
    },
  ];
}

function listReadOnlyNotices({ base, formDraft }: FormSession, site: string): readonly Notice[] {
  if (base?.form.isReadOnly !== true) return [];
  return [
    {
      id: "readOnly",
      severity: "warning",
      text: vscode.l10n.t(
        "Only administrators of this repository can change its settings on {0}. Ask one of them.",
        site,
      ),
      details: formDraft.hasEdits ? [vscode.l10n.t("Your changes are still in your local draft.")] : [],
      actions: [createAction("refresh", vscode.l10n.t("Refresh"))],
    },
  ];
}

/** Settings that can't be read are replaced as a whole. */
function listUnreadableSettingsNotices(
  { subject, base, formDraft }: FormSession,
  site: string,
): readonly Notice[] {
  const areSettingsUnreadable = base?.form.isBlind === true && base.form.isReadOnly !== true;
  if (subject.kind !== "svn" || !areSettingsUnreadable || formDraft.ownership !== "ours") return [];
  return [
    {
      id: "settingsUnreadable",
      severity: "warning",
      text: vscode.l10n.t(
        "The current settings of this repository can't be read from {0}. Saving replaces all settings, so fill in every field.",
        site,
      ),
      details: [],
      actions: [],
    },
  ];
}

/** Shows the age of a form that comes from the offline cache. */
function listOfflineNotices(
  { base, asOf, notices }: FormSession,
  site: string,
  isOffline: boolean,
): readonly Notice[] {
  const isAlreadyShown = notices.some((notice) => notice.kind === "failed" && notice.action === "open");
  const isOutdated = isOffline || base?.asOf !== undefined;
  if (asOf === undefined || !isOutdated || isAlreadyShown) return [];
  return [
    {
      id: "offline",
      severity: "info",
      text: vscode.l10n.t(
        "{0} is offline. Showing the version from {1}. Your changes are saved in a local draft.",
        site,
        formatRecentTimestamp(asOf),
      ),
      details: [],
      actions: [createAction("refresh", vscode.l10n.t("Retry"))],
    },
  ];
}

export function toPageNotices(session: FormSession, site: string, isOffline: boolean): readonly Notice[] {
  const conflictNotices = listConflictNotices(session);
  const otherNotices = session.notices.filter(
    ({ kind }) => kind !== "remoteChanges" || conflictNotices.length === 0,
  );
  return [
    ...listReadOnlyNotices(session, site),
    ...listOwnershipNotices(session.formDraft.ownership),
    ...listUnreadableSettingsNotices(session, site),
    ...listOfflineNotices(session, site, isOffline),
    ...conflictNotices,
    ...otherNotices.map((notice) => ({
      id: notice.kind,
      outcome: formatOutcome(notice),
      ...toNoticeContent(notice, site),
    })),
  ];
}
