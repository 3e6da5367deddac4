// The fields that a bulk edit can change, and their choices.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { BulkEditControl } from "../../model/fields/fieldType.ts";
import { createForm } from "../../model/form/createForm.ts";
import type { Form } from "../../model/form/form.ts";
import {
  type CommonField,
  findCommonFields,
  findCommonFieldBySelector,
  getListOperations,
} from "../../model/triage/commonFields.ts";
import type { FieldEditRequest, FieldSelector } from "../../model/triage/fieldEditRequest.ts";
import { minUserQueryLength } from "../../model/user.ts";
import { noneChoiceId } from "../../model/valueTypes.ts";
import {
  type BulkEditField,
  type BulkEditValue,
  commentFieldKey,
  type ValueChoice,
  type ValueChoices,
} from "../../protocol/tableProtocol.ts";
import type { SiteCatalog } from "../../store/catalog.ts";
import type { SelectedArtifact, ArtifactLoader } from "../../store/triage/artifactLoader.ts";

export interface BulkEditableFields {
  readonly forms: readonly Form[];
  readonly fields: readonly CommonField[];
  readonly acceptsComment: boolean;
}

function toFieldKey(selector: FieldSelector): string {
  switch (selector.by) {
    case "id":
      return `id ${selector.fieldId}`;
    case "name":
      return `name ${selector.name}`;
    case "role":
      return `role ${selector.role}`;
  }
}

/** Only a loaded artifact reports whether comments are supported; the first one represents the site. */
async function checkAcceptsComment(
  loader: ArtifactLoader,
  first: SelectedArtifact,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await loader.load(first, signal)).base.form.takesComment;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return false;
  }
}

/** Rows of queries over several trackers may have no ID of their tracker; artifacts do. */
async function loadTrackerIds(
  loader: ArtifactLoader,
  selected: readonly SelectedArtifact[],
  signal: AbortSignal,
): Promise<ReadonlySet<number | undefined>> {
  const known = selected.filter(({ trackerId }) => trackerId !== undefined);
  const unknown = selected.filter(({ trackerId }) => trackerId === undefined);
  const results = await loader.loadMany(unknown, signal);
  return new Set([
    ...known.map(({ trackerId }) => trackerId),
    ...results.map((result) => (result.kind === "loaded" ? result.loaded.base.tracker.id : undefined)),
  ]);
}

export async function loadBulkEditableFields(
  loader: ArtifactLoader,
  catalog: SiteCatalog,
  selected: readonly SelectedArtifact[],
  signal: AbortSignal,
): Promise<BulkEditableFields> {
  const [first] = selected;
  if (first === undefined) return { forms: [], fields: [], acceptsComment: false };
  const acceptsComment = await checkAcceptsComment(loader, first, signal);
  const forms: Form[] = [];
  for (const trackerId of await loadTrackerIds(loader, selected, signal)) {
    // Without the tracker of each artifact, common fields can't be determined.
    if (trackerId === undefined) return { forms: [], fields: [], acceptsComment };
    forms.push(createForm(await catalog.loadTracker(trackerId), []));
  }
  return { forms, fields: findCommonFields(forms), acceptsComment };
}

/** Fields with different labels are named after their role. */
function toFieldLabel({ selector, labels }: CommonField): string {
  const hasOneLabel = labels.length === 1;
  if (!hasOneLabel && selector.by === "role" && selector.role === "status") return vscode.l10n.t("Status");
  if (!hasOneLabel && selector.by === "role" && selector.role === "assignee") {
    return vscode.l10n.t("Assignee");
  }
  return toDisplayLine(labels.join(" / "), 60);
}

export function toBulkFields({ fields, acceptsComment }: BulkEditableFields): readonly BulkEditField[] {
  return [
    ...fields.map((field) => ({
      key: toFieldKey(field.selector),
      label: toFieldLabel(field),
      operations: getListOperations(field.bulkInput),
    })),
    ...(acceptsComment
      ? [{ key: commentFieldKey, label: vscode.l10n.t("Comment"), operations: ["set"] as const }]
      : []),
  ];
}

/** `undefined` if the field can't be bulk edited. */
export function findBulkFieldKey(
  { forms, fields }: BulkEditableFields,
  selector: FieldSelector,
): string | undefined {
  const common = findCommonFieldBySelector(forms, fields, selector);
  return common && toFieldKey(common.selector);
}

function findCommonField({ fields }: BulkEditableFields, key: string): CommonField | undefined {
  return fields.find(({ selector }) => toFieldKey(selector) === key);
}

export function createEmptyChoice(kind: BulkEditControl["kind"], isCurrent: boolean): ValueChoice {
  const label = kind === "people" ? vscode.l10n.t("No user") : vscode.l10n.t("No value");
  return { value: null, label, detail: "", isCurrent };
}

export function getBulkChoices(editableFields: BulkEditableFields, key: string): ValueChoices {
  if (key === commentFieldKey) return { kind: "write", inputType: "text" };
  const field = findCommonField(editableFields, key);
  if (field === undefined) {
    return { kind: "none", text: vscode.l10n.t("Not all of the selected artifacts have this field.") };
  }
  const { bulkInput, canBeEmpty } = field;
  if (bulkInput.kind === "write") return bulkInput;
  const { kind, choices, allowsMultiple } = bulkInput;
  if (choices === undefined) {
    return { kind: "search", minQueryLength: minUserQueryLength, allowsMultiple, current: [] };
  }
  const hasNone = choices.some(({ id }) => Number(id) === noneChoiceId);
  const valueChoices = choices.map(({ id, label }) => ({
    value: { id, label },
    label: toDisplayLine(label, 100),
    detail: "",
    isCurrent: false,
  }));
  if (valueChoices.length === 0) {
    return { kind: "none", text: vscode.l10n.t("This field has no values to choose from.") };
  }
  return {
    kind: "list",
    choices: canBeEmpty && !hasNone ? [createEmptyChoice(kind, false), ...valueChoices] : valueChoices,
    allowsMultiple,
  };
}

/** `undefined` if the field doesn't accept the value. */
export function toEditRequest(
  editableFields: BulkEditableFields,
  key: string,
  value: BulkEditValue,
): FieldEditRequest | undefined {
  if (key === commentFieldKey) {
    const hasText = value.kind === "written" && value.text.trim() !== "";
    return hasText ? { kind: "comment", source: value.text, format: "commonmark" } : undefined;
  }
  const field = findCommonField(editableFields, key);
  if (field === undefined) return undefined;
  const { selector, bulkInput } = field;
  if (bulkInput.kind === "write") {
    return value.kind === "written" ? { kind: "write", field: selector, text: value.text } : undefined;
  }
  if (value.kind !== "chosen") return undefined;
  const { how: operation, values } = value;
  return bulkInput.kind === "people"
    ? { kind: "people", field: selector, operation, people: values }
    : { kind: "choices", field: selector, operation, values };
}
