// Changes many artifacts: with a preview, and with undo. Each artifact is saved with the version that the preview was
// made from.
import type { Failure } from "../../model/failure.ts";
import { type DraftInput, emptyDraft, type InputTarget } from "../../model/form/draft.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { isSameInput } from "../../model/form/input.ts";
import {
  isSameVersionByTime,
  type ArtifactVersion,
  getEarliestReliableLoadTime,
} from "../../model/artifactVersion.ts";
import {
  type ChangedInput,
  type EditCheckResult,
  checkEditRequest,
  type InputChange,
  checkInputChanges,
  fieldHoldsInput,
  getRequestedInput,
  listChangedInputs,
} from "../../model/triage/checkEdit.ts";
import type { FieldEditRequest } from "../../model/triage/fieldEditRequest.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { DraftBase } from "../storedDraft.ts";
import {
  type AcceptedChange,
  addStoredDifferences,
  type SavedEdit,
  type QuickEditObstacle,
  loadRemoteChangeSummary,
  markChangesUndone,
  reportSavedChange,
  sendChange,
  type SendOutcome,
  startSavedChange,
} from "./quickEdit.ts";
import { type ChangedArtifact, isOwnVersion, type SavedChange } from "./savedChanges.ts";
import {
  createSelectedArtifact,
  getVersionSeenAt,
  type ArtifactLoadResult,
  maxConcurrentRequests,
  type SelectedArtifact,
  type LoadedArtifact,
  type ArtifactLoader,
} from "./artifactLoader.ts";

/** A possible change, with the base it was previewed on. */
interface PlannedChange {
  readonly kind: "change";
  readonly selected: SelectedArtifact;
  readonly change: InputChange;
  readonly base: DraftBase;
  /** From when on a load of that version is reliable, and whether the loaded base was. By the monotonic clock. */
  readonly reliableFrom: number;
  readonly isReliable: boolean;
  /** The ID of the change that it undoes. */
  readonly undoes?: string | undefined;
}

export type BulkPreviewItem =
  | PlannedChange
  | { readonly kind: "unchanged"; readonly selected: SelectedArtifact }
  | { readonly kind: "refused"; readonly selected: SelectedArtifact; readonly why: QuickEditObstacle }
  | { readonly kind: "unreadable"; readonly selected: SelectedArtifact; readonly failure: Failure };

export type BulkResultItem = { readonly selected: SelectedArtifact } & (
  | SendOutcome
  /** Canceled before its turn. */
  | { readonly kind: "notTried" }
  /** Already has the value to restore. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly why: UndoObstacle }
);

/** Why a change can't be undone. A comment never can. */
export type UndoObstacle =
  | QuickEditObstacle
  | { readonly code: "comment" }
  /** The user has changed the field once more. */
  | { readonly code: "laterChange"; readonly field: string };

type OnProgress = (done: number, of: number) => void;

function toPreviewItem(
  selected: SelectedArtifact,
  loaded: LoadedArtifact,
  result: EditCheckResult,
): BulkPreviewItem {
  const { base, requestedAt } = loaded;
  if (result.kind !== "change") return { ...result, selected };
  if (base.revision === undefined) return { kind: "refused", selected, why: { code: "noVersion" } };
  const reliableFrom = getEarliestReliableLoadTime(base.revision, getVersionSeenAt(selected, loaded));
  return {
    kind: "change",
    selected,
    change: result,
    base,
    reliableFrom,
    isReliable: requestedAt >= reliableFrom,
  };
}

/**
 * Only a single artifact's response tells whether the workflow makes a field read-only in its state. The workflow field
 * itself is changed by transitions.
 */
function canBeFrozen({ rules }: Form, target: InputTarget): boolean {
  const hasWorkflow = rules !== undefined && rules.fieldId !== 0;
  return hasWorkflow && target !== "comment" && target !== rules.fieldId;
}

function isSufficientFor({ base: { form } }: LoadedArtifact, request: FieldEditRequest): boolean {
  const input = getRequestedInput(form, request);
  return input.kind === "refused" || !canBeFrozen(form, input.target);
}

function uniqueById(all: readonly SelectedArtifact[]): readonly SelectedArtifact[] {
  return [...new Map(all.map((selected) => [selected.row.id, selected])).values()];
}

/** The result of the edit for each artifact, in order; nothing is sent. */
export async function previewBulkEdit(
  loader: ArtifactLoader,
  all: readonly SelectedArtifact[],
  request: FieldEditRequest,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<readonly BulkPreviewItem[]> {
  const selectedArtifacts = uniqueById(all);
  const results = await loader.loadMany(selectedArtifacts, signal, {
    isEnough: (loaded) => isSufficientFor(loaded, request),
    onRead: (count) => onProgress?.(count, selectedArtifacts.length),
  });
  return selectedArtifacts.map((selected, index) => {
    const result = results[index];
    if (result?.kind === "loaded") {
      return toPreviewItem(selected, result.loaded, checkEditRequest(result.loaded.base.form, request));
    }
    return { ...(result ?? throwNotLoaded(selected)), selected };
  });
}

function throwNotLoaded({ row: { id } }: SelectedArtifact): never {
  throw new Error(`Artifact ${id} was not loaded`);
}

/** Compares values only, because only they affect the request. */
function haveSameValues(left: Form, right: Form): boolean {
  return left.fields.every(({ id, base }) => isSameInput(base, findField(right, id)?.base));
}

function isUnchanged({ base }: PlannedChange, result: ArtifactLoadResult | undefined): boolean {
  return (
    result?.kind === "loaded" &&
    isSameVersionByTime(result.loaded.base.revision, base.revision) === true &&
    haveSameValues(base.form, result.loaded.base.form)
  );
}

/** Usually no wait is needed once the user has read the preview. */
async function waitUntilReliable(
  loader: ArtifactLoader,
  unreliable: readonly PlannedChange[],
  signal: AbortSignal,
): Promise<void> {
  const { clock } = loader.options;
  const waitMs = Math.max(...unreliable.map((item) => item.reliableFrom)) - clock.now();
  if (waitMs > 0) await clock.pause(waitMs, signal);
}

/**
 * Batch responses may have another kind of version than single ones: if they can't be compared, the artifact is loaded
 * separately.
 */
function reloadArtifacts<T extends { readonly selected: SelectedArtifact }>(
  loader: ArtifactLoader,
  all: readonly T[],
  signal: AbortSignal,
  getKnownVersion: (item: T) => ArtifactVersion | undefined,
  isEnough: (item: T, loaded: LoadedArtifact) => boolean = () => true,
): Promise<readonly ArtifactLoadResult[]> {
  const byId = new Map(all.map((item) => [item.selected.row.id, item]));
  return loader.loadMany(
    all.map(({ selected }) => selected),
    signal,
    {
      isEnough: (loaded) => {
        const item = byId.get(loaded.artifact.id);
        if (item === undefined) return true;
        return (
          isSameVersionByTime(getKnownVersion(item), loaded.base.revision) !== undefined &&
          isEnough(item, loaded)
        );
      },
    },
  );
}

/**
 * Artifacts that others changed within the second of the previewed version, which the server would accept. They are
 * loaded again after that second, in batches.
 */
async function findChangedMeanwhile(
  loader: ArtifactLoader,
  plans: readonly PlannedChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<PlannedChange, BulkResultItem>> {
  const unreliable = plans.filter(({ isReliable }) => !isReliable);
  if (unreliable.length === 0) return new Map();
  await waitUntilReliable(loader, unreliable, signal);
  if (signal.aborted) return new Map();
  const results = await reloadArtifacts(loader, unreliable, signal, ({ base }) => base.revision);
  return new Map(
    unreliable.flatMap((plan, index) => {
      const result = results[index];
      if (isUnchanged(plan, result)) return [];
      return [[plan, toFailedItem(plan, result)] as const];
    }),
  );
}

function toFailedItem({ selected }: PlannedChange, result: ArtifactLoadResult | undefined): BulkResultItem {
  if (result?.kind !== "unreadable") return { kind: "conflict", selected };
  const { failure } = result;
  return failure.kind === "notFound" ? { kind: "gone", selected } : { kind: "failed", failure, selected };
}

/** Saved artifacts are reported in groups, so that they can be undone even if the window is closed before the end. */
const reportGroupSize = 20;

/** Carries out the preview. Requests in flight are completed after a cancellation. */
export async function runBulkEdit(
  loader: ArtifactLoader,
  items: readonly BulkPreviewItem[],
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<readonly BulkResultItem[]> {
  const plans = items.filter((item) => item.kind === "change");
  const changedMeanwhile = await findChangedMeanwhile(loader, plans, signal);
  const undone = new Map(plans.map(({ selected, undoes }) => [selected.row.id, undoes]));
  const savedChange = plans.length === 0 ? undefined : await startSavedChange(loader);
  const report = (accepted: readonly AcceptedChange[]): void =>
    reportSavedChange(loader, savedChange, accepted, (artifactId) => undone.get(artifactId));
  const accepted: AcceptedChange[] = [];
  let count = 0;
  const saved = await mapConcurrent(plans, maxConcurrentRequests, async (plan) => {
    const item = await saveItem(loader, plan, changedMeanwhile.get(plan), signal);
    count += 1;
    if (item.kind === "done") {
      const { selected, base } = plan;
      accepted.push({ selected, base, done: { ...item, changeId: savedChange?.id } });
      if (accepted.length % reportGroupSize === 0) report(accepted);
    }
    onProgress?.(count, plans.length);
    return item;
  });
  report(accepted);
  const stored = await addStoredDifferences(loader, accepted, signal);
  const compared = accepted.map((each, index) => ({ ...each, done: stored[index] ?? each.done }));
  if (compared.some(({ done }) => done.stored !== undefined)) report(compared);
  const byId = new Map(compared.map(({ selected, done }) => [selected.row.id, done]));
  return saved.map((item) => {
    const done = byId.get(item.selected.row.id);
    return done === undefined ? item : { ...done, selected: item.selected };
  });
}

async function saveItem(
  loader: ArtifactLoader,
  { selected, base, change }: PlannedChange,
  changedItem: BulkResultItem | undefined,
  signal: AbortSignal,
): Promise<BulkResultItem> {
  if (signal.aborted) return { kind: "notTried", selected };
  const item = changedItem ?? { ...(await sendChange(loader, selected, base, change)), selected };
  return item.kind === "conflict"
    ? { ...item, theirs: await loadRemoteChangeSummary(loader, selected, base, signal) }
    : item;
}

/**
 * Artifacts worth another preview. A comment with unknown outcome isn't retried, because a preview can't tell whether
 * it was added.
 */
export function listRetryable(
  items: readonly BulkResultItem[],
  request: FieldEditRequest,
): readonly SelectedArtifact[] {
  const canRetry: Readonly<Record<BulkResultItem["kind"], boolean>> = {
    conflict: true,
    rejected: true,
    failed: true,
    notTried: true,
    unknown: request.kind !== "comment",
    refused: false,
    done: false,
    unchanged: false,
    gone: false,
  };
  return items.filter(({ kind }) => canRetry[kind]).map(({ selected }) => selected);
}

type UndoableItem = SavedEdit & { readonly selected: SelectedArtifact };

interface UndoOptions {
  /** The user's own changes, oldest first: those made since then don't prevent the undo. */
  readonly ownChanges?: readonly SavedChange[] | undefined;
  /** `anyway` restores fields that still have the value of the change, though others have changed the artifact since. */
  readonly mode?: "checked" | "anyway";
}

/** A version that was made longer ago can't hide another write, in milliseconds by the clock of this machine. */
const minStoredAgeMs = 60_000;

function toUndoableItem(change: SavedChange, artifact: ChangedArtifact, seenAt: number): UndoableItem {
  const { id, title, trackerId, fields, revision } = artifact;
  const inputs = fields.flatMap(({ fieldId, label, before, after }): readonly ChangedInput[] =>
    after === undefined ? [] : [{ target: fieldId, label, before, after }],
  );
  const comment: ChangedInput = {
    target: "comment",
    label: "",
    before: undefined,
    after: { kind: "text", source: "", format: "commonmark" },
  };
  const [first = comment, ...further] = inputs;
  return {
    kind: "done",
    selected: createSelectedArtifact(id, title, trackerId),
    change: { kind: "change", ...first, further, draft: emptyDraft },
    revision,
    seenAt,
    changeId: change.id,
  };
}

/** The artifacts of a stored change, for `undoBulkEdit`. */
export function toUndoableItems(
  { options: { clock } }: ArtifactLoader,
  change: SavedChange,
): readonly BulkResultItem[] {
  // Stored times are those of another clock, which may have been set since.
  const seenAt = Date.now() - change.at > minStoredAgeMs ? Number.NEGATIVE_INFINITY : clock.now();
  return change.artifacts.map((artifact) => toUndoableItem(change, artifact, seenAt));
}

type ChangedFieldInput = ChangedInput & { readonly target: number };

function isFieldInput(input: ChangedInput): input is ChangedFieldInput {
  return input.target !== "comment";
}

/** A field that the user has changed after the change that is undone. */
function findLaterChange(
  { selected, changeId = "" }: UndoableItem,
  inputs: readonly ChangedFieldInput[],
  ownChanges: readonly SavedChange[],
): ChangedFieldInput | undefined {
  const later = ownChanges.filter(({ id }) => id > changeId).flatMap(({ artifacts }) => artifacts);
  const fields = later.filter(({ id }) => id === selected.row.id).flatMap((artifact) => artifact.fields);
  return inputs.find(({ target }) => fields.some(({ fieldId }) => fieldId === target));
}

/** Restores the previous values on the version that the edit made, or on one that the user has made since. */
function planUndo(
  item: UndoableItem,
  result: ArtifactLoadResult | undefined,
  { ownChanges = [], mode = "checked" }: UndoOptions,
): PlannedChange | BulkResultItem {
  const { selected, change, revision, seenAt, changeId } = item;
  const inputs = listChangedInputs(change).filter(isFieldInput);
  if (inputs.length === 0) return { kind: "refused", selected, why: { code: "comment" } };
  if (result?.kind !== "loaded") {
    const { failure } = result ?? throwNotLoaded(selected);
    return failure.kind === "notFound" ? { kind: "gone", selected } : { kind: "failed", failure, selected };
  }
  const { base, requestedAt, receivedAt } = result.loaded;
  const missing = inputs.find(({ target }) => findField(base.form, target) === undefined);
  if (missing !== undefined) {
    return { kind: "refused", selected, why: { code: "noField", field: missing.label } };
  }
  const isRestored = ({ target, before }: ChangedFieldInput): boolean =>
    before !== undefined && fieldHoldsInput(base.form, target, before);
  if (inputs.every(isRestored)) return { kind: "unchanged", selected };
  const restored = inputs.flatMap(({ target, before: input, after }): readonly DraftInput[] =>
    input !== undefined && fieldHoldsInput(base.form, target, after) ? [{ target, input }] : [],
  );
  const isOwn = isOwnVersion(ownChanges, selected.row.id, revision, base.revision);
  const isUnchangedSince = isOwn && restored.length === inputs.length;
  const canRestore = restored.length > 0 && base.revision !== undefined;
  if (!canRestore || !(isUnchangedSince || mode === "anyway")) {
    const changed = inputs.filter(({ target }) => restored.every((each) => each.target !== target));
    const later = isOwn ? findLaterChange(item, changed, ownChanges) : undefined;
    if (later === undefined) return { kind: "conflict", selected, canRestore };
    return { kind: "refused", selected, why: { code: "laterChange", field: later.label } };
  }
  const undo = checkInputChanges(base.form, restored);
  if (undo.kind !== "change") return { ...undo, selected };
  const isVersionOfChange = isSameVersionByTime(revision, base.revision) === true;
  const reliableFrom = getEarliestReliableLoadTime(base.revision, isVersionOfChange ? seenAt : receivedAt);
  return {
    kind: "change",
    selected,
    change: undo,
    base,
    reliableFrom,
    isReliable: requestedAt >= reliableFrom,
    undoes: changeId,
  };
}

/**
 * Restores previous values of artifacts that nobody else has changed since. Waits until the second of the new versions
 * is over and loads again, so that changes of others are never overwritten.
 */
export async function undoBulkEdit(
  loader: ArtifactLoader,
  items: readonly BulkResultItem[],
  signal: AbortSignal,
  onProgress?: OnProgress,
  options: UndoOptions = {},
): Promise<readonly BulkResultItem[]> {
  const done = items.filter((item) => item.kind === "done");
  const undos = await planUndos(loader, done, signal, options);
  const unchanged = done.filter((_, index) => undos[index]?.kind === "unchanged");
  await markChangesUndone(loader, unchanged);
  const plans = undos.filter((undo) => undo.kind === "change");
  const results = new Map(
    (await runBulkEdit(loader, plans, signal, onProgress)).map((item) => [item.selected.row.id, item]),
  );
  return undos.map((undo) =>
    undo.kind === "change" ? (results.get(undo.selected.row.id) ?? throwNotLoaded(undo.selected)) : undo,
  );
}

async function planUndos(
  loader: ArtifactLoader,
  done: readonly UndoableItem[],
  signal: AbortSignal,
  options: UndoOptions,
): Promise<readonly (PlannedChange | BulkResultItem)[]> {
  if (done.length === 0) return [];
  const { clock } = loader.options;
  const reliableTimes = done.map(({ revision, seenAt }) =>
    revision === undefined ? 0 : getEarliestReliableLoadTime(revision, seenAt),
  );
  const waitMs = Math.max(...reliableTimes) - clock.now();
  if (waitMs > 0) await clock.pause(waitMs, signal);
  const results = await reloadArtifacts(
    loader,
    done,
    signal,
    ({ revision }) => revision,
    ({ change }, { base: { form } }) =>
      listChangedInputs(change).every(({ target }) => !canBeFrozen(form, target)),
  );
  if (signal.aborted) return done.map(({ selected }) => ({ kind: "notTried", selected }));
  return mapConcurrent(done, maxConcurrentRequests, async (item, index) => {
    const undo = planUndo(item, results[index], options);
    if (undo.kind !== "conflict") return undo;
    return { ...undo, theirs: await loadRemoteChangeSummary(loader, item.selected, undefined, signal) };
  });
}

/** Whether an undo can be retried. With unknown outcome, the retry checks the artifact first. */
const canRetryUndo: Readonly<Record<BulkResultItem["kind"], boolean>> = {
  notTried: true,
  failed: true,
  unknown: true,
  conflict: false,
  rejected: false,
  refused: false,
  done: false,
  unchanged: false,
  gone: false,
};

/** Edits whose undo can be retried. */
export function listUndoRetries(
  done: readonly BulkResultItem[],
  undone: readonly BulkResultItem[],
): readonly BulkResultItem[] {
  const retryableIds = new Set(
    undone.filter(({ kind }) => canRetryUndo[kind]).map(({ selected }) => selected.row.id),
  );
  return done.filter(({ selected }) => retryableIds.has(selected.row.id));
}
