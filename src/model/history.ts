import type { FieldWithValue } from "./artifact.ts";
import { toFieldText, type FieldValue } from "./fields/registry.ts";
import { isSameMinute } from "./localTime.ts";
import type { UnreadableItem } from "./collectionPage.ts";
import type { LabeledId, FileDescription, TextFormat } from "./valueTypes.ts";

export interface Comment {
  readonly source: string;
  readonly format: TextFormat;
  /** Groups that may read a private comment; undefined for a public one. */
  readonly onlyFor: readonly string[] | undefined;
}

/** The state of an artifact after one update, with its comment. */
export interface Changeset {
  readonly kind: "changeset";
  readonly id: number;
  /** Undefined for an anonymous update. */
  readonly by: LabeledId | undefined;
  readonly on: string | undefined;
  readonly comment: Comment | undefined;
  readonly values: readonly (FieldWithValue | UnreadableItem)[];
}

export interface ValueChange {
  readonly fieldId: number;
  readonly label: string;
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
}

export interface HistoryEntry {
  readonly changeset: Changeset;
  readonly isCreation: boolean;
  readonly changes: readonly ValueChange[];
}

/** Types that the server changes with every update. */
const serverSetTypes = new Set(["lud", "luby", "aid", "atid", "priority", "cross", "burndown", "burnup"]);

function entriesById({ values }: Changeset): ReadonlyMap<number, FieldWithValue> {
  return new Map(
    values.flatMap((each) =>
      each.kind === "entry" && !serverSetTypes.has(each.type) ? [[each.fieldId, each] as const] : [],
    ),
  );
}

function isBlankEntry(entry: FieldWithValue | undefined): boolean {
  return entry === undefined || toFieldText(entry.value) === "";
}

/** Compares files by id and dates by time, because servers vary the rest. */
function isSameValue(oldEntry: FieldWithValue | undefined, newEntry: FieldWithValue | undefined): boolean {
  const [oldValue, newValue] = [oldEntry?.value, newEntry?.value];
  if (oldValue?.kind === "date" && newValue?.kind === "date") {
    return isSameMinute(oldValue.date ?? "", newValue.date ?? "");
  }
  if (oldValue?.kind === "files" && newValue?.kind === "files") {
    return (
      oldValue.files.length === newValue.files.length &&
      oldValue.files.every(({ id }, at) => id === newValue.files[at]?.id)
    );
  }
  return JSON.stringify(oldValue) === JSON.stringify(newValue);
}

/** An absent field counts as empty. */
export function diffChangesets(before: Changeset, after: Changeset): readonly ValueChange[] {
  const [old, fresh] = [entriesById(before), entriesById(after)];
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((fieldId) => {
    const [was, is] = [old.get(fieldId), fresh.get(fieldId)];
    const label = (is ?? was)?.label ?? "";
    if (isSameValue(was, is)) return [];
    // An empty field that appears or disappears was added to or removed from the tracker.
    if ((was === undefined || is === undefined) && isBlankEntry(was ?? is)) return [];
    return [{ fieldId, label, before: was?.value, after: is?.value }];
  });
}

export interface FileChange {
  readonly removed: readonly FileDescription[];
  readonly added: readonly FileDescription[];
}

function filesOf(value: FieldValue | undefined): readonly FileDescription[] {
  return value?.kind === "files" ? value.files : [];
}

/** Undefined for other fields. */
export function toFileChange({ before, after }: ValueChange): FileChange | undefined {
  if ((after ?? before)?.kind !== "files") return undefined;
  const [old, fresh] = [filesOf(before), filesOf(after)];
  const [oldIds, freshIds] = [old, fresh].map((files) => new Set(files.map(({ id }) => id)));
  return {
    removed: old.filter(({ id }) => freshIds?.has(id) !== true),
    added: fresh.filter(({ id }) => oldIds?.has(id) !== true),
  };
}

/** Newest first; the first changeset only serves as the base of the comparison. */
export function toHistoryEntries(states: readonly Changeset[]): readonly HistoryEntry[] {
  return states
    .slice(1)
    .map((changeset, index) => {
      const before = states[index];
      const changes = before === undefined ? [] : diffChangesets(before, changeset);
      return { changeset, isCreation: false, changes };
    })
    .toReversed();
}

/** Who changed which fields, and when. */
export interface ChangeAuthorship {
  readonly by: string | undefined;
  readonly on: string | undefined;
  readonly fieldIds: readonly number[];
}

export function toChangeAuthorship({ changeset: { by, on }, changes }: HistoryEntry): ChangeAuthorship {
  return { by: by?.label, on, fieldIds: changes.map(({ fieldId }) => fieldId) };
}
