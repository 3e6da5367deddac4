// What came of a decision, in words.
import * as vscode from "vscode";
import type { ArtifactRow } from "../model/artifact.ts";
import { oneLine } from "../model/displayText.ts";
import type { StoredDifference } from "../model/form/stored.ts";
import { failureText } from "../platform/failureText.ts";
import { differingLines } from "../platform/inputLine.ts";
import type { Decision, Obstacle } from "../store/triage/decide.ts";
import type { RemoteChange } from "../store/triage/remoteChange.ts";

interface About {
  readonly site: string;
  /** The artifact, in one short line. */
  readonly artifact: string;
}

/** What someone else has done meanwhile, as the end of a sentence about an artifact. */
export function remoteChangeText(theirs: RemoteChange | undefined): string {
  const by = oneLine(theirs?.by.join(", ") ?? "", 120);
  const fields = oneLine(theirs?.fields.join(", ") ?? "", 120);
  if (by === "" && fields === "") return vscode.l10n.t("someone else has changed it since");
  if (by === "") return vscode.l10n.t("someone else has changed {0} since", fields);
  return fields === ""
    ? vscode.l10n.t("{0} has changed it since", by)
    : vscode.l10n.t("{0} has changed {1} since", by, fields);
}

/** What the server has made of a value that was sent. */
export function storedText(
  artifact: string,
  site: string,
  { label, sent, stored }: StoredDifference,
): string {
  return vscode.l10n.t(
    "{0} was changed, but {1} has something else than you sent. {2}: sent {3}, stored {4}",
    artifact,
    site,
    oneLine(label, 60),
    ...differingLines(sent, stored),
  );
}

export function obstacleText(why: Obstacle, { site, artifact }: About): string {
  switch (why.code) {
    case "noField":
    case "wrongKind":
      return vscode.l10n.t("{0} has no such field that takes this.", artifact);
    case "readOnly":
      return vscode.l10n.t("You may not change this field of {0}.", artifact);
    case "takesOne":
      return vscode.l10n.t("This field of {0} takes one value only.", artifact);
    case "notOffered":
      return vscode.l10n.t("{0} has no value “{1}” to choose.", artifact, oneLine(why.value, 60));
    case "notAssignable":
      return vscode.l10n.t("{0} can't be assigned to {1}.", artifact, oneLine(why.person, 60));
    case "noComments":
      return vscode.l10n.t("{0} takes no comments.", site);
    case "noSuchLinkType":
      return vscode.l10n.t("{0} has no link type “{1}”.", artifact, oneLine(why.type, 60));
    case "linkedOtherwise":
      return vscode.l10n.t("{0} is linked in another way already: open it to change that.", artifact);
    case "noRevision":
      return vscode.l10n.t(
        "{0} does not say in which state {1} is, so nothing is changed unseen: open it and save there.",
        site,
        artifact,
      );
    case "problem":
      return why.problem.kind === "notReachable"
        ? vscode.l10n.t("The workflow does not lead {0} there from its present state.", artifact)
        : vscode.l10n.t("{0} needs something else first: open it to see what.", artifact);
  }
}

/** Undefined where there is nothing to say: it went well, or was called off, or is asked about. */
export function decisionProblem(decision: Decision, about: About): string | undefined {
  const { site, artifact } = about;
  switch (decision.kind) {
    case "done":
    case "alreadySo":
    case "cancelled":
    case "changedSince":
      return undefined;
    case "conflict":
      return vscode.l10n.t("Someone was faster: {0} has changed, and yours was not sent.", artifact);
    case "refused":
      return obstacleText(decision.why, about);
    case "rejected":
    case "failed":
      return failureText(decision.failure, site);
    case "unknown":
      return vscode.l10n.t(
        "The answer of {0} got lost: look at {1} before you decide again.",
        site,
        artifact,
      );
    case "gone":
      return vscode.l10n.t("{0} is no longer there, or hidden from you.", artifact);
  }
}

/** Whether the artifact's form shows what stands against it, and how to go on. */
export function isSolvedInForm(decision: Decision): boolean {
  switch (decision.kind) {
    case "conflict":
    case "rejected":
      return true;
    case "refused":
      return decision.why.code === "problem" || decision.why.code === "noRevision";
    default:
      return false;
  }
}

/** What a row says, for someone who has seen another state of it. */
export function nowText({ title, status, assignees }: ArtifactRow): string {
  const facts = [title, status, ...assignees.map(({ label }) => label)];
  return oneLine(
    facts.flatMap((fact) => (fact === undefined || fact === "" ? [] : oneLine(fact))).join(" · "),
  );
}
