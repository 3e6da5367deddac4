// A requested edit of a field, independent of the artifacts it is applied to.
import type { ArtifactRow } from "../artifact.ts";
import type { Problem } from "../fields/fieldType.ts";
import type { Control } from "../fields/registry.ts";
import type { InputTarget } from "../form/draft.ts";
import type { HeadingFieldIds } from "../form/form.ts";
import type { LabeledId, TextFormat } from "../valueTypes.ts";

/** Ids are specific to a tracker; roles, and usually names, are not. */
export type FieldSelector =
  | { readonly by: "id"; readonly fieldId: number }
  | { readonly by: "role"; readonly role: keyof HeadingFieldIds }
  | { readonly by: "name"; readonly name: string };

export type ListOperation = "set" | "add" | "remove";

export type FieldEditRequest =
  /** `set` without values clears the list. */
  | {
      readonly kind: "choices";
      readonly field: FieldSelector;
      readonly operation: ListOperation;
      readonly values: readonly LabeledId[];
    }
  | {
      readonly kind: "people";
      readonly field: FieldSelector;
      readonly operation: ListOperation;
      readonly people: readonly LabeledId[];
    }
  /** For line, text, number and date fields; parsed as if typed. */
  | {
      readonly kind: "write";
      readonly field: FieldSelector;
      readonly text: string;
      readonly format?: TextFormat | undefined;
    }
  | { readonly kind: "comment"; readonly source: string; readonly format: TextFormat }
  /** Adds a link to another artifact, in the first editable link field by default. */
  | {
      readonly kind: "link";
      readonly artifactId: number;
      readonly type: string;
      readonly field?: FieldSelector | undefined;
    };

/** Why a request can't be applied to an artifact, as far as known without asking the server. */
export type EditObstacle =
  /** `field` is its label, if known. */
  | { readonly code: "noField"; readonly field?: string | undefined }
  | { readonly code: "readOnly"; readonly field?: string | undefined }
  /** The field has another kind of control. */
  | { readonly code: "wrongKind" }
  | { readonly code: "singleValue" }
  | { readonly code: "notOffered"; readonly value: string }
  /** The field doesn't accept this person. */
  | { readonly code: "notAssignable"; readonly person: string }
  | { readonly code: "noComments" }
  | { readonly code: "unknownLinkType"; readonly type: string }
  /** A link of another type exists. */
  | { readonly code: "linkedWithOtherType"; readonly type: string }
  /** A problem of the form, possibly of another field; includes missing transitions. */
  | { readonly code: "problem"; readonly target: InputTarget; readonly problem: Problem };

// Requests for fields by role: status and assignee.

/** Titles are excluded because they are unique. */
export type FieldRole = Exclude<keyof HeadingFieldIds, "title">;

/** Whether several values or people can be selected. Open lists aren't included. */
export function allowsMultiple(control: Control): boolean {
  if (control.kind === "people") return control.takes === "many";
  return control.kind === "choice" && (control.look === "multiSelect" || control.look === "checkboxes");
}

export function createRoleEditRequest(
  role: FieldRole,
  operation: ListOperation,
  values: readonly LabeledId[],
): FieldEditRequest {
  const field = { by: "role", role } as const;
  return role === "assignee"
    ? { kind: "people", field, operation, people: values }
    : { kind: "choices", field, operation, values };
}

// Compares a displayed row with the current artifact.

export type ComparedRowField = "title" | "status" | "assignees" | "modifiedOn";

function isDifferentTime(shown: string | undefined, current: string | undefined): boolean {
  if (shown === undefined || current === undefined) return false;
  const [shownMs, currentMs] = [Date.parse(shown), Date.parse(current)];
  return Number.isNaN(shownMs) || Number.isNaN(currentMs) ? shown !== current : shownMs !== currentMs;
}

/** Rows of lists have no tags, but artifacts loaded separately do; without times only tags tell. */
function hasDifferentTag({ version: shown }: ArtifactRow, { version: current }: ArtifactRow): boolean {
  return shown?.kind === "tag" && current?.kind === "tag" && shown.tag !== current.tag;
}

function isDifferent(shown: string | undefined, current: string | undefined): boolean {
  return shown !== undefined && shown !== current;
}

/** Queries over several trackers report user names instead of IDs, so the names of users are compared. */
function haveAssigneesChanged(shown: ArtifactRow, current: ArtifactRow): boolean {
  if (shown.assignees.length === 0) return false;
  const byName = shown.assignees.some(({ id }) => typeof id === "string");
  const [before, now] = [shown, current].map(({ assignees }) =>
    JSON.stringify(assignees.map(({ id, label }) => (byName ? label : String(id))).sort()),
  );
  return before !== now;
}

/** Fields that differ. Fields that one of the rows lacks are ignored. */
export function findChangedRowFields(shown: ArtifactRow, current: ArtifactRow): readonly ComparedRowField[] {
  const changed: readonly (readonly [ComparedRowField, boolean])[] = [
    ["title", isDifferent(shown.title, current.title)],
    ["status", isDifferent(shown.status, current.status)],
    ["assignees", haveAssigneesChanged(shown, current)],
    ["modifiedOn", isDifferentTime(shown.modifiedOn, current.modifiedOn) || hasDifferentTag(shown, current)],
  ];
  return changed.flatMap(([field, isChanged]) => (isChanged ? [field] : []));
}
