// A draft whose form has become another one: what of it goes on by itself, what someone has to decide, and the draft
// that comes of it.
import { type Draft, edited, rebased, typedIn } from "../form/draft.ts";
import { type Form, type FormField, fieldOf } from "../form/form.ts";
import type { Control } from "../form/control.ts";
import { type Input, sameInput } from "../form/input.ts";
import { mergeInput, type Merged, type Takes } from "./input.ts";

export interface FieldMerge {
  readonly fieldId: number;
  readonly label: string;
  readonly base: Input | undefined;
  /** Undefined where nothing was typed. */
  readonly mine: Input | undefined;
  readonly theirs: Input | undefined;
  readonly result: Merged;
}

export interface FormMerge {
  /** The form as the server has it now. */
  readonly theirs: Form;
  /** What was typed into, and what the server has other values of, in the order of the newer form. */
  readonly fields: readonly FieldMerge[];
}

export type Choice =
  | { readonly kind: "mine" }
  | { readonly kind: "theirs" }
  | { readonly kind: "both" }
  | { readonly kind: "edit"; readonly input: Input };

/** By the ids of fields. */
export type Choices = ReadonlyMap<number, Choice>;

function takesOf(control: Control): Takes {
  switch (control.kind) {
    case "choice":
      return control.look === "multiSelect" || control.look === "checkboxes" ? "many" : "one";
    case "people":
      return control.takes;
    case "openList":
    case "links":
    case "permissions":
      return "many";
    case "line":
    case "text":
    case "number":
    case "date":
    case "computed":
    case "steps":
    case "files":
    case "shown":
    case "broken":
      return "one";
  }
}

function resultOf(older: FormField | undefined, mine: Input, newer: FormField | undefined): Merged {
  if (newer !== undefined && sameInput(mine, newer.base)) return { kind: "same" };
  // What was typed can't be sent any more: that has to be seen, also where nobody has changed the value.
  if (newer === undefined || newer.access !== "edit") return { kind: "collision", both: undefined };
  return mergeInput(older?.base, mine, newer.base, takesOf(newer.control));
}

function fieldMerge(base: Form, draft: Draft, theirs: Form, fieldId: number): readonly FieldMerge[] {
  const [older, newer] = [fieldOf(base, fieldId), fieldOf(theirs, fieldId)];
  const mine = typedIn(draft, fieldId);
  if (mine === undefined && sameInput(older?.base, newer?.base)) return [];
  return [
    {
      fieldId,
      label: newer?.label ?? older?.label ?? "",
      base: older?.base,
      mine,
      theirs: newer?.base,
      result: mine === undefined ? { kind: "theirs" } : resultOf(older, mine, newer),
    },
  ];
}

export function mergeForms(base: Form, draft: Draft, theirs: Form): FormMerge {
  const ids = new Set([
    ...theirs.fields.map(({ id }) => id),
    ...base.fields.map(({ id }) => id),
    ...draft.inputs.flatMap(({ target }) => (target === "comment" ? [] : target)),
  ]);
  return { theirs, fields: [...ids].flatMap((fieldId) => fieldMerge(base, draft, theirs, fieldId)) };
}

export function collisionsOf({ fields }: FormMerge): readonly FieldMerge[] {
  return fields.filter(({ result }) => result.kind === "collision");
}

/** What needs no question. */
export function automatic({ fields }: FormMerge): readonly FieldMerge[] {
  return fields.filter(({ result }) => result.kind !== "collision");
}

/** What is to stand in a field, over what the server has; undefined for nothing of mine. */
function chosenInput({ mine, result }: FieldMerge, choice: Choice | undefined): Input | undefined {
  const merged = result.kind === "merged" ? result.input : undefined;
  switch (choice?.kind) {
    case undefined:
      return result.kind === "theirs" ? undefined : (merged ?? mine);
    case "mine":
      return mine;
    case "theirs":
      return undefined;
    case "both":
      return merged ?? (result.kind === "collision" ? result.both : undefined) ?? mine;
    case "edit":
      return choice.input;
  }
}

/**
 * The draft over what the server has now; the comment stays. A collision that nobody has decided keeps what I have
 * typed. Each field that becomes another one is a step of its own.
 */
export function resolved({ theirs, fields }: FormMerge, draft: Draft, choices: Choices): Draft {
  return fields.reduce(
    (done, field) =>
      edited(theirs, done, {
        target: field.fieldId,
        input: chosenInput(field, choices.get(field.fieldId)),
        step: "begin",
      }),
    rebased(theirs, draft),
  );
}

/** The choices that still answer the same question. */
export function stillHolding(before: FormMerge, after: FormMerge, choices: Choices): Choices {
  const collisions = collisionsOf(after);
  const holding = collisionsOf(before).flatMap(({ fieldId, mine, theirs }) => {
    const again = collisions.find((field) => field.fieldId === fieldId);
    const choice = choices.get(fieldId);
    const isSame = again !== undefined && sameInput(mine, again.mine) && sameInput(theirs, again.theirs);
    return isSame && choice !== undefined ? [[fieldId, choice] as const] : [];
  });
  return new Map(holding);
}
