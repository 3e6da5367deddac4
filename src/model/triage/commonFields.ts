// The fields that many artifacts can be changed in at once. Of one tracker that is any field that takes an input; over several
// trackers a field has to mean the same in all of them: by its role, or by its name and kind.
import type { Taken } from "../fields/fieldType.ts";
import { hostTypeOfControl } from "../fields/hostRegistry.ts";
import type { Control } from "../fields/registry.ts";
import type { Form, FormField, Promoted } from "../form/form.ts";
import type { Choice } from "../tracker.ts";
import { wishedField } from "./wanted.ts";
import type { ListChange, WishedField } from "./wish.ts";

export interface CommonField {
  readonly wished: WishedField;
  /** What it is called: several names where trackers call it differently. */
  readonly labels: readonly string[];
  readonly taken: Taken;
  /** Whether nothing can be chosen as well. */
  readonly mayBeEmpty: boolean;
}

export function waysOf(taken: Taken): readonly ListChange[] {
  return taken.kind !== "write" && taken.takesMany ? ["set", "add", "remove"] : ["set"];
}

function takenBy(control: Control, role: keyof Promoted | undefined): Taken | undefined {
  return hostTypeOfControl(control)?.taken?.(control, role === "assignee");
}

/** Beyond one tracker a value is known by its label, a person by the id. */
function united(kind: "choices" | "people", lists: readonly (readonly Choice[])[]): readonly Choice[] {
  const keyOf = ({ id, label }: Choice): string => (kind === "people" ? String(id) : label);
  return [...new Map(lists.flat().map((choice) => [keyOf(choice), choice])).values()];
}

/** What all of them take; undefined where they take different things. */
function combined(all: readonly Taken[]): Taken | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  if (first.kind === "write") {
    return others.every((other) => other.kind === "write" && other.look === first.look) ? first : undefined;
  }
  const { kind, takesMany } = first;
  const lists: (readonly Choice[])[] = [];
  let isSearched = false;
  for (const each of all) {
    if (each.kind !== kind || each.takesMany !== takesMany) return undefined;
    if (each.choices === undefined) isSearched = true;
    else lists.push(each.choices);
  }
  return { kind, takesMany, choices: isSearched ? undefined : united(kind, lists) };
}

function common(forms: readonly Form[], wished: WishedField): CommonField | undefined {
  const fields: FormField[] = [];
  for (const form of forms) {
    const field = wishedField(form, wished);
    if (field?.access !== "edit") return undefined;
    fields.push(field);
  }
  const role = wished.by === "role" ? wished.role : undefined;
  const takens = fields.flatMap(({ control }) => takenBy(control, role) ?? []);
  const taken = takens.length === fields.length ? combined(takens) : undefined;
  if (taken === undefined) return undefined;
  const labels = [...new Set(fields.map(({ label }) => label))];
  return { wished, labels, taken, mayBeEmpty: fields.every(({ isRequired }) => !isRequired) };
}

const roles = ["status", "assignee"] as const;

/** By the forms of the trackers that they are of. A title is each one's own. */
export function commonFields(forms: readonly Form[]): readonly CommonField[] {
  const [first, ...others] = forms;
  if (first === undefined) return [];
  const byRole = roles.flatMap((role) => common(forms, { by: "role", role }) ?? []);
  const promoted = new Set(Object.values(first.promoted));
  const rest = first.fields.filter(
    ({ id, name }) => !promoted.has(id) && (others.length === 0 || name !== ""),
  );
  const further = rest.flatMap(
    ({ id, name }) =>
      common(forms, others.length === 0 ? { by: "id", fieldId: id } : { by: "name", name }) ?? [],
  );
  return [...byRole, ...further];
}

/** The one that somebody means, however they name it. */
export function commonFor(
  forms: readonly Form[],
  fields: readonly CommonField[],
  wished: WishedField,
): CommonField | undefined {
  const [form] = forms;
  const id = form && wishedField(form, wished)?.id;
  if (form === undefined || id === undefined) return undefined;
  return fields.find((each) => wishedField(form, each.wished)?.id === id);
}
