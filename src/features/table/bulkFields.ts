// Which fields many rows can be changed in, and what can be chosen for them.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import type { Taken } from "../../model/fields/fieldType.ts";
import { formOf } from "../../model/form/build.ts";
import type { Form } from "../../model/form/form.ts";
import { type CommonField, commonFields, commonFor, waysOf } from "../../model/triage/commonFields.ts";
import type { Wish, WishedField } from "../../model/triage/wish.ts";
import { shortestPersonQuery } from "../../model/user.ts";
import { noneId } from "../../model/value.ts";
import {
  type BulkField,
  type BulkValue,
  commentField,
  type Offer,
  type Offers,
} from "../../protocol/table.ts";
import type { SiteCatalog } from "../../store/catalog.ts";
import type { Selected, States } from "../../store/triage/states.ts";

export interface Changeable {
  readonly forms: readonly Form[];
  readonly fields: readonly CommonField[];
  readonly takesComment: boolean;
}

function keyOf(wished: WishedField): string {
  switch (wished.by) {
    case "id":
      return `id ${wished.fieldId}`;
    case "name":
      return `name ${wished.name}`;
    case "role":
      return `role ${wished.role}`;
  }
}

/** Whether comments are taken is told by an artifact only: the first stands for all of its site. */
async function takesComment(states: States, first: Selected, signal: AbortSignal): Promise<boolean> {
  try {
    return (await states.one(first, signal)).base.form.takesComment;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return false;
  }
}

export async function changeableIn(
  states: States,
  catalog: SiteCatalog,
  selected: readonly Selected[],
  signal: AbortSignal,
): Promise<Changeable> {
  const [first] = selected;
  if (first === undefined) return { forms: [], fields: [], takesComment: false };
  const isSaid = await takesComment(states, first, signal);
  const forms: Form[] = [];
  for (const trackerId of new Set(selected.map((each) => each.trackerId))) {
    // Of one that is not known nothing can be said for all.
    if (trackerId === undefined) return { forms: [], fields: [], takesComment: isSaid };
    forms.push(formOf(await catalog.tracker(trackerId), []));
  }
  return { forms, fields: commonFields(forms), takesComment: isSaid };
}

/** What trackers call differently has the name of its role. */
function labelOf({ wished, labels }: CommonField): string {
  const isOne = labels.length === 1;
  if (!isOne && wished.by === "role" && wished.role === "status") return vscode.l10n.t("Status");
  if (!isOne && wished.by === "role" && wished.role === "assignee") return vscode.l10n.t("Assigned to");
  return oneLine(labels.join(" / "), 60);
}

export function bulkFields({ fields, takesComment }: Changeable): readonly BulkField[] {
  return [
    ...fields.map((field) => ({
      key: keyOf(field.wished),
      label: labelOf(field),
      ways: waysOf(field.taken),
    })),
    ...(takesComment ? [{ key: commentField, label: vscode.l10n.t("Comment"), ways: ["set"] as const }] : []),
  ];
}

/** The key of the field that somebody means, where it is among those. */
export function keyFor({ forms, fields }: Changeable, wished: WishedField): string | undefined {
  const common = commonFor(forms, fields, wished);
  return common && keyOf(common.wished);
}

function found({ fields }: Changeable, key: string): CommonField | undefined {
  return fields.find(({ wished }) => keyOf(wished) === key);
}

export function nothingOffer(kind: Taken["kind"], isNow: boolean): Offer {
  const label = kind === "people" ? vscode.l10n.t("Nobody") : vscode.l10n.t("No value");
  return { value: null, label, detail: "", isNow };
}

export function bulkOffers(changeable: Changeable, key: string): Offers {
  if (key === commentField) return { kind: "write", look: "text" };
  const field = found(changeable, key);
  if (field === undefined) {
    return { kind: "none", text: vscode.l10n.t("Not all of the selected artifacts have this field.") };
  }
  const { taken, mayBeEmpty } = field;
  if (taken.kind === "write") return taken;
  const { kind, choices, takesMany } = taken;
  if (choices === undefined) return { kind: "search", shortest: shortestPersonQuery, takesMany, held: [] };
  const hasNone = choices.some(({ id }) => Number(id) === noneId);
  const offers = choices.map(({ id, label }) => ({
    value: { id, label },
    label: oneLine(label, 100),
    detail: "",
    isNow: false,
  }));
  if (offers.length === 0) {
    return { kind: "none", text: vscode.l10n.t("This field has no values to choose from.") };
  }
  return {
    kind: "list",
    offers: mayBeEmpty && !hasNone ? [nothingOffer(kind, false), ...offers] : offers,
    takesMany,
  };
}

/** Undefined where a field does not take such a value. */
export function wishOf(changeable: Changeable, key: string, value: BulkValue): Wish | undefined {
  if (key === commentField) {
    const isSaid = value.kind === "written" && value.text.trim() !== "";
    return isSaid ? { kind: "comment", source: value.text, format: "commonmark" } : undefined;
  }
  const field = found(changeable, key);
  if (field === undefined) return undefined;
  const { wished, taken } = field;
  if (taken.kind === "write") {
    return value.kind === "written" ? { kind: "write", field: wished, text: value.text } : undefined;
  }
  if (value.kind !== "chosen") return undefined;
  const { how, values } = value;
  return taken.kind === "people"
    ? { kind: "people", field: wished, how, people: values }
    : { kind: "choices", field: wished, how, values };
}
