import type { FieldEntry } from "./artifact.ts";
import { fieldText, type FieldValue } from "./fields/registry.ts";
import { sameMoment } from "./localTime.ts";
import type { Unreadable } from "./page.ts";
import type { Chosen, FileDescription, TextFormat } from "./value.ts";

export interface Comment {
  readonly source: string;
  readonly format: TextFormat;
  /** The groups that a private comment is kept to; undefined for one that everybody may read. */
  readonly onlyFor: readonly string[] | undefined;
}

/** The state of an artifact after one write, with the comment that came along. */
export interface Changeset {
  readonly kind: "changeset";
  readonly id: number;
  /** Undefined where nobody was signed in. */
  readonly by: Chosen | undefined;
  readonly on: string | undefined;
  readonly comment: Comment | undefined;
  readonly values: readonly (FieldEntry | Unreadable)[];
}

/** What one write did to one field. */
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

/** Fields that the server sets itself with every write tell nothing. */
const selfSet = new Set(["lud", "luby", "aid", "atid", "priority", "cross", "burndown", "burnup"]);

function entriesById({ values }: Changeset): ReadonlyMap<number, FieldEntry> {
  return new Map(
    values.flatMap((each) =>
      each.kind === "entry" && !selfSet.has(each.type) ? [[each.fieldId, each] as const] : [],
    ),
  );
}

function isBlank(entry: FieldEntry | undefined): boolean {
  return entry === undefined || fieldText(entry.value) === "";
}

/** Files are the same ones whatever a server says of them later, and moments however it writes them. */
function isSame(was: FieldEntry | undefined, is: FieldEntry | undefined): boolean {
  const [old, fresh] = [was?.value, is?.value];
  if (old?.kind === "date" && fresh?.kind === "date") return sameMoment(old.date ?? "", fresh.date ?? "");
  if (old?.kind === "files" && fresh?.kind === "files") {
    return (
      old.files.length === fresh.files.length && old.files.every(({ id }, at) => id === fresh.files[at]?.id)
    );
  }
  return JSON.stringify(old) === JSON.stringify(fresh);
}

/** What differs between two states; a field that is not told of counts as empty. */
export function changesBetween(before: Changeset, after: Changeset): readonly ValueChange[] {
  const [old, fresh] = [entriesById(before), entriesById(after)];
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((fieldId) => {
    const [was, is] = [old.get(fieldId), fresh.get(fieldId)];
    const label = (is ?? was)?.label ?? "";
    if (isSame(was, is)) return [];
    // A field that first appears without anything in it was added to the tracker, not changed by anyone.
    if ((was === undefined || is === undefined) && isBlank(was ?? is)) return [];
    return [{ fieldId, label, before: was?.value, after: is?.value }];
  });
}

export interface FileChange {
  readonly removed: readonly FileDescription[];
  readonly added: readonly FileDescription[];
}

function filesIn(value: FieldValue | undefined): readonly FileDescription[] {
  return value?.kind === "files" ? value.files : [];
}

/** Which files a change has added and removed; undefined for other fields. */
export function fileChangeOf({ before, after }: ValueChange): FileChange | undefined {
  if ((after ?? before)?.kind !== "files") return undefined;
  const [old, fresh] = [filesIn(before), filesIn(after)];
  const [oldIds, freshIds] = [old, fresh].map((files) => new Set(files.map(({ id }) => id)));
  return {
    removed: old.filter(({ id }) => freshIds?.has(id) !== true),
    added: fresh.filter(({ id }) => oldIds?.has(id) !== true),
  };
}

/** The writes that are told, newest first; the oldest of the given states only serves to compare with. */
export function entriesAfterFirst(states: readonly Changeset[]): readonly HistoryEntry[] {
  return states
    .slice(1)
    .map((changeset, index) => {
      const before = states[index];
      const changes = before === undefined ? [] : changesBetween(before, changeset);
      return { changeset, isCreation: false, changes };
    })
    .toReversed();
}

/** Who wrote, and when, and to which fields. */
export interface Writing {
  readonly by: string | undefined;
  readonly on: string | undefined;
  readonly fieldIds: readonly number[];
}

export function writingOf({ changeset: { by, on }, changes }: HistoryEntry): Writing {
  return { by: by?.label, on, fieldIds: changes.map(({ fieldId }) => fieldId) };
}
