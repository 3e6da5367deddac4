// What would have to stand in the fields of one artifact for a wish to be true there.
import { hostTypeOfControl } from "../fields/hostRegistry.ts";
import type { Control, Input } from "../fields/registry.ts";
import { holdsSent } from "../form/changes.ts";
import { type Draft, type Edit, edited, isUntouched, type Target, untouched } from "../form/draft.ts";
import { fieldOf, type Form, type FormField } from "../form/form.ts";
import { emptyInput } from "../form/input.ts";
import { problemsOf } from "../form/problems.ts";
import type { Choice } from "../tracker.ts";
import type { ChoiceId, Link } from "../value.ts";
import type { ListChange, Refusal, Wish, WishedField } from "./wish.ts";

// A wish over the form of one artifact: what it would change there, and whether it may.

/** What one field was and shall be; `inputText` makes texts of both. */
export interface Change {
  readonly kind: "change";
  readonly target: Target;
  /** Of the field; empty for a comment. */
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input;
  /** The same as something typed, for whatever sends it. */
  readonly draft: Draft;
}

export type Applied =
  Change | { readonly kind: "alreadySo" } | { readonly kind: "refused"; readonly why: Refusal };

/** What it means that a field gets an input, by the rules that a form has. */
export function changeTo(form: Form, target: Target, input: Input): Applied {
  const field = target === "comment" ? undefined : fieldOf(form, target);
  if (target !== "comment" && field === undefined) return { kind: "refused", why: { code: "noField" } };
  const draft = edited(form, untouched, { target, input, step: "begin" });
  if (isUntouched(draft)) return { kind: "alreadySo" };
  if (field !== undefined && field.access !== "edit") return { kind: "refused", why: { code: "readOnly" } };
  const [found] = problemsOf(form, draft);
  if (found !== undefined) {
    return { kind: "refused", why: { code: "problem", target: found[0], problem: found[1] } };
  }
  return { kind: "change", target, label: field?.label ?? "", before: field?.base, after: input, draft };
}

export function applied(form: Form, wish: Wish): Applied {
  const wanted = wantedIn(form, wish);
  return wanted.kind === "refused" ? wanted : changeTo(form, wanted.target, wanted.input);
}

/** What a person would have typed: for a form in which they can see what stands against it. */
export function editsFor(form: Form, wish: Wish): readonly Edit[] {
  const wanted = wantedIn(form, wish);
  if (wanted.kind === "refused") return [];
  return [{ target: wanted.target, input: wanted.input, step: "begin" }];
}

/** Whether a field has what was sent for it. */
export function holdsStill(form: Form, target: number, sent: Input): boolean {
  return holdsSent(sent, fieldOf(form, target)?.base);
}

type Wanted =
  | { readonly kind: "input"; readonly target: Target; readonly input: Input }
  | { readonly kind: "refused"; readonly why: Refusal };

type Found = Extract<Wanted, { kind: "refused" }> | Input;
type Wished<Kind extends Wish["kind"]> = Extract<Wish, { kind: Kind }>;

interface Entry {
  readonly id: ChoiceId | undefined;
  readonly label: string;
}

function refused(why: Refusal): Extract<Wanted, { kind: "refused" }> {
  return { kind: "refused", why };
}

export function wishedField(form: Form, wished: WishedField): FormField | undefined {
  switch (wished.by) {
    case "id":
      return fieldOf(form, wished.fieldId);
    case "name":
      return form.fields.find(({ name }) => name === wished.name);
    case "role": {
      const id = form.promoted[wished.role];
      return id === undefined ? undefined : fieldOf(form, id);
    }
  }
}

function keyOf({ id, label }: Entry): string {
  return id === undefined ? `new ${label}` : `known ${id}`;
}

/** What a list holds after a change of some of it: the others stay, in their order. */
function changedList<T extends Entry>(held: readonly T[], how: ListChange, some: readonly T[]): readonly T[] {
  const changed = new Map(some.map((each) => [keyOf(each), each]));
  const kept = held.filter((each) => !changed.has(keyOf(each)));
  if (how === "remove") return kept;
  if (how === "set") return [...changed.values()];
  const present = new Set(held.map(keyOf));
  return [...held, ...[...changed.values()].filter((each) => !present.has(keyOf(each)))];
}

/** The value that is meant. Beyond one tracker ids mean something else: there the label counts, if it is just one's. */
function meant(
  choices: readonly Choice[],
  wished: { readonly id: ChoiceId; readonly label: string },
  by: WishedField["by"],
): Choice | undefined {
  const isIt = ({ id }: Choice): boolean => String(id) === String(wished.id);
  if (by === "id") return choices.find(isIt);
  const sameLabel = choices.filter(({ label }) => label === wished.label);
  return sameLabel.find(isIt) ?? (sameLabel.length === 1 ? sameLabel[0] : undefined);
}

function takesOne(control: Control): boolean {
  if (control.kind === "people") return control.takes === "one";
  return control.kind === "choice" && (control.look === "select" || control.look === "radio");
}

function heldIn({ base }: FormField): readonly Entry[] {
  if (base?.kind === "choices") return base.chosen;
  return base?.kind === "openList" ? base.entries : [];
}

/** Taking away needs no offer: what is not there is gone already. */
function listInput(
  field: FormField,
  how: ListChange,
  wished: readonly Entry[],
  find: (each: Entry) => Entry | undefined,
  missing: (each: Entry) => Refusal,
): Found {
  const held = heldIn(field);
  const isHeld = new Set(held.map(keyOf));
  const some: Entry[] = [];
  for (const each of wished) {
    const found = find(each);
    if (found !== undefined) some.push(found);
    else if (isHeld.has(keyOf(each))) some.push(each);
    else if (how !== "remove") return refused(missing(each));
  }
  const entries = changedList(held, how, some);
  if (takesOne(field.control) && how !== "remove" && entries.length > 1) return refused({ code: "takesOne" });
  if (field.control.kind === "openList") return { kind: "openList", entries };
  return {
    kind: "choices",
    chosen: entries.flatMap(({ id, label }) => (id === undefined ? [] : { id, label })),
  };
}

function offeredIn(field: FormField, choices: readonly Choice[]): readonly Choice[] {
  const held = new Set(heldIn(field).map(({ id }) => String(id)));
  return choices.filter(({ id, isHidden }) => !isHidden || held.has(String(id)));
}

function entryOf(choice: Choice | undefined): Entry | undefined {
  return choice === undefined ? undefined : { id: choice.id, label: choice.label };
}

function choicesInput(field: FormField, { field: { by }, how, values }: Wished<"choices">): Found {
  const { control } = field;
  if (control.kind !== "choice" && control.kind !== "openList") return refused({ code: "wrongKind" });
  const offered = offeredIn(field, control.choices);
  const isFree = control.kind === "openList" && control.of === "texts";
  return listInput(
    field,
    how,
    values,
    ({ id, label }) => {
      const found = id === undefined ? undefined : entryOf(meant(offered, { id, label }, by));
      // Into such a list anything can be typed; the server makes a value of it.
      return found ?? (isFree && how !== "remove" ? { id: undefined, label } : undefined);
    },
    ({ label }) => ({ code: "notOffered", value: label }),
  );
}

function peopleInput(field: FormField, { how, people }: Wished<"people">): Found {
  const { control } = field;
  const missing = ({ label }: Entry): Refusal => ({ code: "notAssignable", person: label });
  // Open to everybody: who is not taken, only the server knows.
  if (control.kind === "people") return listInput(field, how, people, (person) => person, missing);
  const isList = control.kind === "choice" || (control.kind === "openList" && control.of === "people");
  if (!isList) return refused({ code: "wrongKind" });
  const offered = offeredIn(field, control.choices);
  const find = ({ id }: Entry): Entry | undefined =>
    entryOf(offered.find((each) => String(each.id) === String(id)));
  return listInput(field, how, people, find, missing);
}

function writtenInput({ control, base }: FormField, { text, format = "commonmark" }: Wished<"write">): Found {
  const kind = emptyInput(control)?.kind;
  const held = base?.kind === kind ? base : undefined;
  return hostTypeOfControl(control)?.written?.(text, format, control, held) ?? refused({ code: "wrongKind" });
}

function linkInput({ control, base }: FormField, { artifactId, type }: Wished<"link">): Found {
  if (control.kind !== "links" || base?.kind !== "links") return refused({ code: "wrongKind" });
  const known: Link | undefined = base.forward.find((link) => link.artifactId === artifactId);
  if (known?.type === type) return base;
  if (known !== undefined) return refused({ code: "linkedOtherwise", type: known.type });
  const isKnownType = type === "" || control.types.some(({ name }) => name === type);
  if (!isKnownType) return refused({ code: "noSuchLinkType", type });
  return { kind: "links", forward: [...base.forward, { artifactId, type }] };
}

function openLinkField(form: Form): FormField | undefined {
  const fields = form.linkFields.flatMap((id) => fieldOf(form, id) ?? []);
  return fields.find(({ access }) => access === "edit") ?? fields[0];
}

function inputFor(field: FormField, wish: Exclude<Wish, { kind: "comment" }>): Found {
  switch (wish.kind) {
    case "choices":
      return choicesInput(field, wish);
    case "people":
      return peopleInput(field, wish);
    case "write":
      return writtenInput(field, wish);
    case "link":
      return linkInput(field, wish);
  }
}

/** Whether it may stand there is another question: this is what would have to. */
export function wantedIn(form: Form, wish: Wish): Wanted {
  if (wish.kind === "comment") {
    const { source, format } = wish;
    if (!form.takesComment) return refused({ code: "noComments" });
    return { kind: "input", target: "comment", input: { kind: "text", source, format } };
  }
  const field = wish.field === undefined ? openLinkField(form) : wishedField(form, wish.field);
  if (field === undefined) return refused({ code: "noField" });
  const found = inputFor(field, wish);
  if (found.kind !== "refused") return { kind: "input", target: field.id, input: found };
  return field.access === "edit" ? found : refused({ code: "readOnly" });
}
