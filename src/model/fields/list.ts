// Lists with one or several choices, and lists of users.
import type { Choice, Field } from "../tracker.ts";
import { type ChoiceId, type LabeledId, noneChoiceId } from "../valueTypes.ts";
import {
  toChoicesJson,
  idOf,
  toIdSetKey,
  labelsOf,
  joinLabels,
  filterVisibleChoices,
  relabel,
  toSortedKey,
  mergeLists,
} from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType, WireObject } from "./fieldType.ts";
import { readDefaultChoices, readChoiceId, readLabelsById, readStrictList } from "./readWireValue.ts";

type ListStyle = "select" | "radio" | "multiSelect" | "checkboxes";

interface ChoiceControl {
  readonly kind: "choice";
  readonly look: ListStyle;
  readonly choices: readonly Choice[];
  readonly of?: "groups";
}

/** Any user of the server: searched, not listed. */
interface UserControl {
  readonly kind: "people";
  readonly takes: "one" | "many";
}

export interface ListFieldShapes {
  readonly control: ChoiceControl | UserControl;
  readonly input: { readonly kind: "choices"; readonly chosen: readonly LabeledId[] };
  readonly value: { readonly kind: "choices"; readonly chosen: readonly LabeledId[] };
  readonly edit: { readonly kind: "choices"; readonly ids: readonly ChoiceId[] };
}

function choicesText({ chosen }: ListFieldShapes["input"]): string {
  return joinLabels(chosen);
}

export const listType: FieldType<ListFieldShapes> = {
  controlKinds: ["choice", "people"],
  input: {
    empty: { kind: "choices", chosen: [] },
    isEmpty: ({ chosen }) => chosen.length === 0,
    toComparisonKey: ({ chosen }) => toIdSetKey(chosen),
    toText: choicesText,
    findProblem({ chosen }, control, { checkChoice }) {
      if (control?.kind !== "choice") return undefined;
      const listed = new Set(control.choices.map(idOf));
      for (const each of chosen) {
        if (!listed.has(idOf(each))) return { kind: "choiceRemoved", value: each.label };
        const problem = checkChoice(each);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  },
  value: { kinds: ["choices"], toText: choicesText },
};

function isSingleSelect(look: ListStyle): boolean {
  return look === "select" || look === "radio";
}

function cardinalityOf(control: ListFieldShapes["control"]): "one" | "many" {
  if (control.kind === "people") return control.takes;
  return isSingleSelect(control.look) ? "one" : "many";
}

function toListControl({ choices, binding }: Field, look: ListStyle): ListFieldShapes["control"] {
  if (choices !== undefined) {
    const list = { kind: "choice", look, choices } as const;
    return binding === "ugroups" ? { ...list, of: "groups" } : list;
  }
  // Without choices, a user list accepts any user; other lists are empty.
  if (binding !== "users") return { kind: "choice", look, choices: [] };
  return { kind: "people", takes: isSingleSelect(look) ? "one" : "many" };
}

function readChoices({ values, bind_value_ids }: WireObject): ListFieldShapes["value"] {
  const ids = readStrictList(bind_value_ids, readChoiceId);
  const labels = readLabelsById(values);
  const chosen = ids.map((id) => ({ id, label: labels.get(id) ?? String(id) }));
  return { kind: "choices", chosen: chosen.filter(({ id }) => id !== noneChoiceId) };
}

function isNotNone(id: ChoiceId): boolean {
  return Number(id) !== noneChoiceId;
}

export const listHostType: HostFieldType<ListFieldShapes> = {
  serverTypes: {
    sb: {
      toControl: (field) => toListControl(field, "select"),
      readValue: readChoices,
      conditionType: "choices",
    },
    rb: {
      toControl: (field) => toListControl(field, "radio"),
      readValue: readChoices,
      conditionType: "choices",
    },
    msb: {
      toControl: (field) => toListControl(field, "multiSelect"),
      readValue: readChoices,
      conditionType: "choices",
    },
    cb: {
      toControl: (field) => toListControl(field, "checkboxes"),
      readValue: readChoices,
      conditionType: "choices",
    },
  },
  toComparable: ({ chosen }) => ({ kind: "choices", ids: chosen.map(({ id }) => id) }),
  toInput: ({ chosen }) => ({ kind: "choices", chosen }),
  toDefaultInput: (value, field) => ({ kind: "choices", chosen: readDefaultChoices(value, field) }),
  isStoredAsSent: ({ chosen }, stored) =>
    stored !== undefined &&
    toIdSetKey(chosen.filter(({ id }) => isNotNone(id))) === toIdSetKey(stored.chosen),
  getCardinality: cardinalityOf,
  merge(base, { chosen }, theirs, cardinality) {
    if (cardinality === "one") return { kind: "conflict", both: undefined };
    const input = {
      kind: "choices",
      chosen: mergeLists(idOf, base?.chosen ?? [], chosen, theirs.chosen),
    } as const;
    return base === undefined ? { kind: "conflict", both: input } : { kind: "merged", input };
  },
  toEdit: ({ chosen }) => ({ kind: "choices", ids: chosen.map(({ id }) => id) }),
  editRules: {
    kinds: ["choices"],
    toWire: ({ ids }) => ({ bind_value_ids: ids }),
    isStored: (value, { ids }) =>
      toSortedKey(value.chosen.map(({ id }) => id)) === toSortedKey(ids.filter(isNotNone)),
  },
  getGroups: (control) => (control.kind === "choice" && control.of === "groups" ? control.choices : []),
  relabelValue: (value, labels) => ({ ...value, chosen: relabel(value.chosen, labels) }),
  toBulkInput: (control, isAssignee) => ({
    kind: isAssignee || control.kind === "people" ? "people" : "choices",
    choices: control.kind === "people" ? undefined : filterVisibleChoices(control.choices),
    allowsMultiple: cardinalityOf(control) === "many",
  }),
  describeInput(control) {
    const isSingle = cardinalityOf(control) === "one";
    return control.kind === "people"
      ? { takes: isSingle ? "one person" : "people" }
      : { takes: isSingle ? "one choice" : "choices", ...toChoicesJson(control.choices) };
  },
  toAssistantValue: ({ chosen }) => labelsOf(chosen),
};
