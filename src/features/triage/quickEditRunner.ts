// Runs a quick edit or an undo, and shows its outcome.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { formatArtifactLabel, toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { FieldStoredDifferently } from "../../model/form/fieldChanges.ts";
import { findField } from "../../model/form/form.ts";
import { toInputText } from "../../model/form/input.ts";
import { type InputChange, getRequestedInput, listChangedInputs } from "../../model/triage/checkEdit.ts";
import type { Site } from "../../model/site.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import type { Services } from "../../services.ts";
import { type BulkResultItem, undoBulkEdit, type UndoObstacle } from "../../store/triage/bulkEdit.ts";
import { quickEdit, type QuickEditOutcome, type QuickEditObstacle } from "../../store/triage/quickEdit.ts";
import type {
  ArtifactLoader,
  QuickEditTarget,
  LoadedQuickEditTarget,
} from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { formatDifferingInputs, remoteChangeText } from "../../vscode/fieldText.ts";
import { type NotificationButton, showNotification, withProgress } from "../../vscode/notifications.ts";
import { pickOne } from "../../vscode/prompts.ts";
import { toArtifactTarget } from "./editTargetResolver.ts";
import { checkFieldNotInDraft } from "./triageTargets.ts";

interface MessageContext {
  readonly site: string;
  /** ID and title of the artifact. */
  readonly artifact: string;
}

/** For a value that the server stored differently than it was sent. */
export function formatDifferentStoredValue(
  artifact: string,
  site: string,
  { label, sent, stored }: FieldStoredDifferently,
): string {
  return vscode.l10n.t(
    "{0} was changed, but {1} stored a different value. {2}: entered {3}, stored {4}",
    artifact,
    site,
    toDisplayLine(label, 60),
    ...formatDifferingInputs(sent, stored),
  );
}

export function formatObstacle(obstacle: QuickEditObstacle, { site, artifact }: MessageContext): string {
  switch (obstacle.code) {
    case "noField":
    case "wrongKind":
      return obstacle.code === "noField" && obstacle.field !== undefined
        ? vscode.l10n.t(
            "{0} no longer has the field {1}, or you don't have access to it.",
            artifact,
            toDisplayLine(obstacle.field, 60),
          )
        : vscode.l10n.t("{0} doesn't have this field, or the field doesn't accept this value.", artifact);
    case "readOnly":
      return obstacle.field === undefined
        ? vscode.l10n.t("You don't have permission to change this field of {0}.", artifact)
        : vscode.l10n.t(
            "You don't have permission to change {1} of {0}.",
            artifact,
            toDisplayLine(obstacle.field, 60),
          );
    case "singleValue":
      return vscode.l10n.t("This field of {0} accepts only one value.", artifact);
    case "notOffered":
      return vscode.l10n.t(
        "The value “{1}” isn't available for {0}.",
        artifact,
        toDisplayLine(obstacle.value, 60),
      );
    case "notAssignable":
      return vscode.l10n.t("{0} can't be assigned to {1}.", artifact, toDisplayLine(obstacle.person, 60));
    case "noComments":
      return vscode.l10n.t("{0} doesn't support adding comments.", site);
    case "unknownLinkType":
      return vscode.l10n.t("{0} has no link type “{1}”.", artifact, toDisplayLine(obstacle.type, 60));
    case "linkedWithOtherType":
      return vscode.l10n.t(
        "{0} is already linked with a different type, or the link type isn't available. Open it to change the link.",
        artifact,
      );
    case "noVersion":
      return vscode.l10n.t(
        "{0} doesn't report the version of {1}, so nothing was changed. Open the artifact and save the change in its form.",
        site,
        artifact,
      );
    case "problem":
      if (obstacle.problem.kind === "choiceRemoved") {
        return vscode.l10n.t(
          "The value “{1}” isn't available for {0}.",
          artifact,
          toDisplayLine(obstacle.problem.value, 60),
        );
      }
      return obstacle.problem.kind === "noTransition"
        ? vscode.l10n.t("The workflow doesn't allow this transition for {0} in its current state.", artifact)
        : vscode.l10n.t("Other fields of {0} must be changed first. Open it for details.", artifact);
  }
}

/** `undefined` if it succeeded, was canceled, or needs a confirmation. */
export function formatQuickEditError(outcome: QuickEditOutcome, context: MessageContext): string | undefined {
  const { site, artifact } = context;
  switch (outcome.kind) {
    case "done":
    case "unchanged":
    case "canceled":
    case "changedSince":
      return undefined;
    case "conflict":
      return vscode.l10n.t("{0} was changed by someone else. Your change wasn't saved.", artifact);
    case "refused":
      return formatObstacle(outcome.why, context);
    case "rejected":
    case "failed":
      return failureText(outcome.failure, site);
    case "unknown":
      return vscode.l10n.t("No response from {0}. Check {1} before you try again.", site, artifact);
    case "gone":
      return vscode.l10n.t("{0} was deleted, or you don't have access to it.", artifact);
  }
}

/** Whether the form of the artifact shows the obstacle and lets the user resolve it. */
export function canResolveInForm(outcome: QuickEditOutcome): boolean {
  switch (outcome.kind) {
    case "conflict":
    case "rejected":
      return true;
    case "refused":
      return outcome.why.code === "problem" || outcome.why.code === "noVersion";
    default:
      return false;
  }
}

/** Describes an artifact that has changed since it was shown. */
export function formatCurrentRow({ title, status, assignees }: ArtifactRow): string {
  const parts = [title, status, ...assignees.map(({ label }) => label)];
  return toDisplayLine(
    parts.flatMap((part) => (part === undefined || part === "" ? [] : toDisplayLine(part))).join(" · "),
  );
}

/** With the form that the user has seen, if there was one. */
type EditTarget = QuickEditTarget & Partial<Pick<LoadedQuickEditTarget, "form">>;

interface RequestedEdit {
  readonly request: FieldEditRequest;
  /** Shown after success instead of the default message with the new value. */
  readonly doneMessage?: string | undefined;
}

function formatDone({ label }: QuickEditTarget, change: InputChange): string {
  if (change.target === "comment") return vscode.l10n.t("Added your comment to {0}.", label);
  const value = toDisplayLine(toInputText(change.after), 60);
  const field = toDisplayLine(change.label, 60);
  return value === ""
    ? vscode.l10n.t("{0}: {1} is now empty.", label, field)
    : vscode.l10n.t("{0}: {1} is now {2}.", label, field, value);
}

/** The value that the field had when the user chose; the form reports a conflict if it differs by now. */
function getSeenValue({ form }: EditTarget, request: FieldEditRequest): Input | undefined {
  if (form === undefined) return undefined;
  const requested = getRequestedInput(form, request);
  return requested.kind === "input" && requested.target !== "comment"
    ? findField(form, requested.target)?.base
    : undefined;
}

/** Shows that the artifact has changed since; `true` if the user continues. */
export async function confirmEditAnyway(
  current: QuickEditTarget,
  action: { readonly label: string; readonly open: () => Promise<void> },
): Promise<boolean> {
  const open = vscode.l10n.t("Open and Resolve");
  const choice = await vscode.window.showWarningMessage(
    escapeLinks(vscode.l10n.t("{0} has changed since you last loaded it.", current.label)),
    { modal: true, detail: vscode.l10n.t("Current version: {0}", formatCurrentRow(current.selected.row)) },
    action.label,
    open,
  );
  if (choice === open) await action.open();
  return choice === action.label;
}

export function withCurrentRow<T extends QuickEditTarget>(
  target: T,
  current: QuickEditTarget["selected"],
): T {
  return { ...target, selected: current, label: formatArtifactLabel(current.row.id, current.row.title) };
}

export async function runQuickEdit(
  services: Services,
  target: EditTarget,
  edit: RequestedEdit,
): Promise<void> {
  await showQuickEditResult(services, target, edit, await saveQuickEdit(target, edit));
}

export function saveQuickEdit(
  { loader, selected, label }: QuickEditTarget,
  { request }: RequestedEdit,
): Promise<QuickEditOutcome> {
  return withProgress(vscode.l10n.t("Changing {0}…", label), (signal) =>
    quickEdit(loader, selected, request, signal),
  );
}

export async function showQuickEditResult(
  services: Services,
  target: EditTarget,
  edit: RequestedEdit,
  outcome: QuickEditOutcome,
): Promise<void> {
  const { site, label } = target;
  if (outcome.kind === "done") return showDone(services, target, outcome, edit);
  if (outcome.kind === "changedSince") {
    const current = withCurrentRow(target, outcome.now);
    const isConfirmed = await confirmEditAnyway(current, {
      label: vscode.l10n.t("Change Anyway"),
      open: () => resolveInForm(services, target, edit),
    });
    return isConfirmed ? runQuickEdit(services, current, edit) : undefined;
  }
  const problem = formatQuickEditError(outcome, { site: site.label, artifact: label });
  if (problem === undefined) return;
  if (canResolveInForm(outcome)) return offerToResolveInForm(services, target, edit, problem);
  void vscode.window.showErrorMessage(escapeLinks(problem));
}

/** Shows the result of a move on a board. The card is where it was before, unless the move was saved. */
export async function showMoveResult(
  services: Services,
  target: QuickEditTarget,
  edit: RequestedEdit,
  outcome: QuickEditOutcome,
  moveAgain: (current: QuickEditTarget) => Promise<void>,
): Promise<void> {
  if (outcome.kind === "changedSince") {
    const current = withCurrentRow(target, outcome.now);
    const text = vscode.l10n.t("{0} was changed by someone else, so it wasn't moved.", current.label);
    showNotification(services.errorHandler, "warning", text, createOpenButton(services, current), {
      label: vscode.l10n.t("Move Anyway"),
      run: () => moveAgain(current),
    });
    return;
  }
  // Other fields have to be changed, too.
  const needsForm = outcome.kind === "refused" && outcome.why.code === "problem";
  if (needsForm && outcome.why.target !== getTargetField(edit.request)) {
    return resolveInForm(services, target, edit);
  }
  await showQuickEditResult(services, target, edit, outcome);
}

/** The ID of the field of a request. */
function getTargetField(request: FieldEditRequest): number | undefined {
  const field = "field" in request ? request.field : undefined;
  return field?.by === "id" ? field.fieldId : undefined;
}

async function resolveInForm(
  { features }: Services,
  target: EditTarget,
  { request }: RequestedEdit,
): Promise<void> {
  await features.form.openWithEdit(toArtifactTarget(target), request, getSeenValue(target, request));
}

function offerToResolveInForm(
  services: Services,
  target: EditTarget,
  edit: RequestedEdit,
  text: string,
): void {
  showNotification(services.errorHandler, "warning", text, {
    label: vscode.l10n.t("Open and Resolve"),
    run: () => resolveInForm(services, target, edit),
  });
}

function showDone(
  services: Services,
  target: QuickEditTarget,
  outcome: Extract<QuickEditOutcome, { kind: "done" }>,
  { doneMessage = formatDone(target, outcome.change) }: RequestedEdit,
): void {
  // Comments can't be undone.
  const isComment = outcome.change.target === "comment";
  const undo = {
    label: vscode.l10n.t("Undo"),
    run: () => runUndo(services, { ...target, items: [{ ...outcome, selected: target.selected }] }),
  };
  if (outcome.stored !== undefined) {
    const text = formatDifferentStoredValue(target.label, target.site.label, outcome.stored);
    showNotification(services.errorHandler, "warning", text, undo, createOpenButton(services, target));
    return;
  }
  showNotification(
    services.errorHandler,
    "information",
    doneMessage,
    isComment ? createOpenButton(services, target) : undo,
  );
}

function createOpenButton({ commands }: Services, target: QuickEditTarget): NotificationButton {
  return {
    label: vscode.l10n.t("Open"),
    run: () => commands.execute("artifacts.openArtifact", toArtifactTarget(target)),
  };
}

// Undo of saved changes, from the notification of a quick edit or from the list of saved changes.

export interface UndoTarget {
  readonly site: Site;
  readonly loader: ArtifactLoader;
  /** What was saved, for each artifact. */
  readonly items: readonly BulkResultItem[];
}

function toUndoneArtifact({ site, loader }: UndoTarget, { selected }: BulkResultItem): QuickEditTarget {
  return { site, loader, selected, label: formatArtifactLabel(selected.row.id, selected.row.title) };
}

/** A draft would have a conflict after the undo of a field that is edited in it. */
async function checkNotInDraft(services: Services, target: UndoTarget): Promise<boolean> {
  const [item, ...others] = target.items;
  if (item?.kind !== "done" || others.length > 0) return true;
  for (const { target: id, label } of listChangedInputs(item.change)) {
    if (id === "comment") continue;
    if (!(await checkFieldNotInDraft(services, toUndoneArtifact(target, item), { id, label }))) return false;
  }
  return true;
}

export async function runUndo(
  services: Services,
  target: UndoTarget,
  mode: "checked" | "anyway" = "checked",
): Promise<void> {
  const { site, loader, items } = target;
  if (!(await checkNotInDraft(services, target))) return;
  const { account } = await loader.connect();
  const ownChanges = await (await services.savedChanges()).loadAll(site.api, account?.id);
  const [first] = items;
  const title =
    first !== undefined && items.length === 1
      ? vscode.l10n.t("Undoing the change to {0}…", toUndoneArtifact(target, first).label)
      : vscode.l10n.t("Undoing the change to {0} artifacts…", items.length);
  const results = await withProgress(title, (signal, report) =>
    undoBulkEdit(
      loader,
      items,
      signal,
      (done, total) =>
        report({ message: vscode.l10n.t("{0} of {1}", done, total), percent: (100 * done) / total }),
      { ownChanges, mode },
    ),
  );
  showUndoResult(services, target, results);
}

function showUndoResult(services: Services, target: UndoTarget, results: readonly BulkResultItem[]): void {
  const problems = results.flatMap((item) => {
    const artifact = toUndoneArtifact(target, item);
    const text = formatUndoError(artifact, item);
    return text === undefined ? [] : [{ artifact, text }];
  });
  const doneCount = results.filter(({ kind }) => kind === "done" || kind === "unchanged").length;
  const [first] = results;
  const [problem] = problems;
  if (first === undefined) return;
  if (problem === undefined) {
    // Nothing is left to say about a canceled undo.
    if (doneCount === 0) return;
    const { label } = toUndoneArtifact(target, first);
    const doneText =
      first.kind === "unchanged"
        ? vscode.l10n.t("{0} already has the values from before the change.", label)
        : vscode.l10n.t("Undid the change to {0}.", label);
    const countText = vscode.l10n.t(
      "The change was undone in {0} of {1} artifacts.",
      doneCount,
      results.length,
    );
    showNotification(services.errorHandler, "information", results.length === 1 ? doneText : countText);
    return;
  }
  const text =
    results.length === 1
      ? problem.text
      : vscode.l10n.t(
          "The change was undone in {0} of {1} artifacts. {2}",
          doneCount,
          results.length,
          problem.text,
        );
  const openButton =
    results.length === 1
      ? createOpenButton(services, problem.artifact)
      : { label: vscode.l10n.t("Show Details"), run: () => showUndoProblems(services, problems) };
  const undoAnyway = createUndoAnywayButton(services, target, results);
  showNotification(services.errorHandler, "warning", text, openButton, ...undoAnyway);
}

/** Restores only fields that still have the value of the change, so nothing of others is replaced. */
function createUndoAnywayButton(
  services: Services,
  target: UndoTarget,
  results: readonly BulkResultItem[],
): readonly NotificationButton[] {
  const ids = new Set(
    results.flatMap((item) =>
      item.kind === "conflict" && item.canRestore === true ? [item.selected.row.id] : [],
    ),
  );
  if (ids.size === 0) return [];
  const items = target.items.filter(({ selected }) => ids.has(selected.row.id));
  return [
    {
      label: vscode.l10n.t("Undo Anyway"),
      run: () => runUndo(services, { ...target, items }, "anyway"),
    },
  ];
}

/** Lists artifacts whose change wasn't undone; selecting one opens it. */
async function showUndoProblems(
  { commands }: Services,
  problems: readonly { readonly artifact: QuickEditTarget; readonly text: string }[],
): Promise<void> {
  const result = await pickOne({
    title: vscode.l10n.t("Changes That Weren't Undone"),
    placeholder: vscode.l10n.t("Select an artifact to open"),
    canGoBack: false,
    items: problems.map(({ artifact, text }) => ({
      label: escapeIcons(artifact.label),
      detail: escapeIcons(toDisplayLine(text)),
      value: artifact,
    })),
  });
  if (result.kind === "accepted") {
    await commands.execute("artifacts.openArtifact", toArtifactTarget(result.value));
  }
}

function formatUndoObstacle(why: UndoObstacle, context: MessageContext): string {
  switch (why.code) {
    case "comment":
      return vscode.l10n.t("Comments can't be undone.");
    case "laterChange":
      return vscode.l10n.t("You changed {0} later. Undo that change first.", toDisplayLine(why.field, 60));
    default:
      return formatObstacle(why, context);
  }
}

/** `undefined` if it is undone as it should, or was canceled. */
function formatUndoError({ site, label }: QuickEditTarget, undoResult: BulkResultItem): string | undefined {
  const context = { site: site.label, artifact: label };
  switch (undoResult.kind) {
    case "done":
      return undoResult.stored && formatDifferentStoredValue(label, site.label, undoResult.stored);
    case "unchanged":
    case "notTried":
      return undefined;
    case "conflict":
      return vscode.l10n.t(
        "The change to {0} wasn't undone: {1}.",
        label,
        remoteChangeText(undoResult.theirs),
      );
    case "refused":
      return vscode.l10n.t(
        "The change to {0} wasn't undone. {1}",
        label,
        formatUndoObstacle(undoResult.why, context),
      );
    case "rejected":
    case "failed":
      return vscode.l10n.t(
        "The change to {0} wasn't undone. {1}",
        label,
        failureText(undoResult.failure, site.label),
      );
    case "unknown":
    case "gone":
      return formatQuickEditError(undoResult, context);
  }
}
