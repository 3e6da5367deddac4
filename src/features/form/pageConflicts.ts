// Texts about remote changes, and the conflicts that the page lets the user resolve.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import { getCurrentInput, type InputTarget, getDraftInput } from "../../model/form/draft.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { isSameInput } from "../../model/form/input.ts";
import { sortByLayout } from "../../model/form/layout.ts";
import { findProblemsByTarget } from "../../model/form/problems.ts";
import {
  type ShownConflict,
  getResolution,
  type RemoteChange,
  mergeForSave,
  getInputBeforeResolution,
  getAvailableResolutions,
  getShownConflicts,
  isEditableField,
  getMergeOutcome,
} from "../../model/merge/mergeState.ts";
import type {
  ConcurrentEdit,
  MergedField,
  FormPageConflicts,
  ConflictQuestion,
} from "../../protocol/formProtocol.ts";
import type { FormSession } from "../../store/formSession.ts";
import { formatRecentTime } from "../../vscode/dates.ts";
import { toHistoryEntryView } from "./formatHistory.ts";
import { formatInputLine } from "../../vscode/fieldText.ts";

export function formatUserNameOrSomeone(name: string | undefined): string {
  return name === undefined ? vscode.l10n.t("Someone") : toDisplayLine(name);
}

function formatUserNameMidSentence(name: string | undefined): string {
  return name === undefined ? vscode.l10n.t("others") : toDisplayLine(name);
}

export function formatList(texts: readonly string[]): string {
  return new Intl.ListFormat(vscode.env.language).format(texts.map((text) => toDisplayLine(text)));
}

/** `undefined` if no name is known. */
function formatKnownUserNames(changes: readonly Pick<RemoteChange, "by">[]): string | undefined {
  const names = [...new Set(changes.flatMap(({ by }) => by ?? []))];
  return names.length === 0 ? undefined : formatList(names);
}

export function formatChangeAuthors(changes: readonly Pick<RemoteChange, "by">[]): string {
  return formatKnownUserNames(changes) ?? vscode.l10n.t("Someone");
}

export function formatChangeAuthorsMidSentence(changes: readonly Pick<RemoteChange, "by">[]): string {
  return formatKnownUserNames(changes) ?? vscode.l10n.t("someone");
}

function formatRemoteValue({ by, on }: RemoteChange, theirs: string): string {
  const time = formatRecentTime(on);
  return time === undefined
    ? vscode.l10n.t("{0} changed this field to: {1}", formatUserNameOrSomeone(by), theirs)
    : vscode.l10n.t("{0} changed this field to: {1} ({2})", formatUserNameOrSomeone(by), theirs, time);
}

function formatAuthorAndTime({ by, on }: RemoteChange): string {
  const time = formatRecentTime(on);
  return time === undefined
    ? formatUserNameOrSomeone(by)
    : vscode.l10n.t("{0}, {1}", formatUserNameOrSomeone(by), time);
}

/** Fields that another user changed too. */
export function listConcurrentEdits({ base, draft, mergeState }: FormSession): readonly ConcurrentEdit[] {
  if (base === undefined) return [];
  return mergeState.conflicts.flatMap((conflict) => {
    switch (getMergeOutcome(base.form, draft, conflict).kind) {
      case "conflict":
        return {
          fieldId: conflict.fieldId,
          isConflict: true,
          text: formatRemoteValue(conflict, formatInputLine(findField(base.form, conflict.fieldId)?.base)),
        };
      case "merged":
        return {
          fieldId: conflict.fieldId,
          isConflict: false,
          text: vscode.l10n.t(
            "{0} also changed this field. Saving keeps both changes.",
            formatUserNameOrSomeone(conflict.by),
          ),
        };
      case "mine":
      case "theirs":
      case "same":
        return [];
    }
  });
}

function toConflictQuestion(
  { draft }: FormSession,
  form: Form,
  conflict: ShownConflict,
  hasOneAuthor: boolean,
): ConflictQuestion {
  const { fieldId, label, original } = conflict;
  const resolutions = getAvailableResolutions(form, draft, conflict);
  return {
    fieldId,
    label: toDisplayLine(label),
    before: original,
    mine: getInputBeforeResolution(draft, conflict),
    theirs: findField(form, fieldId)?.base,
    by: hasOneAuthor ? undefined : formatAuthorAndTime(conflict),
    resolutions,
    obstacle: resolutions.includes("mine")
      ? undefined
      : vscode.l10n.t("This field is now read-only, so your change can't be saved. Copy any text you need."),
    resolution: getResolution(form, draft, conflict),
  };
}

function formatMergeAuthors(change: RemoteChange | undefined, hasOwnEdit: boolean): string {
  if (change === undefined) return vscode.l10n.t("changed by you only");
  return hasOwnEdit
    ? vscode.l10n.t("changed by you and {0}", formatUserNameMidSentence(change.by))
    : vscode.l10n.t("changed by {0} only", formatUserNameMidSentence(change.by));
}

function listMergedFields(
  { draft, mergeState }: FormSession,
  form: Form,
  promptedIds: ReadonlySet<number>,
): readonly MergedField[] {
  const fieldIds = new Set([
    ...mergeState.conflicts.map(({ fieldId }) => fieldId),
    ...draft.inputs.flatMap(({ target }) => (target === "comment" ? [] : target)),
    ...mergeState.merged.map(({ fieldId }) => fieldId),
  ]);
  const otherFields = [...fieldIds]
    .filter((fieldId) => !promptedIds.has(fieldId))
    .map((fieldId) => ({ fieldId }));
  return sortByLayout(form, otherFields).map(({ fieldId }) => {
    const conflict = mergeState.conflicts.find((each) => each.fieldId === fieldId);
    const change = conflict ?? mergeState.merged.find((each) => each.fieldId === fieldId);
    const outcome = conflict === undefined ? undefined : getMergeOutcome(form, draft, conflict);
    const input = outcome?.kind === "merged" ? outcome.input : getCurrentInput(form, draft, fieldId);
    const label = findField(form, fieldId)?.label ?? change?.label ?? "";
    const changedBy = formatMergeAuthors(change, getDraftInput(draft, fieldId) !== undefined);
    return { fieldId, label: toDisplayLine(label), changedBy, result: formatInputLine(input) };
  });
}

/** The problem itself is shown at its field, or as a notice. */
function hasSaveProblem({ draft, mergeState, notices }: FormSession, form: Form): boolean {
  const isRejected = notices.some(
    (notice) => notice.kind === "rejected" || (notice.kind === "failed" && notice.action === "save"),
  );
  return isRejected || findProblemsByTarget(form, mergeForSave(form, { draft, mergeState })).size > 0;
}

function formatConflictSummary(unresolvedCount: number, mergedCount: number, hasProblem: boolean): string {
  if (unresolvedCount === 0 && hasProblem) {
    return vscode.l10n.t(
      "Your changes are safe but not saved to the server yet. Fix the problem shown below.",
    );
  }
  if (unresolvedCount === 0) return vscode.l10n.t("All conflicts are resolved. Save to apply the result.");
  const fields =
    unresolvedCount === 1
      ? vscode.l10n.t("1 conflict to resolve")
      : vscode.l10n.t("{0} conflicts to resolve", unresolvedCount);
  return mergedCount === 0
    ? vscode.l10n.t("Your changes are safe. {0}.", fields)
    : vscode.l10n.t("Your changes are safe. {0}. All other changes were merged.", fields);
}

export function isFieldInConflict({ base, draft, mergeState }: FormSession, target: InputTarget): boolean {
  if (base === undefined) return false;
  return getShownConflicts(base.form, draft, mergeState).some(({ fieldId }) => fieldId === target);
}

/** `undefined` if the page shows the form. */
export function toPageConflicts(session: FormSession): FormPageConflicts | undefined {
  const { base, draft, mergeState, conflicts, formDraft } = session;
  // Conflicts are resolved in the window that owns the draft.
  if (base === undefined || !formDraft.isResolving || formDraft.ownership !== "ours") return undefined;
  const prompts = sortByLayout(base.form, getShownConflicts(base.form, draft, mergeState));
  const [first] = prompts;
  if (first === undefined) return undefined;
  const hasOneAuthor = prompts.every(({ by, on }) => by === first.by && on === first.on);
  const mergedCount = listMergedFields(session, base.form, new Set(prompts.map(({ fieldId }) => fieldId)));
  return {
    title: vscode.l10n.t("{0} saved changes before you did", formatChangeAuthors(prompts)),
    summary: formatConflictSummary(conflicts.length, mergedCount.length, hasSaveProblem(session, base.form)),
    theirs: hasOneAuthor && first.by !== undefined ? formatAuthorAndTime(first) : vscode.l10n.t("Theirs"),
    questions: prompts.map((conflict) => toConflictQuestion(session, base.form, conflict, hasOneAuthor)),
    merged: mergedCount,
    comments: session.newComments.map((entry) => toHistoryEntryView(entry, session, Date.now())),
  };
}

/** A remote change that is lost if the draft overwrites it. */
interface OverwrittenChange extends RemoteChange {
  readonly theirs: Input | undefined;
  readonly mine: Input | undefined;
}

export function findOverwrittenChanges({
  base,
  draft,
  mergeState,
}: FormSession): readonly OverwrittenChange[] {
  if (base === undefined) return [];
  return getShownConflicts(base.form, draft, mergeState).flatMap((conflict) => {
    const field = findField(base.form, conflict.fieldId);
    const mine = getCurrentInput(base.form, draft, conflict.fieldId);
    // Fields that can't be edited any more aren't sent.
    const isSafe = !isEditableField(field) || isSameInput(mine, field.base);
    return isSafe ? [] : [{ ...conflict, theirs: field.base, mine }];
  });
}

function formatOverwrittenChange({ label, by, theirs, mine }: OverwrittenChange): string {
  return vscode.l10n.t(
    "{0}: “{1}” by {2} will be replaced with “{3}”.",
    toDisplayLine(label, 60),
    formatInputLine(theirs),
    formatUserNameOrSomeone(by),
    formatInputLine(mine),
  );
}

/** Limit for a modal dialog. */
const maxListedChanges = 10;

export function formatOverwrittenChanges(changes: readonly OverwrittenChange[]): readonly string[] {
  const hiddenCount = changes.length - maxListedChanges;
  const rest = hiddenCount > 0 ? [vscode.l10n.t("… and {0} more", hiddenCount)] : [];
  return [...changes.slice(0, maxListedChanges).map(formatOverwrittenChange), ...rest];
}
