// Host parts of the field types, by the names of the registry.
import type { Field } from "../tracker.ts";
import { computedHostType } from "./computed.ts";
import { dateHostType } from "./date.ts";
import type { ComparableValue, HostFieldType } from "./fieldType.ts";
import { filesHostType, newFilesHostType } from "./files.ts";
import { linksHostType } from "./links.ts";
import { listHostType } from "./list.ts";
import { notificationsHostType } from "./svnNotifications.ts";
import { numberHostType } from "./number.ts";
import { openListHostType } from "./openList.ts";
import { otherHostType } from "./other.ts";
import { permissionsHostType } from "./permissions.ts";
import { referencesHostType } from "./references.ts";
import {
  registerTestPageFieldType,
  type AnyFieldType,
  type AnyFieldShapes,
  type Control,
  type NewFieldValue,
  type FieldTypeName,
  fieldTypes,
  type FieldValue,
  type Input,
  type ShapesOf,
} from "./registry.ts";
import { stepsHostType } from "./steps.ts";
import { stringHostType } from "./string.ts";
import { textHostType } from "./text.ts";
import { userHostType } from "./user.ts";

/** Separate from the registry so that the form page doesn't load it. The mapped type requires every name. */
const hostTypes: { readonly [Name in FieldTypeName]: HostFieldType<ShapesOf<Name>> } = {
  string: stringHostType,
  text: textHostType,
  number: numberHostType,
  date: dateHostType,
  list: listHostType,
  openList: openListHostType,
  links: linksHostType,
  permissions: permissionsHostType,
  computed: computedHostType,
  steps: stepsHostType,
  notifications: notificationsHostType,
  files: filesHostType,
  newFiles: newFilesHostType,
  user: userHostType,
  references: referencesHostType,
  other: otherHostType,
};

type AnyHostType = HostFieldType<AnyFieldShapes>;

interface TypePair {
  readonly type: AnyFieldType;
  readonly hostType: AnyHostType;
}

const hostTypesByName: Readonly<Record<string, AnyHostType>> = hostTypes;

/** Includes types registered by tests. */
const registeredPairs = new Set(
  Object.entries<AnyFieldType>(fieldTypes).flatMap(([name, type]): readonly TypePair[] => {
    const hostType = hostTypesByName[name];
    return hostType === undefined ? [] : [{ type, hostType }];
  }),
);

/** Undefined if no type matches. */
function findHostType(matches: (pair: TypePair) => boolean): AnyHostType | undefined {
  for (const pair of registeredPairs) if (matches(pair)) return pair.hostType;
  return undefined;
}

export function hostTypeOfControl({ kind }: Control): AnyHostType | undefined {
  return findHostType(({ type }) => type.controlKinds.includes(kind));
}

export function hostTypeOfInput({ kind }: Input): AnyHostType | undefined {
  return findHostType(({ type }) => type.input?.empty.kind === kind);
}

export function hostTypeOfValue({ kind }: FieldValue): AnyHostType | undefined {
  return findHostType(({ type }) => type.value?.kinds.includes(kind) === true);
}

export function toComparable(value: FieldValue): ComparableValue | undefined {
  return hostTypeOfValue(value)?.toComparable?.(value);
}

export function hostTypeOfEdit({ kind }: NewFieldValue): AnyHostType | undefined {
  return findHostType(({ hostType }) => hostType.editRules?.kinds.includes(kind) === true);
}

/** Undefined for server types that are read-only. */
export function findServerType(name: string): AnyHostType["serverTypes"][string] | undefined {
  const hostType = findHostType(({ hostType: { serverTypes } }) => Object.hasOwn(serverTypes, name));
  return hostType?.serverTypes[name];
}

/** Registers a type for tests; returns a function that removes it. */
export function registerTestFieldType(type: AnyFieldType, hostType: AnyHostType): () => void {
  const pair = { type, hostType };
  for (const kind of type.controlKinds) {
    if ([...registeredPairs].some((each) => each.type.controlKinds.includes(kind))) {
      throw new Error(`${kind} is already registered.`);
    }
  }
  const remove = registerTestPageFieldType(type);
  registeredPairs.add(pair);
  return () => {
    remove();
    registeredPairs.delete(pair);
  };
}

// Creates the control for the field's server type.

export function createControl(field: Field): Control {
  return findServerType(field.type)?.toControl?.(field) ?? { kind: "shown" };
}
