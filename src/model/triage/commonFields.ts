// Fields that can be edited in many artifacts at once. Within one tracker any editable field; across trackers
// only fields that match by role, or by name and kind.
import type { BulkEditControl } from "../fields/fieldType.ts";
import { hostTypeOfControl } from "../fields/hostRegistry.ts";
import type { Control } from "../fields/registry.ts";
import type { Form, FormField, HeadingFieldIds } from "../form/form.ts";
import type { Choice } from "../tracker.ts";
import { findFieldBySelector } from "./checkEdit.ts";
import type { ListOperation, FieldSelector } from "./fieldEditRequest.ts";

export interface CommonField {
  readonly selector: FieldSelector;
  /** Several if trackers use different labels. */
  readonly labels: readonly string[];
  readonly bulkInput: BulkEditControl;
  /** Whether the field can be cleared. */
  readonly canBeEmpty: boolean;
}

export function getListOperations(bulkInput: BulkEditControl): readonly ListOperation[] {
  return bulkInput.kind !== "write" && bulkInput.allowsMultiple ? ["set", "add", "remove"] : ["set"];
}

function getBulkInput(
  control: Control,
  role: keyof HeadingFieldIds | undefined,
): BulkEditControl | undefined {
  return hostTypeOfControl(control)?.toBulkInput?.(control, role === "assignee");
}

/** Across trackers, values are matched by label and people by id. */
function mergeChoices(kind: "choices" | "people", lists: readonly (readonly Choice[])[]): readonly Choice[] {
  const getKey = ({ id, label }: Choice): string => (kind === "people" ? String(id) : label);
  return [...new Map(lists.flat().map((choice) => [getKey(choice), choice])).values()];
}

/** Undefined if the inputs differ. */
function combineBulkInputs(inputs: readonly BulkEditControl[]): BulkEditControl | undefined {
  const [first, ...otherInputs] = inputs;
  if (first === undefined || otherInputs.length === 0) return first;
  if (first.kind === "write") {
    return otherInputs.every((other) => other.kind === "write" && other.inputType === first.inputType)
      ? first
      : undefined;
  }
  const { kind, allowsMultiple } = first;
  const lists: (readonly Choice[])[] = [];
  let isSearched = false;
  for (const each of inputs) {
    if (each.kind !== kind || each.allowsMultiple !== allowsMultiple) return undefined;
    if (each.choices === undefined) isSearched = true;
    else lists.push(each.choices);
  }
  return { kind, allowsMultiple, choices: isSearched ? undefined : mergeChoices(kind, lists) };
}

function toCommonField(forms: readonly Form[], selector: FieldSelector): CommonField | undefined {
  const fields: FormField[] = [];
  for (const form of forms) {
    const field = findFieldBySelector(form, selector);
    if (field?.access !== "edit") return undefined;
    fields.push(field);
  }
  const role = selector.by === "role" ? selector.role : undefined;
  const bulkInputs = fields.flatMap(({ control }) => getBulkInput(control, role) ?? []);
  const bulkInput = bulkInputs.length === fields.length ? combineBulkInputs(bulkInputs) : undefined;
  if (bulkInput === undefined) return undefined;
  const labels = [...new Set(fields.map(({ label }) => label))];
  return { selector, labels, bulkInput, canBeEmpty: fields.every(({ isRequired }) => !isRequired) };
}

const roles = ["status", "assignee"] as const;

/** One form per tracker. Titles are excluded because they are unique. */
export function findCommonFields(forms: readonly Form[]): readonly CommonField[] {
  const [first, ...otherForms] = forms;
  if (first === undefined) return [];
  const byRole = roles.flatMap((role) => toCommonField(forms, { by: "role", role }) ?? []);
  const promoted = new Set(Object.values(first.promoted));
  const candidates = first.fields.filter(
    ({ id, name }) => !promoted.has(id) && (otherForms.length === 0 || name !== ""),
  );
  const byIdOrName = candidates.flatMap(
    ({ id, name }) =>
      toCommonField(forms, otherForms.length === 0 ? { by: "id", fieldId: id } : { by: "name", name }) ?? [],
  );
  return [...byRole, ...byIdOrName];
}

/** Finds the field by id, role or name. */
export function findCommonFieldBySelector(
  forms: readonly Form[],
  fields: readonly CommonField[],
  selector: FieldSelector,
): CommonField | undefined {
  const [form] = forms;
  const id = form && findFieldBySelector(form, selector)?.id;
  if (form === undefined || id === undefined) return undefined;
  return fields.find((each) => findFieldBySelector(form, each.selector)?.id === id);
}
