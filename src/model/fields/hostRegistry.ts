// What only the extension host has to know of the types of fields, by the names that the registry gives them.
import type { Field } from "../tracker.ts";
import { computedHostType } from "./computed.ts";
import { dateHostType } from "./date.ts";
import type { HostFieldType } from "./fieldType.ts";
import { filesHostType } from "./files.ts";
import { linksHostType } from "./links.ts";
import { listHostType } from "./list.ts";
import { notificationsHostType } from "./notifications.ts";
import { numberHostType } from "./number.ts";
import { openListHostType } from "./openList.ts";
import { otherHostType } from "./other.ts";
import { permissionsHostType } from "./permissions.ts";
import { referencesHostType } from "./references.ts";
import {
  addType,
  type AnyFieldType,
  type AnyKinds,
  type Control,
  type FieldEdit,
  type FieldTypeName,
  fieldTypes,
  type FieldValue,
  type Input,
  type KindsOf,
} from "./registry.ts";
import { stepsHostType } from "./steps.ts";
import { stringHostType } from "./string.ts";
import { textHostType } from "./text.ts";
import { userHostType } from "./user.ts";

/** Apart from the registry, so that the page of a form does not load it; the compiler asks for each of its names. */
const hostTypes: { readonly [Name in FieldTypeName]: HostFieldType<KindsOf<Name>> } = {
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
  user: userHostType,
  references: referencesHostType,
  other: otherHostType,
};

type AnyHostType = HostFieldType<AnyKinds>;

interface Pair {
  readonly type: AnyFieldType;
  readonly hostType: AnyHostType;
}

const known: Readonly<Record<string, AnyHostType>> = hostTypes;

/** Those of the list, and what tests add to it. */
const present = new Set(
  Object.entries<AnyFieldType>(fieldTypes).flatMap(([name, type]): readonly Pair[] => {
    const hostType = known[name];
    return hostType === undefined ? [] : [{ type, hostType }];
  }),
);

/** Undefined for what is of no type, as with the lookups of the registry. */
function find(isOf: (pair: Pair) => boolean): AnyHostType | undefined {
  for (const pair of present) if (isOf(pair)) return pair.hostType;
  return undefined;
}

export function hostTypeOfControl({ kind }: Control): AnyHostType | undefined {
  return find(({ type }) => type.controls.includes(kind));
}

export function hostTypeOfInput({ kind }: Input): AnyHostType | undefined {
  return find(({ type }) => type.input?.empty.kind === kind);
}

export function hostTypeOfValue({ kind }: FieldValue): AnyHostType | undefined {
  return find(({ type }) => type.value?.kinds.includes(kind) === true);
}

export function hostTypeOfEdit({ kind }: FieldEdit): AnyHostType | undefined {
  return find(({ hostType }) => hostType.edits?.kinds.includes(kind) === true);
}

/** What the server calls by this name; undefined for types that are only shown. */
export function serverTypeNamed(name: string): AnyHostType["serverTypes"][string] | undefined {
  const hostType = find(({ hostType: { serverTypes } }) => Object.hasOwn(serverTypes, name));
  return hostType?.serverTypes[name];
}

/** Adds a type with both of its parts until the given function is called. For tests. */
export function addFieldType(type: AnyFieldType, hostType: AnyHostType): () => void {
  const pair = { type, hostType };
  for (const kind of type.controls) {
    if ([...present].some((each) => each.type.controls.includes(kind))) throw new Error(`${kind} is taken.`);
  }
  const remove = addType(type);
  present.add(pair);
  return () => {
    remove();
    present.delete(pair);
  };
}

// Which control a field gets, by the type that the server gives it.

export function controlOf(field: Field): Control {
  return serverTypeNamed(field.type)?.control?.(field) ?? { kind: "shown" };
}
