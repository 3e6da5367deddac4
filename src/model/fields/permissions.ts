// User groups that may see an artifact.
import type { Choice } from "../tracker.ts";
import { toGroupLabel } from "../user.ts";
import type { ChoiceId, LabeledId } from "../valueTypes.ts";
import {
  idOf,
  toIdSetKey,
  labelsOf,
  joinLabels,
  relabel,
  toSortedKey,
  mergeLists,
} from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { toElements, readChoiceId, readText, readStrictList, tryRead } from "./readWireValue.ts";

export interface PermissionsFieldShapes {
  readonly control: { readonly kind: "permissions"; readonly groups: readonly Choice[] };
  readonly input: { readonly kind: "permissions"; readonly groups: readonly LabeledId[] };
  readonly value: { readonly kind: "permissions"; readonly groups: readonly LabeledId[] };
  readonly edit: { readonly kind: "permissions"; readonly groupIds: readonly ChoiceId[] };
}

function groupsText({ groups }: PermissionsFieldShapes["input"]): string {
  return joinLabels(groups);
}

function isEmpty({ groups }: PermissionsFieldShapes["input"]): boolean {
  return groups.length === 0;
}

export const permissionsType: FieldType<PermissionsFieldShapes> = {
  controlKinds: ["permissions"],
  input: {
    empty: { kind: "permissions", groups: [] },
    isEmpty,
    toComparisonKey: ({ groups }) => toIdSetKey(groups),
    toText: groupsText,
  },
  value: { kinds: ["permissions"], toText: groupsText },
};

function mergeGroups(
  base: readonly LabeledId[],
  mine: PermissionsFieldShapes["input"],
  theirs: PermissionsFieldShapes["input"],
): PermissionsFieldShapes["input"] {
  return { kind: "permissions", groups: mergeLists(idOf, base, mine.groups, theirs.groups) };
}

export const permissionsHostType: HostFieldType<PermissionsFieldShapes> = {
  serverTypes: {
    perm: {
      toControl: ({ choices }) => ({ kind: "permissions", groups: choices ?? [] }),
      readValue({ granted_groups, granted_groups_ids }) {
        const labels = toElements(granted_groups).map((label) => tryRead(() => readText(label)) ?? "");
        const ids = readStrictList(granted_groups_ids, readChoiceId);
        return {
          kind: "permissions",
          groups: ids.map((id, index) => ({ id, label: toGroupLabel(labels[index] ?? String(id)) })),
        };
      },
    },
  },
  toInput: ({ groups }) => ({ kind: "permissions", groups }),
  getCardinality: () => "many",
  merge(base, mine, theirs) {
    const combined = mergeGroups([], mine, theirs);
    if (base === undefined) return { kind: "conflict", both: combined };
    // No group means everyone, so a merge must not turn some groups into none or vice versa.
    const input = mergeGroups(base.groups, mine, theirs);
    return [base, mine, theirs, input].some(isEmpty)
      ? { kind: "conflict", both: isEmpty(mine) || isEmpty(theirs) ? undefined : combined }
      : { kind: "merged", input };
  },
  toEdit: ({ groups }) => ({ kind: "permissions", groupIds: groups.map(({ id }) => id) }),
  editRules: {
    kinds: ["permissions"],
    toWire: ({ groupIds }) => ({ value: { granted_groups: groupIds } }),
    isStored: ({ groups }, { groupIds }) => toSortedKey(groups.map(({ id }) => id)) === toSortedKey(groupIds),
  },
  getGroups: ({ groups }) => groups,
  relabelValue: (value, labels) => ({ ...value, groups: relabel(value.groups, labels) }),
  toAssistantValue: ({ groups }) => labelsOf(groups),
};
