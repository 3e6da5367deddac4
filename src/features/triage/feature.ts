import type { FormField } from "../../model/form/form.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { LoadedQuickEditTarget, QuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { QuickComments } from "./quickComments.ts";
import { EditTargetResolver } from "./editTargetResolver.ts";
import { runUndo, saveQuickEdit, showMoveResult, showQuickEditResult } from "./quickEditRunner.ts";
import { QuickEdits } from "./quickEdits.ts";
import { checkFieldNotInDraft } from "./triageTargets.ts";
import { ArtifactDeletion } from "./artifactDeletion.ts";
import { QuickLinks } from "./quickLinks.ts";
import { undoChange } from "./undoChange.ts";

/** Saves a field edit request of another feature; `true` if the field has the value now. Doesn't wait for notifications. */
export async function saveRequestedEdit(
  services: Services,
  editTargets: EditTargetResolver,
  target: ArtifactTarget,
  request: FieldEditRequest,
  doneMessage: string | undefined,
): Promise<boolean> {
  const editTarget = await editTargets.resolveWithForm(target);
  if (editTarget === undefined) return false;
  const edit = { request, doneMessage };
  const outcome = await saveQuickEdit(editTarget, edit);
  services.errorHandler.runInBackground("show quick edit result", () =>
    showQuickEditResult(services, editTarget, edit, outcome),
  );
  return outcome.kind === "done" || outcome.kind === "unchanged";
}

async function saveField(
  services: Services,
  editTarget: LoadedQuickEditTarget,
  field: FormField,
  request: FieldEditRequest,
  afterSave: () => Promise<void>,
): Promise<void> {
  if (!(await checkFieldNotInDraft(services, editTarget, field))) return;
  const outcome = await saveQuickEdit(editTarget, { request });
  await afterSave();
  services.errorHandler.runInBackground("show quick edit result", () =>
    showQuickEditResult(services, editTarget, { request }, outcome),
  );
}

type MoveCard = Services["features"]["triage"]["moveCard"];

async function moveCard(
  services: Services,
  ...[target, field, request, handlers]: Parameters<MoveCard>
): Promise<void> {
  if (!(await checkFieldNotInDraft(services, target, field))) return;
  const outcome = await saveQuickEdit(target, { request });
  await handlers.afterSave();
  if (outcome.kind === "done") {
    const items = [{ ...outcome, selected: target.selected }];
    handlers.onDone(() => runUndo(services, { ...target, items }));
    if (outcome.stored === undefined) return;
  }
  const moveAgain = (current: QuickEditTarget): Promise<void> =>
    moveCard(services, current, field, request, handlers);
  services.errorHandler.runInBackground("show moved card", () =>
    showMoveResult(services, target, { request }, outcome, moveAgain),
  );
}

interface TriageFeature {
  readonly quickEdits: QuickEdits;
  readonly comments: QuickComments;
  readonly links: QuickLinks;
  readonly deletion: ArtifactDeletion;
  undoChange(): Promise<void>;
  saveEdit(
    target: ArtifactTarget,
    request: FieldEditRequest,
    doneMessage: string | undefined,
  ): Promise<boolean>;
  saveField(
    editTarget: LoadedQuickEditTarget,
    field: FormField,
    request: FieldEditRequest,
    afterSave: () => Promise<void>,
  ): Promise<void>;
  readonly moveCard: MoveCard;
}

export function createTriageFeature(services: Services): TriageFeature {
  const editTargets = new EditTargetResolver(services);
  return {
    quickEdits: new QuickEdits(services, editTargets),
    comments: new QuickComments(services, editTargets),
    links: new QuickLinks(services, editTargets),
    deletion: new ArtifactDeletion(services, editTargets),
    undoChange: () => undoChange(services, editTargets),
    saveEdit: (target, request, doneMessage) =>
      saveRequestedEdit(services, editTargets, target, request, doneMessage),
    saveField: (editTarget, field, request, afterSave) =>
      saveField(services, editTarget, field, request, afterSave),
    moveCard: (...args) => moveCard(services, ...args),
  };
}
