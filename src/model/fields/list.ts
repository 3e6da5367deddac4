// Lists of which one or several values are chosen, and the same for people.
import type { Choice, Field } from "../tracker.ts";
import { type ChoiceId, type Chosen, noneId } from "../value.ts";
import {
  choiceFacts,
  idOf,
  idSet,
  labelsOf,
  names,
  offered,
  relabelled,
  sorted,
  together,
} from "./common.ts";
import type { FieldType, HostFieldType, Members } from "./fieldType.ts";
import { defaultChoices, readId, readLabels, readWholeList } from "./reading.ts";

type Look = "select" | "radio" | "multiSelect" | "checkboxes";

interface ChoiceControl {
  readonly kind: "choice";
  readonly look: Look;
  readonly choices: readonly Choice[];
  readonly of?: "groups";
}

/** Any user of the server: they are searched, not listed. */
interface PeopleControl {
  readonly kind: "people";
  readonly takes: "one" | "many";
}

export interface ListField {
  readonly control: ChoiceControl | PeopleControl;
  readonly input: { readonly kind: "choices"; readonly chosen: readonly Chosen[] };
  readonly value: { readonly kind: "choices"; readonly chosen: readonly Chosen[] };
  readonly edit: { readonly kind: "choices"; readonly ids: readonly ChoiceId[] };
}

function text({ chosen }: ListField["input"]): string {
  return names(chosen);
}

export const listType: FieldType<ListField> = {
  controls: ["choice", "people"],
  input: {
    empty: { kind: "choices", chosen: [] },
    isEmpty: ({ chosen }) => chosen.length === 0,
    essence: ({ chosen }) => idSet(chosen),
    text,
    problem({ chosen }, control, { obstacle }) {
      if (control?.kind !== "choice") return undefined;
      const listed = new Set(control.choices.map(idOf));
      for (const each of chosen) {
        if (!listed.has(idOf(each))) return { kind: "gone", value: each.label };
        const found = obstacle(each);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  },
  value: { kinds: ["choices"], text },
};

function takesOne(look: Look): boolean {
  return look === "select" || look === "radio";
}

function takesOf(control: ListField["control"]): "one" | "many" {
  if (control.kind === "people") return control.takes;
  return takesOne(control.look) ? "one" : "many";
}

function controlOf({ choices, binding }: Field, look: Look): ListField["control"] {
  if (choices !== undefined) {
    const list = { kind: "choice", look, choices } as const;
    return binding === "ugroups" ? { ...list, of: "groups" } : list;
  }
  // Without a list of values it is open to everybody, or there is nothing to choose.
  if (binding !== "users") return { kind: "choice", look, choices: [] };
  return { kind: "people", takes: takesOne(look) ? "one" : "many" };
}

function read({ values, bind_value_ids }: Members): ListField["value"] {
  const ids = readWholeList(bind_value_ids, readId);
  const labels = readLabels(values);
  const chosen = ids.map((id) => ({ id, label: labels.get(id) ?? String(id) }));
  return { kind: "choices", chosen: chosen.filter(({ id }) => id !== noneId) };
}

function isSomething(id: ChoiceId): boolean {
  return Number(id) !== noneId;
}

export const listHostType: HostFieldType<ListField> = {
  serverTypes: {
    sb: { control: (field) => controlOf(field, "select"), read },
    rb: { control: (field) => controlOf(field, "radio"), read },
    msb: { control: (field) => controlOf(field, "multiSelect"), read },
    cb: { control: (field) => controlOf(field, "checkboxes"), read },
  },
  inputOf: ({ chosen }) => ({ kind: "choices", chosen }),
  defaultInput: (value, field) => ({ kind: "choices", chosen: defaultChoices(value, field) }),
  holdsSent: ({ chosen }, stored) =>
    stored !== undefined && idSet(chosen.filter(({ id }) => isSomething(id))) === idSet(stored.chosen),
  takes: takesOf,
  merge(base, { chosen }, theirs, takes) {
    if (takes === "one") return { kind: "collision", both: undefined };
    const input = {
      kind: "choices",
      chosen: together(idOf, base?.chosen ?? [], chosen, theirs.chosen),
    } as const;
    return base === undefined ? { kind: "collision", both: input } : { kind: "merged", input };
  },
  edit: ({ chosen }) => ({ kind: "choices", ids: chosen.map(({ id }) => id) }),
  edits: {
    kinds: ["choices"],
    members: ({ ids }) => ({ bind_value_ids: ids }),
    isHeld: (value, { ids }) => sorted(value.chosen.map(({ id }) => id)) === sorted(ids.filter(isSomething)),
  },
  groups: (control) => (control.kind === "choice" && control.of === "groups" ? control.choices : []),
  relabelled: (value, labels) => ({ ...value, chosen: relabelled(value.chosen, labels) }),
  taken: (control, isAssignee) => ({
    kind: isAssignee || control.kind === "people" ? "people" : "choices",
    choices: control.kind === "people" ? undefined : offered(control.choices),
    takesMany: takesOf(control) === "many",
  }),
  takenFacts(control) {
    const isOne = takesOf(control) === "one";
    return control.kind === "people"
      ? { takes: isOne ? "one person" : "people" }
      : { takes: isOne ? "one choice" : "choices", ...choiceFacts(control.choices) };
  },
  valueFact: ({ chosen }) => labelsOf(chosen),
};
