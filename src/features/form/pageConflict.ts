// What others have changed while someone typed, in words, and the choices that are left to the person.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { inputIn, type Target, typedIn } from "../../model/form/draft.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { sameInput } from "../../model/form/input.ts";
import { inReadingOrder } from "../../model/form/layout.ts";
import { problemsOf } from "../../model/form/problems.ts";
import {
  type AskedContest,
  choiceIn,
  type Foreign,
  forSending,
  mineIn,
  offeredChoices,
  questionsOf,
  takesInput,
  verdictOf,
} from "../../model/merge/encounter.ts";
import type { ContestedField, MergedField, PageConflict, Question } from "../../protocol/page.ts";
import type { Editing } from "../../store/editing.ts";
import { recentMoment } from "../../vscode/dates.ts";
import { inputLine } from "../../vscode/inputText.ts";

export function someone(name: string | undefined): string {
  return name === undefined ? vscode.l10n.t("Someone") : oneLine(name);
}

/** Where the sentence has begun before. */
function othersWithin(name: string | undefined): string {
  return name === undefined ? vscode.l10n.t("others") : oneLine(name);
}

export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(vscode.env.language).format(texts.map((text) => oneLine(text)));
}

/** Each name once; undefined where nobody is known. */
function names(writers: readonly Pick<Foreign, "by">[]): string | undefined {
  const known = [...new Set(writers.flatMap(({ by }) => by ?? []))];
  return known.length === 0 ? undefined : listed(known);
}

export function namesOf(writers: readonly Pick<Foreign, "by">[]): string {
  return names(writers) ?? vscode.l10n.t("Someone");
}

export function namesWithin(writers: readonly Pick<Foreign, "by">[]): string {
  return names(writers) ?? vscode.l10n.t("someone");
}

function changedTo({ by, on }: Foreign, theirs: string): string {
  const when = recentMoment(on);
  return when === undefined
    ? vscode.l10n.t("{0} changed this to: {1}", someone(by), theirs)
    : vscode.l10n.t("{0} changed this to: {1} ({2})", someone(by), theirs, when);
}

function who({ by, on }: Foreign): string {
  const when = recentMoment(on);
  return when === undefined ? someone(by) : vscode.l10n.t("{0}, {1}", someone(by), when);
}

/** What a field of the form says about the other who was there. */
export function contestedFields({ base, draft, encounter }: Editing): readonly ContestedField[] {
  if (base === undefined) return [];
  return encounter.contests.flatMap((contest) => {
    switch (verdictOf(base.form, draft, contest).kind) {
      case "collision":
        return {
          fieldId: contest.fieldId,
          isCollision: true,
          text: changedTo(contest, inputLine(fieldOf(base.form, contest.fieldId)?.base)),
        };
      case "merged":
        return {
          fieldId: contest.fieldId,
          isCollision: false,
          text: vscode.l10n.t("{0} changed this too. Saving keeps both changes.", someone(contest.by)),
        };
      case "mine":
      case "theirs":
      case "same":
        return [];
    }
  });
}

function question({ draft }: Editing, form: Form, contest: AskedContest, isOneWriter: boolean): Question {
  const { fieldId, label, opened } = contest;
  const offered = offeredChoices(form, draft, contest);
  return {
    fieldId,
    label: oneLine(label),
    before: opened,
    mine: mineIn(draft, contest),
    theirs: fieldOf(form, fieldId)?.base,
    by: isOneWriter ? undefined : who(contest),
    offered,
    obstacle: offered.includes("mine")
      ? undefined
      : vscode.l10n.t("It can't be changed any more, so yours can't be saved: copy what you need."),
    chosen: choiceIn(form, draft, contest),
  };
}

/** Who has changed what was merged. */
function mergedHow(foreign: Foreign | undefined, isTyped: boolean): string {
  if (foreign === undefined) return vscode.l10n.t("changed by you only");
  return isTyped
    ? vscode.l10n.t("changed by you and {0}", othersWithin(foreign.by))
    : vscode.l10n.t("changed by {0} only", othersWithin(foreign.by));
}

function mergedFields(
  { draft, encounter }: Editing,
  form: Form,
  asked: ReadonlySet<number>,
): readonly MergedField[] {
  const ids = new Set([
    ...encounter.contests.map(({ fieldId }) => fieldId),
    ...draft.inputs.flatMap(({ target }) => (target === "comment" ? [] : target)),
    ...encounter.taken.map(({ fieldId }) => fieldId),
  ]);
  const unasked = [...ids].filter((fieldId) => !asked.has(fieldId)).map((fieldId) => ({ fieldId }));
  return inReadingOrder(form, unasked).map(({ fieldId }) => {
    const contest = encounter.contests.find((each) => each.fieldId === fieldId);
    const foreign = contest ?? encounter.taken.find((each) => each.fieldId === fieldId);
    const verdict = contest === undefined ? undefined : verdictOf(form, draft, contest);
    const input = verdict?.kind === "merged" ? verdict.input : inputIn(form, draft, fieldId);
    const label = fieldOf(form, fieldId)?.label ?? foreign?.label ?? "";
    const how = mergedHow(foreign, typedIn(draft, fieldId) !== undefined);
    return { fieldId, label: oneLine(label), how, result: inputLine(input) };
  });
}

/** What keeps the result from being saved is shown below: at its field, or among the notices. */
function isHeldUp({ draft, encounter, notices }: Editing, form: Form): boolean {
  const isRefused = notices.some(
    (notice) => notice.kind === "rejected" || (notice.kind === "failed" && notice.doing === "save"),
  );
  return isRefused || problemsOf(form, forSending(form, { draft, encounter })).size > 0;
}

function summary(left: number, merged: number, mustBeFixed: boolean): string {
  if (left === 0 && mustBeFixed) {
    return vscode.l10n.t("Nothing of yours is lost. It isn't saved yet: fix the problem shown below.");
  }
  if (left === 0) return vscode.l10n.t("Nothing of yours is lost. All is decided: save what came of it.");
  const fields =
    left === 1
      ? vscode.l10n.t("1 field needs your choice")
      : vscode.l10n.t("{0} fields need your choice", left);
  return merged === 0
    ? vscode.l10n.t("Nothing of yours is lost. {0}.", fields)
    : vscode.l10n.t("Nothing of yours is lost. {0}; the rest was merged.", fields);
}

export function isAskedAbout({ base, draft, encounter }: Editing, target: Target): boolean {
  if (base === undefined) return false;
  return questionsOf(base.form, draft, encounter).some(({ fieldId }) => fieldId === target);
}

/** Undefined as long as the form itself is shown. */
export function pageConflict(editing: Editing): PageConflict | undefined {
  const { base, draft, encounter, collisions, working } = editing;
  // Where another window has the draft there is nothing to choose here.
  if (base === undefined || !working.isResolving || working.standing !== "ours") return undefined;
  const contests = inReadingOrder(base.form, questionsOf(base.form, draft, encounter));
  const [first] = contests;
  if (first === undefined) return undefined;
  const isOneWriter = contests.every(({ by, on }) => by === first.by && on === first.on);
  const merged = mergedFields(editing, base.form, new Set(contests.map(({ fieldId }) => fieldId)));
  return {
    title: vscode.l10n.t("{0} saved this before you did", namesOf(contests)),
    summary: summary(collisions.length, merged.length, isHeldUp(editing, base.form)),
    theirs: isOneWriter && first.by !== undefined ? who(first) : vscode.l10n.t("Theirs"),
    questions: contests.map((contest) => question(editing, base.form, contest, isOneWriter)),
    merged,
  };
}

/** Something of others that would go if all of the draft were sent as it stands. */
interface Lost extends Foreign {
  readonly theirs: Input | undefined;
  readonly mine: Input | undefined;
}

export function lostIn({ base, draft, encounter }: Editing): readonly Lost[] {
  if (base === undefined) return [];
  return questionsOf(base.form, draft, encounter).flatMap((contest) => {
    const field = fieldOf(base.form, contest.fieldId);
    const mine = inputIn(base.form, draft, contest.fieldId);
    // What can't be changed any more is safe.
    const isSafe = !takesInput(field) || sameInput(mine, field.base);
    return isSafe ? [] : [{ ...contest, theirs: field.base, mine }];
  });
}

function lostText({ label, by, theirs, mine }: Lost): string {
  return vscode.l10n.t(
    "{0}: “{1}” of {2} is replaced by “{3}”.",
    oneLine(label, 60),
    inputLine(theirs),
    someone(by),
    inputLine(mine),
  );
}

/** A dialog has room for so many. */
const mostLost = 10;

export function lostTexts(lost: readonly Lost[]): readonly string[] {
  const more = lost.length - mostLost;
  const rest = more > 0 ? [vscode.l10n.t("And {0} more.", more)] : [];
  return [...lost.slice(0, mostLost).map(lostText), ...rest];
}
