// A wish carried out on one artifact, and what the person hears of it.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutLinks } from "../model/displayText.ts";
import { fieldOf } from "../model/form/form.ts";
import type { Input } from "../model/form/input.ts";
import { inputText } from "../model/form/inputText.ts";
import type { Change } from "../model/triage/applied.ts";
import { wantedIn } from "../model/triage/wanted.ts";
import type { Wish } from "../model/triage/wish.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import { notify, type NotificationButton } from "../platform/notify.ts";
import { withProgress } from "../platform/progress.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import { type RunItem, undo } from "../store/triage/bulk.ts";
import { decide, type Decision } from "../store/triage/decide.ts";
import { type Concern, type Matter, targetOf } from "./concern.ts";
import {
  decisionProblem,
  isSolvedInForm,
  nowText,
  obstacleText,
  remoteChangeText,
  storedText,
} from "./decisionText.ts";

export interface Deciding {
  readonly boundary: Pick<Boundary, "start">;
  readonly commands: Commands<CommandArguments>;
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

export async function carryOut(deciding: Deciding, matter: Matter, aim: Aim): Promise<void> {
  await sayDecided(deciding, matter, aim, await decided(matter, aim));
}

/** What came of it. */
export function decided({ states, selected, label }: Matter, { wish }: Aim): Promise<Decision> {
  return withProgress(vscode.l10n.t("Changing {0}", label), (signal) =>
    decide(states, selected, wish, signal),
  );
}

export async function sayDecided(
  deciding: Deciding,
  matter: Matter,
  aim: Aim,
  decision: Decision,
): Promise<void> {
  const { site, label } = matter;
  if (decision.kind === "done") return sayDone(deciding, matter, decision, aim);
  if (decision.kind === "changedSince") {
    const now = asItIsNow(matter, decision.now);
    const isMeant = await isMeantAllTheSame(now, {
      label: vscode.l10n.t("Change It All the Same"),
      open: () => resolveInForm(deciding, matter, aim),
    });
    return isMeant ? carryOut(deciding, now, aim) : undefined;
  }
  const problem = decisionProblem(decision, { site: site.label, artifact: label });
  if (problem === undefined) return;
  if (isSolvedInForm(decision)) return sayResolvable(deciding, matter, aim, problem);
  void vscode.window.showErrorMessage(withoutLinks(problem));
}

async function resolveInForm({ commands }: Deciding, matter: Matter, { wish }: Aim): Promise<void> {
  await commands.run("artifacts.openWithWish", targetOf(matter), wish, seenBefore(matter, wish));
}

function sayResolvable(deciding: Deciding, matter: Matter, aim: Aim, text: string): void {
  notify(deciding.boundary, "warning", text, {
    label: vscode.l10n.t("Open and Resolve"),
    run: () => resolveInForm(deciding, matter, aim),
  });
}

function sayDone(
  deciding: Deciding,
  matter: Matter,
  decision: Extract<Decision, { kind: "done" }>,
  { done = doneText(matter, decision.change) }: Aim,
): void {
  // What was said can't be taken back, only looked at.
  const isComment = decision.change.target === "comment";
  const undoIt = {
    label: vscode.l10n.t("Undo"),
    run: () => changeBack(deciding, matter, decision),
  };
  if (decision.stored !== undefined) {
    const text = storedText(matter.label, matter.site.label, decision.stored);
    notify(deciding.boundary, "warning", text, undoIt, openButton(deciding, matter));
    return;
  }
  notify(deciding.boundary, "information", done, isComment ? openButton(deciding, matter) : undoIt);
}

function openButton({ commands }: Deciding, matter: Matter): NotificationButton {
  return {
    label: vscode.l10n.t("Open"),
    run: () => commands.run("artifacts.openArtifact", targetOf(matter)),
  };
}

async function changeBack(
  deciding: Deciding,
  matter: Matter,
  decision: Extract<Decision, { kind: "done" }>,
): Promise<void> {
  const { states, selected, label } = matter;
  const [undone] = await withProgress(vscode.l10n.t("Changing {0} back", label), (signal) =>
    undo(states, [{ ...decision, selected }], signal),
  );
  const text = undone && notUndoneText(matter, undone);
  if (text !== undefined) notify(deciding.boundary, "warning", text, openButton(deciding, matter));
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
