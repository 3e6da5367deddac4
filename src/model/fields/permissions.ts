// The groups that an artifact is kept to.
import type { Choice } from "../tracker.ts";
import { groupLabel } from "../user.ts";
import type { ChoiceId, Chosen } from "../value.ts";
import { idOf, idSet, labelsOf, names, relabelled, sorted, together } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { elements, readId, readText, readWholeList, tryRead } from "./reading.ts";

export interface PermissionsField {
  readonly control: { readonly kind: "permissions"; readonly groups: readonly Choice[] };
  readonly input: { readonly kind: "permissions"; readonly groups: readonly Chosen[] };
  readonly value: { readonly kind: "permissions"; readonly groups: readonly Chosen[] };
  readonly edit: { readonly kind: "permissions"; readonly groupIds: readonly ChoiceId[] };
}

function text({ groups }: PermissionsField["input"]): string {
  return names(groups);
}

function isEmpty({ groups }: PermissionsField["input"]): boolean {
  return groups.length === 0;
}

export const permissionsType: FieldType<PermissionsField> = {
  controls: ["permissions"],
  input: {
    empty: { kind: "permissions", groups: [] },
    isEmpty,
    essence: ({ groups }) => idSet(groups),
    text,
  },
  value: { kinds: ["permissions"], text },
};

function mergedGroups(
  base: readonly Chosen[],
  mine: PermissionsField["input"],
  theirs: PermissionsField["input"],
): PermissionsField["input"] {
  return { kind: "permissions", groups: together(idOf, base, mine.groups, theirs.groups) };
}

export const permissionsHostType: HostFieldType<PermissionsField> = {
  serverTypes: {
    perm: {
      control: ({ choices }) => ({ kind: "permissions", groups: choices ?? [] }),
      read({ granted_groups, granted_groups_ids }) {
        const labels = elements(granted_groups).map((label) => tryRead(() => readText(label)) ?? "");
        const ids = readWholeList(granted_groups_ids, readId);
        return {
          kind: "permissions",
          groups: ids.map((id, index) => ({ id, label: groupLabel(labels[index] ?? String(id)) })),
        };
      },
    },
  },
  inputOf: ({ groups }) => ({ kind: "permissions", groups }),
  takes: () => "many",
  merge(base, mine, theirs) {
    const all = mergedGroups([], mine, theirs);
    if (base === undefined) return { kind: "collision", both: all };
    // No group at all means everybody: what comes of adding and removing must not turn one into the other.
    const input = mergedGroups(base.groups, mine, theirs);
    return [base, mine, theirs, input].some(isEmpty)
      ? { kind: "collision", both: isEmpty(mine) || isEmpty(theirs) ? undefined : all }
      : { kind: "merged", input };
  },
  edit: ({ groups }) => ({ kind: "permissions", groupIds: groups.map(({ id }) => id) }),
  edits: {
    kinds: ["permissions"],
    members: ({ groupIds }) => ({ value: { granted_groups: groupIds } }),
    isHeld: ({ groups }, { groupIds }) => sorted(groups.map(({ id }) => id)) === sorted(groupIds),
  },
  groups: ({ groups }) => groups,
  relabelled: (value, labels) => ({ ...value, groups: relabelled(value.groups, labels) }),
  valueFact: ({ groups }) => labelsOf(groups),
};
