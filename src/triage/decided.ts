// A wish carried out on one artifact, and what the person hears of it.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutLinks } from "../model/displayText.ts";
import { fieldOf } from "../model/form/form.ts";
import type { Input } from "../model/form/input.ts";
import { inputText } from "../model/form/inputText.ts";
import type { Change } from "../model/triage/applied.ts";
import { wantedIn } from "../model/triage/wanted.ts";
import type { Wish } from "../model/triage/wish.ts";
import type { Commands } from "../platform/commands.ts";
import { withProgress } from "../platform/progress.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import { type RunItem, undo } from "../store/triage/bulk.ts";
import { decide, type Decision } from "../store/triage/decide.ts";
import { type Concern, type Matter, targetOf } from "./concern.ts";
import { decisionProblem, isSolvedInForm, nowText } from "./decisionText.ts";

export interface Deciding {
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

/** What came of it; whoever waits for this does not wait until the person has read about it. */
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

async function sayResolvable(deciding: Deciding, matter: Matter, aim: Aim, text: string): Promise<void> {
  const resolve = vscode.l10n.t("Open and Resolve");
  const choice = await vscode.window.showWarningMessage(withoutLinks(text), resolve);
  if (choice === resolve) await resolveInForm(deciding, matter, aim);
}

async function sayDone(
  deciding: Deciding,
  matter: Matter,
  decision: Extract<Decision, { kind: "done" }>,
  { done = doneText(matter, decision.change) }: Aim,
): Promise<void> {
  if (decision.change.target === "comment") return sayWith(deciding, matter, done);
  const { states, selected, label } = matter;
  const undoIt = vscode.l10n.t("Undo");
  const choice = await vscode.window.showInformationMessage(withoutLinks(done), undoIt);
  if (choice !== undoIt) return;
  const [undone] = await withProgress(vscode.l10n.t("Changing {0} back", label), (signal) =>
    undo(states, [{ ...decision, selected }], signal),
  );
  if (undone !== undefined) await sayUndone(deciding, matter, undone);
}

/** What was said can't be taken back, only looked at. */
async function sayWith({ commands }: Deciding, matter: Matter, text: string): Promise<void> {
  const open = vscode.l10n.t("Open");
  const choice = await vscode.window.showInformationMessage(withoutLinks(text), open);
  if (choice === open) await commands.run("artifacts.openArtifact", targetOf(matter));
}

function notUndoneText({ site, label }: Matter, undone: RunItem): string | undefined {
  switch (undone.kind) {
    case "done":
    case "alreadySo":
    case "notTried":
      return undefined;
    case "conflict":
      return vscode.l10n.t("Someone has changed {0} since: nothing was changed back.", label);
    case "refused":
      return vscode.l10n.t("{0} can't be changed back from here: open it.", label);
    default:
      return decisionProblem(undone, { site: site.label, artifact: label });
  }
}

async function sayUndone({ commands }: Deciding, matter: Matter, undone: RunItem): Promise<void> {
  const text = notUndoneText(matter, undone);
  if (text === undefined) return;
  const open = vscode.l10n.t("Open");
  const choice = await vscode.window.showWarningMessage(withoutLinks(text), open);
  if (choice === open) await commands.run("artifacts.openArtifact", targetOf(matter));
}
