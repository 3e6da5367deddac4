// Failures in words: what happened, where, and what to do, in one sentence. Details are in the log.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import type {
  DeletionRefused,
  Failure,
  Invalid,
  Moved,
  NotUnderstood,
  QuotaReached,
  Unreachable,
} from "../model/failure.ts";
import { redact } from "./redact.ts";

export function failureText(failure: Failure, site: string): string {
  switch (failure.kind) {
    case "notEncrypted":
      return vscode.l10n.t("The connection to {0} isn't encrypted. Click to connect anyway.", site);
    case "signedOut":
      return failure.request.isAnonymous === true
        ? vscode.l10n.t("{0} asks you to sign in.", site)
        : vscode.l10n.t("{0} no longer accepts what you signed in with: sign in again.", site);
    case "forbidden":
      return said(failure) === undefined
        ? vscode.l10n.t("{0} doesn't allow your account to see this: ask a project administrator.", site)
        : vscode.l10n.t("{0} refuses this to your account: {1}", site, said(failure) ?? "");
    case "notFound":
      return notFoundText(failure, site);
    case "invalid":
      return invalidText(failure, site);
    case "serverTrouble":
      return vscode.l10n.t(
        "{0} has trouble answering (HTTP {1}): try again later.",
        site,
        failure.request.status ?? "5xx",
      );
    case "unreachable":
      return unreachableText(failure, site);
    case "timedOut":
      return vscode.l10n.t("{0} didn't answer in time: check network and VPN, then try again.", site);
    case "cancelled":
      return vscode.l10n.t("The request to {0} was cancelled.", site);
    case "moved":
      return movedText(failure, site);
    case "wrongServer":
      return vscode.l10n.t("What answers at {0} isn't a Tuleap server: check the address.", site);
    case "notUnderstood":
      return notUnderstoodText(failure, site);
    case "conflict":
      return vscode.l10n.t(
        "Someone changed this on {0} since you opened it: look at their change first.",
        site,
      );
    case "quotaReached":
      return quotaText(failure, site);
    case "deletionRefused":
      return deletionText(failure, site);
    case "outcomeUnknown":
      return vscode.l10n.t(
        "The answer of {0} got lost: look whether the change arrived before you send it again.",
        site,
      );
    case "criterionRefused":
      if (failure.problem === "tooLong") {
        return vscode.l10n.t(
          "This is more than {0} can be asked at once: choose fewer or shorter values.",
          site,
        );
      }
      return vscode.l10n.t(
        "{0} can't search by “{1}” in this way: change or remove this condition.",
        site,
        oneLine(failure.field),
      );
  }
}

function notFoundText({ request: { url } }: Failure, site: string): string {
  const [, artifactId] = /\/artifacts\/(\d+)(?:[/?]|$)/.exec(url) ?? [];
  return artifactId === undefined
    ? vscode.l10n.t(
        "{0} has nothing here that you may see: it was deleted, moved or is hidden from you.",
        site,
      )
    : vscode.l10n.t("{0} has no artifact #{1} that you have access to.", site, artifactId);
}

/** Servers repeat what they were sent, secrets among it. */
function said(failure: Failure): string | undefined {
  return failure.request.said === undefined ? undefined : oneLine(redact(failure.request.said));
}

function invalidText(failure: Invalid, site: string): string {
  const sentence = said(failure);
  return sentence === undefined
    ? vscode.l10n.t("{0} refused the request (HTTP {1}): see the log.", site, failure.request.status ?? "4xx")
    : vscode.l10n.t("{0} refused the request: {1}", site, sentence);
}

function movedText(failure: Moved, site: string): string {
  const location = oneLine(redact(failure.location));
  return location === ""
    ? vscode.l10n.t("{0} sends requests elsewhere without saying where: check the address.", site)
    : vscode.l10n.t("{0} has moved to {1}: connect to that address instead.", site, location);
}

function unreachableText(failure: Unreachable, site: string): string {
  switch (failure.reason) {
    case "name":
      return vscode.l10n.t("The name of {0} doesn't resolve: check the address, network and VPN.", site);
    case "refused":
      return vscode.l10n.t(
        "Nobody listens at {0}: check address and port, or wait until the server is up.",
        site,
      );
    case "certificate":
      return vscode.l10n.t(
        "The certificate of {0} isn't trusted: run Check Connection to choose your organisation's CA file.",
        site,
      );
    case "caFile":
      return vscode.l10n.t(
        "The CA file of {0} can't be read: run Check Connection to choose another one.",
        site,
      );
    case "proxy":
      return vscode.l10n.t("The proxy on the way to {0} fails: check http.proxy in the settings.", site);
    case "tls":
      return vscode.l10n.t("{0} doesn't speak HTTPS at this address: check scheme and port.", site);
    case "closed":
      return vscode.l10n.t("{0} closed the connection: try again.", site);
    case "network":
      return vscode.l10n.t("{0} can't be reached: check network, VPN and address.", site);
  }
}

function quotaText(failure: QuotaReached, site: string): string {
  const limit = failure.request.rateLimit?.limit;
  return limit === undefined
    ? vscode.l10n.t("{0} allows no more of this for now: try again later.", site)
    : vscode.l10n.t(
        "{0} allows {1} of these in 24 hours, and no more for now: try again later.",
        site,
        limit,
      );
}

function deletionText(failure: DeletionRefused, site: string): string {
  switch (failure.because) {
    case "notAdministrator":
      return vscode.l10n.t(
        "{0} lets only administrators of the tracker delete artifacts: ask one of them.",
        site,
      );
    case "switchedOff":
      return vscode.l10n.t(
        "{0} doesn't allow artifacts to be deleted: ask the platform's administrators.",
        site,
      );
    case "unknown":
      return vscode.l10n.t(
        "{0} refuses: either only administrators of the tracker may delete, or deleting is switched off.",
        site,
      );
  }
}

function notUnderstoodText(failure: NotUnderstood, site: string): string {
  switch (failure.reason) {
    case "json":
    case "xml":
    case "shape":
    case "length":
      return vscode.l10n.t("{0} gave an answer that makes no sense: try again, or see the log.", site);
    case "tooLarge":
      return vscode.l10n.t("{0} gave an answer that is too large to read.", site);
    case "listTooLarge":
      return vscode.l10n.t("The list from {0} is too large to load completely.", site);
    case "foreignAddress":
      return vscode.l10n.t("{0} points to an address outside of its API, which is never followed.", site);
  }
}
