// Runs a quick edit and shows its outcome.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { formatArtifactLabel, toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { FieldStoredDifferently } from "../../model/form/fieldChanges.ts";
import { findField } from "../../model/form/form.ts";
import { toInputText } from "../../model/form/input.ts";
import { type InputChange, getRequestedInput } from "../../model/triage/checkEdit.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import type { Services } from "../../services.ts";
import { type BulkResultItem, undoBulkEdit } from "../../store/triage/bulkEdit.ts";
import { quickEdit, type QuickEditOutcome, type QuickEditObstacle } from "../../store/triage/quickEdit.ts";
import type { QuickEditTarget, LoadedQuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { formatDifferingInputs } from "../../vscode/fieldText.ts";
import { type NotificationButton, showNotification, withProgress } from "../../vscode/notifications.ts";
import { remoteChangeText } from "../../vscode/remoteChangeText.ts";
import { toArtifactTarget } from "./editTargetResolver.ts";

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
      return vscode.l10n.t("{0} doesn't have this field, or the field doesn't accept this value.", artifact);
    case "readOnly":
      return vscode.l10n.t("You don't have permission to change this field of {0}.", artifact);
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
    case "noRevision":
      return vscode.l10n.t(
        "{0} doesn't report the version of {1}, so nothing was changed. Open the artifact and save it there.",
        site,
        artifact,
      );
    case "problem":
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
      return outcome.why.code === "problem" || outcome.why.code === "noRevision";
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
function getSeenValue({ form }: LoadedQuickEditTarget, request: FieldEditRequest): Input | undefined {
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
  target: LoadedQuickEditTarget,
  edit: RequestedEdit,
): Promise<void> {
  await showQuickEditResult(services, target, edit, await saveQuickEdit(target, edit));
}

export function saveQuickEdit(
  { loader, selected, label }: LoadedQuickEditTarget,
  { request }: RequestedEdit,
): Promise<QuickEditOutcome> {
  return withProgress(vscode.l10n.t("Changing {0}…", label), (signal) =>
    quickEdit(loader, selected, request, signal),
  );
}

export async function showQuickEditResult(
  services: Services,
  target: LoadedQuickEditTarget,
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

async function resolveInForm(
  { features }: Services,
  target: LoadedQuickEditTarget,
  { request }: RequestedEdit,
): Promise<void> {
  await features.form.openWithEdit(toArtifactTarget(target), request, getSeenValue(target, request));
}

function offerToResolveInForm(
  services: Services,
  target: LoadedQuickEditTarget,
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
  target: LoadedQuickEditTarget,
  outcome: Extract<QuickEditOutcome, { kind: "done" }>,
  { doneMessage = formatDone(target, outcome.change) }: RequestedEdit,
): void {
  // Comments can't be undone.
  const isComment = outcome.change.target === "comment";
  const undo = {
    label: vscode.l10n.t("Undo"),
    run: () => undoQuickEdit(services, target, outcome),
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

function createOpenButton({ commands }: Services, target: LoadedQuickEditTarget): NotificationButton {
  return {
    label: vscode.l10n.t("Open"),
    run: () => commands.execute("artifacts.openArtifact", toArtifactTarget(target)),
  };
}

async function undoQuickEdit(
  services: Services,
  target: LoadedQuickEditTarget,
  outcome: Extract<QuickEditOutcome, { kind: "done" }>,
): Promise<void> {
  const { loader, selected, label } = target;
  const [undoResult] = await withProgress(vscode.l10n.t("Undoing the change to {0}…", label), (signal) =>
    undoBulkEdit(loader, [{ ...outcome, selected }], signal),
  );
  const text = undoResult && formatUndoError(target, undoResult);
  if (text !== undefined) {
    showNotification(services.errorHandler, "warning", text, createOpenButton(services, target));
  }
}

function formatUndoError(
  { site, label }: LoadedQuickEditTarget,
  undoResult: BulkResultItem,
): string | undefined {
  switch (undoResult.kind) {
    case "done":
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
      return undoResult.why.code === "comment"
        ? undefined
        : vscode.l10n.t(
            "The change to {0} wasn't undone. {1}",
            label,
            formatObstacle(undoResult.why, { site: site.label, artifact: label }),
          );
    default:
      return formatQuickEditError(undoResult, { site: site.label, artifact: label });
  }
}
