// The file format of drafts, with everything needed to show them offline. A changed property name needs a new format.
import type { Draft, DraftInput } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { MergeState } from "../model/merge/mergeState.ts";
import type { ArtifactVersion } from "../model/artifactVersion.ts";
import { isSubject, type FormSubject } from "../model/form/formSubject.ts";
import type { SvnFormBase } from "../model/svnForm.ts";

/** The version of an artifact that a draft is based on. */
export interface DraftBase {
  readonly form: Form;
  /** `undefined` for a new artifact, and if the server reports no version. */
  readonly revision: ArtifactVersion | undefined;
  /** Whether the server rejects a change based on this version if there is any other change. */
  readonly isVersionFinal?: boolean | undefined;
  readonly title: string | undefined;
  /** Reference keyword of its tracker. */
  readonly itemName: string | undefined;
  readonly tracker: { readonly id: number | undefined; readonly label: string | undefined };
  readonly color: string | undefined;
  readonly page: string | undefined;
  readonly submittedBy: string | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
  readonly changesetsUri: string | undefined;
  /** When it was cached, in milliseconds, if the site was offline. */
  readonly asOf?: number | undefined;
  /** For Subversion repositories: what the form doesn't show. */
  readonly svn?: SvnFormBase | undefined;
}

export interface DraftWindow {
  /** Part of the file name, so that two windows never write the same file. */
  readonly id: string;
  readonly process: number;
}

/** A save with unknown outcome: the window may have closed during the request. */
export interface PendingSave {
  readonly since: number;
  /** What was sent; the draft may have changed since then. */
  readonly sent: readonly DraftInput[];
  /** The draft at that time, if remote changes were merged into it. */
  readonly typed?: readonly DraftInput[] | undefined;
  /** Number of changesets before the save, if the server reports it. */
  readonly historyLength?: number | undefined;
}

/** A save that the server has confirmed, but that isn't yet checked for changes others made at the same time. */
export interface UncheckedSave {
  /** When it was sent, in milliseconds. */
  readonly since: number;
  readonly sent: readonly DraftInput[];
  /** When the artifact was last modified before the save, if the server reports it. */
  readonly modifiedOn?: string | undefined;
  /** Number of changesets before the save, if the server reports it. */
  readonly historyLength?: number | undefined;
}

export interface StoredDraft {
  readonly format: 2;
  readonly subject: FormSubject;
  readonly base: DraftBase;
  readonly draft: Draft;
  readonly pendingSave?: PendingSave | undefined;
  readonly uncheckedSave?: UncheckedSave | undefined;
  /** Remote changes and resolutions. */
  readonly mergeState?: MergeState | undefined;
  /** Whether the conflict view is open. */
  readonly isResolving?: boolean | undefined;
  /** When it was last edited, in milliseconds. */
  readonly changedAt: number;
  /** `undefined` after its window has released it. */
  readonly window: DraftWindow | undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isFieldInput(value: unknown): boolean {
  return isObject(value) && ["number", "string"].includes(typeof value["target"]) && hasKind(value["input"]);
}

function hasKind(value: unknown): boolean {
  return isObject(value) && typeof value["kind"] === "string";
}

function isArrayOf(value: unknown, isItem: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isOptional(value: unknown, isItem: (each: unknown) => boolean): boolean {
  return value === undefined || isItem(value);
}

function isConflictDecision(value: unknown): boolean {
  return (
    isObject(value) &&
    hasKind(value["mine"]) &&
    typeof value["undoHistoryLength"] === "number" &&
    typeof value["resolution"] === "string" &&
    isOptional(value["result"], hasKind)
  );
}

function isConflictBasis(value: unknown): boolean {
  return isObject(value) && isOptional(value["before"], hasKind) && isConflictDecision(value["until"]);
}

function isRemoteChange(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["fieldId"] === "number" &&
    typeof value["label"] === "string" &&
    isOptional(value["by"], (by) => typeof by === "string") &&
    isOptional(value["on"], (on) => typeof on === "string") &&
    isOptional(value["before"], hasKind) &&
    isOptional(value["decision"], isConflictDecision) &&
    isOptional(value["earlier"], (earlier) => isArrayOf(earlier, isConflictBasis))
  );
}

function isMergeState(value: unknown): boolean {
  return (
    isObject(value) &&
    isArrayOf(value["merged"], isRemoteChange) &&
    isArrayOf(value["conflicts"], isRemoteChange)
  );
}

function isPendingSave(value: unknown): boolean {
  return (
    isObject(value) &&
    isArrayOf(value["sent"], isFieldInput) &&
    isOptional(value["typed"], (typed) => isArrayOf(typed, isFieldInput))
  );
}

function isUncheckedSave(value: unknown): boolean {
  return isObject(value) && typeof value["since"] === "number" && isArrayOf(value["sent"], isFieldInput);
}

function isForm(value: unknown): boolean {
  return (
    isObject(value) &&
    isObject(value["promoted"]) &&
    isArrayOf(value["layout"], hasKind) &&
    isArrayOf(value["linkFields"], (id) => typeof id === "number") &&
    isArrayOf(value["fileFields"], (id) => typeof id === "number") &&
    isArrayOf(
      value["fields"],
      (field) => isObject(field) && typeof field["id"] === "number" && hasKind(field["control"]),
    )
  );
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isObject(value) || value["format"] !== 2 || typeof value["changedAt"] !== "number") return false;
  const { subject, base, draft, pendingSave, uncheckedSave } = value;
  return (
    isSubject(subject) &&
    isObject(base) &&
    isObject(base["tracker"]) &&
    isOptional(base["svn"], isObject) &&
    isForm(base["form"]) &&
    isObject(draft) &&
    typeof draft["position"] === "number" &&
    isArrayOf(draft["steps"], isObject) &&
    isArrayOf(draft["inputs"], isFieldInput) &&
    isOptional(pendingSave, isPendingSave) &&
    isOptional(uncheckedSave, isUncheckedSave)
  );
}

/** Property names of format 1 that have changed, by the object they are in. */
const oldNames = {
  file: { ["encounter"]: "mergeState", unsettled: "pendingSave", holder: "window" },
  draft: { forgotten: "droppedSteps" },
  mergeState: { taken: "merged", contests: "conflicts" },
  conflict: { decided: "decision", wasGivenUp: "wasDiscarded" },
  decision: { as: "resolution", became: "result", at: "undoHistoryLength" },
} as const;

type PropertyMigration = Readonly<Record<string, (value: unknown) => unknown>>;

function migrateProperties(
  value: unknown,
  names: Readonly<Record<string, string>>,
  migrations: PropertyMigration = {},
): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([oldName, property]) => {
      const name = names[oldName] ?? oldName;
      return [name, migrations[name]?.(property) ?? property];
    }),
  );
}

function migrateItems(migrateItem: (item: unknown) => unknown): (items: unknown) => unknown {
  return (items) => (Array.isArray(items) ? items.map(migrateItem) : items);
}

function migrateDecision(value: unknown): unknown {
  return migrateProperties(value, oldNames.decision);
}

function migrateConflict(value: unknown): unknown {
  const migrateBasis = (basis: unknown): unknown => migrateProperties(basis, {}, { until: migrateDecision });
  return migrateProperties(value, oldNames.conflict, {
    decision: migrateDecision,
    earlier: migrateItems(migrateBasis),
  });
}

function migrateFormat1(stored: unknown): unknown {
  if (!isObject(stored) || stored["format"] !== 1) return stored;
  return migrateProperties(stored, oldNames.file, {
    format: () => 2,
    draft: (draft) => migrateProperties(draft, oldNames.draft),
    mergeState: (mergeState) =>
      migrateProperties(mergeState, oldNames.mergeState, { conflicts: migrateItems(migrateConflict) }),
  });
}

/** Whether there is something to save or to resolve; otherwise only the check of the last save is missing. */
export function hasUnsavedEdits({ draft, pendingSave, uncheckedSave }: StoredDraft): boolean {
  return uncheckedSave === undefined || pendingSave !== undefined || draft.inputs.length > 0;
}

/** `undefined` for invalid files and those of later formats. */
export function parseStoredDraft(text: string): StoredDraft | undefined {
  try {
    const stored = migrateFormat1(JSON.parse(text));
    if (!isStoredDraft(stored)) return undefined;
    // The draft is kept even if the merge state is invalid.
    return isOptional(stored.mergeState, isMergeState) ? stored : { ...stored, mergeState: undefined };
  } catch {
    return undefined;
  }
}
