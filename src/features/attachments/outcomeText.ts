// What came of a download or an upload, in words.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { byteLimitText, byteText } from "../../model/byteText.ts";
import type { AttachOutcome } from "../../store/attachments/attach.ts";
import type { RemovalOutcome } from "../../store/attachments/attachments.ts";
import type { DownloadOutcome } from "../../store/attachments/download.ts";
import type { DiskTrouble } from "../../store/attachments/fileSystem.ts";
import { failureText } from "../../vscode/failureText.ts";

interface About {
  /** Of the file. */
  readonly name: string;
  readonly site: string;
  /** The artifact, in one short line. */
  readonly artifact: string;
}

function writingText(trouble: DiskTrouble, name: string): string {
  switch (trouble.kind) {
    case "noSpace":
      return vscode.l10n.t("{0} was not saved, because the disk is full: make room and try again.", name);
    case "noPermission":
      return vscode.l10n.t("{0} was not saved, because you may not write to {1}.", name, trouble.path);
    case "outside":
      return vscode.l10n.t(
        "{0} was not saved, because {1} leads out of the folder it was meant for: save it somewhere else.",
        name,
        trouble.path,
      );
    case "notAFile":
      return vscode.l10n.t("{0} was not saved, because {1} is no file.", name, trouble.path);
    case "disk":
      return vscode.l10n.t("{0} could not be written to {1} ({2}).", name, trouble.path, trouble.code);
  }
}

/** Undefined where there is nothing to say: it went well, or was called off. */
export function downloadProblem(outcome: DownloadOutcome, { name: named, site }: About): string | undefined {
  const name = oneLine(named, 60);
  switch (outcome.kind) {
    case "saved":
    case "cancelled":
      return undefined;
    case "disk":
      return writingText(outcome.trouble, name);
    case "failed": {
      const { failure, isKept } = outcome;
      if (failure.kind === "notFound") {
        return vscode.l10n.t("{0} no longer has the content of {1}, or hides it from you.", site, name);
      }
      const text = vscode.l10n.t("{0} was not saved. {1}", name, failureText(failure, site));
      return isKept
        ? vscode.l10n.t("{0} What has arrived is kept: downloading it again goes on from there.", text)
        : text;
    }
  }
}

function changeProblem(
  outcome: Exclude<RemovalOutcome, { kind: "removed" }>,
  { site, artifact }: About,
): string | undefined {
  switch (outcome.kind) {
    case "cancelled":
      return undefined;
    case "conflict":
      return vscode.l10n.t("Others keep changing {0} right now: try again in a moment.", artifact);
    case "noRevision":
      return vscode.l10n.t(
        "{0} does not say in which state {1} is, so its attachments can't be changed without risk to those of others.",
        site,
        artifact,
      );
    case "gone":
      return vscode.l10n.t("{0} is no longer there, or hidden from you.", artifact);
    case "failed":
      return failureText(outcome.failure, site);
  }
}

export function removalProblem(outcome: RemovalOutcome, about: About): string | undefined {
  return outcome.kind === "removed" ? undefined : changeProblem(outcome, about);
}

export function attachProblem(outcome: AttachOutcome, about: About): string | undefined {
  const name = oneLine(about.name, 60);
  switch (outcome.kind) {
    case "attached":
      return undefined;
    case "noUploads":
      return vscode.l10n.t(
        "{0} takes no files by way of its API: attach {1} on its web page.",
        about.site,
        name,
      );
    case "tooLarge":
      return vscode.l10n.t(
        "{0} has {1}, and this field takes {2} at most.",
        name,
        byteText(outcome.size, vscode.env.language),
        byteLimitText(outcome.limit, vscode.env.language),
      );
    case "changed":
      return vscode.l10n.t("{0} was written to while it was sent: attach it again.", name);
    case "disk":
      return vscode.l10n.t("{0} can't be read: {1}.", name, readingText(outcome.trouble));
    default: {
      const text = changeProblem(outcome, about);
      return text === undefined ? undefined : vscode.l10n.t("{0} was not attached. {1}", name, text);
    }
  }
}

function readingText(trouble: DiskTrouble): string {
  switch (trouble.kind) {
    case "noPermission":
      return vscode.l10n.t("you may not read it");
    case "notAFile":
      return vscode.l10n.t("it is no file");
    case "disk":
      return trouble.code === "ENOENT" ? vscode.l10n.t("it is not there any more") : trouble.code;
    case "noSpace":
    case "outside":
      return trouble.path;
  }
}
