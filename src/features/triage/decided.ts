// A wish carried out on one artifact, and what the person hears of it.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { artifactLabel, oneLine, withoutLinks } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { StoredDifference } from "../../model/form/changes.ts";
import { fieldOf } from "../../model/form/form.ts";
import { inputText } from "../../model/form/input.ts";
import { type Change, wantedIn } from "../../model/triage/wanted.ts";
import type { Wish } from "../../model/triage/wish.ts";
import type { Services } from "../../services.ts";
import { type RunItem, undo } from "../../store/triage/bulk.ts";
import { decide, type Decision, type Obstacle } from "../../store/triage/decide.ts";
import type { Concern, Matter } from "../../store/triage/states.ts";
import { failureText } from "../../vscode/failureText.ts";
import { differingLines } from "../../vscode/inputText.ts";
import { type NotificationButton, notify, withProgress } from "../../vscode/notifications.ts";
import { remoteChangeText } from "../../vscode/remoteChangeText.ts";
import { targetOf } from "./concern.ts";

// What came of a decision, in words.

interface About {
  readonly site: string;
  /** The artifact, in one short line. */
  readonly artifact: string;
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

interface Aim {
  readonly wish: Wish;
  /** What to say once it is so; unless told otherwise that the field has its new value. */
  readonly done?: string | undefined;
}

function doneText({ label }: Concern, change: Change): string {
  if (change.target === "comment") return vscode.l10n.t("Your comment on {0} was sent.", label);
  const value = oneLine(inputText(change.after), 60);
  const field = oneLine(change.label, 60);
  return value === ""
    ? vscode.l10n.t("{0}: {1} is empty now.", label, field)
    : vscode.l10n.t("{0}: {1} is now {2}.", label, field, value);
}

/** What stood in the field when the person chose; the form asks if that is another value by now. */
function seenBefore({ form }: Matter, wish: Wish): Input | undefined {
  const wanted = wantedIn(form, wish);
  return wanted.kind === "input" && wanted.target !== "comment"
    ? fieldOf(form, wanted.target)?.base
    : undefined;
}

/** A change since it was shown: the person sees that first. True for who goes on all the same. */
export async function isMeantAllTheSame(
  now: Concern,
  act: { readonly label: string; readonly open: () => Promise<void> },
): Promise<boolean> {
  const open = vscode.l10n.t("Open and Resolve");
  const choice = await vscode.window.showWarningMessage(
    withoutLinks(vscode.l10n.t("{0} was changed since it was shown to you.", now.label)),
    { modal: true, detail: vscode.l10n.t("Now: {0}", nowText(now.selected.row)) },
    act.label,
    open,
  );
  if (choice === open) await act.open();
  return choice === act.label;
}

export function asItIsNow<T extends Concern>(concern: T, now: Concern["selected"]): T {
  return { ...concern, selected: now, label: artifactLabel(now.row.id, now.row.title) };
}

export async function carryOut(services: Services, matter: Matter, aim: Aim): Promise<void> {
  await sayDecided(services, matter, aim, await decided(matter, aim));
}

/** What came of it. */
export function decided({ states, selected, label }: Matter, { wish }: Aim): Promise<Decision> {
  return withProgress(vscode.l10n.t("Changing {0}", label), (signal) =>
    decide(states, selected, wish, signal),
  );
}

export async function sayDecided(
  services: Services,
  matter: Matter,
  aim: Aim,
  decision: Decision,
): Promise<void> {
  const { site, label } = matter;
  if (decision.kind === "done") return sayDone(services, matter, decision, aim);
  if (decision.kind === "changedSince") {
    const now = asItIsNow(matter, decision.now);
    const isMeant = await isMeantAllTheSame(now, {
      label: vscode.l10n.t("Change It All the Same"),
      open: () => resolveInForm(services, matter, aim),
    });
    return isMeant ? carryOut(services, now, aim) : undefined;
  }
  const problem = decisionProblem(decision, { site: site.label, artifact: label });
  if (problem === undefined) return;
  if (isSolvedInForm(decision)) return sayResolvable(services, matter, aim, problem);
  void vscode.window.showErrorMessage(withoutLinks(problem));
}

async function resolveInForm({ features }: Services, matter: Matter, { wish }: Aim): Promise<void> {
  await features.form.openWithEdit(targetOf(matter), wish, seenBefore(matter, wish));
}

function sayResolvable(services: Services, matter: Matter, aim: Aim, text: string): void {
  notify(services.boundary, "warning", text, {
    label: vscode.l10n.t("Open and Resolve"),
    run: () => resolveInForm(services, matter, aim),
  });
}

function sayDone(
  services: Services,
  matter: Matter,
  decision: Extract<Decision, { kind: "done" }>,
  { done = doneText(matter, decision.change) }: Aim,
): void {
  // What was said can't be taken back, only looked at.
  const isComment = decision.change.target === "comment";
  const undoIt = {
    label: vscode.l10n.t("Undo"),
    run: () => changeBack(services, matter, decision),
  };
  if (decision.stored !== undefined) {
    const text = storedText(matter.label, matter.site.label, decision.stored);
    notify(services.boundary, "warning", text, undoIt, openButton(services, matter));
    return;
  }
  notify(services.boundary, "information", done, isComment ? openButton(services, matter) : undoIt);
}

function openButton({ commands }: Services, matter: Matter): NotificationButton {
  return {
    label: vscode.l10n.t("Open"),
    run: () => commands.run("artifacts.openArtifact", targetOf(matter)),
  };
}

async function changeBack(
  services: Services,
  matter: Matter,
  decision: Extract<Decision, { kind: "done" }>,
): Promise<void> {
  const { states, selected, label } = matter;
  const [undone] = await withProgress(vscode.l10n.t("Changing {0} back", label), (signal) =>
    undo(states, [{ ...decision, selected }], signal),
  );
  const text = undone && notUndoneText(matter, undone);
  if (text !== undefined) notify(services.boundary, "warning", text, openButton(services, matter));
}

function notUndoneText({ site, label }: Matter, undone: RunItem): string | undefined {
  switch (undone.kind) {
    case "done":
    case "alreadySo":
    case "notTried":
      return undefined;
    case "conflict":
      return vscode.l10n.t("{0} was not changed back: {1}.", label, remoteChangeText(undone.theirs));
    case "refused":
      return undone.why.code === "comment"
        ? undefined
        : vscode.l10n.t(
            "{0} was not changed back. {1}",
            label,
            obstacleText(undone.why, { site: site.label, artifact: label }),
          );
    default:
      return decisionProblem(undone, { site: site.label, artifact: label });
  }
}
