// Texts of failures: what happened, where, and what to do. Details are in the log.
import * as vscode from "vscode";
import type { DiskFailure, UploadFailure } from "../model/attachment.ts";
import { toDisplayLine } from "../model/displayText.ts";
import { formatByteLimit, formatBytes } from "../model/formatBytes.ts";
import type {
  DeletionRefused,
  Failure,
  InvalidRequest,
  Moved,
  UnexpectedResponse,
  TooManyRequests,
  Unreachable,
} from "../model/failure.ts";
import { redactSecrets } from "./redactSecrets.ts";

export function failureText(failure: Failure, site: string): string {
  switch (failure.kind) {
    case "notEncrypted":
      return vscode.l10n.t("The connection to {0} isn't encrypted. Click to connect anyway.", site);
    case "signedOut":
      return failure.request.isAnonymous === true
        ? vscode.l10n.t("{0} requires you to sign in.", site)
        : vscode.l10n.t("Your credentials for {0} are no longer valid. Sign in again.", site);
    case "forbidden":
      return getServerMessage(failure) === undefined
        ? vscode.l10n.t(
            "You don't have permission to view this on {0}. Contact a project administrator.",
            site,
          )
        : vscode.l10n.t(
            "You don't have permission to do this on {0}: {1}",
            site,
            getServerMessage(failure) ?? "",
          );
    case "notFound":
      return notFoundText(failure, site);
    case "invalidRequest":
      return invalidText(failure, site);
    case "serverError":
      return vscode.l10n.t(
        "{0} returned an error (HTTP {1}). Try again later.",
        site,
        failure.request.status ?? "5xx",
      );
    case "unreachable":
      return unreachableText(failure, site);
    case "timedOut":
      return vscode.l10n.t("{0} didn't respond in time. Check your network and VPN, then try again.", site);
    case "canceled":
      return vscode.l10n.t("The request to {0} was canceled.", site);
    case "moved":
      return movedText(failure, site);
    case "wrongServer":
      return vscode.l10n.t("No Tuleap server found at {0}. Check the URL.", site);
    case "unexpectedResponse":
      return notUnderstoodText(failure, site);
    case "conflict":
      return vscode.l10n.t(
        "This item was changed on {0} after you opened it. Refresh to review the changes.",
        site,
      );
    case "tooManyRequests":
      return quotaText(failure, site);
    case "deletionRefused":
      return deletionText(failure, site);
    case "outcomeUnknown":
      return vscode.l10n.t(
        "No response from {0}. Check whether your change was saved before you try again.",
        site,
      );
    case "invalidCriterion":
      if (failure.problem === "tooLong") {
        return vscode.l10n.t("The query is too long for {0}. Use fewer or shorter values.", site);
      }
      return vscode.l10n.t(
        "{0} doesn't support this condition on “{1}”. Edit or remove the condition.",
        site,
        toDisplayLine(failure.field),
      );
  }
}

function notFoundText({ request: { url } }: Failure, site: string): string {
  const [, artifactId] = /\/artifacts\/(\d+)(?:[/?]|$)/.exec(url) ?? [];
  return artifactId === undefined
    ? vscode.l10n.t(
        "This item wasn't found on {0}. It was deleted or moved, or you don't have access to it.",
        site,
      )
    : vscode.l10n.t("Artifact #{0} doesn't exist on {1}, or you don't have access to it.", artifactId, site);
}

/** Server messages may repeat what was sent, secrets included. */
function getServerMessage(failure: Failure): string | undefined {
  return failure.request.serverMessage === undefined
    ? undefined
    : toDisplayLine(redactSecrets(failure.request.serverMessage));
}

function invalidText(failure: InvalidRequest, site: string): string {
  const serverMessage = getServerMessage(failure);
  return serverMessage === undefined
    ? vscode.l10n.t(
        "{0} rejected the request (HTTP {1}). See the log for details.",
        site,
        failure.request.status ?? "4xx",
      )
    : vscode.l10n.t("{0} rejected the request: {1}", site, serverMessage);
}

function movedText(failure: Moved, site: string): string {
  const location = toDisplayLine(redactSecrets(failure.location));
  return location === ""
    ? vscode.l10n.t("{0} returned a redirect without a target. Check the URL.", site)
    : vscode.l10n.t("{0} has moved to {1}. Connect to that URL instead.", site, location);
}

function unreachableText(failure: Unreachable, site: string): string {
  switch (failure.reason) {
    case "name":
      return vscode.l10n.t(
        "The host name of {0} couldn't be resolved. Check your network, VPN, and the URL.",
        site,
      );
    case "refused":
      return vscode.l10n.t(
        "Can't connect to {0} (connection refused). Check the URL and port, or try again when the server is running.",
        site,
      );
    case "certificate":
      return vscode.l10n.t(
        "The certificate of {0} isn't trusted. Run Check Connection to select your organization's CA file.",
        site,
      );
    case "caFile":
      return vscode.l10n.t(
        "The CA file of {0} can't be read. Run Check Connection to select another one.",
        site,
      );
    case "proxy":
      return vscode.l10n.t("Can't reach {0} through the proxy. Check the http.proxy setting.", site);
    case "tls":
      return vscode.l10n.t("{0} doesn't support HTTPS at this URL. Check the scheme and port.", site);
    case "closed":
      return vscode.l10n.t("{0} closed the connection. Try again.", site);
    case "network":
      return vscode.l10n.t("Can't reach {0}. Check your network, VPN, and the URL.", site);
  }
}

function quotaText(failure: TooManyRequests, site: string): string {
  const limit = failure.request.rateLimit?.limit;
  return limit === undefined
    ? vscode.l10n.t("The limit for this action on {0} has been reached. Try again later.", site)
    : vscode.l10n.t(
        "The limit for this action on {0} ({1} in 24 hours) has been reached. Try again later.",
        site,
        limit,
      );
}

function deletionText(failure: DeletionRefused, site: string): string {
  switch (failure.reason) {
    case "notAdministrator":
      return vscode.l10n.t("Only tracker administrators can delete artifacts on {0}. Ask one of them.", site);
    case "disabled":
      return vscode.l10n.t("Deleting artifacts is disabled on {0}. Contact your Tuleap administrator.", site);
    case "unknown":
      return vscode.l10n.t(
        "{0} rejected the deletion. Either only tracker administrators can delete artifacts, or deletion is disabled.",
        site,
      );
  }
}

function notUnderstoodText(failure: UnexpectedResponse, site: string): string {
  switch (failure.reason) {
    case "json":
    case "xml":
    case "shape":
    case "length":
      return vscode.l10n.t(
        "{0} returned an unexpected response. Try again, or see the log for details.",
        site,
      );
    case "tooLarge":
      return vscode.l10n.t("The response from {0} is too large.", site);
    case "listTooLarge":
      return vscode.l10n.t("The list from {0} is too large to load completely.", site);
    case "foreignUrl":
      return vscode.l10n.t(
        "The response from {0} links to a URL outside its API. Such links aren't followed.",
        site,
      );
  }
}

/** Why a file isn't attached. */
export function uploadFailureText(upload: UploadFailure, fileName: string, site: string): string {
  const name = toDisplayLine(fileName, 60);
  switch (upload.kind) {
    case "noUploads":
      return vscode.l10n.t(
        "{0} doesn't support file uploads through its API. Attach {1} in the browser.",
        site,
        name,
      );
    case "tooLarge":
      return vscode.l10n.t(
        "{0} is too large ({1}). This field accepts files up to {2}.",
        name,
        formatBytes(upload.size, vscode.env.language),
        formatByteLimit(upload.limit, vscode.env.language),
      );
    case "changed":
      return vscode.l10n.t("{0} changed during the upload. Try again.", name);
    case "disk":
      return vscode.l10n.t("{0} can't be read: {1}.", name, diskReadText(upload.diskFailure));
    case "failed":
      return vscode.l10n.t("{0} wasn't attached. {1}", name, failureText(upload.failure, site));
  }
}

function diskReadText(diskFailure: DiskFailure): string {
  switch (diskFailure.kind) {
    case "noPermission":
      return vscode.l10n.t("permission denied");
    case "notAFile":
      return vscode.l10n.t("it isn't a file");
    case "disk":
      return diskFailure.code === "ENOENT" ? vscode.l10n.t("it no longer exists") : diskFailure.code;
    case "noSpace":
    case "outside":
      return diskFailure.path;
  }
}
