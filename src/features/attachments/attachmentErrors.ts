// Error messages of downloads, uploads and removals.
import * as vscode from "vscode";
import type { DiskFailure } from "../../model/attachment.ts";
import { toDisplayLine } from "../../model/displayText.ts";
import type { AttachOutcome } from "../../store/attachments/attachFile.ts";
import type { RemovalOutcome } from "../../store/attachments/attachmentServices.ts";
import type { DownloadOutcome } from "../../store/attachments/downloadAttachment.ts";
import { failureText, uploadFailureText } from "../../vscode/failureText.ts";

interface MessageContext {
  /** The name of the file. */
  readonly name: string;
  readonly site: string;
  /** ID and title of the artifact. */
  readonly artifact: string;
}

function formatWriteError(diskFailure: DiskFailure, name: string): string {
  switch (diskFailure.kind) {
    case "noSpace":
      return vscode.l10n.t("{0} wasn't saved because the disk is full. Free up space and try again.", name);
    case "noPermission":
      return vscode.l10n.t(
        "{0} wasn't saved because you don't have permission to write to {1}.",
        name,
        diskFailure.path,
      );
    case "outside":
      return vscode.l10n.t(
        "{0} wasn't saved because {1} is outside the target folder. Save it to a different location.",
        name,
        diskFailure.path,
      );
    case "notAFile":
      return vscode.l10n.t("{0} wasn't saved because {1} isn't a file.", name, diskFailure.path);
    case "disk":
      return vscode.l10n.t("{0} couldn't be written to {1} ({2}).", name, diskFailure.path, diskFailure.code);
  }
}

/** `undefined` if it succeeded or was canceled. */
export function formatDownloadError(
  outcome: DownloadOutcome,
  { name: fileName, site }: MessageContext,
): string | undefined {
  const name = toDisplayLine(fileName, 60);
  switch (outcome.kind) {
    case "saved":
    case "canceled":
      return undefined;
    case "disk":
      return formatWriteError(outcome.diskFailure, name);
    case "failed": {
      const { failure, isResumable } = outcome;
      if (failure.kind === "notFound") {
        return vscode.l10n.t(
          "The content of {1} was deleted from {0}, or you don't have access to it.",
          site,
          name,
        );
      }
      const text = vscode.l10n.t("{0} wasn't saved. {1}", name, failureText(failure, site));
      return isResumable
        ? vscode.l10n.t("{0} The part downloaded so far is saved. Download again to resume.", text)
        : text;
    }
  }
}

function formatChangeError(
  outcome: Exclude<RemovalOutcome, { kind: "removed" }>,
  { site, artifact }: MessageContext,
): string | undefined {
  switch (outcome.kind) {
    case "canceled":
      return undefined;
    case "conflict":
      return vscode.l10n.t("{0} is being changed by others. Try again in a moment.", artifact);
    case "noVersion":
      return vscode.l10n.t(
        "Attachments of {1} can't be changed because {0} doesn't report the artifact's version, so changes by others could be lost.",
        site,
        artifact,
      );
    case "gone":
      return vscode.l10n.t("{0} was deleted, or you don't have access to it.", artifact);
    case "failed":
      return failureText(outcome.failure, site);
  }
}

export function formatRemovalError(outcome: RemovalOutcome, context: MessageContext): string | undefined {
  return outcome.kind === "removed" ? undefined : formatChangeError(outcome, context);
}

export function formatAttachError(outcome: AttachOutcome, context: MessageContext): string | undefined {
  switch (outcome.kind) {
    case "attached":
      return undefined;
    case "noUploads":
    case "tooLarge":
    case "changed":
    case "disk":
    case "failed":
      return uploadFailureText(outcome, context.name, context.site);
    default: {
      const text = formatChangeError(outcome, context);
      const name = toDisplayLine(context.name, 60);
      return text === undefined ? undefined : vscode.l10n.t("{0} wasn't attached. {1}", name, text);
    }
  }
}
