// Deletions in words: what is about to go, and what came of it.
import * as vscode from "vscode";
import { artifactLabel } from "../model/displayText.ts";
import type { RateLimit } from "../model/failure.ts";
import { failureText } from "../platform/failureText.ts";
import type { Deletion } from "../store/triage/deleting.ts";
import type { Selected } from "../store/triage/states.ts";
import { nowText } from "./decisionText.ts";

/** So many are named; of the others only how many there are. */
const mostNamed = 8;

export function labelOf({ row: { id, title } }: Selected): string {
  return artifactLabel(id, title);
}

export function named(lines: readonly string[]): string {
  const rest = lines.length - mostNamed;
  if (rest <= 1) return lines.join("\n");
  return [...lines.slice(0, mostNamed), vscode.l10n.t("… and {0} more", rest)].join("\n");
}

export function questionText(condemned: readonly Selected[]): string {
  const [only] = condemned;
  return condemned.length === 1 && only !== undefined
    ? vscode.l10n.t("Delete {0}?", labelOf(only))
    : vscode.l10n.t("Delete {0} artifacts?", condemned.length);
}

function unsentText(unsent: readonly Selected[]): string | undefined {
  const [first] = unsent;
  if (first === undefined) return undefined;
  return unsent.length === 1
    ? vscode.l10n.t("What you typed about {0} and did not send stays on this machine.", labelOf(first))
    : vscode.l10n.t(
        "What you typed about {0} of them and did not send stays on this machine.",
        unsent.length,
      );
}

/** What people should know before they say yes. `unsent` are those that something typed about waits to be sent. */
export function warningText(
  condemned: readonly Selected[],
  unsent: readonly Selected[],
  site: string,
): string {
  const parts = [
    condemned.length === 1 ? undefined : named(condemned.map(labelOf)),
    vscode.l10n.t("Only administrators of the tracker may delete artifacts."),
    vscode.l10n.t(
      "A daily limit applies: it counts the last 24 hours, is set by the administrators of {0}, and is the same for all projects.",
      site,
    ),
    vscode.l10n.t("Some servers archive what is deleted; on others it is gone for good."),
    unsentText(unsent),
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

export function changedText(changed: readonly Selected[]): string {
  const [only] = changed;
  return changed.length === 1 && only !== undefined
    ? vscode.l10n.t("{0} was changed since it was shown to you.", labelOf(only))
    : vscode.l10n.t("{0} artifacts were changed since they were shown to you.", changed.length);
}

export function changedDetail(changed: readonly Selected[]): string {
  return named(changed.map(({ row }) => vscode.l10n.t("Now: {0}", `#${row.id} ${nowText(row)}`)));
}

export function quotaText(quota: RateLimit | undefined): string {
  const { limit, remaining } = quota ?? {};
  if (limit === undefined || remaining === undefined) return "";
  return vscode.l10n.t("{0} of {1} deletions within 24 hours are left.", remaining, limit);
}

/** Why something was not deleted; undefined where it was, or where nobody wants it any more. */
export function whyNot(outcome: Deletion, site: string): string | undefined {
  switch (outcome.kind) {
    case "deleted":
    case "cancelled":
      return undefined;
    case "quotaReached":
      return outcome.limit === undefined
        ? vscode.l10n.t("The limit of deletions within 24 hours is reached.")
        : vscode.l10n.t("The limit of {0} deletions within 24 hours is reached.", outcome.limit);
    case "notAdministrator":
      return vscode.l10n.t("Only administrators of its tracker may delete it.");
    case "switchedOff":
      return vscode.l10n.t("{0} lets nobody delete artifacts.", site);
    case "changedSince":
      return vscode.l10n.t("It was changed since it was shown to you.");
    case "gone":
      return vscode.l10n.t("It is no longer there, or hidden from you.");
    case "notAllowed":
    case "failed":
      return failureText(outcome.failure, site);
  }
}
